import AugerCharts
import AugerColumns
import AugerEngine
import AugerExpressions

/// Months or days of the week that a column contains as strings: `Jan`, `January`, `Jan-23`, `Mon`.
///
/// Their alphabetical order is not their calendar order, so a chart shows them as dates.
package struct CalendarText: Sendable, Hashable {
  /// Name of the column of dates.
  package var name: String
  /// Expression of the dates.
  package var expression: String
  /// Format that writes the dates like the original strings.
  package var format: ValueFormat
  /// True if the dates have years, and thus are points in time.
  package var hasYears: Bool

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// More distinct strings than the months of a century are not calendar text.
  private static let mostTexts = 1200

  /// Returns nil unless all strings are months, or all are days of the week.
  package init?(_ profile: TableProfile.ColumnProfile) {
    guard profile.field.type == .string, (3...Self.mostTexts).contains(profile.distinctCount) else { return nil }
    let texts = (0..<profile.texts.count).map { profile.texts[$0].lowercased() }
    let column = Expression.reference(to: profile.field.name)
    // `Thur` and `Sept` are abbreviations too.
    let isShort = texts.allSatisfy { $0.utf8.count <= 5 } && texts.contains { $0.utf8.count == 3 && $0 != "may" }
    func isCalled(_ text: String, _ names: [String]) -> Bool {
      text.utf8.count >= 3 && names.contains { $0.hasPrefix(text) }
    }
    func place(in names: [String]) -> String {
      "Int((Pos('\(names.map { $0.prefix(3) }.joined())', Lower(Left(\(column), 3))) + 2) / 3)"
    }
    let month = place(in: Self.months)
    if texts.allSatisfy({ isCalled($0, Self.months) }) {
      self.init(
        "Calendar month", "Date(2000, \(month), 1)", isShort ? .shortMonth : .month, hasYears: false)
    } else if texts.allSatisfy({ isCalled($0, Self.days) }) {
      // 1 May 2000 was a Monday.
      self.init(
        "Day of the week", "Date(2000, 5, \(place(in: Self.days)))", isShort ? .shortWeekDay : .weekDay,
        hasYears: false)
    } else {
      guard let digits = Self.yearDigits(texts[0], isCalled),
        texts.allSatisfy({ Self.yearDigits($0, isCalled) == digits })
      else { return nil }
      let number = "Int(ToNumber(Right(\(column), \(digits))))"
      // Two digits are a year from 1969 to 2068.
      let year = digits == 4 ? number : "\(number) + if(\(number) < 69, 2000, 1900)"
      self.init("Calendar month", "Date(\(year), \(month), 1)", .pattern("MMM yyyy"), hasYears: true)
    }
  }

  private init(_ name: String, _ expression: String, _ format: ValueFormat, hasYears: Bool) {
    (self.name, self.expression, self.format, self.hasYears) = (name, expression, format, hasYears)
  }

  /// Returns the number of digits in the year of `jan-23` or `january 2023`; nil for other strings.
  private static func yearDigits(_ text: String, _ isCalled: (String, [String]) -> Bool) -> Int? {
    let name = text.prefix { $0.isLetter }
    let rest = text.dropFirst(name.count)
    let year = rest.drop { "- /'.".contains($0) }
    guard isCalled(String(name), months), rest.count > year.count, [2, 4].contains(year.count),
      year.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return year.count
  }
}
