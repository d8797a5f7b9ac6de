import AugerColumns

/// A number of at most nineteen digits, as most are: `unscaled` × 10^−`scale`.
struct ShortDecimal {
  var unscaled: UInt64
  var scale: Int
  var isNegative: Bool

  /// The largest scale, and the largest power of ten of `powersOfTen`.
  static let mostDigits = 18

  static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    for _ in 0..<mostDigits { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  init(_ value: Int64) {
    unscaled = value.magnitude
    scale = 0
    isNegative = value < 0
  }

  /// Nil where it has more digits.
  init?(_ value: Decimal128) {
    guard value.scale <= Self.mostDigits, let unscaled = UInt64(exactly: value.unscaled.magnitude) else { return nil }
    self.unscaled = unscaled
    scale = value.scale
    isNegative = value.unscaled < 0
  }

  /// The shortest decimal that reads back as the number, if it is a whole number or has at most four decimals; nil for
  /// others, NaN and infinities. The sign of zero is dropped.
  init?(_ value: Double) {
    if value.magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: value) {
      self.init(whole)
      return
    }
    // Most numbers have few decimals. What has at most fifteen digits and divides back to the number is the shortest:
    // no two such decimals are read as the same double.
    let scaled = (value.magnitude * 10_000).rounded()
    guard scaled < 1e15, scaled / 10_000 == value.magnitude else { return nil }
    self.init(unscaled: UInt64(scaled), scale: 4, isNegative: value < 0)
  }

  /// What gives the number of a row; nil where it is null, or has more digits.
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
  /// Appends the text of a number as `append(_:to:)` does, without a list of its digits: to their last one first, which
  /// are then turned around.
  ///
  /// False, and nothing appended, for a numbering system other than ASCII's, and where the pattern's power of ten leads
  /// beyond nineteen digits.
  func append(_ number: ShortDecimal, to out: inout [UInt8]) -> Bool {
    var fraction = number.scale - shift
    guard glyphs == nil, (0...ShortDecimal.mostDigits).contains(fraction), minimumFraction <= ShortDecimal.mostDigits
    else { return false }
    var digits = number.unscaled
    if fraction > maximumFraction {
      // A half goes to the even digit, as ICU rounds.
      let unit = ShortDecimal.powersOfTen[fraction - maximumFraction]
      let (quotient, rest) = digits.quotientAndRemainder(dividingBy: unit)
      let isTie = rest == unit - rest
      digits = quotient + (isTie ? quotient % 2 : rest > unit / 2 ? 1 : 0)
      fraction = maximumFraction
    }
    while fraction > minimumFraction, digits % 10 == 0 {
      digits /= 10
      fraction -= 1
    }
    out += number.isNegative ? negativePrefix : positivePrefix
    let start = out.count
    let shown = max(fraction, minimumFraction)
    if shown > 0 {
      for _ in fraction..<shown { out.append(0x30) }
      for _ in 0..<fraction {
        out.append(0x30 + UInt8(truncatingIfNeeded: digits % 10))
        digits /= 10
      }
      out += decimalSeparator.reversed()
    }
    var present = 0
    while present < ShortDecimal.mostDigits, digits >= ShortDecimal.powersOfTen[present] { present += 1 }
    if digits >= ShortDecimal.powersOfTen[ShortDecimal.mostDigits] {
      present = digits / 10 >= ShortDecimal.powersOfTen[ShortDecimal.mostDigits] ? 20 : 19
    }
    let whole = max(minimumInteger, present, shown == 0 ? 1 : 0)
    let isGrouped = primaryGroup > 0 && whole >= primaryGroup + minimumGrouping
    for written in 0..<whole {
      if isGrouped, written > 0, isBoundary(written) { out += groupingSeparator.reversed() }
      out.append(0x30 + UInt8(truncatingIfNeeded: digits % 10))
      digits /= 10
    }
    var bytes = out.mutableSpan
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      (bytes[low], bytes[high]) = (bytes[high], bytes[low])
      low += 1
      high -= 1
    }
    out += number.isNegative ? negativeSuffix : positiveSuffix
    return true
  }
}
