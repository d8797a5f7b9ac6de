import AugerColumns

/// `LastMonths(d, n)` and similar functions, whose result depends on all rows of the main table.
extension Gen {
  static let recentFunctions = ["lastDays", "lastWeeks", "lastMonths", "lastQuarters", "lastYears"]

  /// Returns the expression with such calls replaced by comparisons.
  func answeringRecent(_ rows: [[Scalar]]) -> Gen {
    func answered(_ operand: Gen) -> Gen { operand.answeringRecent(rows) }
    switch self {
    case .column, .literal: return self
    case .arithmetic(let sign, let a, let b): return .arithmetic(sign, answered(a), answered(b))
    case .compare(let sign, let a, let b): return .compare(sign, answered(a), answered(b))
    case .logic(let isAnd, let operands): return .logic(isAnd: isAnd, operands.map(answered))
    case .not(let operand): return .not(answered(operand))
    case .isNull(let operand, let isNegated): return .isNull(answered(operand), isNegated: isNegated)
    case .isIn(let operand, let values): return .isIn(answered(operand), values)
    case .call(let name, let operands):
      guard Self.recentFunctions.contains(name), case .column(let index) = operands[0],
        case .literal(.int(let steps)) = operands[1]
      else { return .call(name, operands.map(answered)) }
      return Self.recent(name, index, steps: Int(steps), rows)
    }
  }

  private static func recent(_ name: String, _ column: Int, steps: Int, _ rows: [[Scalar]]) -> Gen {
    let days = rows.compactMap { row in if case .date(let day) = row[column] { day } else { nil } }
    guard let last = days.max(by: { $0.days < $1.days }) else { return .literal(.null) }
    let next = CivilDate(days: last.days + 1)
    let first: CivilDate =
      switch name {
      case "lastDays": CivilDate(days: next.days - Int32(steps))
      case "lastWeeks": CivilDate(days: next.days - Int32(7 * steps))
      case "lastMonths": monthsBefore(next, steps)
      case "lastQuarters": monthsBefore(next, 3 * steps)
      default: monthsBefore(next, 12 * steps)
      }
    return .logic(
      isAnd: true,
      [.compare(">=", .column(column), .literal(.date(first))), .compare("<", .column(column), .literal(.date(next)))])
  }

  /// Returns the same day of an earlier month, or the last day of that month.
  private static func monthsBefore(_ day: CivilDate, _ count: Int) -> CivilDate {
    let months = day.year * 12 + day.month - 1 - count
    var date = day.day
    while true {
      if let found = CivilDate(year: months / 12, month: months % 12 + 1, day: date) { return found }
      date -= 1
    }
  }
}

extension GeneratedQuery {
  /// Returns the query with calls of these functions replaced by the resulting dates.
  func answeringRecent(_ rows: [[Scalar]]) -> GeneratedQuery {
    var query = self
    query.derived = derived.map { ($0.name, $0.type, $0.expression.answeringRecent(rows)) }
    query.filters = filters.map { ($0.condition.answeringRecent(rows), $0.isDropped) }
    query.measures = measures.map { $0.answeringRecent(rows) }
    query.asked = asked.map { $0.answeringRecent(rows) }
    return query
  }
}

extension GeneratedQuery.Measure {
  fileprivate func answeringRecent(_ rows: [[Scalar]]) -> GeneratedQuery.Measure {
    var measure = self
    measure.argument = argument?.answeringRecent(rows)
    measure.second = second?.answeringRecent(rows)
    measure.condition = condition?.answeringRecent(rows)
    return measure
  }
}
