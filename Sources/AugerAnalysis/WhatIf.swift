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
      guard let index = schema.index(of: change.column) else {
        throw DiagnosticError(
          Diagnostic(
            .dataMissingColumn, "there is no column '\(change.column)' to change",
            hint: DidYouMean.hint(for: change.column, among: schema.names, listing: "columns")))
      }
      // Under names of our own: the table's may hold anything.
      let scope = ExpressionScope(
        schema: Schema([Field("c", fields[index].type), Field("k", self[category]?.type ?? .string)]),
        variables: [
          (name: "x", value: .scalar(change.amount.scalar)), (name: "k", value: .scalar(change.category ?? .null)),
        ])
      let changed =
        switch change.amount {
        case .value: "$x"
        case .percent: "c + c * $x / 100"
        }
      let text = change.category == nil ? changed : "if(k == $k, \(changed), c)"
      let bound = try BoundExpression.bind(try Expression.parse(text, name: "what-if"), in: scope)
      columns[index] = try bound.evaluate(
        [columns[index], self[category]], rowCount: rowCount, firstRow: 0, warnings: &warnings)
      fields[index] = Field(change.column, bound.type)
    }
    return Table(Schema(fields), columns, rowCount: rowCount, properties: properties, warnings: self.warnings)
  }
}

extension WhatIfChange.Amount {
  fileprivate var scalar: Scalar {
    switch self {
    case .value(let value), .percent(let value): value
    }
  }
}
