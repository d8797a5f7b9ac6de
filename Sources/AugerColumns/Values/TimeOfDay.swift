/// A time of day in microseconds since midnight, from 00:00:00 to 24:00:00 inclusive.
///
/// 24:00:00 is a separate value: it follows every other time and does not equal midnight.
public struct TimeOfDay: Hashable, Sendable, Comparable {
  /// The microseconds since midnight.
  @usableFromInline package var microseconds: Int64

  @inlinable package init(microseconds: Int64) { self.microseconds = microseconds }

  /// Creates a time of day. Nil if it does not exist. The hour 24 is valid only with zeros.
  public init?(hour: Int, minute: Int, second: Int = 0, microsecond: Int = 0) {
    guard (0...24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1_000_000).contains(microsecond)
    else { return nil }
    microseconds = (Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)) * 1_000_000 + Int64(microsecond)
    guard microseconds <= Self.endOfDay.microseconds else { return nil }
  }

  /// 24:00:00.
  package static let endOfDay = TimeOfDay(microseconds: Timestamp.microsecondsPerDay)

  package var isValid: Bool { microseconds >= 0 && microseconds <= Timestamp.microsecondsPerDay }

  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.microseconds < b.microseconds }

  /// 0...24.
  package var hour: Int { Int(microseconds / 3_600_000_000) }
  package var minute: Int { Int(microseconds / 60_000_000 % 60) }
  package var second: Int { Int(microseconds / 1_000_000 % 60) }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `HH:MM:SS`, followed by a fraction of up to six digits if it is not zero.
  public var description: String { ValueBytes.text { ValueBytes.append(self, to: &$0) } }
}

extension TemporalText {
  /// Parses exactly `HH:MM[:SS[.fraction]]`, up to 24:00:00. Digits after microseconds are dropped.
  package static func time(_ text: borrowing Span<UInt8>) -> TimeOfDay? {
    let count = text.count
    guard count >= 5, text[2] == 0x3A, let hour = digits(text, 0, 2), let minute = digits(text, 3, 2) else {
      return nil
    }
    if count == 5 { return TimeOfDay(hour: hour, minute: minute) }
    guard count >= 8, text[5] == 0x3A, let second = digits(text, 6, 2) else { return nil }
    var microsecond = 0
    if count > 8 {
      guard count > 9, text[8] == 0x2E || text[8] == 0x2C else { return nil }
      var scale = 100_000
      for at in 9..<count {
        let digit = text[at] &- 0x30
        if digit > 9 { return nil }
        microsecond += Int(digit) * scale
        scale /= 10
      }
    }
    return TimeOfDay(hour: hour, minute: minute, second: second, microsecond: microsecond)
  }
}
