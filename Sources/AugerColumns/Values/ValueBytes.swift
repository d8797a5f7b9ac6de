/// Formats numbers, dates and moments as bytes appended to an array. Descriptions use it, and so does code that
/// writes millions of values.
///
/// Eight digits at a time are computed in a word and then put in order.
package enum ValueBytes {
  /// The maximum number of bytes of a date, a time or a moment, including infinities and signed years.
  private static let longestMoment = 64
  /// The maximum number of bytes of an integer.
  private static let longestInteger = 20

  package static func append(_ value: Int64, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longestInteger) { put(value, to: &$0) }
  }

  /// Appends all digits of the scale: `12.50` for 1250 at scale 2.
  package static func append(unscaled: Int64, scale: Int, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longestInteger + 2 + max(0, scale)) { out in
      guard scale > 0 else { return put(unscaled, to: &out) }
      if unscaled < 0 { out.append(0x2D) }
      let (whole, fraction) =
        scale < powersOfTen.count
        ? unscaled.magnitude.quotientAndRemainder(dividingBy: powersOfTen[scale]) : (0, unscaled.magnitude)
      put(whole, to: &out)
      out.append(0x2E)
      put(fraction, width: scale, to: &out)
    }
  }

  /// Appends `2024-02-29`. Years outside 0...9999 have a sign. Infinities are `infinity` and `-infinity`.
  package static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longestMoment) { put(date, to: &$0) }
  }

  /// Appends `2024-02-29T12:34:56`, followed by a fraction of up to six digits if it is not zero. Infinities are
  /// `infinity` and `-infinity`.
  package static func append(_ moment: Timestamp, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longestMoment) { out in
      guard moment.isFinite else { return put(isPositive: moment.microseconds > 0, to: &out) }
      put(moment.date, to: &out)
      out.append(0x54)
      put(TimeOfDay(microseconds: moment.timeOfDay), to: &out)
    }
  }

  /// Appends `12:34:56`, followed by a fraction of up to six digits if it is not zero.
  package static func append(_ time: TimeOfDay, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longestMoment) { put(time, to: &$0) }
  }

  /// Appends `.5` for 500 000 microseconds, and no text for zero.
  package static func appendFraction(_ microseconds: Int, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longestInteger + 1) { putFraction(microseconds, to: &$0) }
  }

  package static func put(_ value: Int64, to out: inout OutputSpan<UInt8>) {
    if value < 0 { out.append(0x2D) }
    put(value.magnitude, to: &out)
  }

  /// Appends the digits of a number, padded with leading zeros to `width`, which is at least 1.
  package static func put(_ value: UInt64, width: Int = 1, to out: inout OutputSpan<UInt8>) {
    guard value < 100_000_000, width <= 8 else {
      let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
      put(high, width: max(1, width - 8), to: &out)
      return put(low, width: 8, to: &out)
    }
    let digits = eightDigits(UInt32(truncatingIfNeeded: value))
    let count = max(width, 8 - digits.trailingZeroBitCount / 8)
    var word = (digits | 0x3030_3030_3030_3030) >> UInt64(8 * (8 - count))
    for _ in 0..<count {
      out.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
    }
  }

  /// Returns the eight digits of a number below 10^8, one per byte, the first in the lowest byte.
  private static func eightDigits(_ value: UInt32) -> UInt64 {
    let fours = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
    // Quotients by multiplication: x * 5243 >> 19 is x / 100 below 10 000, and x * 103 >> 10 is x / 10 below 100.
    let hundreds = (fours &* 5243) >> 19 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- 100 &* hundreds) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- 10 &* tens) << 8
  }

  private static func put(_ date: CivilDate, to out: inout OutputSpan<UInt8>) {
    guard date.isFinite else { return put(isPositive: date.days > 0, to: &out) }
    let (year, month, day) = date.components
    if year < 0 { out.append(0x2D) } else if year > 9999 { out.append(0x2B) }
    put(UInt64(year.magnitude), width: 4, to: &out)
    out.append(0x2D)
    putTwo(month, to: &out)
    out.append(0x2D)
    putTwo(day, to: &out)
  }

  private static func put(_ time: TimeOfDay, to out: inout OutputSpan<UInt8>) {
    putTwo(time.hour, to: &out)
    out.append(0x3A)
    putTwo(time.minute, to: &out)
    out.append(0x3A)
    putTwo(time.second, to: &out)
    putFraction(Int(time.microseconds % 1_000_000), to: &out)
  }

  private static func putFraction(_ microseconds: Int, to out: inout OutputSpan<UInt8>) {
    guard microseconds != 0 else { return }
    out.append(0x2E)
    var (digits, width) = (UInt64(microseconds.magnitude), 6)
    while digits % 10 == 0 { (digits, width) = (digits / 10, width - 1) }
    put(digits, width: max(1, width), to: &out)
  }

  /// Appends two digits, or more for a larger number.
  private static func putTwo(_ value: Int, to out: inout OutputSpan<UInt8>) {
    guard (0...99).contains(value) else { return put(UInt64(value.magnitude), width: 2, to: &out) }
    out.append(UInt8(truncatingIfNeeded: value / 10) + 0x30)
    out.append(UInt8(truncatingIfNeeded: value % 10) + 0x30)
  }

  private static func put(isPositive: Bool, to out: inout OutputSpan<UInt8>) {
    put(isPositive ? "infinity" : "-infinity", to: &out)
  }

  /// Appends a string, which must fit.
  package static func put(_ text: String, to out: inout OutputSpan<UInt8>) {
    for byte in text.utf8 { out.append(byte) }
  }

  /// Returns the appended bytes as a string.
  static func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The powers 1, 10, ... 10^18.
  package static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    for _ in 0..<18 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()
}
