import AugerColumns
import Foundation

/// The texts of a calendar month, and of dates in it, in the conventions of a locale and the Gregorian calendar.
package struct CalendarTexts: Sendable {
  package struct WeekDay: Sendable, Hashable {
    /// Two letters or a short name: Mo.
    package var short: String
    /// The complete name: Monday.
    package var name: String
  }

  /// The days of a week in the order of the locale.
  package let weekDays: [WeekDay]
  /// The first day of a week, from 0 (Sunday) to 6.
  private let firstDay: Int
  private let months: ValueFormatter
  private let dates: ValueFormatter
  private let longDates: ValueFormatter
  private let numbers: ValueFormatter

  /// The patterns, the first day of a week and the names of the days from Sunday.
  private static let known = LocaleAnswers<[String]>()

  package init(_ locale: ChartLocale) {
    let texts = Self.known.answer(to: "calendar", in: locale.identifier) { Self.texts(locale.identifier) }
    let firstDay = Int(texts[2]).map { $0 % 7 } ?? 0
    self.firstDay = firstDay
    months = ValueFormatter(.pattern(texts[0]), locale: locale)
    dates = ValueFormatter(.pattern(texts[1]), locale: locale)
    longDates = ValueFormatter(.longDate, locale: locale)
    numbers = ValueFormatter(.pattern("0"), locale: locale)
    weekDays = (0..<7).map { WeekDay(short: texts[3 + ($0 + firstDay) % 7], name: texts[10 + ($0 + firstDay) % 7]) }
  }

  private static func texts(_ identifier: String) -> [String] {
    let locale = Locale(identifier: identifier + (identifier.contains("@") ? "" : "@calendar=gregorian"))
    func pattern(_ template: String, _ standard: String) -> String {
      DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? standard
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = calendar
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    func names(_ format: String) -> [String] {
      formatter.dateFormat = format
      // The first Sunday of 1970 is January 4.
      return (3..<10).map { formatter.string(from: Date(timeIntervalSince1970: Double($0 * 86_400))) }
    }
    return [pattern("yMMMM", "MMMM y"), pattern("yMMMd", "y-MM-dd"), String(calendar.firstWeekday - 1)]
      + names("cccccc") + names("cccc")
  }

  /// Returns the name of a month with its year: November 2024.
  package func month(of day: CivilDate) -> String { months.text(.date(day)) ?? String(day.description.prefix(7)) }

  /// Returns a date with a short month: Nov 5, 2024.
  package func date(_ day: CivilDate) -> String { dates.text(.date(day)) ?? day.description }

  /// Returns a date with a long month: November 5, 2024.
  package func longDate(_ day: CivilDate) -> String { longDates.text(.date(day)) ?? day.description }

  /// Returns the day of the month in the digits of the locale.
  package func number(_ day: Int) -> String { numbers.text(.int(Int64(day))) ?? "\(day)" }

  /// Returns the position of a day in its week, from 0 to 6.
  package func column(of day: CivilDate) -> Int { (day.dayNumber - 1 - firstDay + 7) % 7 }
}
