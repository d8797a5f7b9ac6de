import AugerColumns

/// The times that five fields specify: minute, hour, day of the month, month, day of the week.
///
/// The rule for days is that of Vixie cron. If one of the day fields starts with `*`, both must match. Otherwise one
/// match is enough: `0 0 13 * 5` is every 13th and every Friday. `Schedule` converts these times to moments in a time
/// zone.
package struct CronExpression: Sendable, Hashable {
  /// The expression in its original spelling.
  package let text: String
  /// One bit for each allowed value. Sunday is bit 0.
  let minutes: UInt64
  let hours: UInt64
  let days: UInt64
  let months: UInt64
  let weekdays: UInt64
  let daysMustMatchBoth: Bool
  /// True if minute and hour are both specified. Then a time in the gap of a clock change runs after it, and a repeated
  /// time runs once.
  ///
  /// If either field starts with `*`, the job follows the wall clock.
  let namesTimesOfDay: Bool

  /// The longest time between two matches, for example 29 February on a Monday, with a margin of years.
  private static let longestWaitInDays: Int32 = 366 * 45

  /// Returns the first match after `minute`. Both are minutes of a wall clock since 1970-01-01 00:00.
  ///
  /// Returns nil if no date matches: `0 0 30 2 *`. The search skips days and months that do not match.
  func next(after minute: Int64) -> Int64? {
    let start = minute + 1
    let firstDay = Int32(clamping: start.flooredQuotient(1440))
    let minuteOfFirstDay = Int(start - Int64(firstDay) * 1440)
    let lastDay = firstDay + Self.longestWaitInDays
    var day = firstDay
    while day <= lastDay {
      let (year, month, dayOfMonth) = CivilDate(days: day).components
      if months >> UInt64(month) & 1 == 0 {
        day += Int32(CivilDate.daysInMonth(year: year, month: month) - dayOfMonth + 1)
        continue
      }
      if matches(day: day, dayOfMonth: dayOfMonth),
        let time = time(from: day == firstDay ? minuteOfFirstDay : 0)
      {
        return Int64(day) * 1440 + Int64(time)
      }
      day += 1
    }
    return nil
  }

  private func matches(day: Int32, dayOfMonth: Int) -> Bool {
    let byDay = days >> UInt64(dayOfMonth) & 1 == 1
    let byWeekday = weekdays >> UInt64(CivilDate(days: day).dayNumber - 1) & 1 == 1
    return daysMustMatchBoth ? byDay && byWeekday : byDay || byWeekday
  }

  /// Returns the first matching minute of a day at or after `minute`.
  private func time(from minute: Int) -> Int? {
    let hour = minute / 60
    if hours >> UInt64(hour) & 1 == 1 {
      let rest = minutes >> UInt64(minute % 60)
      if rest != 0 { return minute + rest.trailingZeroBitCount }
    }
    guard hour < 23 else { return nil }
    let later = hours >> UInt64(hour + 1)
    guard later != 0 else { return nil }
    return (hour + 1 + later.trailingZeroBitCount) * 60 + minutes.trailingZeroBitCount
  }
}

extension Int64 {
  /// Returns the quotient rounded down, also before 1970.
  func flooredQuotient(_ divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
