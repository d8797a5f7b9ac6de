/// A calendar interval: months, days and microseconds. They are separate because months and days vary in length. It
/// has 16 bytes.
///
/// Intervals are equal if their parts are equal. `P1M` is not `P30D`, because they lead from a date to different
/// dates. For ordering, a month has 30 days and a day 24 hours. Ties are ordered by months, then by days, so that the
/// order is total and agrees with equality.
public struct Interval: Hashable, Sendable, BitwiseCopyable {
  /// The whole months. A year has twelve.
  @usableFromInline package var months: Int32
  /// The whole days. A day can be shorter or longer than 24 hours.
  @usableFromInline package var days: Int32
  /// The remaining time. It can exceed a day.
  @usableFromInline package var microseconds: Int64

  /// Creates an interval. No part is converted to another.
  @inlinable package init(months: Int32 = 0, days: Int32 = 0, microseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.microseconds = microseconds
  }

  /// The length in microseconds, with months of 30 days and days of 24 hours, for ordering.
  package var nominalMicroseconds: Int128 {
    (Int128(months) * 30 + Int128(days)) * Int128(Timestamp.microsecondsPerDay) + Int128(microseconds)
  }
}

extension Interval: Comparable {
  public static func < (a: Interval, b: Interval) -> Bool {
    let (x, y) = (a.nominalMicroseconds, b.nominalMicroseconds)
    if x != y { return x < y }
    return a.months != b.months ? a.months < b.months : a.days < b.days
  }
}

extension Interval: CustomStringConvertible {
  /// The interval in ISO 8601: `P1Y2M3DT4H5M6.7S`. Every part has its own sign, and parts that are 0 are omitted. An
  /// empty interval is `PT0S`.
  public var description: String {
    var text = "P"
    func add(_ value: some BinaryInteger, _ unit: Character) { if value != 0 { text += "\(value)\(unit)" } }
    add(months / 12, "Y")
    add(months % 12, "M")
    add(days, "D")
    if microseconds != 0 {
      text += "T"
      add(microseconds / 3_600_000_000, "H")
      add(microseconds / 60_000_000 % 60, "M")
      let rest = microseconds % 60_000_000
      if rest != 0 {
        let magnitude = Int(rest.magnitude)
        let sign = rest < 0 ? "-" : ""
        let fraction = ValueBytes.text { ValueBytes.appendFraction(magnitude % 1_000_000, to: &$0) }
        text += "\(sign)\(magnitude / 1_000_000)\(fraction)S"
      }
    }
    return text == "P" ? "PT0S" : text
  }
}

extension Interval {
  /// Parses an interval in ISO 8601 with designators: `P1Y2M3W4DT5H6M7.8S`. Each number can have a sign, and a sign
  /// before the `P` applies to all. Nil for other strings, for fractions of units other than seconds, and for values
  /// out of range.
  package init?(_ text: some StringProtocol) {
    var reader = IntervalReader(Array(text.utf8))
    guard let value = reader.read() else { return nil }
    self = value
  }
}

/// Reads the parts of an interval in order, each at most once.
private struct IntervalReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> Interval? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    guard take(UInt8(ascii: "P")) else { return nil }
    var months: Int128 = 0
    var days: Int128 = 0
    var microseconds: Int128 = 0
    // Larger units come first. Units of time follow the T.
    var rank = 0
    var parts = 0
    while at < bytes.count {
      if rank < 5, take(UInt8(ascii: "T")) {
        rank = 5
        guard at < bytes.count else { return nil }
      }
      guard let (number, fraction) = number(), at < bytes.count else { return nil }
      let unit = bytes[at]
      at += 1
      let next: Int
      switch (unit, rank >= 5) {
      case (UInt8(ascii: "Y"), false): (next, months) = (1, months + number * 12)
      case (UInt8(ascii: "M"), false): (next, months) = (2, months + number)
      case (UInt8(ascii: "W"), false): (next, days) = (3, days + number * 7)
      case (UInt8(ascii: "D"), false): (next, days) = (4, days + number)
      case (UInt8(ascii: "H"), true): (next, microseconds) = (6, microseconds + number * 3_600_000_000)
      case (UInt8(ascii: "M"), true): (next, microseconds) = (7, microseconds + number * 60_000_000)
      case (UInt8(ascii: "S"), true): (next, microseconds) = (8, microseconds + number * 1_000_000 + (fraction ?? 0))
      default: return nil
      }
      guard next > rank, fraction == nil || next == 8 else { return nil }
      rank = next
      parts += 1
    }
    let sign: Int128 = isNegative ? -1 : 1
    guard parts > 0, let months = Int32(exactly: months * sign), let days = Int32(exactly: days * sign),
      let microseconds = Int64(exactly: microseconds * sign)
    else { return nil }
    return Interval(months: months, days: days, microseconds: microseconds)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// Returns an integer and the signed microseconds of an optional fraction. Digits after the sixth are dropped.
  private mutating func number() -> (whole: Int128, fraction: Int128?)? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    let sign: Int128 = isNegative ? -1 : 1
    let start = at
    var whole: Int128 = 0
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) {
      whole = whole * 10 + Int128(bytes[at] - 0x30)
      at += 1
      // This exceeds every part and is far from overflow.
      if at - start > 20 { return nil }
    }
    guard at > start else { return nil }
    guard take(UInt8(ascii: ".")) || take(UInt8(ascii: ",")) else { return (whole * sign, nil) }
    let point = at
    var fraction: Int128 = 0
    var scale: Int128 = 100_000
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) {
      fraction += Int128(bytes[at] - 0x30) * scale
      scale /= 10
      at += 1
    }
    return at > point ? (whole * sign, fraction * sign) : nil
  }
}
