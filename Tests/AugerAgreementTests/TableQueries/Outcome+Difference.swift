import AugerColumns
import AugerDiagnostics

extension Roads.Outcome {
  /// In what another outcome is not this one; nil where they agree. `tolerances` says how far the floats of each column
  /// may be apart, beside their last digits. Warnings of some codes may be `given` before.
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
  /// Codes and counts; which row was first depends on what was read.
  func warningCounts(without codes: [Diagnostic.Code] = []) -> [String] {
    warnings.items.filter { !codes.contains($0.code) }.map { "\($0.code) \($0.count)" }.sorted()
  }
}
