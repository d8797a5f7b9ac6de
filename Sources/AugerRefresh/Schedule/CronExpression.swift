import AugerColumns

/// The times that five fields name: minute, hour, day of the month, month, day of the week.
///
/// As in Vixie's cron a day must match both day fields if one of them begins with `*`, and one of them otherwise:
/// `0 0 13 * 5` is every 13th and every Friday. Which moments these are in a time zone is the matter of `Schedule`.
package struct CronExpression: Sendable, Hashable {
  /// As it was written.
  package let text: String
  /// A bit for each value that a field allows; Sunday is bit 0.
  let minutes: UInt64
  let hours: UInt64
  let days: UInt64
  let months: UInt64
  let weekdays: UInt64
  let daysMustMatchBoth: Bool
  /// Whether minute and hour are both named: then a time that a clock change skips is made up for, and one that it
  /// repeats counts once. With a `*` in front of either, time runs on as the clock shows it.
  let namesTimesOfDay: Bool

  /// A combination as of 29 February, a Monday: the longest that a date can wait, with years to spare.
  private static let longestWaitInDays: Int32 = 366 * 45

  /// The first minute after `minute` whose fields match; both count minutes of a wall clock since 1970-01-01 00:00.
  ///
  /// Nil if there is none: `0 0 30 2 *`. Days that do not match are stepped over whole, months too.
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

  /// The first matching minute of a day from `minute` on.
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
  /// The quotient rounded down, before 1970 too.
  func flooredQuotient(_ divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
