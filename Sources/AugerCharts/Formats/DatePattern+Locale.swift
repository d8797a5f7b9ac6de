import Foundation

extension DatePattern {
  enum Style: String, Sendable {
    /// CLDR's short date: 2/29/24.
    case short
    /// CLDR's long date: February 29, 2024.
    case long
  }

  private static let styles = LocaleAnswers<String>()
  private static let known = LocaleAnswers<DatePattern?>()

  /// Creates the pattern of a numeric or long date in the locale, in the Gregorian calendar.
  init?(_ style: Style, locale identifier: String) {
    let text = Self.styles.answer(to: style.rawValue, in: identifier) {
      let formatter = Self.formatter(identifier)
      formatter.dateStyle = style == .short ? .short : .long
      formatter.timeStyle = .none
      return formatter.dateFormat ?? ""
    }
    self.init(text: text, locale: identifier)
  }

  /// Reads a TR-35 pattern with the locale's names and digits; nil if the pattern is not supported. ICU is used only
  /// for names and for digits other than ASCII.
  init?(text: String, locale identifier: String) {
    let pattern = Self.known.answer(to: text, in: identifier) { DatePattern(asking: text, identifier) }
    guard let pattern else { return nil }
    self = pattern
  }

  private init?(asking text: String, _ identifier: String) {
    guard let parts = Self.parts(text), !parts.isEmpty else { return nil }
    var names: [Name: [[UInt8]]] = [:]
    let formatter = Self.formatter(identifier)
    for case .name(let name) in parts { names[name] = Self.texts(name, formatter).map { Array($0.utf8) } }
    self.init(parts: parts, names: names, glyphs: NumberPattern(.decimal, locale: identifier).glyphs)
  }

  private static func formatter(_ identifier: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: identifier)
    formatter.calendar = Calendar(identifier: .gregorian)
    return formatter
  }

  private static func texts(_ name: Name, _ formatter: DateFormatter) -> [String] {
    switch name {
    case .month: formatter.monthSymbols
    case .shortMonth: formatter.shortMonthSymbols
    case .narrowMonth: formatter.veryShortMonthSymbols
    case .standaloneMonth: formatter.standaloneMonthSymbols
    case .shortStandaloneMonth: formatter.shortStandaloneMonthSymbols
    case .narrowStandaloneMonth: formatter.veryShortStandaloneMonthSymbols
    case .weekDay: formatter.weekdaySymbols
    case .shortWeekDay: formatter.shortWeekdaySymbols
    case .narrowWeekDay: formatter.veryShortWeekdaySymbols
    case .standaloneWeekDay: formatter.standaloneWeekdaySymbols
    case .shortStandaloneWeekDay: formatter.shortStandaloneWeekdaySymbols
    case .narrowStandaloneWeekDay: formatter.veryShortStandaloneWeekdaySymbols
    case .quarter: formatter.quarterSymbols
    case .shortQuarter: formatter.shortQuarterSymbols
    case .dayPeriod: [formatter.amSymbol, formatter.pmSymbol]
    case .era: formatter.eraSymbols
    }
  }
}

/// The UTC offsets of a time zone in seconds.
struct ZoneOffsets: Sendable {
  private let zone: TimeZone?

  /// Creates the offsets. UTC and unknown zones have offset zero.
  init(_ identifier: String) {
    zone = ["UTC", "GMT", "Etc/UTC", ""].contains(identifier) ? nil : TimeZone(identifier: identifier)
  }

  func seconds(at instant: Int64) -> Int {
    guard let zone else { return 0 }
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1_000_000))
  }
}
