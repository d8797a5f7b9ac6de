import AugerDiagnostics

extension ExpressionNode {
  /// Returns the tree with replaced nodes. `body` returns the replacement of a node, and nil to continue with its
  /// children.
  func replacing(_ body: (ExpressionNode) -> ExpressionNode?) -> ExpressionNode {
    if let replaced = body(self) { return replaced }
    let kind: Kind
    switch self.kind {
    case .literal, .column, .variable: return self
    case .unary(let operation, let operand): kind = .unary(operation, operand.replacing(body))
    case .chain(let first, let terms):
      kind = .chain(
        first.replacing(body),
        terms.map { Term(operation: $0.operation, span: $0.span, operand: $0.operand.replacing(body)) })
    case .isNull(let operand, let isNegated): kind = .isNull(operand.replacing(body), isNegated: isNegated)
    case .inList(let operand, let items, let isNegated):
      kind = .inList(operand.replacing(body), items.map { $0.replacing(body) }, isNegated: isNegated)
    case .call(let name, let nameSpan, let arguments):
      kind = .call(name, nameSpan, arguments.map { $0.replacing(body) })
    }
    return ExpressionNode(kind, span)
  }
}

extension Expression {
  /// Returns the expression with a column replaced by another expression. The inserted nodes have the span of the
  /// column.
  package func replacing(column name: String, by expression: Expression) -> Expression {
    let replaced = root.replacing { node in
      guard case .column(let column) = node.kind, Name(column) == Name(name) else { return nil }
      return expression.root.relocated { _ in node.span }
    }
    return Expression(source: source, root: replaced)
  }

  /// Calls `body` with each column and its span, in text order.
  package func eachColumn(_ body: (String, SourceSpan) -> Void) {
    _ = root.replacing { node in
      if case .column(let column) = node.kind { body(column, node.span) }
      return nil
    }
  }

  package func replacing(column name: String, byColumn other: String) -> Expression {
    let replaced = root.replacing { node in
      guard case .column(let column) = node.kind, Name(column) == Name(name) else { return nil }
      return ExpressionNode(.column(other), node.span)
    }
    return Expression(source: source, root: replaced)
  }
}
