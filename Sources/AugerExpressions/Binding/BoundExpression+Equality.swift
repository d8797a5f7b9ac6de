import AugerColumns
import AugerDiagnostics

extension BoundExpression {
  /// Returns the expression and a column of another table, both in the type in which `==` compares them. Nil if they
  /// cannot be compared. Decimals without a common type are returned unchanged.
  package func equality(
    with column: Int, of schema: Schema
  ) -> (value: BoundExpression, column: BoundExpression)? {
    var binder = Binder(source: source, scope: ExpressionScope(schema: schema))
    let node = BoundNode(.column(column), schema[column].type, isNullable: true, root.span)
    let value = isUntyped ? BoundNode(.bareNull, type, isNullable: true, root.span) : root
    guard let (a, b) = binder.comparable(value, node, root.span), binder.diagnostics.isEmpty else { return nil }
    return (
      BoundExpression(
        source: source, type: a.type, isNullable: a.isNullable, columns: a.columnIndices, variables: variables,
        root: a, calls: []),
      binder.finished(b)
    )
  }
}
