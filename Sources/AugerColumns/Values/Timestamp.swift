/// A moment in microseconds since 1970-01-01 00:00, UTC where its column has a zone, wall-clock time where it has none.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// Microseconds since 1970-01-01 00:00; the largest and the smallest number stand for infinity.
  public var microseconds: Int64

  package static let microsecondsPerSecond: Int64 = 1_000_000
  @usableFromInline package static let microsecondsPerDay: Int64 = 86_400_000_000

  /// The moment so many microseconds after 1970-01-01 00:00.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  /// After every moment: `infinity`.
  package static let infinity = Timestamp(microseconds: .max)
  /// Before every moment.
  package static let negativeInfinity = Timestamp(microseconds: .min)

  /// Whether this is a moment, not an infinity. Parts of an infinity have no meaning.
  @inlinable package var isFinite: Bool { microseconds != .max && microseconds != .min }

  /// Reads `infinity` and `-infinity`, in any case.
  package init?(infinity text: some StringProtocol) {
    guard let date = CivilDate(infinity: text) else { return nil }
    self.init(date)
  }

  /// The first microsecond of a day; of an infinity, infinity. Days beyond the years ±292 000 give the nearest moment
  /// there is, so that order is kept.
  @inlinable package static func midnight(_ days: Int32) -> Int64 {
    if days == .max { return .max }
    if days == .min { return .min }
    let (product, overflow) = Int64(days).multipliedReportingOverflow(by: microsecondsPerDay)
    return overflow ? (days < 0 ? .min + 1 : .max - 1) : product
  }

  /// An infinite date gives the infinity, whatever the time.
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

  /// The day that holds the moment; rounds down before 1970 too. Of an infinity, that infinity.
  package var date: CivilDate {
    if !isFinite { return microseconds > 0 ? .infinity : .negativeInfinity }
    return CivilDate(days: Int32(clamping: Self.floorDivide(microseconds, Self.microsecondsPerDay)))
  }

  /// Microseconds since midnight, 0 ..< 86 400 000 000.
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
  /// ISO 8601 without a zone: `2024-02-29T12:34:56`, with a fraction of up to six digits only where there is one;
  /// `infinity`, `-infinity`.
  public var description: String { ValueBytes.text { ValueBytes.append(self, to: &$0) } }
}
