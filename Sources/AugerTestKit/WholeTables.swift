import AugerColumns
import AugerDiagnostics
import AugerQuery

extension ScannableTable {
  /// Returns all rows of a scan as one validated table, with restarts like in the engine. Default: all columns.
  ///
  /// Throws if a chunk is missing or invalid, or if the scan restarts without end.
  package func read(
    _ columns: [String]? = nil, chunkRows: Int = 2048, workers: Int = 1, rowLimit: Int? = nil
  ) throws -> (table: Table, summary: ScanSummary, restarts: Int) {
    var restarts = -1
    return try settling(RunControl()) { table, schema in
      restarts += 1
      let indices = try (columns ?? schema.names).map { name in
        guard let index = schema.index(of: name) else { throw failure("it has no column '\(name)'") }
        return index
      }
      let chunks = Locked<[(number: Int, batch: Batch)]>([])
      let request = ScanRequest(columns: indices, rowLimit: rowLimit, chunkRows: chunkRows, workers: workers)
      let summary = try table.scan(request, RunControl()) { chunk, batch in
        let copy = Batch(columns: batch.columns, rowCount: batch.rowCount, firstRow: batch.firstRow)
        for column in copy.columns { try column.validate() }
        chunks.withLock { $0.append((chunk, copy)) }
      }
      let sorted = chunks.withLock { $0 }.sorted { $0.number < $1.number }
      guard sorted.map(\.number) == Array(sorted.indices) else {
        throw failure("its chunks are \(sorted.map(\.number))")
      }
      var builder = TableBuilder(Schema(indices.map { schema[$0] }))
      for (_, batch) in sorted { builder.append(batch) }
      let result =
        indices.isEmpty ? Table(Schema([]), [], rowCount: summary.rowCount) : builder.finish(warnings: summary.warnings)
      try result.validate()
      return (result, summary, restarts)
    }
  }

  private func failure(_ message: String) -> AugerError {
    AugerError(.other, operation: "read '\(name)'", message)
  }
}

extension SQLSource {
  /// Executes SQL text and validates the result.
  public func query(
    _ sql: String, _ bindings: [Scalar] = [], limits: QueryLimits = QueryLimits(), control: RunControl = RunControl()
  ) throws -> DataTable {
    let table = try execute(SQLStatement(text: sql, bindings: bindings), limits: limits, control)
    try table.validate()
    return table
  }
}
