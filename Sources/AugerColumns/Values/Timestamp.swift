/// A moment in microseconds since 1970-01-01 00:00. It is in UTC if its column has a zone, otherwise a wall-clock
/// time.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// The microseconds since 1970-01-01 00:00. The largest and the smallest number mean infinity.
  public var microseconds: Int64

  package static let microsecondsPerSecond: Int64 = 1_000_000
  @usableFromInline package static let microsecondsPerDay: Int64 = 86_400_000_000

  /// Creates the moment `microseconds` microseconds after 1970-01-01 00:00.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  /// A moment after every other: `infinity`.
  package static let infinity = Timestamp(microseconds: .max)
  /// A moment before every other.
  package static let negativeInfinity = Timestamp(microseconds: .min)

  /// True if this is a moment, not an infinity. The components of an infinity have no meaning.
  @inlinable package var isFinite: Bool { microseconds != .max && microseconds != .min }

  /// Parses `infinity` and `-infinity`, in any case.
  package init?(infinity text: some StringProtocol) {
    guard let date = CivilDate(infinity: text) else { return nil }
    self.init(date)
  }

  /// Returns the first microsecond of a day, or infinity for an infinity. Days outside the years ±292 000 give the
  /// nearest moment, so that the order is preserved.
  @inlinable package static func midnight(_ days: Int32) -> Int64 {
    if days == .max { return .max }
    if days == .min { return .min }
    let (product, overflow) = Int64(days).multipliedReportingOverflow(by: microsecondsPerDay)
    return overflow ? (days < 0 ? .min + 1 : .max - 1) : product
  }

  /// Creates the moment of a date and a time. An infinite date gives an infinity, regardless of the time.
  public init(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0) {
    let seconds = Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    microseconds = Self.midnight(date.days)
    if date.isFinite {
      let (sum, overflow) = microseconds.addingReportingOverflow(
        seconds * Self.microsecondsPerSecond + Int64(microsecond))
      if !overflow { microseconds = sum }
    }
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// The day of the moment, also rounded down before 1970. An infinity gives the infinite date.
  package var date: CivilDate {
    if !isFinite { return microseconds > 0 ? .infinity : .negativeInfinity }
    return CivilDate(days: Int32(clamping: Self.floorDivide(microseconds, Self.microsecondsPerDay)))
  }

  /// The microseconds since midnight, 0 ..< 86 400 000 000.
  package var timeOfDay: Int64 {
    let rest = microseconds % Self.microsecondsPerDay
    return rest < 0 ? rest + Self.microsecondsPerDay : rest
  }

  package var hour: Int { Int(timeOfDay / 3_600_000_000) }
  package var minute: Int { Int(timeOfDay / 60_000_000 % 60) }
  package var second: Int { Int(timeOfDay / 1_000_000 % 60) }

  @inlinable static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in ISO 8601 without a zone: `2024-02-29T12:34:56`, followed by a fraction of up to six digits if it
  /// is not zero. Infinities are `infinity` and `-infinity`.
  public var description: String { ValueBytes.text { ValueBytes.append(self, to: &$0) } }
}
