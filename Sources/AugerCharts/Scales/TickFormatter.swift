import AugerColumns

/// Formats the numbers next to a value axis.
///
/// The format is that of the dimension with the decimals needed to distinguish the ticks. Large numbers are in
/// thousands, millions or billions.
package struct TickFormatter: Sendable {
  private enum Plan: Sendable {
    /// `zero` is the pattern without a unit, because zero is not written in millions.
    case number(NumberPattern, zero: NumberPattern)
    case formatter(ValueFormatter)
    /// For numbers that are too long to write out.
    case shortest
  }

  private let plan: Plan

  package init(_ ticks: LinearTicks, format: ValueFormat?, locale: ChartLocale = ChartLocale()) {
    let largest = ticks.values.map(\.magnitude).max() ?? 0
    if largest >= 1e15 || ticks.fractionDigits > 9 {
      plan = .shortest
      return
    }
    var pattern: NumberPattern
    switch format {
    case .currency(let code): pattern = NumberPattern(.currency(code: code), locale: locale.identifier)
    case .percent, .percentage: pattern = NumberPattern(.percent, locale: locale.identifier)
    case nil, .rounded: pattern = Self.decimal(locale)
    default:
      plan = .formatter(ValueFormatter(format, locale: locale))
      return
    }
    if format == .percentage { pattern.shift = 2 }
    let isShare = format == .percentage || format == .percent
    if !isShare, largest < 10_000, format == nil { pattern.primaryGroup = 0 }
    var zero = pattern
    zero.minimumFraction = 0
    zero.maximumFraction = 0
    var digits = max(0, ticks.fractionDigits - pattern.shift)
    if !isShare, let unit = Self.unit(for: largest), Self.suffixes(unit, locale) != nil {
      pattern.shift = -unit
      let suffix = Self.suffixes(unit, locale) ?? []
      pattern.positiveSuffix = suffix + pattern.positiveSuffix
      pattern.negativeSuffix = suffix + pattern.negativeSuffix
      digits = Self.fractionDigits(ticks, shiftedBy: unit)
    }
    pattern.minimumFraction = digits
    pattern.maximumFraction = digits
    plan = .number(pattern, zero: zero)
  }

  /// Returns the labels of numbers of different magnitudes, each with its own unit: 100, 10K, 1M.
  ///
  /// - Parameter fractionDigits: The number of decimals of each number. Nil for its own decimals, at most nine.
  package static func texts(
    alone values: [Double], fractionDigits: [Int]? = nil, format: ValueFormat?, locale: ChartLocale = ChartLocale()
  ) -> [String] {
    values.indices.map { index in
      let value = values[index]
      let ticks =
        fractionDigits.map { LinearTicks(values: [value], step: value, fractionDigits: $0[index]) }
        ?? LinearTicks(listed: [value])
      return TickFormatter(ticks, format: format, locale: locale).text(value)
    }
  }

  /// Returns a number with three digits and its own unit: `$1.52M`. Without a unit, which indicates rounding, the
  /// integer part is complete: 5,624 for 5,623.8.
  ///
  /// - Returns: Nil for a format with explicit digits, and for non-finite numbers.
  package static func short(_ value: Double, format: ValueFormat?, locale: ChartLocale = ChartLocale()) -> String? {
    guard value.isFinite, value.magnitude < 1e15 else { return nil }
    var hasUnits = false
    var share = 0
    switch format {
    case nil, .rounded, .currency: hasUnits = unit(for: value.magnitude).map { suffixes($0, locale) != nil } ?? false
    case .percent: break
    case .percentage: share = 2
    default: return nil
    }
    let rounded = roundedToThreeDigits(value * LinearTicks.power(share), keepingWhole: !hasUnits)
    return texts(alone: [rounded / LinearTicks.power(share)], format: format, locale: locale).first
  }

  /// Returns the nearest double.
  private static func roundedToThreeDigits(_ value: Double, keepingWhole: Bool) -> Double {
    guard value.magnitude > 1e-15 else { return value }
    var power = 1.0
    if value.magnitude >= 100 {
      if keepingWhole { return value.rounded() }
      while value.magnitude / power >= 1000 { power *= 10 }
      return (value / power).rounded() * power
    }
    while value.magnitude * power < 100 { power *= 10 }
    return (value * power).rounded() / power
  }

  package func text(_ value: Double) -> String {
    switch plan {
    case .formatter(let formatter): return formatter.text(.float(value)) ?? Scalar.float(value).description
    case .shortest: return NumberText.shortest(value)
    case .number(let pattern, let zero):
      var digits = DecimalDigits()
      guard digits.set(value) else { return Scalar.float(value).description }
      var out: [UInt8] = []
      (value == 0 ? zero : pattern).append(&digits, to: &out)
      return String(decoding: out, as: UTF8.self)
    }
  }

  /// The default pattern is built in, because loading ICU data takes milliseconds.
  private static func decimal(_ locale: ChartLocale) -> NumberPattern {
    if locale.identifier != "en_US" { return NumberPattern(.decimal, locale: locale.identifier) }
    var pattern = NumberPattern()
    pattern.primaryGroup = 3
    pattern.secondaryGroup = 3
    return pattern
  }

  /// Returns the power of ten of the unit for ticks up to `largest`; nil for plain numbers.
  private static func unit(for largest: Double) -> Int? {
    largest < 10_000 ? nil : largest < 1e6 ? 3 : largest < 1e9 ? 6 : largest < 1e12 ? 9 : largest < 1e15 ? 12 : nil
  }

  private static func fractionDigits(_ ticks: LinearTicks, shiftedBy unit: Int) -> Int {
    let size = LinearTicks.power(unit)
    for digits in 0..<6 {
      let scale = LinearTicks.power(digits)
      let isWhole = ticks.values.allSatisfy { value in
        let scaled = value / size * scale
        return (scaled - scaled.rounded()).magnitude < 1e-6
      }
      if isWhole { return digits }
    }
    return 6
  }

  /// Returns the suffix of a language for thousands, millions and so on. Nil if the language counts differently (by
  /// 10,000) or if the abbreviation is not common. The number is written out then.
  private static func suffixes(_ unit: Int, _ locale: ChartLocale) -> [UInt8]? {
    let language = locale.identifier.prefix { $0 != "_" && $0 != "-" }
    let texts: [String]
    switch language {
    case "en": texts = ["K", "M", "B", "T"]
    case "de": texts = ["", "\u{A0}Mio.", "\u{A0}Mrd.", "\u{A0}Bio."]
    case "fr": texts = ["\u{A0}k", "\u{A0}M", "\u{A0}Md", ""]
    default: return nil
    }
    let text = texts[unit / 3 - 1]
    return text.isEmpty ? nil : Array(text.utf8)
  }
}
