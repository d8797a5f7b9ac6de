import AugerColumns
import AugerDiagnostics

/// Formats values with a format, a locale and the role of the text.
///
/// Without a format, output is plain and uses no locale data. With a format, ICU is used once for the pattern. Digits
/// are exact for integers and decimals, rounded half to even like ICU. Create one formatter for a column, not for a
/// value.
package struct ValueFormatter: Sendable {
  /// The role of the text: `Rounded` groups the digits of values, but not those of categories (years) and series.
  package enum Role: String, Sendable, Hashable {
    case value
    case category
    case series
  }

  package let format: ValueFormat?
  package let locale: ChartLocale
  package let role: Role
  private var plan: Plan
  /// True if small values get more decimals, so that only zero is written as zero.
  private(set) var keepsSmall = false

  private enum Plan: Sendable {
    case plain
    case number(NumberPattern)
    case date(DatePattern, ZoneOffsets)
    /// Names for dates and for the numbers from 1.
    case weekDay(DatePattern, ZoneOffsets, names: [[UInt8]])
    /// The pattern is not supported.
    case unknown
  }

  package init(_ format: ValueFormat?, locale: ChartLocale = ChartLocale(), role: Role = .value) {
    self.format = format
    self.locale = locale
    self.role = role
    plan = Self.plan(format, locale, role)
  }

  /// The formatter with additional decimals for small values, so that only zero is written as zero: 0.0025 in two
  /// decimals is 0.0025.
  package var keepingSmall: ValueFormatter {
    var formatter = self
    formatter.keepsSmall = true
    return formatter
  }

  /// Returns the formatter with enough decimals to distinguish numbers that differ in this number of decimals. A date
  /// formatter does not change.
  package func telling(apart fractionDigits: Int) -> ValueFormatter {
    guard case .number(var pattern) = plan else { return self }
    let digits = fractionDigits - pattern.shift
    guard digits > pattern.maximumFraction else { return self }
    pattern.minimumFraction = digits
    pattern.maximumFraction = digits
    var formatter = self
    formatter.plan = .number(pattern)
    return formatter
  }

  /// The label of a category or series without a value. It differs from the label of an empty string.
  package static let noValue = Scalar.noValue
  package static let emptyText = Scalar.emptyText

  /// Returns the formatted value. Null is empty, or `noValue` for a category or series. Nil if the format does not fit
  /// the value; NaN and infinities are always plain.
  ///
  /// - Parameter isInstant: True if a timestamp is in UTC and is shown in the locale's time zone.
  package func text(_ value: Scalar, isInstant: Bool = false) -> String? {
    var digits = DecimalDigits()
    var out: [UInt8] = []
    return append(value, isInstant: isInstant, &digits, to: &out) ? String(decoding: out, as: UTF8.self) : nil
  }

  /// Returns the result of `text` for each row. If the format does not fit, returns the plain values and adds one
  /// counted `formatMismatch`.
  package func texts(_ column: Column, warnings: inout Warnings) -> [String] {
    var writer = ColumnTexts(self, column)
    var out: [UInt8] = []
    var texts: [String] = []
    texts.reserveCapacity(column.count)
    var misfits = 0
    var first = 0
    for row in 0..<column.count {
      out.removeAll(keepingCapacity: true)
      if !writer.append(row, to: &out) {
        if misfits == 0 { first = row }
        misfits += 1
      }
      texts.append(String(decoding: out, as: UTF8.self))
    }
    addMismatch(misfits, first: first, type: column.type, to: &warnings)
    addShareMismatch(column, to: &warnings)
    return texts
  }

  /// Counts the rows that the format does not fit, without formatting values if the type alone decides.
  @discardableResult
  package func mismatches(_ column: Column, warnings: inout Warnings) -> Int {
    var misfits = 0
    var first = 0
    for row in 0..<column.count where !column.isNull(row) && !fits(column, row) {
      if misfits == 0 { first = row }
      misfits += 1
    }
    addMismatch(misfits, first: first, type: column.type, to: &warnings)
    addShareMismatch(column, to: &warnings)
    return misfits
  }

  /// Percent shows 10 as 10%. If all values are between -1 and 1, they were probably meant as fractions.
  private func addShareMismatch(_ column: Column, to warnings: inout Warnings) {
    guard role == .value, format == .percent, column.type.isNumeric else { return }
    var largest = 0.0
    for row in 0..<column.count {
      guard let value = column[row].doubleValue, value.isFinite else { continue }
      largest = max(largest, value.magnitude)
      if largest > 1 { return }
    }
    guard largest > 0 else { return }
    warnings.add(
      Warning(
        .formatMismatch,
        "no value exceeds 1, and format 'Percent' shows 10 as 10% (use 'Percentage' to show 0.15 as 15%)"))
  }

  private func fits(_ column: Column, _ row: Int) -> Bool {
    switch plan {
    case .plain: true
    case .number: column.type.isNumeric
    case .date: column.type.isTemporal
    case .weekDay: column.type.isTemporal || Self.weekDayIndex(column[row]) != nil
    case .unknown: false
    }
  }

  private func addMismatch(_ count: Int, first: Int, type: DataType, to warnings: inout Warnings) {
    guard count > 0, let format else { return }
    warnings.add(
      Warning(
        .formatMismatch, "format '\(format)' does not fit \(Self.owner(role)) of type \(type)", count: count,
        firstPlace: "\(role.rawValue) \(first + 1)"))
  }

  private static func owner(_ role: Role) -> String {
    switch role {
    case .value: "values"
    case .category: "categories"
    case .series: "series"
    }
  }

  /// The number pattern, if the format is a number format.
  var pattern: NumberPattern? { if case .number(let pattern) = plan { pattern } else { nil } }

  /// Returns false and appends nothing if the format does not fit.
  func append(
    _ value: Scalar, isInstant: Bool, _ digits: inout DecimalDigits, to out: inout [UInt8]
  ) -> Bool {
    if value.isNull {
      if role != .value { out += Self.noValue.utf8 }
      return true
    }
    if role != .value, case .string(let text) = value, text.isEmpty {
      out += Self.emptyText.utf8
      return true
    }
    switch plan {
    case .plain:
      out += value.description.utf8
      return true
    case .number(var pattern):
      if keepsSmall, let number = value.doubleValue {
        // Too small for decimals.
        if number != 0, number.magnitude < 1e-15 {
          out += value.description.utf8
          return true
        }
        pattern.keepSmall(number)
      }
      let short: ShortDecimal? =
        switch value {
        case .int(let number): ShortDecimal(number)
        case .decimal(let number): ShortDecimal(number)
        case .float(let number): ShortDecimal(number)
        default: nil
        }
      if let short, pattern.append(short, to: &out) { return true }
      switch value {
      case .int(let number): digits.set(number)
      case .decimal(let number): digits.set(unscaled: number.unscaled, scale: number.scale)
      case .float(let number):
        guard digits.set(number) else {
          out += value.description.utf8
          return true
        }
      default: return false
      }
      pattern.append(&digits, to: &out)
      return true
    case .date(let pattern, let zone): return appendDate(value, isInstant, pattern, zone, to: &out)
    case .weekDay(let pattern, let zone, let names):
      if let index = Self.weekDayIndex(value), names.indices.contains(index) {
        out += names[index]
        return true
      }
      return appendDate(value, isInstant, pattern, zone, to: &out)
    case .unknown: return false
    }
  }

  private func appendDate(
    _ value: Scalar, _ isInstant: Bool, _ pattern: DatePattern, _ zone: ZoneOffsets, to out: inout [UInt8]
  ) -> Bool {
    switch value {
    // An infinity has no date parts.
    case .date(let date) where !date.isFinite: out += value.description.utf8
    case .timestamp(let moment) where !moment.isFinite: out += value.description.utf8
    case .date(let date): pattern.append(Timestamp(date), to: &out)
    case .timestamp(var moment):
      let offset = isInstant ? zone.seconds(at: moment.microseconds) : 0
      moment.microseconds += Int64(offset) * Timestamp.microsecondsPerSecond
      pattern.append(moment, offset: offset, to: &out)
    default: return false
    }
    return true
  }

  /// Returns 0...6 for the numbers 1 (Sunday) to 7, like MAKit's DayNumber.
  private static func weekDayIndex(_ value: Scalar) -> Int? {
    let number: Double
    switch value {
    case .int, .float, .decimal: number = value.doubleValue ?? .nan
    default: return nil
    }
    guard let day = Int(exactly: number), (1...7).contains(day) else { return nil }
    return day - 1
  }
}

