import AugerColumns
import AugerExpressions
import AugerQuery

/// When the clocks of a time zone are set, in seconds: what a scheduler that walks through decades asks for.
struct ZoneRules: Sendable {
  private static let second: Int64 = 1_000_000

  /// Nil for UTC.
  private let table: ZoneTable?

  static let utc = ZoneRules(table: nil)

  private static let known = Locked<[(identifier: String, rules: ZoneRules)]>([])

  /// Nil for a name that is no time zone.
  static func named(_ identifier: String) -> ZoneRules? {
    if identifier == "UTC" { return .utc }
    if let entry = known.withLock({ $0.first { $0.identifier == identifier } }) { return entry.rules }
    // Abbreviations, which mean different zones to different people, and fixed offsets are no zones of a schedule.
    guard identifier.contains("/"), let table = ZoneTable(identifier) else { return nil }
    let rules = ZoneRules(table: table)
    known.withLock { $0.append((identifier, rules)) }
    return rules
  }

  /// Seconds that the wall clock is ahead of UTC.
  func offset(at second: Int64) -> Int64 { (table?.offset(at: Self.instant(second)) ?? 0) / Self.second }

  /// The next moment at which clocks are set.
  func change(after second: Int64) -> Int64? {
    table?.change(after: Self.instant(second)).map { $0 / Self.second }
  }

  /// In microseconds; the last there is for one that is too far away.
  private static func instant(_ second: Int64) -> Int64 {
    let (instant, overflow) = second.multipliedReportingOverflow(by: Self.second)
    return overflow ? (second < 0 ? .min : .max) : instant
  }

  /// The first moment at which the wall clock shows a time; the end of the gap for a time that it never shows.
  func moment(ofWallClock local: Int64) -> Int64 {
    let day: Int64 = 86_400
    let (before, after) = (offset(at: local - day), offset(at: local + day))
    if before == after { return local - before }
    guard let change = change(after: local - day) else { return local - before }
    if local - before < change { return local - before }
    return max(change, local - after)
  }
}
