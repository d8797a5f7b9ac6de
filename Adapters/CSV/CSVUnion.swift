import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Several CSV files as one table: the rows of all files in the order of their names, columns by name, and a last
/// column `file` with the path of the file that a row is from.
///
/// A column that a file does not have is null there. Each file keeps its own dialect; a column has the narrowest type
/// that holds what it is in every file.
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

  /// The union with other tables of its files.
  private func replacing(_ tables: [CSVTable]) -> CSVUnion { CSVUnion(name: name, tables, options, hasListedRejects) }

  /// The union of the files as they are now: this one, unless one was written to since.
  func current() -> CSVUnion {
    let current = tables.map { $0.current() }
    return zip(current, tables).allSatisfy { $0 === $1 } ? self : CSVUnion(name: name, current, options)
  }

  package func contentVersion(_ control: RunControl) throws -> String? {
    try tables.map { try $0.look(control).version }.joined(separator: "\n")
  }

  private struct Shape {
    /// Without the file column.
    var names: [String] = []
    var types: [DataType?] = []
    /// Why a column is text.
    var notes: [String?] = []
    /// Whether no file has a value of the column.
    var areUntyped: [Bool] = []
    /// For each file the column of each name.
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

  /// The narrowest type that holds the values of both; nil holds nothing.
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

  /// Scans one file, its chunks and rows counted on from those before. What does not fill a chunk is kept in `joint`.
  private func scan(
    _ index: Int, _ shape: Shape, _ request: ScanRequest, limit: Int?, _ joint: inout JointChunk, _ log: RejectLog?,
    _ control: RunControl, _ body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let sources = shape.sources[index]
    // Columns of the request that the file has, in its own numbers.
    let wanted = request.columns.compactMap { $0 < sources.count ? sources[$0] : nil }
    var common = [DataType?](repeating: nil, count: (sources.compactMap { $0 }.max() ?? -1) + 1)
    for (column, source) in sources.enumerated() { if let source { common[source] = shape.types[column] } }
    var own = request
    own.columns = wanted
    own.rowLimit = limit
    // Chunks of other sizes than the request's: the first, where a chunk was begun, and the last.
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
      // The whole chunks of the file stand between its first piece, which fills the chunk begun before, and its last.
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
