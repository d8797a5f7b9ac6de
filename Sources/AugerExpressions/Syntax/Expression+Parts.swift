public import AugerDiagnostics

extension Expression {
  /// Where the expression stands in its source.
  public var span: SourceSpan { root.span }

  /// The column's name where the expression is nothing but a column.
  public var columnName: String? { if case .column(let name) = root.kind { name } else { nil } }

  /// The expression as the argument of an aggregate; its places stay the same.
  public func aggregated(by function: AggregateFunction) -> Expression {
    Expression(source: source, root: ExpressionNode(.call(function.rawValue, root.span, [root]), root.span))
  }
}
