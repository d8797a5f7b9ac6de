import AugerColumns
import AugerDiagnostics
import Foundation

/// The offsets of a time zone from UTC and the times at which they change. Each zone is read once, and each row needs
/// a binary search.
///
/// The table covers the years 1800 to 2200. Outside them, the nearest offset applies.
package struct ZoneTable: Sendable, HasName {
  /// `Europe/Berlin`, or a fixed `+02:00`.
  package let name: String
  /// Changes in microseconds of UTC, ascending. From `starts[i]`, the offset is `offsets[i + 1]`.
  private let starts: [Int64]
  /// The same changes in local time after the change.
  private let localStarts: [Int64]
  private let offsets: [Int64]

  private static let first = Date(timeIntervalSince1970: -5_364_662_400)
  private static let last = Date(timeIntervalSince1970: 7_258_118_400)

  package static func isKnown(_ name: String) -> Bool { fixed(name) != nil || TimeZone(identifier: name) != nil }

  /// Creates the table of a zone. Nil if the zone is not known.
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
    // A skipped local time precedes its change, and a repeated one follows it.
    localStarts = zip(starts, offsets.dropFirst()).map { $0 + $1 }
  }

  /// True if local time is UTC.
  var isUTC: Bool { starts.isEmpty && offsets[0] == 0 }

  /// Returns the local time of an instant. Infinities do not change.
  func wallClock(of instant: Int64) -> Int64 {
    if !Timestamp(microseconds: instant).isFinite { return instant }
    return instant &+ offsets[Self.count(of: starts, upTo: instant)]
  }

  /// Returns the instant of a local time.
  func instant(of wallClock: Int64) -> Int64 {
    if !Timestamp(microseconds: wallClock).isFinite { return wallClock }
    return wallClock &- offsets[Self.count(of: localStarts, upTo: wallClock)]
  }

  /// Returns the offset of local time from UTC in microseconds.
  package func offset(at instant: Int64) -> Int64 { offsets[Self.count(of: starts, upTo: instant)] }

  /// Returns the next instant at which the offset changes.
  package func change(after instant: Int64) -> Int64? {
    let next = Self.count(of: starts, upTo: instant)
    return next < starts.count ? starts[next] : nil
  }

  /// Returns the number of starts up to and including a moment.
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

  /// Returns the zone of a fixed offset: `Z`, `+02:00`, `-0530`, `+02`.
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
