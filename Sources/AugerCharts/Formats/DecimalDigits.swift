import AugerColumns

/// The exact decimal digits of a number, used for formatting. One instance is reused for many numbers.
///
/// The value is 0.d₀d₁d₂… × 10^`point`. Neither the first nor the last digit is zero. The number zero has no digits.
struct DecimalDigits {
  /// 0...9, most significant first.
  private(set) var digits: [UInt8] = []
  /// The number of digits before the decimal point. Negative for numbers below 0.1.
  private(set) var point = 0
  private(set) var isNegative = false

  mutating func set(_ value: Int64) { set(unscaled: Int128(value), scale: 0) }

  mutating func set(unscaled: Int128, scale: Int) {
    isNegative = unscaled < 0
    digits.removeAll(keepingCapacity: true)
    var high = unscaled.magnitude
    // Division of 128 bits is slow, so split off 19 digits at a time, then use 64 bits.
    while high > UInt128(UInt64.max) {
      let (quotient, part) = high.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
      appendReversed(UInt64(truncatingIfNeeded: part), width: 19)
      high = quotient
    }
    appendReversed(UInt64(truncatingIfNeeded: high), width: 0)
    digits.reverse()
    point = digits.count - scale
    trim()
  }

  /// Sets the shortest digits that read back as the number. Returns false for NaN and infinities. The sign of zero is
  /// dropped.
  mutating func set(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    if let short = ShortDecimal(value) {
      set(unscaled: short.isNegative ? -Int128(short.unscaled) : Int128(short.unscaled), scale: short.scale)
      return true
    }
    isNegative = value < 0
    digits.removeAll(keepingCapacity: true)
    var pointAt: Int?
    var exponent = 0
    var exponentSign = 0
    for byte in value.magnitude.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): pointAt = digits.count
      case UInt8(ascii: "e"): exponentSign = 1
      case UInt8(ascii: "-"): exponentSign = -1
      case UInt8(ascii: "+"): break
      default:
        if exponentSign == 0 { digits.append(byte - 0x30) } else { exponent = exponent * 10 + Int(byte - 0x30) }
      }
    }
    point = (pointAt ?? digits.count) + exponentSign * exponent
    trim()
    return true
  }

  /// Multiplies by 10^`power`.
  mutating func shift(by power: Int) { if !digits.isEmpty { point += power } }

  /// Rounds to at most `count` decimals, half to even, like ICU.
  mutating func round(fractionDigits count: Int) {
    let keep = point + count
    guard keep < digits.count else { return }
    guard keep >= 0 else {
      digits.removeAll(keepingCapacity: true)
      point = 0
      return
    }
    let next = digits[keep]
    let isTie = next == 5 && keep + 1 == digits.count
    let isOdd = keep > 0 && digits[keep - 1] % 2 == 1
    digits.removeSubrange(keep...)
    if isTie ? isOdd : next >= 5 { increment() }
    trim()
  }

  /// Adds one to the last digit. If the first digit overflows, the number becomes a power of ten.
  private mutating func increment() {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    point += 1
  }

  private mutating func appendReversed(_ value: UInt64, width: Int) {
    var rest = value
    var written = 0
    while rest > 0 || written < width {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      written += 1
    }
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    let leading = digits.prefix { $0 == 0 }.count
    if leading > 0 {
      digits.removeFirst(leading)
      point -= leading
    }
    if digits.isEmpty { point = 0 }
  }
}
