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
  private let hasListedRejects = Locked(false)

  init(name: String, _ tables: [CSVTable], _ options: CSVOptions) {
    self.name = name
    self.tables = tables
    self.options = options
    var builder = StringDictionaryBuilder()
    for table in tables { _ = builder.code(for: Array(table.file.title.utf8).span) }
    fileNames = builder.snapshot()
  }

  private struct Shape {
    /// Without the file column.
    var names: [String] = []
    var types: [DataType?] = []
    /// For each file the column of each name.
    var sources: [[Int?]] = []
  }

  private func shape(_ control: RunControl) throws -> Shape {
    var shape = Shape()
    for table in tables {
      let known = try table.look(control)
      let fields = known.layout.schema(known.options).fields
      var columns = [Int?](repeating: nil, count: shape.names.count)
      for (index, field) in fields.enumerated() {
        let isEmpty =
          known.layout.evidence[index].isEmpty && known.layout.declared[index] == nil && !known.options.isAllText
        let type = isEmpty ? nil : field.type
        if let known = shape.names.firstIndex(where: { $0.utf8.elementsEqual(field.name.utf8) }) {
          columns[known] = index
          shape.types[known] = Self.join(shape.types[known], type)
        } else {
          shape.names.append(field.name)
          shape.types.append(type)
          columns.append(index)
        }
      }
      shape.sources.append(columns)
    }
    for index in shape.sources.indices {
      while shape.sources[index].count < shape.names.count { shape.sources[index].append(nil) }
    }
    shape.types = shape.types.map { $0 ?? .string }
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
      zip(shape.names, shape.types).map { Field($0, $1 ?? .string) } + [Field(Self.fileColumn, .string)])
  }

  package func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    try options.loggingRejects(of: request, hasListedRejects) { log in
      let shape = try shape(control)
      var result = ScanSummary(rowCount: 0)
      var chunks = 0
      for index in tables.indices {
        let limit = request.rowLimit.map { $0 - result.rowCount }
        if limit == 0 { break }
        let part = try scan(index, shape, request, limit: limit, chunks, result.rowCount, log, control, body)
        chunks += part.chunks
        result.rowCount += part.summary.rowCount
        result.warnings.add(contentsOf: part.summary.warnings)
      }
      return result
    }
  }

  /// Scans one file, its chunks and rows counted on from those before.
  private func scan(
    _ index: Int, _ shape: Shape, _ request: ScanRequest, limit: Int?, _ firstChunk: Int, _ firstRow: Int,
    _ log: RejectLog?, _ control: RunControl, _ body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> (summary: ScanSummary, chunks: Int) {
    let sources = shape.sources[index]
    // Columns of the request that the file has, in its own numbers.
    let wanted = request.columns.compactMap { $0 < sources.count ? sources[$0] : nil }
    var common = [DataType?](repeating: nil, count: (sources.compactMap { $0 }.max() ?? -1) + 1)
    for (column, source) in sources.enumerated() { if let source { common[source] = shape.types[column] } }
    var own = request
    own.columns = wanted
    own.rowLimit = limit
    let chunkCount = Locked(0)
    let summary = try tables[index].scan(own, common: common, rejects: log, control) { chunk, batch in
      chunkCount.withLock { $0 = max($0, chunk + 1) }
      var next = 0
      let columns = request.columns.map { column in
        guard column < sources.count else { return fileColumn(index, batch.rowCount) }
        guard sources[column] != nil else { return Self.nulls(shape.types[column] ?? .string, batch.rowCount) }
        next += 1
        return batch.columns[next - 1]
      }
      try body(
        firstChunk + chunk,
        Batch(columns: columns, rowCount: batch.rowCount, firstRow: firstRow + batch.firstRow))
    }
    return (summary, chunkCount.withLock { $0 })
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

extension CSVUnion: DescribesItself {
  package var facts: [(name: String, value: String)] {
    let dialects = tables.map { table in (table.facts.first { $0.name == "dialect" })?.value ?? "unreadable" }
    var seen: [String] = []
    for dialect in dialects where !seen.contains(dialect) { seen.append(dialect) }
    return [("files", "\(tables.count)")] + seen.map { ("dialect", $0) }
  }
}
