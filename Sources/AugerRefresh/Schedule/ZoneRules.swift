import AugerColumns
import AugerExpressions
import AugerQuery

/// The clock changes of a time zone in seconds, for a scheduler that searches decades.
struct ZoneRules: Sendable {
  private static let second: Int64 = 1_000_000

  /// The transitions of the zone. Nil for UTC.
  private let table: ZoneTable?

  static let utc = ZoneRules(table: nil)

  private static let known = Locked<[(identifier: String, rules: ZoneRules)]>([])

  /// Returns nil if the name is not a time zone.
  static func named(_ identifier: String) -> ZoneRules? {
    if identifier == "UTC" { return .utc }
    if let entry = known.withLock({ $0.first { $0.identifier == identifier } }) { return entry.rules }
    // Reject abbreviations, which are ambiguous, and fixed offsets.
    guard identifier.contains("/"), let table = ZoneTable(identifier) else { return nil }
    let rules = ZoneRules(table: table)
    known.withLock { $0.append((identifier, rules)) }
    return rules
  }

  /// Returns the number of seconds by which the wall clock is ahead of UTC.
  func offset(at second: Int64) -> Int64 { (table?.offset(at: Self.instant(second)) ?? 0) / Self.second }

  /// Returns the next moment of a clock change.
  func change(after second: Int64) -> Int64? {
    table?.change(after: Self.instant(second)).map { $0 / Self.second }
  }

  /// Returns the moment in microseconds, or the last representable moment if it is out of range.
  private static func instant(_ second: Int64) -> Int64 {
    let (instant, overflow) = second.multipliedReportingOverflow(by: Self.second)
    return overflow ? (second < 0 ? .min : .max) : instant
  }

  /// Returns the first moment at which the wall clock shows a time, or the end of the gap if it never shows that time.
  func moment(ofWallClock local: Int64) -> Int64 {
    let day: Int64 = 86_400
    let (before, after) = (offset(at: local - day), offset(at: local + day))
    if before == after { return local - before }
    guard let change = change(after: local - day) else { return local - before }
    if local - before < change { return local - before }
    return max(change, local - after)
  }
}
