import AugerColumns
import AugerDiagnostics
import Foundation

extension NumberPattern {
  enum Kind: Sendable {
    case decimal
    /// The default currency without a code is that of the locale's region.
    case currency(code: String?)
    /// The number is already in percent; without decimals, like CLDR's percent pattern.
    case percent

    var name: String {
      switch self {
      case .decimal: "decimal"
      case .currency(let code): code.map { "currency " + $0 } ?? "currency"
      case .percent: "percent"
      }
    }
  }

  private static let known = LocaleAnswers<NumberPattern>()

  /// Creates the pattern of a kind of number in a locale.
  init(_ kind: Kind, locale identifier: String) {
    self = Self.known.answer(to: kind.name, in: identifier) { NumberPattern(asking: kind, identifier) }
  }

  /// Derives ICU's pattern from formatted sample numbers, because Foundation does not expose reliable patterns. On
  /// Linux, its number formatter loses India's secondary group size.
  ///
  /// The first call in a process takes a few milliseconds, because it loads ICU's data.
  private init(asking kind: Kind, _ identifier: String) {
    let locale = Locale(identifier: identifier)
    let code = Self.currencyCode(kind, locale)
    // Nine digits, all groups, two decimals.
    let probe = Decimal(123_456_725) / 100
    let positive = Shape(Self.text(probe, kind, code, locale, fraction: 2))
    let negative = Shape(Self.text(-probe, kind, code, locale, fraction: 2))
    self.init()
    positivePrefix = positive.prefix
    positiveSuffix = positive.suffix
    negativePrefix = negative.prefix
    negativeSuffix = negative.suffix
    for (digits, separator) in positive.separators where digits == 7 { decimalSeparator = separator }
    let groups = positive.separators.filter { $0.digits < 7 }
    if let last = groups.last {
      groupingSeparator = last.text
      primaryGroup = 7 - last.digits
      secondaryGroup = groups.count > 1 ? last.digits - groups[groups.count - 2].digits : primaryGroup
      minimumGrouping = Shape(Self.text(1234, kind, code, locale, fraction: 0)).separators.isEmpty ? 2 : 1
    }
    glyphs = positive.glyphs
    switch kind {
    case .decimal, .percent: break
    case .currency:
      let digits = Shape(Self.text(1, kind, code, locale, fraction: nil)).digitCount - 1
      minimumFraction = digits
      maximumFraction = digits
    }
  }

  private static func currencyCode(_ kind: Kind, _ locale: Locale) -> String {
    guard case .currency(let code) = kind else { return "" }
    if let code { return code.uppercased() }
    // A language without a region uses its most likely region.
    let likely = Locale(identifier: locale.language.maximalIdentifier)
    return (locale.currency ?? likely.currency)?.identifier ?? "XXX"
  }

  private static func text(
    _ number: Decimal, _ kind: Kind, _ code: String, _ locale: Locale, fraction: Int?
  ) -> String {
    switch kind {
    case .decimal:
      return number.formatted(.number.precision(.fractionLength(fraction ?? 0)).locale(locale))
    case .percent:
      return (number / 100).formatted(.percent.precision(.fractionLength(fraction ?? 0)).locale(locale))
    case .currency:
      let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
      return number.formatted(fraction.map { style.precision(.fractionLength($0)) } ?? style)
    }
  }

  /// The characters before, between and after the digits of a formatted number.
  private struct Shape {
    var prefix: [UInt8] = []
    var suffix: [UInt8] = []
    var digitCount = 0
    /// The separators between digits, and the number of digits before each.
    var separators: [(digits: Int, text: [UInt8])] = []
    var glyphs: [[UInt8]]?

    init(_ text: String) {
      var run: [UInt8] = []
      for scalar in text.unicodeScalars {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
          run += Array(String(scalar).utf8)
          continue
        }
        if digitCount == 0 { prefix = run } else if !run.isEmpty { separators.append((digitCount, run)) }
        run = []
        digitCount += 1
        if !scalar.isASCII, glyphs == nil {
          let zero = scalar.value - UInt32(clamping: value)
          glyphs = (0..<10).map { Unicode.Scalar(zero + $0).map { Array(String($0).utf8) } ?? [] }
        }
      }
      suffix = run
    }
  }
}
