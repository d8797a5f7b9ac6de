import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Exact statistics of a table for each column, computed in one scan.
package struct TableProfile: Sendable {
  package struct ColumnProfile: Sendable {
    package var field: Field
    package var nullCount: Int
    package var distinctCount: Int
    /// The minimum. Null if every row is null.
    package var minimum: Scalar
    package var maximum: Scalar
    /// The values of the first rows.
    package var samples: [Scalar]
    /// The distinct strings, in no particular order. Empty for other types.
    package var texts = StringDictionary.empty

    /// Returns true if `body` returns true for one of the distinct strings.
    package func hasText(where body: (String) -> Bool) -> Bool {
      (0..<texts.count).contains { body(texts[$0]) }
    }
  }

  package var name: String
  package var rowCount: Int
  package var columns: [ColumnProfile]
  package var warnings: Warnings

  private init(name: String, rowCount: Int, columns: [ColumnProfile], warnings: Warnings) {
    (self.name, self.rowCount, self.columns, self.warnings) = (name, rowCount, columns, warnings)
  }

  /// Profiles a table. Memory is proportional to the number of distinct values: 11 to 22 bytes for each number, date
  /// or timestamp, and the bytes of each string.
  package init(
    of table: any ScannableTable, sampleRows: Int = 3, executor: TableQueryExecutor = TableQueryExecutor(),
    _ control: RunControl = RunControl()
  ) throws {
    self = try table.settling(control) { table, schema in
      let profilers = schema.fields.map { _ in Locked(ColumnProfiler()) }
      let samples = Locked(schema.fields.map { _ in [Scalar]() })
      let request = ScanRequest(
        columns: Array(schema.fields.indices), chunkRows: executor.chunkRows(of: schema), workers: executor.workers)
      let summary = try table.scan(request, control) { chunk, batch in
        try control.check()
        let columns = batch.columns
        if chunk == 0 {
          let rows = min(sampleRows, batch.rowCount)
          samples.withLock { $0 = columns.map { column in (0..<rows).map { column[$0] } } }
        }
        // Parallel chunks begin with different columns, so that they rarely wait for each other.
        for offset in columns.indices {
          let index = (chunk + offset) % columns.count
          profilers[index].withLock { $0.take(columns[index]) }
        }
      }
      let first = samples.withLock { $0 }
      let columns = schema.fields.enumerated().map { index, field in
        profilers[index].withLock {
          ColumnProfile(
            field: field, nullCount: $0.nullCount, distinctCount: $0.distinctCount, minimum: $0.minimum,
            maximum: $0.maximum, samples: first[index], texts: $0.texts)
        }
      }
      return TableProfile(
        name: table.name, rowCount: summary.rowCount, columns: columns, warnings: summary.warnings)
    }
  }
}
