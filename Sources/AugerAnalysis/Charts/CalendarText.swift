import AugerCharts
import AugerColumns
import AugerEngine
import AugerExpressions

/// Months or days of the week that a column has as text: `Jan`, `January`, `Jan-23`, `Mon`.
///
/// The alphabet is not their order, so a chart shows them as dates.
package struct CalendarText: Sendable, Hashable {
  /// Name of the column of dates.
  package var name: String
  /// Expression of the dates.
  package var expression: String
  /// Format that writes the dates as the text was.
  package var format: ValueFormat
  /// True if the dates have years, and thus are points in time.
  package var hasYears: Bool

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// Nil if a text of which the profile knows is something else.
  package init?(_ profile: TableProfile.ColumnProfile) {
    guard profile.field.type == .string else { return nil }
    let texts = ([profile.minimum, profile.maximum] + profile.samples).compactMap { value -> String? in
      if case .string(let text) = value { text.lowercased() } else { nil }
    }
    guard profile.distinctCount > 2, !texts.isEmpty else { return nil }
    let column = Expression.reference(to: profile.field.name)
    // `Thur` and `Sept` are short too.
    let isShort = texts.allSatisfy { $0.utf8.count <= 5 } && texts.contains { $0.utf8.count == 3 && $0 != "may" }
    let isCalled: (String, [String]) -> Bool = { text, names in
      text.utf8.count >= 3 && names.contains { $0.hasPrefix(text) }
    }
    let month = "Int((Pos('\(Self.months.map { $0.prefix(3) }.joined())', Lower(Left(\(column), 3))) + 2) / 3)"
    if profile.distinctCount <= 12, texts.allSatisfy({ isCalled($0, Self.months) }) {
      self.init(
        name: "Calendar month", expression: "Date(2000, \(month), 1)", format: isShort ? .shortMonth : .month,
        hasYears: false)
    } else if profile.distinctCount <= 7, texts.allSatisfy({ isCalled($0, Self.days) }) {
      // The first of May 2000 was a Monday.
      let day = "Int((Pos('\(Self.days.map { $0.prefix(3) }.joined())', Lower(Left(\(column), 3))) + 2) / 3)"
      self.init(
        name: "Day of the week", expression: "Date(2000, 5, \(day))", format: isShort ? .shortWeekDay : .weekDay,
        hasYears: false)
    } else {
      let years = texts.map { Self.yearDigits($0, isCalled) }
      guard let digits = years[0], years.allSatisfy({ $0 == digits }) else { return nil }
      let year = "Int(ToNumber(Right(\(column), \(digits))))" + (digits == 2 ? " + 2000" : "")
      self.init(
        name: "Calendar month", expression: "Date(\(year), \(month), 1)", format: .pattern("MMM yyyy"), hasYears: true)
    }
  }

  private init(name: String, expression: String, format: ValueFormat, hasYears: Bool) {
    (self.name, self.expression, self.format, self.hasYears) = (name, expression, format, hasYears)
  }

  /// Number of digits of the year of `jan-23` or `january 2023`; nil of other texts.
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
