import AugerColumns
import AugerDiagnostics

extension Binder {
  /// Binds a window function. It is computed from its argument's value for each category, after the aggregates.
  mutating func window(_ function: FunctionDescription, _ arguments: [ExpressionNode], _ span: SourceSpan) -> BoundNode?
  {
    guard scope.allowsWindows, case .groups = place else {
      return fail(
        .windowNotAllowed, "\(function.name) is a window function and needs the categories of a chart", span,
        hint: "Use it in the values of a chart, outside aggregates: \(function.name)(sum(x)).")
    }
    guard hasRightCount(function, arguments, span) else { return nil }
    guard let bound = bind(arguments[0]) else { return nil }
    let argument = settled(bound)
    if function.name == "Previous" {
      if isUnknown([bound]) { return Self.unknown(span) }
      return BoundNode(.window(.previous, argument), argument.type, isNullable: true, span)
    }
    if function.name == "Rank" {
      return BoundNode(.window(.rank, argument), .int64, isNullable: argument.isNullable, span)
    }
    guard let x = number(isUnknown([bound]) ? bound : argument, for: function.name) else { return nil }
    switch function.name {
    case "Share": return BoundNode(.window(.share, x), .float64, isNullable: true, span)
    case "Running":
      var type = x.type
      if case .decimal(_, let scale) = type { type = .decimal(precision: Decimal128.maximumPrecision, scale: scale) }
      return BoundNode(.window(.running, x), type, isNullable: x.isNullable, span)
    default:
      let before = unknownColumns
      guard let node = bind(arguments[1]) else { return nil }
      if unknownColumns > before {
        reportNoConstant(function.parameters[1], function, node.span)
        return nil
      }
      guard let count = checked(node, function.parameters[1], function) else {
        return nil
      }
      guard case .int(let rows) = count.constant, rows >= 1 else {
        return fail(
          .wrongArgumentValue, "a moving average takes at least one category", count.span,
          hint: "Write MovingAverage(x, 3).")
      }
      let kind = WindowFunction.movingAverage(count: Int(clamping: rows))
      return BoundNode(.window(kind, x), .float64, isNullable: x.isNullable, span)
    }
  }
}
