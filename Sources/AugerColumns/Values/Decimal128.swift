/// An exact decimal number: `unscaled × 10^−scale`, up to 38 digits.
///
/// Equality and order depend on the value: 1.50 equals 1.5.
public struct Decimal128: Sendable {
  /// All digits as an integer.
  package var unscaled: Int128
  /// The number of digits after the point, 0...38.
  package var scale: Int

  /// Creates `unscaled` divided by ten to the power of `scale`: 12 345 and 2 are 123.45.
  package init(unscaled: Int128, scale: Int) {
    precondition((0...38).contains(scale), "a decimal has 0 to 38 digits after the point")
    self.unscaled = unscaled
    self.scale = scale
  }

  /// Creates an integer.
  package init(_ value: Int64) { self.init(unscaled: Int128(value), scale: 0) }

  package static let maximumPrecision = 38

  /// The powers 10^0 ... 10^38.
  package static let powersOfTen: [Int128] = {
    var powers: [Int128] = [1]
    while powers.count <= 38 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// 10^38, the exclusive limit of the digits of a decimal.
  package static let limit = powersOfTen[38]

  /// Creates a decimal. Nil if it has more than 38 digits.
  package init?(exactly unscaled: Int128, scale: Int) {
    guard (0...38).contains(scale), unscaled.magnitude < Self.limit.magnitude else { return nil }
    self.init(unscaled: unscaled, scale: scale)
  }

  /// Parses an optional sign, digits, an optional point and digits. The scale is the number of digits after the
  /// point. Trailing zeros of a fraction are dropped if they do not fit. Nil for other strings, and for values with
  /// more than 38 digits before and after the point.
  package init?(_ text: some StringProtocol) {
    var magnitude: Int128 = 0
    var scale = 0
    var zeros = 0
    var sawPoint = false
    var sawDigit = false
    var isNegative = false
    /// Appends a digit. It checks the limit first, so that no overflow can occur.
    func append(_ digit: Int128) -> Bool {
      guard magnitude < Self.powersOfTen[37], !sawPoint || scale < 38 else { return false }
      magnitude = magnitude * 10 + digit
      if sawPoint { scale += 1 }
      return true
    }
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: break
      case UInt8(ascii: ".") where !sawPoint: sawPoint = true
      case UInt8(ascii: "0") where sawPoint:
        sawDigit = true
        zeros += 1
      case 0x30...0x39:
        sawDigit = true
        while zeros > 0 {
          guard append(0) else { return nil }
          zeros -= 1
        }
        guard append(Int128(byte - 0x30)) else { return nil }
      default: return nil
      }
    }
    guard sawDigit else { return nil }
    while zeros > 0, append(0) { zeros -= 1 }
    self.init(unscaled: isNegative ? -magnitude : magnitude, scale: scale)
  }

  /// Creates the number shown by the shortest text of a double: 0.1 is one tenth. Nil if that needs more than 38
  /// digits before or after the point, and for infinities and NaN.
  package init?(shortest value: Double) {
    let text = NumberText.shortest(value)
    guard let mark = text.firstIndex(of: "e") else {
      self.init(text)
      return
    }
    guard let digits = Decimal128(text[..<mark]), let exponent = Int(text[text.index(after: mark)...]) else {
      return nil
    }
    let scale = digits.scale - exponent
    guard scale < 0 else {
      self.init(exactly: digits.unscaled, scale: scale)
      return
    }
    guard scale >= -38 else { return nil }
    let (unscaled, overflow) = digits.unscaled.multipliedReportingOverflow(by: Self.powersOfTen[-scale])
    if overflow { return nil }
    self.init(exactly: unscaled, scale: 0)
  }

  /// Returns the same value with another scale. Nil if that needs more than 38 digits. A smaller scale rounds half
  /// away from zero.
  package func rescaled(to newScale: Int) -> Decimal128? {
    if newScale == scale { return self }
    guard (0...38).contains(newScale) else { return nil }
    if newScale > scale {
      let (value, overflow) = unscaled.multipliedReportingOverflow(by: Self.powersOfTen[newScale - scale])
      return overflow ? nil : Decimal128(exactly: value, scale: newScale)
    }
    return Decimal128(unscaled: Self.dividedRounding(unscaled, by: Self.powersOfTen[scale - newScale]), scale: newScale)
  }

  /// Returns the sum, with the larger scale. Nil if it has more than 38 digits.
  package func adding(_ other: Decimal128) -> Decimal128? {
    let scale = max(scale, other.scale)
    guard let a = rescaled(to: scale), let b = other.rescaled(to: scale) else { return nil }
    let (sum, overflow) = a.unscaled.addingReportingOverflow(b.unscaled)
    return overflow ? nil : Decimal128(exactly: sum, scale: scale)
  }

  /// Returns the difference, with the larger scale. Nil if it has more than 38 digits.
  package func subtracting(_ other: Decimal128) -> Decimal128? { adding(other.negated) }

  /// Returns the number multiplied by `count`. Nil if the result has more than 38 digits.
  package func multiplied(by count: Int128) -> Decimal128? {
    let (product, overflow) = unscaled.multipliedReportingOverflow(by: count)
    return overflow ? nil : Decimal128(exactly: product, scale: scale)
  }

  /// The number with the opposite sign.
  package var negated: Decimal128 { Decimal128(unscaled: 0 &- unscaled, scale: scale) }

  /// Returns the quotient, rounded half away from zero. `divisor` is positive.
  static func dividedRounding(_ value: Int128, by divisor: Int128) -> Int128 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    guard remainder.magnitude >= (divisor.magnitude + 1) / 2 else { return quotient }
    return value < 0 ? quotient - 1 : quotient + 1
  }

  /// The number without trailing zeros in the fraction. Equal values have identical normalized forms.
  package var normalized: Decimal128 {
    var result = self
    while result.scale > 0, result.unscaled % 10 == 0 {
      result.unscaled /= 10
      result.scale -= 1
    }
    return result
  }

  /// The nearest double, correctly rounded. Large values are converted through their text.
  package var doubleValue: Double {
    if unscaled.magnitude <= 1 << 53, scale <= 22 { return Double(Int64(unscaled)) / Self.exactDoublePowers[scale] }
    return Double(description) ?? .nan
  }

  /// The powers 10^0 ... 10^22, each exactly a double. A quotient of two exact doubles is correctly rounded.
  static let exactDoublePowers: [Double] = (0...22).map { Double(powersOfTen[$0]) }
}

