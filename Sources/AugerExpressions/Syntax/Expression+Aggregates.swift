import AugerDiagnostics

extension Expression {
  /// The span of the expression in its source.
  package var span: SourceSpan { root.span }

  /// The name of the column if the expression is a single column.
  package var columnName: String? { if case .column(let name) = root.kind { name } else { nil } }

  /// The aggregate if the expression is a single call of one.
  package var aggregateFunction: AggregateFunction? {
    guard case .call(let name, _, let arguments) = root.kind else { return nil }
    return AggregateFunction(called: name, argumentCount: arguments.count)
  }

  /// Returns the expression as the argument of an aggregate. Its positions are unchanged.
  package func aggregated(by function: AggregateFunction) -> Expression {
    Expression(source: source, root: root.aggregated(by: function))
  }

  /// Returns the expression with aggregated arguments of window functions: `Running(x)` becomes `Running(sum(x))`.
  /// Positions are unchanged.
  package func aggregatingWindows(by function: AggregateFunction) -> Expression {
    Expression(source: source, root: root.aggregatingWindows(by: function))
  }

  /// Returns the distinct aggregate calls, and the expression with each call replaced by the column `name(index)`.
  /// Positions are unchanged.
  package func splittingAggregates(
    _ name: (Int) -> String
  ) -> (calls: [Expression], outer: Expression) {
    var calls: [Expression] = []
    let outer = replacingAggregates { call in
      let index = calls.firstIndex { $0.root == call.root } ?? calls.count
      if index == calls.count { calls.append(call) }
      return Expression(source: source, root: ExpressionNode(.column(name(index)), call.span))
    }
    return (calls, outer)
  }

  /// Returns the expression with each aggregate call replaced by the result of `body`.
  package func replacingAggregates(_ body: (Expression) -> Expression) -> Expression {
    let replaced = root.replacing { node in
      guard case .call(let function, _, let arguments) = node.kind,
        AggregateFunction(called: function, argumentCount: arguments.count) != nil
      else { return nil }
      return body(Expression(source: source, root: node)).root
    }
    return Expression(source: source, root: replaced)
  }
}

extension ExpressionNode {
  func containsCall(_ isWanted: (String, [ExpressionNode]) -> Bool) -> Bool {
    var found = false
    visit { node in
      if case .call(let name, _, let arguments) = node.kind, isWanted(name, arguments) { found = true }
    }
    return found
  }

  var containsAggregate: Bool {
    containsCall { AggregateFunction(called: $0, argumentCount: $1.count) != nil }
  }

  fileprivate func aggregated(by function: AggregateFunction) -> ExpressionNode {
    ExpressionNode(.call(function.rawValue, span, [self]), span)
  }

  fileprivate func aggregatingWindows(by function: AggregateFunction) -> ExpressionNode {
    replacing { node in
      guard case .call(let name, let nameSpan, var arguments) = node.kind, FunctionCatalogue.isWindow(name),
        let argument = arguments.first
      else { return nil }
      let holdsWindow = argument.containsCall { name, _ in FunctionCatalogue.isWindow(name) }
      arguments[0] =
        holdsWindow || argument.containsAggregate
        ? argument.aggregatingWindows(by: function) : argument.aggregated(by: function)
      return ExpressionNode(.call(name, nameSpan, arguments), node.span)
    }
  }
}
