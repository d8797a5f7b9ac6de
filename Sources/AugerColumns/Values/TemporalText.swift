/// Parsers for dates and times in ISO 8601 that do not allocate memory.
package enum TemporalText {
  /// Parses exactly `YYYY-MM-DD`. Nil for other strings and for days that do not exist.
  @inlinable package static func date(_ text: borrowing Span<UInt8>) -> CivilDate? {
    guard text.count == 10, text[4] == 0x2D, text[7] == 0x2D,
      let year = digits(text, 0, 4), let month = digits(text, 5, 2), let day = digits(text, 8, 2)
    else { return nil }
    return valid(year, month, day)
  }

  @usableFromInline static func valid(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: day)
  }

  /// A timestamp. `hasOffset` is true if the text contained an offset from UTC, which is then applied.
  package struct Moment: Sendable, Hashable {
    package var timestamp: Timestamp
    package var hasOffset: Bool

    package init(timestamp: Timestamp, hasOffset: Bool) {
      self.timestamp = timestamp
      self.hasOffset = hasOffset
    }
  }

  /// Parses `YYYY-MM-DD`, then optionally `T` or a space and `HH:MM[:SS[.fraction]]`, then optionally `Z`, `±HH`,
  /// `±HHMM` or `±HH:MM`.
  ///
  /// Digits after microseconds are dropped, and a date alone means midnight. Nil for other strings, and if the offset
  /// leads to a year outside 0 to 9999.
  package static func moment(_ text: borrowing Span<UInt8>) -> Moment? {
    guard text.count >= 10, let date = date(text.extracting(0..<10)) else { return nil }
    return moment(text, on: date)
  }

  /// Parses a moment whose first ten bytes are already parsed.
  package static func moment(_ text: borrowing Span<UInt8>, on date: CivilDate) -> Moment? {
    let count = text.count
    if count == 10 { return Moment(timestamp: Timestamp(date), hasOffset: false) }
    guard count >= 16, text[10] == 0x54 || text[10] == 0x20 || text[10] == 0x74, text[13] == 0x3A,
      let hour = digits(text, 11, 2), let minute = digits(text, 14, 2), hour < 24, minute < 60
    else { return nil }
    var at = 16
    var second = 0
    var microsecond = 0
    if at < count, text[at] == 0x3A {
      guard count >= at + 3, let value = digits(text, at + 1, 2), value < 60 else { return nil }
      second = value
      at += 3
      if at < count, text[at] == 0x2E || text[at] == 0x2C {
        at += 1
        var scale = 100_000
        let start = at
        while at < count, text[at] >= 0x30, text[at] <= 0x39 {
          microsecond += Int(text[at] - 0x30) * scale
          scale /= 10
          at += 1
        }
        if at == start { return nil }
      }
    }
    var timestamp = Timestamp(date, hour: hour, minute: minute, second: second, microsecond: microsecond)
    if at == count { return Moment(timestamp: timestamp, hasOffset: false) }
    if at + 1 == count, text[at] == 0x5A || text[at] == 0x7A { return Moment(timestamp: timestamp, hasOffset: true) }
    guard text[at] == 0x2B || text[at] == 0x2D, count >= at + 3, let hours = digits(text, at + 1, 2) else { return nil }
    let sign: Int64 = text[at] == 0x2D ? -1 : 1
    var minutes = 0
    var next = at + 3
    if next < count {
      if text[next] == 0x3A { next += 1 }
      guard next + 2 == count, let value = digits(text, next, 2) else { return nil }
      minutes = value
    }
    guard hours < 24, minutes < 60 else { return nil }
    timestamp.microseconds -= sign * Int64(hours * 60 + minutes) * 60 * Timestamp.microsecondsPerSecond
    guard writableDays.contains(timestamp.date.days) else { return nil }
    return Moment(timestamp: timestamp, hasOffset: true)
  }

  /// The days of the years 0 to 9999.
  private static let writableDays =
    CivilDate.daysFromCivil(year: 0, month: 1, day: 1)...CivilDate.daysFromCivil(year: 9999, month: 12, day: 31)

  @inlinable static func digits(_ text: borrowing Span<UInt8>, _ from: Int, _ count: Int) -> Int? {
    var value = 0
    for i in from..<from + count {
      let digit = text[i] &- 0x30
      if digit > 9 { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
