import AugerCharts
import AugerColumns
import AugerEngine

extension ChartSuggestion {
  /// Returns the grain of a date axis. Irregular dates, and more dates than can be distinguished, are grouped by month,
  /// over decades by year, within days by hour.
  static func grain(of column: TableProfile.ColumnProfile, isEachRowsOwn: Bool) -> String? {
    guard let low = days(column.minimum), let high = days(column.maximum) else { return nil }
    let span = high - low
    if column.distinctCount <= 150, isEachRowsOwn || span < 150 { return nil }
    if format(of: column, grain: nil) == .pattern("yyyy") { return "year" }
    switch span {
    case ..<7: return "hour"
    case ..<150: return "day"
    case ..<7_300: return "month"
    default: return "year"
    }
  }

  private static func days(_ scalar: Scalar) -> Double? {
    switch scalar {
    case .date(let date): date.isFinite ? Double(date.days) : nil
    case .timestamp(let moment): moment.isFinite ? Double(moment.microseconds) / 86_400_000_000 : nil
    default: nil
    }
  }

  private static func date(_ scalar: Scalar) -> CivilDate? {
    switch scalar {
    case .date(let date): date.isFinite ? date : nil
    case .timestamp(let moment): moment.isFinite ? moment.date : nil
    default: nil
    }
  }

  /// Returns the shortest date format that distinguishes the values: months for monthly dates, years for yearly dates,
  /// days for timestamps at midnight.
  static func format(of column: TableProfile.ColumnProfile, grain: String?) -> ValueFormat? {
    switch grain {
    case "year": return .pattern("yyyy")
    case "month": return .pattern("MMM yyyy")
    case "day": return .pattern("MMM d, yyyy")
    case "hour": return .pattern("MMM d, HH:mm")
    default: break
    }
    guard let low = date(column.minimum), let high = date(column.maximum) else { return nil }
    let (first, last) = (low.components, high.components)
    let years = Int(last.year) - Int(first.year) + 1
    let months = (years - 1) * 12 + Int(last.month) - Int(first.month) + 1
    if first.day == 1, last.day == 1 {
      if first.month == 1, last.month == 1, column.distinctCount <= years { return .pattern("yyyy") }
      if column.distinctCount <= months { return .pattern("MMM yyyy") }
    }
    let isTimestamp = if case .timestamp = column.field.type { true } else { false }
    let isOfDays = [column.minimum, column.maximum].allSatisfy { days($0).map { $0 == $0.rounded() } ?? false }
    return isTimestamp && isOfDays ? .pattern("yyyy-MM-dd") : nil
  }

  /// Returns the first day of the last month or year if the data cover less than half of it. Nil if they cover more, or
  /// are too sparse to decide.
  static func incompleteEnd(of column: TableProfile.ColumnProfile, grain: String?) -> CivilDate? {
    guard let low = date(column.minimum), let high = date(column.maximum) else { return nil }
    let (first, last) = (low.components, high.components)
    let years = Int(last.year) - Int(first.year)
    let (start, length, periods): (CivilDate?, Int, Int)
    switch grain {
    case "month":
      (start, length) = (CivilDate(year: last.year, month: last.month, day: 1), 28)
      periods = years * 12 + Int(last.month) - Int(first.month) + 1
    case "year": (start, length, periods) = (CivilDate(year: last.year, month: 1, day: 1), 365, years + 1)
    default: return nil
    }
    guard let start, periods >= 4, column.distinctCount >= 3 * periods else { return nil }
    return (Int(high.days) - Int(start.days) + 1) * 2 < length ? start : nil
  }
}
