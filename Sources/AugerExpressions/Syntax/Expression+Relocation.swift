import AugerDiagnostics

extension Expression {
  /// Returns the expression with positions in another text. `place` maps spans of a decoded copy to spans of the
  /// original.
  package func relocated(to source: SourceText, _ place: (SourceSpan) -> SourceSpan) -> Expression {
    Expression(source: source, root: root.relocated(place))
  }
}

extension ExpressionNode {
  func relocated(_ place: (SourceSpan) -> SourceSpan) -> ExpressionNode {
    let kind: Kind
    switch self.kind {
    case .literal, .column, .variable: kind = self.kind
    case .unary(let operation, let operand): kind = .unary(operation, operand.relocated(place))
    case .chain(let first, let terms):
      kind = .chain(
        first.relocated(place),
        terms.map {
          Term(operation: $0.operation, span: place($0.span), operand: $0.operand.relocated(place))
        })
    case .isNull(let operand, let isNegated): kind = .isNull(operand.relocated(place), isNegated: isNegated)
    case .inList(let operand, let items, let isNegated):
      kind = .inList(operand.relocated(place), items.map { $0.relocated(place) }, isNegated: isNegated)
    case .call(let name, let span, let arguments):
      kind = .call(name, place(span), arguments.map { $0.relocated(place) })
    }
    return ExpressionNode(kind, place(span))
  }
}
