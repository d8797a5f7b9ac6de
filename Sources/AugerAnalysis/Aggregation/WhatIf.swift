import AugerColumns
import AugerDiagnostics

extension WhatIfChange {
  /// Returns the expression of the changed column, with the given names for columns and variables. Rows of other
  /// categories do not change. A percentage of null is null.
  func expression(column: String, category: String, value: String, picked: String) -> String {
    let changed =
      switch amount {
      case .value: value
      case .percent: "\(column) + \(column) * \(value) / 100"
      }
    return self.category == nil ? changed : "if(\(category) == \(picked), \(changed), \(column))"
  }

  func missingColumn(in table: Table) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .dataMissingColumn, "column '\(column)' does not exist",
        hint: DidYouMean.hint(for: column, among: table.schema.names, listing: "columns")))
  }

  /// Returns true if the changed column is a float for every amount.
  func isFloat(in column: Column) -> Bool {
    switch amount {
    case .percent: true
    case .value(.float): true
    case .value: column.type == .float64
    }
  }
}

extension WhatIfChange.Amount {
  var scalar: Scalar {
    switch self {
    case .value(let value), .percent(let value): value
    }
  }
}
