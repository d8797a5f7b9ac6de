/// The texts of numbers, days and moments as bytes, appended to others: what descriptions are made of, for those that
/// write millions of them.
package enum ValueBytes {
  package static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(0x2D) }
    append(value.magnitude, to: &bytes)
  }

  /// The digits of a number, with zeros in front of them where there are fewer than `width`.
  package static func append(_ value: UInt64, width: Int = 1, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = value
    var written = 0
    while rest > 0 || written < width {
      bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
      rest /= 10
      written += 1
    }
    var low = start
    var high = bytes.count - 1
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// All digits of the scale: `12.50` for 1250 at scale 2. At most 18 digits after the point.
  package static func append(unscaled: Int64, scale: Int, to bytes: inout [UInt8]) {
    guard scale > 0 else { return append(unscaled, to: &bytes) }
    if unscaled < 0 { bytes.append(0x2D) }
    let start = bytes.count
    append(unscaled.magnitude, width: scale + 1, to: &bytes)
    bytes.insert(0x2E, at: max(start, bytes.count - scale))
  }

  /// `2024-02-29`; years outside 0...9999 carry a sign. Infinities are `infinity` and `-infinity`.
  package static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
    guard date.isFinite else { return append(isPositive: date.days > 0, to: &bytes) }
    let (year, month, day) = date.components
    if year < 0 { bytes.append(0x2D) } else if year > 9999 { bytes.append(0x2B) }
    append(UInt64(year.magnitude), width: 4, to: &bytes)
    bytes.append(0x2D)
    append(month, to: &bytes)
    bytes.append(0x2D)
    append(day, to: &bytes)
  }

  /// `2024-02-29T12:34:56`, with a fraction of up to six digits only where there is one; `infinity`, `-infinity`.
  package static func append(_ moment: Timestamp, to bytes: inout [UInt8]) {
    guard moment.isFinite else { return append(isPositive: moment.microseconds > 0, to: &bytes) }
    append(moment.date, to: &bytes)
    bytes.append(0x54)
    append(TimeOfDay(microseconds: moment.timeOfDay), to: &bytes)
  }

  /// `12:34:56`, with a fraction of up to six digits only where there is one.
  package static func append(_ time: TimeOfDay, to bytes: inout [UInt8]) {
    append(time.hour, to: &bytes)
    bytes.append(0x3A)
    append(time.minute, to: &bytes)
    bytes.append(0x3A)
    append(time.second, to: &bytes)
    appendFraction(Int(time.microseconds % 1_000_000), to: &bytes)
  }

  /// `.5` for 500 000 microseconds; nothing for none.
  package static func appendFraction(_ microseconds: Int, to bytes: inout [UInt8]) {
    guard microseconds != 0 else { return }
    bytes.append(0x2E)
    append(UInt64(microseconds.magnitude), width: 6, to: &bytes)
    while bytes.last == 0x30 { bytes.removeLast() }
  }

  /// Two digits, or more for what has more.
  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    guard (0...99).contains(value) else { return append(UInt64(value.magnitude), width: 2, to: &bytes) }
    bytes.append(UInt8(truncatingIfNeeded: value / 10) + 0x30)
    bytes.append(UInt8(truncatingIfNeeded: value % 10) + 0x30)
  }

  private static func append(isPositive: Bool, to bytes: inout [UInt8]) {
    bytes += (isPositive ? "infinity" : "-infinity").utf8
  }

  /// A text of its own.
  static func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
