import AugerDiagnostics

/// The format of a value (guide, "Supported Format Strings"). Without a format, numbers are plain and ungrouped.
///
/// A literal is a number or date pattern of Unicode TR-35: `"#,##0.0"`, `"yyyy-MM"`.
///
/// ```swift
/// ChartDefinition(
///   "Months", type: .line, query: "ByMonth", category: .column("Date", format: .shortMonth),
///   values: .sum("Amount", format: .currency("EUR")), .average("Margin", format: "#,##0.0"))
/// ```
public enum ValueFormat: Sendable, Hashable {
  /// The month name of a date or timestamp: January.
  case month
  /// The short month name: Jan.
  case shortMonth
  /// The weekday name of a date, or of a number from 1 (Sunday) to 7.
  case weekDay
  /// The short weekday name: Mon.
  case shortWeekDay
  /// A numeric date in the style of the locale: 2/29/24.
  case shortDate
  /// A long date in the style of the locale: February 29, 2024.
  case longDate
  /// An amount of money in a currency, by its code of three letters. Nil for the currency of the locale's region.
  case currency(String? = nil)
  /// 10 → 10%.
  case percent
  /// 0.15 → 15%.
  case percentage
  /// The number of decimals, 0...9. Grouped for values, ungrouped for categories and series.
  case rounded(Int)
  /// A number or date pattern of Unicode TR-35: `#,##0.0;(#,##0.0)`, `yyyy-MM`.
  case pattern(String)
}

extension ValueFormat: ExpressibleByStringLiteral {
  /// Creates a format with a pattern of Unicode TR-35.
  public init(stringLiteral pattern: String) { self = .pattern(pattern) }

  /// Creates the format with a name of the dashboard language, such as `Rounded2` or `pattern:#,##0`.
  ///
  /// - Throws: `unknownFormat` with a suggestion or the available formats.
  public init(named name: String) throws(AugerError) {
    do throws(DiagnosticError) {
      guard let format = try Self.parse(name) else {
        throw DiagnosticError(
          Diagnostic(.unknownFormat, "the name of a format is empty", hint: "Leave out the format for plain numbers."))
      }
      self = format
    } catch {
      throw AugerError(error)
    }
  }
}

extension ValueFormat {
  /// Returns the format with a name; nil for the empty name. `ignoringCase` ignores letter case.
  ///
  /// - Throws: `unknownFormat` with a suggestion or the available formats; `invalidCurrencyCode` for a code that does
  ///   not have three letters.
  package static func parse(
    _ name: String, currencyCode: String? = nil, ignoringCase: Bool = false, at place: Diagnostic.Place? = nil
  ) throws(DiagnosticError) -> ValueFormat? {
    if name.isEmpty { return nil }
    if name.hasPrefix("pattern:") { return .pattern(String(name.dropFirst("pattern:".count))) }
    let wanted = ignoringCase ? name.lowercased() : name
    for (known, format) in named where known == wanted || (ignoringCase && known.lowercased() == wanted) {
      guard case .currency = format, let currencyCode, !currencyCode.isEmpty else { return format }
      guard currencyCode.utf8.count == 3, currencyCode.allSatisfy({ $0.isASCII && $0.isLetter })
      else {
        throw DiagnosticError(
          Diagnostic(
            .invalidCurrencyCode, "'\(currencyCode)' is not a currency code", at: place,
            hint: "Use a three-letter code, such as EUR or USD."))
      }
      return .currency(currencyCode.uppercased())
    }
    throw DiagnosticError(
      Diagnostic(
        .unknownFormat, "format '\(name)' does not exist", at: place,
        hint: DidYouMean.hint(for: name, among: names, listing: "Formats")))
  }

  /// MAKit's names in the order of the guide, two that it uses without listing them, and those of Auger.
  package static var names: [String] { named.map(\.name) + ["pattern:..."] }

  private static var named: [(name: String, format: ValueFormat)] {
    [
      ("Month", .month), ("ShortMonth", .shortMonth), ("WeekDay", .weekDay), ("ShortWeekDay", .shortWeekDay),
      ("ShortDate", .shortDate), ("LongDate", .longDate), ("Currency", .currency(nil)), ("Percent", .percent),
    ] + (0...9).map { ("Rounded\($0)", .rounded($0)) } + [("Percentage", .percentage), ("Rounded", .rounded(0))]
  }
}

extension ValueFormat: CustomStringConvertible {
  /// The name that `parse` reads; `Rounded0` for `Rounded`. A currency code is separate.
  public var description: String {
    switch self {
    case .month: "Month"
    case .shortMonth: "ShortMonth"
    case .weekDay: "WeekDay"
    case .shortWeekDay: "ShortWeekDay"
    case .shortDate: "ShortDate"
    case .longDate: "LongDate"
    case .currency: "Currency"
    case .percent: "Percent"
    case .percentage: "Percentage"
    case .rounded(let digits): "Rounded\(digits)"
    case .pattern(let pattern): "pattern:\(pattern)"
    }
  }
}

extension Diagnostic.Code {
  // "Invalid" describes the code of the currency.
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  package static let invalidCurrencyCode = Self("invalidCurrencyCode")
  package static let formatMismatch = Self("formatMismatch")
}