extension ValueFormatter {
  private static func plan(_ format: ValueFormat?, _ locale: ChartLocale, _ role: Role) -> Plan {
    guard let format else { return .plain }
    switch format {
    case .month: return date("LLLL", locale)
    case .shortMonth: return date("LLL", locale)
    case .weekDay: return weekDay("cccc", .standaloneWeekDay, locale)
    case .shortWeekDay: return weekDay("ccc", .shortStandaloneWeekDay, locale)
    case .shortDate: return date(DatePattern(.short, locale: locale.identifier), locale)
    case .longDate: return date(DatePattern(.long, locale: locale.identifier), locale)
    case .currency(let code): return .number(NumberPattern(.currency(code: code), locale: locale.identifier))
    case .percent: return .number(NumberPattern(.percent, locale: locale.identifier))
    case .percentage:
      var pattern = NumberPattern(.percent, locale: locale.identifier)
      pattern.shift = 2
      return .number(pattern)
    case .rounded(let digits):
      var pattern = NumberPattern(.decimal, locale: locale.identifier)
      pattern.minimumFraction = digits
      pattern.maximumFraction = digits
      if role != .value { pattern.primaryGroup = 0 }
      return .number(pattern)
    case .pattern(let text):
      if !NumberPattern.isNumberPattern(text) { return date(text, locale) }
      let symbols = NumberPattern(.decimal, locale: locale.identifier)
      let pattern = NumberPattern(
        text: text, symbols: symbols,
        percent: { NumberPattern(.percent, locale: locale.identifier).symbol },
        currency: { NumberPattern(.currency(code: nil), locale: locale.identifier).symbol })
      return pattern.map { .number($0) } ?? .unknown
    }
  }

  private static func date(_ text: String, _ locale: ChartLocale) -> Plan {
    date(DatePattern(text: text, locale: locale.identifier), locale)
  }

  private static func date(_ pattern: DatePattern?, _ locale: ChartLocale) -> Plan {
    pattern.map { .date($0, ZoneOffsets(locale.timeZone)) } ?? .unknown
  }

  private static func weekDay(_ text: String, _ name: DatePattern.Name, _ locale: ChartLocale) -> Plan {
    guard let pattern = DatePattern(text: text, locale: locale.identifier) else { return .unknown }
    return .weekDay(pattern, ZoneOffsets(locale.timeZone), names: pattern.names[name] ?? [])
  }
}

extension NumberPattern {
  /// The symbol before or after the digits, such as currency or percent, without spaces and direction marks.
  var symbol: [UInt8] {
    let affix = positivePrefix + positiveSuffix
    let scalars = String(decoding: affix, as: UTF8.self).unicodeScalars.filter {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .format
    }
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }
}

extension Column {
  /// True if the timestamps are instants in UTC instead of wall-clock times.
  var isInstant: Bool {
    if case .timestamp(_?) = type { true } else { false }
  }
}
