import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Several CSV files as one table: the rows of all files in order of their names. Columns are matched by name, and a
/// last column `file` contains the path.
///
/// A column that a file does not have is null in its rows. Each file has its own dialect. A column has the narrowest
/// type that holds its values in every file.
package final class CSVUnion: ScannableTable {
  /// The name of the added column.
  package static let fileColumn = "file"

  package let name: String
  private let tables: [CSVTable]
  private let options: CSVOptions
  private let fileNames: StringDictionary
  private let hasListedRejects: Locked<Bool>

  convenience init(name: String, _ tables: [CSVTable], _ options: CSVOptions) {
    self.init(name: name, tables, options, Locked(false))
  }

  private init(name: String, _ tables: [CSVTable], _ options: CSVOptions, _ hasListedRejects: Locked<Bool>) {
    self.name = name
    self.tables = tables
    self.options = options
    self.hasListedRejects = hasListedRejects
    var builder = StringDictionaryBuilder()
    for table in tables { _ = builder.code(for: Array(table.file.title.utf8).span) }
    fileNames = builder.snapshot()
  }

  /// Returns the union with other tables of its files.
  private func replacing(_ tables: [CSVTable]) -> CSVUnion { CSVUnion(name: name, tables, options, hasListedRejects) }

  /// Returns the union of the files in their current state: this one, unless a file changed.
  func current() -> CSVUnion {
    let current = tables.map { $0.current() }
    return zip(current, tables).allSatisfy { $0 === $1 } ? self : CSVUnion(name: name, current, options)
  }

  package func contentVersion(_ control: RunControl) throws -> String? {
    try tables.map { try $0.look(control).version }.joined(separator: "\n")
  }

  private struct Shape {
    /// The column names without the file column.
    var names: [String] = []
    var types: [DataType?] = []
    /// The reason why each column is a string column.
    var notes: [String?] = []
    /// True for each column that has no value in any file.
    var areUntyped: [Bool] = []
    /// The column number of each name in each file.
    var sources: [[Int?]] = []
  }

  private func shape(_ control: RunControl) throws -> Shape {
    var shape = Shape()
    var places: [[UInt8]: Int] = [:]
    for table in tables {
      let known = try table.look(control)
      let fields = known.layout.schema(known.options).fields
      var columns = [Int?](repeating: nil, count: shape.names.count)
      for (index, field) in fields.enumerated() {
        let isEmpty =
          known.layout.evidence[index].isEmpty && known.layout.declared[index] == nil && !known.options.isAllText
        let type = isEmpty ? nil : field.type
        if let known = places[Array(field.name.utf8)] {
          columns[known] = index
          shape.types[known] = Self.join(shape.types[known], type)
          shape.notes[known] = shape.notes[known] ?? field.note
          shape.areUntyped[known] = shape.areUntyped[known] && field.isUntyped
        } else {
          places[Array(field.name.utf8)] = shape.names.count
          shape.names.append(field.name)
          shape.types.append(type)
          shape.notes.append(field.note)
          shape.areUntyped.append(field.isUntyped)
          columns.append(index)
        }
      }
      shape.sources.append(columns)
    }
    for index in shape.sources.indices {
      while shape.sources[index].count < shape.names.count { shape.sources[index].append(nil) }
    }
    for index in shape.types.indices where !shape.areUntyped[index] {
      shape.types[index] = shape.types[index] ?? .string
    }
    return shape
  }

  /// Returns the narrowest type that holds the values of both types. Nil means a type without values.
  private static func join(_ a: DataType?, _ b: DataType?) -> DataType? {
    guard let a, let b, a != b else { return a ?? b }
    return switch (a, b) {
    case (.int64, .float64), (.float64, .int64): .float64
    case (.date, .timestamp(nil)), (.timestamp(nil), .date): .timestamp
    default: .string
    }
  }

  package func schema(_ control: RunControl) throws -> Schema {
    let shape = try shape(control)
    return Schema(
      shape.names.indices.map { index in
        let type = shape.types[index] ?? .string
        return Field(
          shape.names[index], type, isUntyped: shape.areUntyped[index], note: type == .string ? shape.notes[index] : nil
        )
      } + [Field(Self.fileColumn, .string)])
  }

  package func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    try options.loggingRejects(of: request, hasListedRejects) { log in
      let shape = try shape(control)
      if request.rowLimit == nil {
        let wider = try tables.indices.map { index in
          let sources = shape.sources[index]
          let wanted = request.columns.compactMap { $0 < sources.count ? sources[$0] : nil }
          return try tables[index].remembering(wanted, control) ?? tables[index]
        }
        guard zip(wider, tables).allSatisfy({ $0 === $1 }) else {
          throw ScanRestart(reason: "an earlier scan found wider types", table: replacing(wider))
        }
      }
      let types = (shape.types.map { $0 ?? .string } + [.string])
      var joint = JointChunk(Schema(request.columns.map { Field("column\($0)", types[$0]) }), request.chunkRows)
      var result = ScanSummary(rowCount: 0)
      for index in tables.indices {
        let limit = request.rowLimit.map { $0 - result.rowCount }
        if limit == 0 { break }
        do {
          let part = try scan(index, shape, request, limit: limit, &joint, log, control, body)
          result.rowCount += part.rowCount
          result.warnings.add(contentsOf: part.warnings)
        } catch let wider as CSVTable.Wider {
          var tables = tables
          tables[index] = wider.table
          throw ScanRestart(reason: wider.reason, table: replacing(tables))
        }
      }
      try joint.flush(body)
      return result
    }
  }

  /// Scans one file. Its chunks and rows are numbered after those of the previous files. The rows of an incomplete
  /// chunk go to `joint`.
  private func scan(
    _ index: Int, _ shape: Shape, _ request: ScanRequest, limit: Int?, _ joint: inout JointChunk, _ log: RejectLog?,
    _ control: RunControl, _ body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let sources = shape.sources[index]
    // The requested columns that the file has, in its own numbering.
    let wanted = request.columns.compactMap { $0 < sources.count ? sources[$0] : nil }
    var common = [DataType?](repeating: nil, count: (sources.compactMap { $0 }.max() ?? -1) + 1)
    for (column, source) in sources.enumerated() { if let source { common[source] = shape.types[column] } }
    var own = request
    own.columns = wanted
    own.rowLimit = limit
    // Chunks that differ in size from the request: the first, if a chunk was already begun, and the last.
    let odd = Locked<[(chunk: Int, batch: Batch)]>([])
    let (firstChunk, firstRow, room) = (joint.chunk, joint.endRow, joint.room)
    let summary = try tables[index].scan(own, common: common, firstRows: room, rejects: log, control) { chunk, batch in
      var next = 0
      let columns = request.columns.map { column in
        guard column < sources.count else { return fileColumn(index, batch.rowCount) }
        guard sources[column] != nil else { return Self.nulls(shape.types[column] ?? .string, batch.rowCount) }
        next += 1
        return batch.columns[next - 1]
      }
      let made = Batch(columns: columns, rowCount: batch.rowCount, firstRow: firstRow + batch.firstRow)
      if batch.rowCount == request.chunkRows { return try body(firstChunk + chunk, made) }
      odd.withLock { $0.append((chunk, made)) }
    }
    let pieces = odd.withLock { $0.sorted { $0.chunk < $1.chunk } }
    let whole = (summary.rowCount - pieces.reduce(0) { $0 + $1.batch.rowCount }) / request.chunkRows
    for (position, piece) in pieces.enumerated() {
      // The first piece completes the chunk of the previous file. The whole chunks of this file follow, then its last
      // piece.
      let isBehind = piece.chunk > 0 || room == request.chunkRows
      if isBehind, position == pieces.count - 1 { joint.skip(chunks: whole) }
      try joint.append(piece.batch, body)
    }
    if !pieces.contains(where: { $0.chunk > 0 || room == request.chunkRows }) { joint.skip(chunks: whole) }
    return summary
  }

  private func fileColumn(_ index: Int, _ rows: Int) -> Column {
    let code = fileNames.code(of: tables[index].file.title) ?? 0
    let codes = [UInt32](repeating: UInt32(code), count: rows)
    return Column(.string, .string(Codes(codes, dictionaryCount: fileNames.count), fileNames), validity: nil)
  }

  private static func nulls(_ type: DataType, _ rows: Int) -> Column {
    var builder = ColumnBuilder(type)
    for _ in 0..<rows { builder.appendNull() }
    return builder.finish()
  }
}

extension CSVUnion {
  package var facts: [(name: String, value: String)] {
    let dialects = tables.map { table in (table.facts.first { $0.name == "dialect" })?.value ?? "unreadable" }
    var seen: [String] = []
    for dialect in dialects where !seen.contains(dialect) { seen.append(dialect) }
    return [("files", "\(tables.count)")] + seen.map { ("dialect", $0) }
  }
}
