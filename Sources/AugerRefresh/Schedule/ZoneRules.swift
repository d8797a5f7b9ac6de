import AugerColumns
import AugerQuery
import Foundation

/// When the clocks of a time zone are set, from 1970 to 2100; after that they stay.
///
/// A value made once from Foundation's data: a scheduler walks through decades without asking for every step.
struct ZoneRules: Sendable {
  /// A moment, in seconds since 1970, from which on an offset holds.
  private struct Change {
    var at: Int64
    var offset: Int64
  }

  private let changes: [Change]
  private let first: Int64

  static let utc = ZoneRules(changes: [], first: 0)

  private init(changes: [Change], first: Int64) {
    self.changes = changes
    self.first = first
  }

  private static let known = Locked<[(identifier: String, rules: ZoneRules)]>([])

  /// Nil for a name that is no time zone.
  static func named(_ identifier: String) -> ZoneRules? {
    if identifier == "UTC" { return .utc }
    if let entry = known.withLock({ $0.first { $0.identifier == identifier } }) { return entry.rules }
    // Foundation also takes abbreviations, which mean different zones to different people.
    guard identifier.contains("/"), let zone = TimeZone(identifier: identifier) else { return nil }
    let rules = ZoneRules(zone)
    known.withLock { $0.append((identifier, rules)) }
    return rules
  }

  /// No zone has set its clocks twice within a week and back.
  private init(_ zone: TimeZone) {
    func offset(_ second: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }
    let week: Int64 = 7 * 86_400
    let end = Int64(CivilDate.daysFromCivil(year: 2100, month: 1, day: 1)) * 86_400
    var changes: [Change] = []
    var before = offset(0)
    first = before
    for start in stride(from: Int64(0), to: end, by: Int64.Stride(week)) {
      let after = offset(start + week)
      guard after != before else { continue }
      var (low, high) = (start, start + week)
      while high - low > 1 {
        let middle = (low + high) / 2
        if offset(middle) == before { low = middle } else { high = middle }
      }
      changes.append(Change(at: high, offset: after))
      before = after
    }
    self.changes = changes
  }

  /// Index of the first change after a moment.
  private func index(after second: Int64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Seconds that the wall clock is ahead of UTC.
  func offset(at second: Int64) -> Int64 {
    let index = index(after: second)
    return index == 0 ? first : changes[index - 1].offset
  }

  /// The next moment at which clocks are set.
  func change(after second: Int64) -> Int64? {
    let index = index(after: second)
    return index < changes.count ? changes[index].at : nil
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
