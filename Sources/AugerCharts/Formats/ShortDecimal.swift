import AugerColumns
import AugerDiagnostics

/// A number with at most nineteen digits, which covers most numbers: `unscaled` × 10^−`scale`.
struct ShortDecimal {
  var unscaled: UInt64
  var scale: Int
  var isNegative: Bool

  /// The largest scale, and the largest power of ten in use.
  static let mostDigits = 18

  init(_ value: Int64) {
    unscaled = value.magnitude
    scale = 0
    isNegative = value < 0
  }

  /// Returns nil if the value has more digits.
  init?(_ value: Decimal128) {
    guard value.scale <= Self.mostDigits, let unscaled = UInt64(exactly: value.unscaled.magnitude) else { return nil }
    self.unscaled = unscaled
    scale = value.scale
    isNegative = value.unscaled < 0
  }

  /// Returns the shortest decimal that reads back as the number, for integers and numbers with at most four decimals.
  /// Nil for all others, NaN and infinities. The sign of zero is dropped.
  init?(_ value: Double) {
    if value.magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: value) {
      self.init(whole)
      return
    }
    // Most numbers have few decimals. A decimal with at most fifteen digits that equals the number is the shortest,
    // because no two such decimals are the same double.
    let scaled = value.magnitude * 10_000 + 0.5
    guard scaled < 1e15 else { return nil }
    let unscaled = UInt64(clamping: scaled)
    guard Double(unscaled) / 10_000 == value.magnitude else { return nil }
    self.init(unscaled: unscaled, scale: 4, isNegative: value < 0)
  }

  /// True if the magnitude is at least one.
  var isOneOrMore: Bool { scale == 0 ? unscaled > 0 : unscaled >= ValueBytes.powersOfTen[scale] }

  /// Returns a function that reads the number of a row; nil for null and for numbers with more digits.
  static func reading(_ column: Column) -> (_ row: Int) -> ShortDecimal? {
    switch column.values {
    case .float64(let buffer): { column.isNull($0) ? nil : ShortDecimal(buffer.span[$0]) }
    case .int64(let buffer): { column.isNull($0) ? nil : ShortDecimal(buffer.span[$0]) }
    default: { _ in nil }
    }
  }

  private init(unscaled: UInt64, scale: Int, isNegative: Bool) {
    self.unscaled = unscaled
    self.scale = scale
    self.isNegative = isNegative
  }
}

extension NumberPattern {
  /// Appends a formatted number like `append(_:to:)`, but without a list of digits. Digits are written from last to
  /// first, at the end of a buffer that fits the digits of every usual pattern.
  ///
  /// Returns false and appends nothing for numbering systems other than ASCII, for unusual patterns, and for a power of
  /// ten that exceeds nineteen digits.
  func append(_ number: ShortDecimal, to out: inout [UInt8]) -> Bool {
    var fraction = number.scale - shift
    guard isUsual, (0...ShortDecimal.mostDigits).contains(fraction) else { return false }
    var digits = number.unscaled
    if fraction > maximumFraction {
      // Round half to even, like ICU.
      let unit = ValueBytes.powersOfTen[fraction - maximumFraction]
      let (quotient, rest) = digits.quotientAndRemainder(dividingBy: unit)
      let isTie = rest == unit - rest
      digits = quotient + (isTie ? quotient % 2 : rest > unit / 2 ? 1 : 0)
      fraction = maximumFraction
    }
    while fraction > minimumFraction, digits % 10 == 0 {
      digits /= 10
      fraction -= 1
    }
    var place = InlineArray<128, UInt8>(repeating: 0x30)
    var first = place.count
    let shown = max(fraction, minimumFraction)
    if shown > 0 {
      first -= shown - fraction
      for _ in 0..<fraction {
        first -= 1
        place[first] = 0x30 + UInt8(truncatingIfNeeded: digits % 10)
        digits /= 10
      }
      Self.put(decimalSeparator, &place, &first)
    }
    let present = Self.digitCount(digits)
    let whole = max(minimumInteger, present, shown == 0 ? 1 : 0)
    var untilSeparator = primaryGroup > 0 && whole >= primaryGroup + minimumGrouping ? primaryGroup : whole
    for _ in 0..<whole {
      if untilSeparator == 0 {
        Self.put(groupingSeparator, &place, &first)
        untilSeparator = max(1, secondaryGroup)
      }
      untilSeparator -= 1
      first -= 1
      place[first] = 0x30 + UInt8(truncatingIfNeeded: digits % 10)
      digits /= 10
    }
    out += number.isNegative ? negativePrefix : positivePrefix
    out.append(addingCapacity: place.count - first) { for index in first..<place.count { $0.append(place[index]) } }
    out += number.isNegative ? negativeSuffix : positiveSuffix
    return true
  }

  /// True if the digits and separators of each `ShortDecimal` fit in 128 bytes: 18 after the point, 20 before it.
  private var isUsual: Bool {
    glyphs == nil && minimumFraction <= ShortDecimal.mostDigits && minimumInteger <= 20
      && decimalSeparator.count <= 4 && groupingSeparator.count <= 4
  }

  private static func put(_ separator: [UInt8], _ place: inout InlineArray<128, UInt8>, _ first: inout Int) {
    first -= separator.count
    for index in separator.indices { place[first + index] = separator[index] }
  }

  private static func digitCount(_ value: UInt64) -> Int {
    var count = 0
    while count < ValueBytes.powersOfTen.count, value >= ValueBytes.powersOfTen[count] { count += 1 }
    return count == ValueBytes.powersOfTen.count && value / 10 >= ValueBytes.powersOfTen[count - 1] ? count + 1 : count
  }
}
