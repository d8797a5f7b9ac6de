import AugerColumns
import AugerDiagnostics

/// Functions of the current time and of all rows. Their answers are inserted as arguments before binding.
extension Binder {
  /// Binds the current day or time, which `Expression.at(_:)` has inserted as an argument.
  mutating func clock(_ name: String, _ text: BoundNode?, _ span: SourceSpan) -> BoundNode? {
    let type: DataType = name == "Today" ? .date : .timestamp(zone: "UTC")
    guard let text else {
      // The types do not depend on the time.
      if scope.allowsUnknownColumns { return .constant(Scalar(text: "2000-01-01", type: type) ?? .null, type, span) }
      return fail(
        .noClock, "the current time is not set, so \(name)() has no value", span,
        hint: "Set the time with Expression.at(_:), or write \(name)('2024-12-31').")
    }
    guard case .string(let written) = text.constant else { return .constant(.null, type, span) }
    guard let value = Scalar(text: written, type: type) else {
      return fail(
        .wrongArgumentValue, "'\(written)' is not a valid \(name == "Today" ? "day" : "moment")", text.span,
        hint: name == "Today" ? "Write Today('2024-12-31')." : "Write Now('2024-12-31T12:00:00').")
    }
    return .constant(value, type, span)
  }

  /// Binds a test that a date is in the last `count` units up to and including a day.
  mutating func recent(_ name: String, _ unit: CalendarUnit, _ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode?
  {
    guard case .int(let count) = arguments[1].constant, (1...1_000_000).contains(count) else {
      return fail(.wrongArgumentValue, "the number of steps is from 1 to 1000000", arguments[1].span)
    }
    let today = BoundNode.constant(.date(CivilDate(days: 0)), .date, span)
    guard let last = arguments.count == 3 ? arguments[2] : scope.allowsUnknownColumns ? today : noRows(name, span),
      let end = converted(last, to: .date)
    else { return nil }
    // The latest date is null, so no date is in its range.
    if end.constant?.isNull == true { return .constant(.null, .bool, span) }
    func day(_ node: BoundNode, _ unit: CalendarUnit, _ steps: Int64) -> BoundNode {
      folded(
        BoundNode(
          .dateShift(unit, node, by: .constant(.int(steps), .int64, span)), .date, isNullable: false, span))
    }
    let next = day(end, .day, 1)
    // Counted from the following day, so that the months before a month's end are complete.
    let first = day(next, unit, -count)
    guard let from = comparison(.greaterOrEqual, arguments[0], first, span, span),
      let to = comparison(.less, arguments[0], next, span, span)
    else { return nil }
    return logic(isAnd: true, [from, to], span)
  }

  /// Reports a function of all rows in a context without rows, such as a single row or a result of groups.
  mutating func noRows<T>(_ name: String, _ span: SourceSpan) -> T? {
    fail(
      .constantRequired, "\(name) needs rows, and this context has none", span,
      hint: name == "Bin" ? "Write Bin(x, 10)." : "Write \(name)(d, 12, '2024-12-31').")
  }
}
