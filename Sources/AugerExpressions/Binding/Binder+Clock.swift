import AugerColumns
import AugerDiagnostics

/// Functions of the run's clock, and of what all rows come to: their answers have been written into the calls before
/// they are bound.
extension Binder {
  /// The day or the moment of the run, which stands in the text by now; it is written there by `Expression.at(_:)`.
  mutating func clock(_ name: String, _ text: BoundNode?, _ span: SourceSpan) -> BoundNode? {
    let type: DataType = name == "Today" ? .date : .timestamp(zone: "UTC")
    guard let text else {
      // Whatever the moment is, the types are the same.
      if scope.allowsUnknownColumns { return .constant(Scalar(text: "2000-01-01", type: type) ?? .null, type, span) }
      return fail(
        .noClock, "nobody has said what time it is for \(name)()", span,
        hint: "a program says it by Expression.at(_:), or writes \(name)('2024-12-31')")
    }
    guard case .string(let written) = text.constant else { return .constant(.null, type, span) }
    guard let value = Scalar(text: written, type: type) else {
      return fail(
        .wrongArgumentValue, "'\(written)' is no \(name == "Today" ? "day" : "moment")", text.span,
        hint: name == "Today" ? "Today('2024-12-31')" : "Now('2024-12-31T12:00:00')")
    }
    return .constant(value, type, span)
  }

  /// Whether a date is in the last steps before a day, that day included.
  mutating func recent(_ name: String, _ unit: CalendarUnit, _ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode?
  {
    guard case .int(let count) = arguments[1].constant, (1...1_000_000).contains(count) else {
      return fail(.wrongArgumentValue, "the number of steps is from 1 to 1000000", arguments[1].span)
    }
    let today = BoundNode.constant(.date(CivilDate(days: 0)), .date, span)
    guard let last = arguments.count == 3 ? arguments[2] : scope.allowsUnknownColumns ? today : noRows(name, span),
      let end = converted(last, to: .date)
    else { return nil }
    // Without a date there is no last one.
    if end.constant?.isNull == true { return .constant(.null, .bool, span) }
    func day(_ node: BoundNode, _ unit: CalendarUnit, _ steps: Int64) -> BoundNode {
      folded(
        BoundNode(
          .dateShift(unit, node, by: .constant(.int(steps), .int64, span)), .date, isNullable: false, span))
    }
    let next = day(end, .day, 1)
    // From the day behind it, so that the months before the end of a month are whole ones.
    let first = day(next, unit, -count)
    guard let from = comparison(.greaterOrEqual, arguments[0], first, span, span),
      let to = comparison(.less, arguments[0], next, span, span)
    else { return nil }
    return logic(isAnd: true, [from, to], span)
  }

  /// A function of all rows where there are none to ask: of a single row, or of groups.
  mutating func noRows<T>(_ name: String, _ span: SourceSpan) -> T? {
    fail(
      .constantRequired, "\(name) has no rows to ask here", span,
      hint: name == "Bin" ? "write Bin(x, 10)" : "write \(name)(d, 12, '2024-12-31')")
  }
}
