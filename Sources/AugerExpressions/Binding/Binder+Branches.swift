import AugerColumns
import AugerDiagnostics

extension Binder {
  /// Binds `if` and similar functions. `nodes` are the unbound arguments.
  mutating func logical(
    _ name: String, _ arguments: [BoundNode], _ nodes: [ExpressionNode], _ span: SourceSpan
  ) -> BoundNode? {
    switch name {
    case "And", "Or": return logic(isAnd: name == "And", arguments, span)
    case "Not": return negation(arguments[0], span)
    case "if": return choice([arguments[0]], [arguments[1], arguments[2]], [nodes[1], nodes[2]], span)
    case "Case": return cases(arguments, nodes, span)
    case "Between": return between(arguments[0], arguments[1], arguments[2], span)
    case "Nullif":
      guard let equal = comparison(.equal, arguments[0], arguments[1], span, span) else { return nil }
      if isUnknown([arguments[0]]) { return Self.unknown(span) }
      let null = BoundNode(.bareNull, .string, isNullable: true, span)
      return choice([equal], [null, arguments[0]], [nodes[0], nodes[0]], span)
    case "Coalesce":
      if isUnknown(arguments) { return Self.unknown(span) }
      guard let values = unified(arguments, nodes, "the arguments of Coalesce"), let type = values.first?.type else {
        return nil
      }
      // Values after one that is never null are never used.
      let kept = values.firstIndex { !$0.isNullable }.map { Array(values[...$0]) } ?? values
      let present = kept.filter { $0.constant?.isNull != true }
      if present.isEmpty { return .constant(.null, type, span) }
      if present.count == 1 { return present[0] }
      return BoundNode(.coalesce(present), type, isNullable: present.allSatisfy { $0.isNullable }, span)
    default:
      if isUnknown(arguments) { return Self.unknown(span) }
      guard let values = unified(arguments, nodes, "the arguments of \(name)"), let type = values.first?.type else {
        return nil
      }
      return folded(
        BoundNode(.extreme(isMaximum: name == "Max", values), type, isNullable: values.contains { $0.isNullable }, span)
      )
    }
  }

  mutating func betweenRange(_ arguments: [ExpressionNode], _ span: SourceSpan) -> BoundNode? {
    guard let subject = bind(arguments[0]) else { return nil }
    if case .variable(let name, nil) = arguments[1].kind {
      guard let value = argument(name, arguments[1].span) else { return nil }
      if case .range(let lower, let upper) = value {
        let end = arguments[1].span
        return between(subject, Self.variable(lower, name, end), Self.variable(upper, name, end), span)
      }
    }
    return fail(
      .wrongArgumentCount, "Between takes two ends, or a variable that is a range", span,
      hint: "Write Between(x, lower, upper).")
  }

  private mutating func cases(_ arguments: [BoundNode], _ nodes: [ExpressionNode], _ span: SourceSpan) -> BoundNode? {
    var conditions: [BoundNode] = []
    var values: [BoundNode] = []
    var valueNodes: [ExpressionNode] = []
    var index = 0
    while index + 1 < arguments.count {
      guard let condition = condition(arguments[index], for: "Case") else { return nil }
      conditions.append(condition)
      values.append(arguments[index + 1])
      valueNodes.append(nodes[index + 1])
      index += 2
    }
    values.append(index < arguments.count ? arguments[index] : BoundNode(.bareNull, .string, isNullable: true, span))
    valueNodes.append(nodes[min(index, nodes.count - 1)])
    return choice(conditions, values, valueNodes, span)
  }

  /// Binds conditions and values, with one value more than conditions. The last value applies if no condition is
  /// true.
  private mutating func choice(
    _ conditions: [BoundNode], _ values: [BoundNode], _ nodes: [ExpressionNode], _ span: SourceSpan
  ) -> BoundNode? {
    if isUnknown(values) { return Self.unknown(span) }
    guard let values = unified(values, nodes, "the branches") else { return nil }
    var cases: [(condition: BoundNode, value: BoundNode)] = []
    var otherwise = values[values.count - 1]
    for (condition, value) in zip(conditions, values) {
      guard let constant = condition.constant else {
        cases.append((condition, value))
        continue
      }
      // A constant condition takes all remaining rows or none.
      if let number = constant.doubleValue, number != 0 {
        otherwise = value
        break
      }
    }
    if cases.isEmpty {
      otherwise.span = span
      otherwise.exact = nil
      return otherwise
    }
    let isNullable = otherwise.isNullable || cases.contains { $0.value.isNullable }
    return BoundNode(.choose(cases, otherwise: otherwise), otherwise.type, isNullable: isNullable, span)
  }

  /// Returns all values in their common type. If none exists, reports the value that should be converted.
  private mutating func unified(_ values: [BoundNode], _ nodes: [ExpressionNode], _ what: String) -> [BoundNode]? {
    var values = values
    if let decimal = values.first(where: { if case .decimal = $0.type { true } else { false } }) {
      for index in values.indices {
        var other = decimal
        Self.adaptLiterals(&values[index], &other)
      }
    }
    guard let type = Self.commonType(values) else { return incompatible(values, nodes, what) }
    var result: [BoundNode] = []
    for value in values {
      guard let value = converted(value, to: type) else { return nil }
      result.append(value)
    }
    return result
  }

  private mutating func incompatible(_ values: [BoundNode], _ nodes: [ExpressionNode], _ what: String) -> [BoundNode]? {
    let typed = values.indices.filter { !values[$0].isBareNull }
    let string = typed.first { values[$0].type == .string }
    // Next to a string, the other value is the one to convert.
    let odd: Int
    let other: Int
    if let string, let number = typed.first(where: { values[$0].type != .string }) {
      (odd, other) = (number, string)
    } else {
      other = typed[0]
      odd = typed.first { Self.commonType([values[other], values[$0]]) == nil } ?? other
    }
    let text = nodes[odd]
    return fail(
      .incompatibleBranches,
      "\(what) have no type in common: this is \(values[odd].type.described), "
        + "another is \(values[other].type.described)",
      text.span, hint: string == nil ? nil : "Write string(\(text)).")
  }
}
