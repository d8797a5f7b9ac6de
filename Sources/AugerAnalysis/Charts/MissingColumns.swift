import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension BoundExpression {
  /// Binds an expression of a chart or a grid to a query result. A column that the result does not have is reported as
  /// `dataMissingColumn`, like that of an axis.
  static func bind(
    _ expression: Expression, in scope: ExpressionScope, ofQuery query: String
  ) throws(DiagnosticError) -> BoundExpression {
    do throws(DiagnosticError) { return try bind(expression, in: scope) } catch {
      throw DiagnosticError(error.diagnostics.map { $0.ofResult(query, expression) })
    }
  }
}

extension Diagnostic {
  fileprivate func ofResult(_ query: String, _ expression: Expression) -> Diagnostic {
    guard code == .unknownColumn else { return self }
    var missing: String?
    expression.forEachColumn { name, span in if span == place?.span { missing = name } }
    guard let missing else { return self }
    return Diagnostic(
      .dataMissingColumn, "the result of query '\(query)' has no column '\(missing)'", at: place, hint: hint,
      notes: notes, details: details.adding(.dataColumn, missing).adding(.query, query))
  }
}
