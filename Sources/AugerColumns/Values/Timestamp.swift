/// A moment in microseconds since 1970-01-01 00:00, UTC where its column has a zone, wall-clock time where it has none.
public struct Timestamp: Hashable, Sendable, Comparable {
  public var microseconds: Int64

  public static let microsecondsPerSecond: Int64 = 1_000_000
  public static let microsecondsPerDay: Int64 = 86_400_000_000

  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  public init(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0) {
    let seconds = Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    microseconds =
      Int64(date.days) * Self.microsecondsPerDay + seconds * Self.microsecondsPerSecond + Int64(microsecond)
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// The day that holds the moment; rounds down before 1970 too.
  public var date: CivilDate {
    CivilDate(days: Int32(clamping: Self.floorDivide(microseconds, Self.microsecondsPerDay)))
  }

  /// Microseconds since midnight, 0 ..< 86 400 000 000.
  public var timeOfDay: Int64 {
    microseconds - Self.floorDivide(microseconds, Self.microsecondsPerDay) * Self.microsecondsPerDay
  }

  public var hour: Int { Int(timeOfDay / 3_600_000_000) }
  public var minute: Int { Int(timeOfDay / 60_000_000 % 60) }
  public var second: Int { Int(timeOfDay / 1_000_000 % 60) }

  @inlinable static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601 without a zone: `2024-02-29T12:34:56`, with a fraction of up to six digits only where there is one.
  public var description: String {
    var text = "\(date)T\(CivilDate.padded(hour, 2)):\(CivilDate.padded(minute, 2)):\(CivilDate.padded(second, 2))"
    let fraction = Int(timeOfDay % Self.microsecondsPerSecond)
    if fraction != 0 {
      var digits = CivilDate.padded(fraction, 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text
  }
}
