import AugerColumns
import AugerDiagnostics

extension Binder {
  /// Binds a call of an aggregate. Its arguments are bound over the rows, and the call becomes a column of the
  /// groups.
  mutating func aggregate(_ function: AggregateFunction, _ nodes: [ExpressionNode], _ span: SourceSpan) -> BoundNode? {
    guard mayAggregate(function, span), let description = FunctionCatalogue.description(of: function),
      hasRightCount(description, nodes, span)
    else { return nil }
    var arguments: [BoundExpression] = []
    for (index, node) in nodes.enumerated() {
      var inner = Binder(source: source, scope: scope)
      inner.place = .insideAggregate(function.rawValue)
      let bound = inner.bind(node)
      let argument = bound.flatMap { inner.argument($0, index, description, function) }
      diagnostics += inner.diagnostics
      for name in inner.readVariables where !readVariables.contains(name: name) {
        readVariables.append(name)
      }
      unknownColumns += inner.unknownColumns
      if let bound, index == 0, isUnknown([bound]), function.resultType(of: .string) == .string {
        return Self.unknown(span)
      }
      if let argument { arguments.append(inner.finished(argument)) }
    }
    guard arguments.count == nodes.count, let type = function.resultType(of: arguments.first?.type) else { return nil }
    let key = Array("\(function.rawValue)(\(nodes.map(\.description).joined(separator: ", ")))".utf8)
    let index = callKeys[key] ?? calls.count
    if index == calls.count {
      callKeys[key] = index
      calls.append(AggregateCall(function: function, arguments: arguments, type: type, span: span))
    }
    let isCount = function == .count || function == .countDistinct
    return BoundNode(.column(scope.groupKeys.count + index), type, isNullable: !isCount, span)
  }

  private mutating func mayAggregate(_ function: AggregateFunction, _ span: SourceSpan) -> Bool {
    switch place {
    case .groups: return true
    case .insideAggregate(let outer):
      report(.aggregateNotAllowed, "an aggregate cannot contain another: \(function.rawValue) in \(outer)", span)
    case .rows:
      report(
        .aggregateNotAllowed, "\(function.rawValue) is an aggregate: it has no meaning for a single row", span,
        hint: function == .min || function == .max
          ? "Pass two or more arguments to compare the values of each row with \(function.rawValue)."
          : "Use aggregates in measures and in the values of charts.")
    }
    return false
  }

  /// Binds an argument over the rows, in a type that the aggregate accepts.
  private mutating func argument(
    _ node: BoundNode, _ index: Int, _ description: FunctionDescription, _ function: AggregateFunction
  ) -> BoundNode? {
    guard index == 0 else { return further(node, description.parameters[index], description, function) }
    // Most aggregates return a number for untyped nulls.
    let node = withNumbersForNulls(node)
    if function.resultType(of: node.type) != nil { return node }
    return fail(
      .wrongArgumentType, "\(function.rawValue) takes a number, not \(node.type.described)", node.span,
      hint: note(on: node)
        ?? (node.type == .string ? "Write \(function.rawValue)(ToNumber(...)) to read numbers from strings." : nil))
  }

  private mutating func further(
    _ node: BoundNode, _ parameter: FunctionDescription.Parameter, _ description: FunctionDescription,
    _ function: AggregateFunction
  ) -> BoundNode? {
    if parameter.isConstant, unknownColumns > 0 {
      reportNoConstant(parameter, description, node.span)
      return nil
    }
    guard let node = checked(node, parameter, description) else { return nil }
    guard function == .percentile else { return node.isBareNull ? withNumbersForNulls(node) : node }
    let part = node.constant?.doubleValue
    if let part, Bounds.unit.contains(part) { return node }
    var hint: String?
    if let part, part > 1, part <= 100 {
      hint = "Write \(NumberText.shortest(part / 100)) for \(NumberText.shortest(part)) percent."
    }
    return fail(.wrongArgumentValue, "a part of a group is a number from 0 to 1", node.span, hint: hint)
  }

  /// Returns untyped nulls as ints, also if they follow a condition.
  private func withNumbersForNulls(_ node: BoundNode) -> BoundNode {
    if node.isBareNull { return .constant(.null, .int64, node.span) }
    guard node.type == .string, case .choose(let cases, let otherwise) = node.kind,
      (cases.map(\.value) + [otherwise]).allSatisfy({ $0.constant?.isNull == true })
    else { return node }
    let null = BoundNode.constant(.null, .int64, node.span)
    return BoundNode(
      .choose(cases.map { ($0.condition, null) }, otherwise: null), .int64, isNullable: true, node.span)
  }
}
