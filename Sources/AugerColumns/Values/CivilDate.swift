/// A day of the proleptic Gregorian calendar, counted from 1970-01-01 as day 0.
public struct CivilDate: Hashable, Sendable, Comparable {
  /// Days since 1970-01-01; the largest and the smallest number stand for infinity.
  public var days: Int32

  /// The date so many days after 1970-01-01.
  @inlinable public init(days: Int32) { self.days = days }

  /// Nil where there is no such day. Years −9999...9999 (0 is 1 BC).
  public init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(year: year, month: month)
    else { return nil }
    days = Self.daysFromCivil(year: year, month: month, day: day)
  }

  /// After every day: `infinity`. It stands where 5881580-07-11 would.
  package static let infinity = CivilDate(days: .max)
  /// Before every day.
  package static let negativeInfinity = CivilDate(days: .min)

  /// Whether this is a day, not an infinity. Parts of an infinity have no meaning.
  @inlinable package var isFinite: Bool { days != .max && days != .min }

  /// Reads `infinity` and `-infinity`, in any case.
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

  /// Days since 1970-01-01 by era arithmetic on a year that begins in March; no table, no loop.
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

  /// The year of the proleptic Gregorian calendar; 0 is the year before 1.
  public var year: Int { components.year }
  /// The month, from 1.
  public var month: Int { components.month }
  /// The day of the month, from 1.
  public var day: Int { components.day }

  /// 1 = Sunday ... 7 = Saturday, as MAKit's DayNumber counts.
  package var dayNumber: Int {
    let sinceSunday = (Int(days) + 4) % 7
    return (sinceSunday < 0 ? sinceSunday + 7 : sinceSunday) + 1
  }
}

extension CivilDate: CustomStringConvertible {
  /// ISO 8601: `2024-02-29`; years outside 0...9999 carry a sign. Infinities are `infinity` and `-infinity`.
  public var description: String { ValueBytes.text { ValueBytes.append(self, to: &$0) } }
}
