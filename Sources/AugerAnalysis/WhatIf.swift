import AugerColumns
import AugerDiagnostics
import AugerExpressions

extension Table {
  /// The table as if some of its data were different; rows of other categories keep theirs.
  ///
  /// The changes apply in their order. A changed column takes the type that holds both its old and its new values. Null
  /// stays null under a percentage. Throws `DiagnosticError` for columns that are not there or hold no numbers.
  func changed(by changes: [WhatIfChange], category: String, _ warnings: inout Warnings) throws -> Table {
    var columns = columns
    var fields = schema.fields
    for change in changes {
      guard let index = schema.index(of: change.column) else { throw change.missingColumn(in: self) }
      // Under names of our own: the table's may hold anything.
      let scope = ExpressionScope(
        schema: Schema([Field("c", fields[index].type), Field("k", self[category]?.type ?? .string)]),
        variables: [
          (name: "x", value: .scalar(change.amount.scalar)), (name: "k", value: .scalar(change.category ?? .null)),
        ])
      let text = change.expression(column: "c", category: "k", value: "$x", picked: "$k")
      let bound = try BoundExpression.bind(try Expression.parse(text, name: "what-if"), in: scope)
      columns[index] = try bound.evaluate(
        [columns[index], self[category]], rowCount: rowCount, firstRow: 0, warnings: &warnings)
      fields[index] = Field(change.column, bound.type)
    }
    return Table(Schema(fields), columns, rowCount: rowCount, properties: properties, warnings: self.warnings)
  }
}

extension WhatIfChange {
  /// What the column becomes, as an expression of the names that are given.
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
}

extension WhatIfChange.Amount {
  var scalar: Scalar {
    switch self {
    case .value(let value), .percent(let value): value
    }
  }
}
