import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation

/// A table as a file: magic number, header length, JSON header, the columns in their memory format, and the SHA-256
/// digest of everything before it. Numbers are little-endian.
package struct TableFile: Sendable {
  /// The metadata of the file.
  package struct Header: Sendable, Hashable, Codable {
    package struct Field: Sendable, Hashable, Codable {
      package var name: String
      /// The type, in the notation of `DataType`.
      package var type: String
      package var declaredType: String?
    }

    package var fields: [Field]
    package var rows: Int
    /// The fence of the claim that wrote the file. A table with a greater fence is not replaced.
    package var fence: Int64
    /// The time at which the rows were requested.
    package var asOf: String
  }

  package var header: Header
  package var table: Table

  private static let magic = Array("AUGTBL01".utf8)

  package init(_ table: Table, fence: Int64, asOf: Timestamp) {
    self.table = table
    header = Header(
      fields: table.schema.fields.map {
        Header.Field(name: $0.name, type: $0.type.description, declaredType: $0.declaredType)
      }, rows: table.rowCount, fence: fence, asOf: asOf.utcText)
  }

  package func bytes() throws -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.magic)
    let text = try header.stableJSON()
    writer.append(UInt64(text.count))
    writer.append(text)
    for column in table.columns { writer.append(column) }
    return writer.bytes + SHA256.digest(writer.bytes)
  }

  /// Parses a file. Throws `tableDamaged` if `bytes()` did not create it.
  package init(_ bytes: [UInt8]) throws {
    guard bytes.count >= 48, Array(bytes.prefix(8)) == Self.magic else {
      throw AugerError(.tableDamaged, operation: "read a table", "the file was not written by Auger")
    }
    let content = Array(bytes.dropLast(32))
    guard SHA256.digest(content) == Array(bytes.suffix(32)) else {
      throw AugerError(
        .tableDamaged, operation: "read a table", "the checksum of the stored table is wrong",
        hint: "Run 'auger refresh JOB --rebuild' to read the table from its source again.")
    }
    var reader = ByteReader(content, from: 8)
    let length = try reader.number()
    header = try JSONDecoder().decode(Header.self, from: Data(try reader.take(length)))
    var columns: [Column] = []
    var fields: [Field] = []
    for field in header.fields {
      guard let type = DataType(name: field.type) else {
        throw AugerError(.tableDamaged, operation: "read a table", "it has a column of type '\(field.type)'")
      }
      fields.append(Field(field.name, type, declaredType: field.declaredType))
      columns.append(try reader.column(type, rows: header.rows))
    }
    guard reader.isAtEnd else { throw ByteReader.tooShort }
    table = Table(Schema(fields), columns, rowCount: header.rows)
    try table.validate()
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ column: Column) {
    append(UInt64(column.validity == nil ? 0 : 1))
    if let validity = column.validity { append(validity.alignedWords) }
    switch column.values {
    case .bool(let bits): append(bits.alignedWords)
    case .int64(let values), .decimal64(let values), .timestamp(let values), .time(let values): append(values.array)
    case .float64(let values): append(values.array.map(\.bitPattern))
    case .decimal128(let values): append(values.array)
    case .date(let values): append(values.array)
    case .interval(let values):
      append(values.array.map(\.months))
      append(values.array.map(\.days))
      append(values.array.map(\.microseconds))
    case .string(let codes, let dictionary):
      append(UInt64(dictionary.count))
      append(dictionary.offsets.array.map { UInt64($0) })
      append(dictionary.bytes.array)
      append(codes.widened)
    case .binary(let values):
      let first = values.offsets[0]
      append(values.offsets.array.map { UInt64($0 - first) })
      append(values.bytes[first..<values.offsets[values.count]].array)
    }
  }
}

extension ByteReader {
  fileprivate mutating func column(_ type: DataType, rows: Int) throws -> Column {
    let words = rows / 64 + (rows % 64 == 0 ? 0 : 1)
    let validity = try number() == 0 ? nil : Bitmap(words: try take(UInt64.self, words), count: rows)
    let values: Column.Values =
      switch type {
      case .bool: .bool(Bitmap(words: try take(UInt64.self, words), count: rows))
      case .int64: .int64(Buffer(try take(Int64.self, rows)))
      case .float64: .float64(Buffer(try take(UInt64.self, rows).map(Double.init(bitPattern:))))
      case .decimal(let precision, _) where precision <= 18: .decimal64(Buffer(try take(Int64.self, rows)))
      case .decimal: .decimal128(Buffer(try take(Int128.self, rows)))
      case .date: .date(Buffer(try take(Int32.self, rows)))
      case .timestamp: .timestamp(Buffer(try take(Int64.self, rows)))
      case .time: .time(Buffer(try take(Int64.self, rows)))
      case .interval: .interval(Buffer(try intervals(rows)))
      case .string: try strings(rows)
      case .binary: .binary(try binary(rows))
      }
    return Column(type, values, validity: validity)
  }

  private mutating func intervals(_ rows: Int) throws -> [Interval] {
    let months = try take(Int32.self, rows)
    let days = try take(Int32.self, rows)
    let microseconds = try take(Int64.self, rows)
    return months.indices.map { Interval(months: months[$0], days: days[$0], microseconds: microseconds[$0]) }
  }

  private mutating func strings(_ rows: Int) throws -> Column.Values {
    let count = try number()
    let offsets = try self.offsets(count)
    let bytes = Array(try take(offsets[count]))
    let codes = try take(UInt32.self, rows)
    return .string(Codes(codes, dictionaryCount: count), StringDictionary(offsets: offsets, bytes: bytes))
  }

  private mutating func binary(_ rows: Int) throws -> BinaryBuffer {
    let offsets = try self.offsets(rows)
    return BinaryBuffer(offsets: Buffer(offsets), bytes: Buffer(Array(try take(offsets[rows]))))
  }

  /// Reads `count + 1` offsets that start at zero and never decrease.
  private mutating func offsets(_ count: Int) throws -> [Int] {
    guard count < .max else { throw Self.tooShort }
    let offsets = try take(UInt64.self, count + 1).compactMap { Int(exactly: $0) }
    guard offsets.count == count + 1, offsets[0] == 0, zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw Self.tooShort }
    return offsets
  }
}
