import AugerCharts
import AugerColumns

/// A period that readers often choose, relative to a day.
package enum DatePeriod: Hashable {
  /// The last days, including the day itself.
  case last(Int)
  case thisMonth, previousMonth, thisQuarter, previousQuarter, yearToDate, thisYear, previousYear

  /// The periods in the order of a menu.
  package static let all: [DatePeriod] = [
    .last(7), .last(30), .last(90), .thisMonth, .previousMonth, .thisQuarter, .previousQuarter, .yearToDate,
    .thisYear, .previousYear,
  ]

  /// Returns the first and the last day of the period. Nil for a day without neighbors in the calendar.
  package func days(until last: CivilDate) -> (lower: CivilDate, upper: CivilDate)? {
    guard last.isFinite, (2...9998).contains(last.year) else { return nil }
    let quarter = (last.month - 1) / 3 * 3 + 1
    switch self {
    case .last(let count): return (CivilDate(days: last.days &- Int32(clamping: max(1, count) - 1)), last)
    case .thisMonth: return Self.months(1, from: last.month, of: last.year)
    case .previousMonth: return Self.months(1, from: last.month - 1, of: last.year)
    case .thisQuarter: return Self.months(3, from: quarter, of: last.year)
    case .previousQuarter: return Self.months(3, from: quarter - 3, of: last.year)
    case .yearToDate: return CivilDate(year: last.year, month: 1, day: 1).map { ($0, last) }
    case .thisYear: return Self.months(12, from: 1, of: last.year)
    case .previousYear: return Self.months(12, from: 1, of: last.year - 1)
    }
  }

  /// Returns the first and the last day of some months of one year. A first month below 1 belongs to the year before.
  private static func months(_ count: Int, from first: Int, of year: Int) -> (lower: CivilDate, upper: CivilDate)? {
    let (year, first) = first < 1 ? (year - 1, first + 12) : (year, first)
    let end = first + count - 1
    guard let lower = CivilDate(year: year, month: first, day: 1),
      let upper = CivilDate(year: year, month: end, day: CivilDate.daysInMonth(year: year, month: end))
    else { return nil }
    return (lower, upper)
  }

  func label(_ texts: PageTexts) -> String {
    switch self {
    case .last(let count): texts.text(.lastDays, count: count)
    case .thisMonth: texts[.thisMonth]
    case .previousMonth: texts[.previousMonth]
    case .thisQuarter: texts[.thisQuarter]
    case .previousQuarter: texts[.previousQuarter]
    case .yearToDate: texts[.yearToDate]
    case .thisYear: texts[.thisYear]
    case .previousYear: texts[.previousYear]
    }
  }
}

/// A month of a year, in the Gregorian calendar.
package struct CalendarMonth: Hashable {
  package let year: Int
  package let month: Int

  package init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Creates the month of a day. Nil for a day without neighbors in the calendar.
  package init?(_ day: CivilDate) {
    guard day.isFinite else { return nil }
    self.init(year: day.year, month: day.month)
  }

  /// Parses a month such as `2024-02`.
  package init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 7, parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]) else {
      return nil
    }
    self.init(year: year, month: month)
  }

  package var dayCount: Int { CivilDate.daysInMonth(year: year, month: month) }

  package func day(_ number: Int) -> CivilDate? { CivilDate(year: year, month: month, day: number) }

  package func adding(_ months: Int) -> CalendarMonth? {
    let all = year * 12 + month - 1 + months
    return CalendarMonth(year: all / 12, month: all % 12 + 1)
  }

  /// Returns the nearest month with a day of the range.
  package func clamped(to days: ClosedRange<CivilDate>) -> CalendarMonth? {
    guard let first = CalendarMonth(days.lowerBound), let last = CalendarMonth(days.upperBound) else { return nil }
    func number(_ month: CalendarMonth) -> Int { month.year * 12 + month.month }
    return number(self) < number(first) ? first : number(self) > number(last) ? last : self
  }
}
