import AugerColumns
import AugerDiagnostics

extension Roads.Outcome {
  /// Describes how two outcomes differ. Nil if they agree. `tolerances` contains the tolerance of each float column, in
  /// addition to rounding. Codes of warnings in `given` are ignored.
  func difference(from other: Roads.Outcome, _ tolerances: [Double], given: Warnings = Warnings()) -> String? {
    guard let x = table, let y = other.table else {
      return error == other.error ? nil : "\(error ?? "a table") here, \(other.error ?? "a table") otherwise"
    }
    guard x.schema.fields.map(\.type) == y.schema.fields.map(\.type) else {
      return "types \(x.schema.fields.map(\.type)) here, \(y.schema.fields.map(\.type)) otherwise"
    }
    guard x.rowCount == y.rowCount else { return "\(x.rowCount) rows here, \(y.rowCount) otherwise" }
    for (column, pair) in zip(x.columns, y.columns).enumerated() {
      for row in 0..<x.rowCount {
        let (p, q) = (pair.0[row], pair.1[row])
        let size = max(abs(p.doubleValue ?? 0), abs(q.doubleValue ?? 0))
        let tolerance = column < tolerances.count ? tolerances[column] : 0
        if !Answer.agree(p, q, max(1e-9 * size, tolerance)) {
          return "row \(row + 1), column \(column + 1): \(p.debug) and \(q.debug)"
        }
      }
    }
    let codes = given.items.map(\.code)
    let (here, there) = (x.warningCounts(without: codes), y.warningCounts(without: codes))
    return here == there ? nil : "warnings \(here) here, \(there) otherwise"
  }
}

extension Table {
  /// Returns the codes and counts of warnings. Rows are excluded, because the first row depends on the reading order.
  func warningCounts(without codes: [Diagnostic.Code] = []) -> [String] {
    warnings.items.filter { !codes.contains($0.code) }.map { "\($0.code) \($0.count)" }.sorted()
  }
}
