/// A day of the proleptic Gregorian calendar, counted from 1970-01-01 as day 0.
public struct CivilDate: Hashable, Sendable, Comparable {
  /// The days since 1970-01-01. The largest and the smallest number mean infinity.
  public var days: Int32

  /// Creates the date `days` days after 1970-01-01.
  @inlinable public init(days: Int32) { self.days = days }

  /// Creates a date. Nil if the day does not exist. Years are −9999...9999 (0 is 1 BC).
  public init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(year: year, month: month)
    else { return nil }
    days = Self.daysFromCivil(year: year, month: month, day: day)
  }

  /// A date after every day: `infinity`. Its number is that of 5881580-07-11.
  package static let infinity = CivilDate(days: .max)
  /// A date before every day.
  package static let negativeInfinity = CivilDate(days: .min)

  /// True if this is a day, not an infinity. The components of an infinity have no meaning.
  @inlinable package var isFinite: Bool { days != .max && days != .min }

  /// Parses `infinity` and `-infinity`, in any case.
  package init?(infinity text: some StringProtocol) {
    switch text.lowercased() {
    case "infinity": self = .infinity
    case "-infinity": self = .negativeInfinity
    default: return nil
    }
  }

  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.days < b.days }

  package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  package static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days since 1970-01-01, by era arithmetic on a year that begins in March, without tables and loops.
  @inlinable package static func daysFromCivil(year: Int, month: Int, day: Int) -> Int32 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int32(truncatingIfNeeded: era * 146_097 + dayOfEra - 719_468)
  }

  @inlinable package var components: (year: Int, month: Int, day: Int) {
    let z = Int(days) + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The year of the proleptic Gregorian calendar. 0 is the year before 1.
  public var year: Int { components.year }
  /// The month, from 1.
  public var month: Int { components.month }
  /// The day of the month, from 1.
  public var day: Int { components.day }

  /// The day of the week, 1 = Sunday ... 7 = Saturday, like MAKit's DayNumber.
  package var dayNumber: Int {
    let sinceSunday = (Int(days) + 4) % 7
    return (sinceSunday < 0 ? sinceSunday + 7 : sinceSunday) + 1
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date in ISO 8601: `2024-02-29`. Years outside 0...9999 have a sign. Infinities are `infinity` and
  /// `-infinity`.
  public var description: String { ValueBytes.text { ValueBytes.append(self, to: &$0) } }
}
