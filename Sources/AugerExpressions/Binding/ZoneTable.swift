import AugerColumns
import AugerDiagnostics
import Foundation

/// When the clocks of a time zone were changed, and by how much they differ from UTC: looked up once for each zone,
/// then a binary search for each row.
///
/// Changes from 1800 to 2200 are known, beyond them the nearest offset holds.
package struct ZoneTable: Sendable, HasName {
  /// `Europe/Berlin`, or a fixed `+02:00`.
  package let name: String
  /// In microseconds of UTC, ascending: from `starts[i]` on `offsets[i + 1]` holds.
  private let starts: [Int64]
  /// The same moments as the clocks show them after the change.
  private let localStarts: [Int64]
  private let offsets: [Int64]

  private static let first = Date(timeIntervalSince1970: -5_364_662_400)
  private static let last = Date(timeIntervalSince1970: 7_258_118_400)

  package static func isKnown(_ name: String) -> Bool { fixed(name) != nil || TimeZone(identifier: name) != nil }

  /// Nil where there is no such zone.
  package init?(_ name: String) {
    guard let zone = Self.fixed(name) ?? TimeZone(identifier: name) else { return nil }
    self.name = name
    var starts: [Int64] = []
    var offsets = [Self.offset(zone, Self.first)]
    var at = Self.first
    while let next = zone.nextDaylightSavingTimeTransition(after: at), next > at, next < Self.last {
      at = next
      let offset = Self.offset(zone, next)
      if offset == offsets[offsets.count - 1] { continue }
      starts.append(Int64(clamping: next.timeIntervalSince1970.rounded()) * Timestamp.microsecondsPerSecond)
      offsets.append(offset)
    }
    self.starts = starts
    self.offsets = offsets
    // A time that clocks skip lies before its change, one that they show twice behind it.
    localStarts = zip(starts, offsets.dropFirst()).map { $0 + $1 }
  }

  /// Whether its clocks show UTC.
  var isUTC: Bool { starts.isEmpty && offsets[0] == 0 }

  /// What the clocks show at an instant; an infinity is one everywhere.
  func wallClock(of instant: Int64) -> Int64 {
    if !Timestamp(microseconds: instant).isFinite { return instant }
    return instant &+ offsets[Self.count(of: starts, upTo: instant)]
  }

  /// The instant at which the clocks show a time.
  func instant(of wallClock: Int64) -> Int64 {
    if !Timestamp(microseconds: wallClock).isFinite { return wallClock }
    return wallClock &- offsets[Self.count(of: localStarts, upTo: wallClock)]
  }

  /// Microseconds that the clocks are ahead of UTC.
  package func offset(at instant: Int64) -> Int64 { offsets[Self.count(of: starts, upTo: instant)] }

  /// The next instant at which the clocks are set.
  package func change(after instant: Int64) -> Int64? {
    let next = Self.count(of: starts, upTo: instant)
    return next < starts.count ? starts[next] : nil
  }

  /// How many starts are not behind the moment.
  private static func count(of starts: [Int64], upTo moment: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func offset(_ zone: TimeZone, _ date: Date) -> Int64 {
    Int64(zone.secondsFromGMT(for: date)) * Timestamp.microsecondsPerSecond
  }

  /// `Z`, `+02:00`, `-0530`, `+02`.
  private static func fixed(_ name: String) -> TimeZone? {
    if name == "Z" { return TimeZone(secondsFromGMT: 0) }
    guard let sign = name.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = name.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let minutes = digits.count == 2 ? number * 60 : number / 100 * 60 + number % 100
    return TimeZone(secondsFromGMT: (sign == UInt8(ascii: "-") ? -60 : 60) * minutes)
  }
}
