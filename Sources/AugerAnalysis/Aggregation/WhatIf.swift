import AugerColumns
import AugerDiagnostics

extension WhatIfChange {
  /// What the column becomes, as an expression of the names that are given. Rows of other categories keep their data;
  /// null stays null under a percentage.
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
        .dataMissingColumn, "there is no column '\(column)' to change",
        hint: DidYouMean.hint(for: column, among: table.schema.names, listing: "columns")))
  }

  /// Whether what a column becomes is a float, whatever number the amount is.
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
