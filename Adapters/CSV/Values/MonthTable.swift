import AugerColumns

/// A cache of the months of a date column. Most rows share a few months, so the days before a month are computed once
/// per month instead of once per row.
package struct MonthTable {
  private struct Month {
    /// The first eight bytes of its dates, `YYYY-MM-`. 0 if the slot is free.
    var text: UInt64 = 0
    var firstDay: Int32 = 0
    var dayCount: Int32 = 0
  }

  package init() {}

  private var months = [Month](repeating: Month(), count: 256)

  /// Reads `YYYY-MM-DD` like `TemporalText.date`.
  @inline(__always)
  package mutating func date(_ text: borrowing Span<UInt8>) -> CivilDate? {
    guard text.count == 10 else { return nil }
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(text[index]) << UInt64(8 * index) }
    let tens = text[8] &- 0x30
    let ones = text[9] &- 0x30
    guard tens <= 9, ones <= 9 else { return nil }
    // The digits that differ most: the last two of the year, and the month.
    let place = Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if months[place].text != word {
      guard let month = Self.month(text, word) else { return nil }
      months[place] = month
    }
    let day = Int32(tens) * 10 + Int32(ones)
    guard day >= 1, day <= months[place].dayCount else { return nil }
    return CivilDate(days: months[place].firstDay + day - 1)
  }

  @inline(never)
  private static func month(_ text: borrowing Span<UInt8>, _ word: UInt64) -> Month? {
    var first: [UInt8] = []
    for index in 0..<8 { first.append(text[index]) }
    first += [0x30, 0x31]
    guard let date = TemporalText.date(first.span) else { return nil }
    let (year, month, _) = date.components
    return Month(
      text: word, firstDay: date.days,
      dayCount: Int32(truncatingIfNeeded: CivilDate.daysInMonth(year: year, month: month)))
  }

  /// Reads a moment like `TemporalText.moment`.
  @inline(__always)
  package mutating func moment(_ text: borrowing Span<UInt8>) -> TemporalText.Moment? {
    guard text.count >= 10, let date = date(text.extracting(0..<10)) else { return nil }
    return TemporalText.moment(text, on: date)
  }
}