extension Decimal128: Comparable {
  public static func == (a: Decimal128, b: Decimal128) -> Bool {
    if a.scale == b.scale { return a.unscaled == b.unscaled }
    let (x, y) = (a.normalized, b.normalized)
    return x.unscaled == y.unscaled && x.scale == y.scale
  }

  public static func < (a: Decimal128, b: Decimal128) -> Bool {
    if a.scale == b.scale { return a.unscaled < b.unscaled }
    // Compare the integer parts first, then the fractions at one scale. Neither can overflow.
    let (wholeA, restA) = a.unscaled.quotientAndRemainder(dividingBy: powersOfTen[a.scale])
    let (wholeB, restB) = b.unscaled.quotientAndRemainder(dividingBy: powersOfTen[b.scale])
    if wholeA != wholeB { return wholeA < wholeB }
    let scale = max(a.scale, b.scale)
    return restA * powersOfTen[scale - a.scale] < restB * powersOfTen[scale - b.scale]
  }
}

extension Decimal128: Hashable {
  public func hash(into hasher: inout Hasher) {
    let value = normalized
    hasher.combine(value.unscaled)
    hasher.combine(value.scale)
  }
}

extension Decimal128: CustomStringConvertible {
  /// The number with all digits of the scale: `12.50` for 1250 at scale 2.
  public var description: String {
    var digits = String(unscaled.magnitude)
    if scale > 0 {
      if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return unscaled < 0 ? "-" + digits : digits
  }
}
