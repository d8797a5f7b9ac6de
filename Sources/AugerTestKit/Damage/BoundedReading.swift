import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Reads a source with arbitrary content and checks that the result is bounded by the size of the input.
///
/// Opening or reading may fail with an `AugerError`. The number of rows, values and text bytes must not exceed the
/// number of input bytes, and restarts are limited by the widening of types. The time limit only distinguishes a hang
/// from a long test.
package struct BoundedReading {
  package let adapter: any SourceAdapter
  /// The size of the decompressed input in bytes.
  package let byteCount: Int
  package var timeLimit = Duration.seconds(120)

  package init(_ adapter: any SourceAdapter, byteCount: Int) {
    self.adapter = adapter
    self.byteCount = byteCount
  }

  /// The totals over all tables of a source.
  package struct Sums: Sendable {
    package var rows = 0
    package var values = 0
    package var textBytes = 0
    package var wasRefused = false
  }

  /// Returns problems and totals. A failure with an `AugerError` is not a problem.
  package func findings(_ configuration: SourceConfiguration) -> (problems: [String], sums: Sums) {
    let control = RunControl(timeLimit: timeLimit)
    var sums = Sums()
    do {
      let source = try adapter.open(configuration)
      defer { source.close() }
      for table in try source.tables(control) {
        sums = try read(try source.table(table.name, control), control)
      }
    } catch let error as AugerError {
      sums.wasRefused = true
      return (error.code == .timeout ? ["it does not end within \(timeLimit)"] : [], sums)
    } catch is DiagnosticError {
      sums.wasRefused = true
    } catch {
      return (["threw \(error), which is none of our errors"], sums)
    }
    var problems: [String] = []
    if sums.rows > byteCount + 1 { problems.append("\(sums.rows) rows of \(byteCount) bytes") }
    if sums.values > byteCount { problems.append("\(sums.values) values of \(byteCount) bytes") }
    // A byte of another encoding has at most three bytes in UTF-8.
    if sums.textBytes > 3 * byteCount { problems.append("\(sums.textBytes) bytes of text of \(byteCount) bytes") }
    return (problems, sums)
  }

  private struct Endless: Error { var restarts: Int }

  private func read(_ table: any ScannableTable, _ control: RunControl) throws -> Sums {
    var restarts = -1
    return try table.settling(control) { table, schema in
      restarts += 1
      if restarts > 8 * schema.fields.count { throw Endless(restarts: restarts) }
      let sums = Locked(Sums())
      let request = ScanRequest(columns: Array(schema.fields.indices), chunkRows: 1024, workers: 2)
      let summary = try table.scan(request, control) { _, batch in
        var part = Sums()
        for column in batch.columns { add(column, to: &part) }
        sums.withLock {
          $0.values += part.values
          $0.textBytes += part.textBytes
        }
      }
      var result = sums.withLock { $0 }
      result.rows = summary.rowCount
      // A warning is for a column or a table, never for a row.
      if summary.warnings.items.count > 8 + schema.fields.count { throw Endless(restarts: restarts) }
      return result
    }
  }

  /// Counts values that are neither null nor empty, because only they need a byte of the input.
  private func add(_ column: Column, to sums: inout Sums) {
    if case .string(let codes, let dictionary) = column.values {
      for row in 0..<column.count where !column.isNull(row) {
        let count = dictionary.utf8(Int(codes[row])).count
        if count > 0 { sums.values += 1 }
        sums.textBytes += count
      }
    } else {
      for row in 0..<column.count where !column.isNull(row) { sums.values += 1 }
    }
  }
}
