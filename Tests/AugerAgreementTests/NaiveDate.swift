import AugerColumns
import Foundation

/// Date functions that count days. Functions with a time zone use Foundation's calendar.
enum NaiveDate {
  private static let parts: Set<String> = [
    "year", "quarter", "month", "day", "daynumber", "week", "weekyear", "hour", "minute", "second", "fiscalyear",
    "fiscalquarter",
  ]

  private static let berlin: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? calendar.timeZone
    return calendar
  }()

  private static func microseconds(_ value: Scalar) -> Int64? {
    switch value {
    case .date(let date): Int64(date.days) * 86_400_000_000
    case .timestamp(let moment): moment.microseconds
    default: nil
    }
  }

  private static func day(_ microseconds: Int64) -> CivilDate {
    CivilDate(days: Int32((Double(microseconds) / 86_400_000_000).rounded(.down)))
  }

  private static func civil(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: day)
  }

  /// Returns a part of a date. Nil if `name` is not a date part. The fiscal year begins in April.
  static func part(_ name: String, _ value: Scalar, isZoned: Bool) -> Int? {
    guard parts.contains(name), let moment = microseconds(value) else { return nil }
    if isZoned {
      let date = Date(timeIntervalSince1970: Double(moment) / 1_000_000)
      let found = berlin.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday, .weekOfYear, .yearForWeekOfYear], from: date)
      switch name {
      case "year": return found.year
      case "month": return found.month
      case "quarter": return found.month.map { ($0 + 2) / 3 }
      case "day": return found.day
      case "daynumber": return found.weekday
      case "week": return found.weekOfYear
      case "weekyear": return found.yearForWeekOfYear
      case "hour": return found.hour
      case "minute": return found.minute
      case "second": return found.second
      case "fiscalyear": return found.year.map { $0 + ((found.month ?? 1) >= 4 ? 1 : 0) }
      default: return found.month.map { ($0 + 8) % 12 / 3 + 1 }
      }
    }
    let date = day(moment)
    let (year, month, dayOfMonth) = date.components
    let timeOfDay = Int((moment - Int64(date.days) * 86_400_000_000) / 1_000_000)
    switch name {
    case "year": return year
    case "month": return month
    case "quarter": return (month + 2) / 3
    case "day": return dayOfMonth
    case "daynumber": return date.dayNumber
    case "hour": return timeOfDay / 3600
    case "minute": return timeOfDay / 60 % 60
    case "second": return timeOfDay % 60
    case "fiscalyear": return year + (month >= 4 ? 1 : 0)
    case "fiscalquarter": return (month + 8) % 12 / 3 + 1
    default:
      // An ISO week belongs to the year of its Thursday.
      let thursday = CivilDate(days: date.days - Int32((date.dayNumber + 5) % 7) + 3)
      guard let newYear = civil(thursday.year, 1, 1) else { return nil }
      return name == "weekyear" ? thursday.year : Int(thursday.days - newYear.days) / 7 + 1
    }
  }

  static func date(_ values: [Scalar]) -> Scalar? {
    let parts = values.map { Int(clamping: Naive.int128($0)) }
    guard let date = civil(parts[0], parts[1], parts[2]) else { return nil }
    guard parts.count == 6 else { return .date(date) }
    guard (0..<24).contains(parts[3]), (0..<60).contains(parts[4]), (0..<60).contains(parts[5]) else { return nil }
    return .timestamp(Timestamp(date, hour: parts[3], minute: parts[4], second: parts[5]))
  }

  /// Returns the result of a date function. Nil if it is outside the calendar.
  static func apply(_ name: String, _ values: [Scalar], isDate: Bool) -> Scalar? {
    guard let moment = microseconds(values[0]) else { return nil }
    func word(_ value: Scalar) -> String { if case .string(let text) = value { text } else { "" } }
    switch name {
    case "date": return .date(day(moment))
    case "relativedate": return shifted(moment, Naive.int128(values[1]), "day", isDate)
    case "relativetime": return shifted(moment, Naive.int128(values[1]), "second", isDate)
    case "addmonths": return shifted(moment, Naive.int128(values[1]), "month", isDate)
    case "add": return shifted(moment, Naive.int128(values[1]), word(values[2]), isDate)
    default: return start(of: word(values[1]), moment, isDate)
    }
  }

  private static let units: [String: Int64] = ["hour": 3_600_000_000, "minute": 60_000_000, "second": 1_000_000]

  private static func shifted(_ moment: Int64, _ amount: Int128, _ grain: String, _ isDate: Bool) -> Scalar? {
    let (first, last) = (civil(-9999, 1, 1)?.days ?? 0, civil(9999, 12, 31)?.days ?? 0)
    func checked(_ result: Int128) -> Scalar? {
      guard result >= Int128(first) * 86_400_000_000, result < (Int128(last) + 1) * 86_400_000_000 else { return nil }
      let moment = Int64(result)
      return isDate ? .date(day(moment)) : .timestamp(Timestamp(microseconds: moment))
    }
    if let unit = units[grain] { return checked(Int128(moment) + amount * Int128(unit)) }
    guard amount.magnitude < 10_000_000 else { return nil }
    let date = day(moment)
    let timeOfDay = Int128(moment - Int64(date.days) * 86_400_000_000)
    if grain == "day" || grain == "week" {
      let days = Int128(date.days) + amount * (grain == "week" ? 7 : 1)
      return checked(days * 86_400_000_000 + timeOfDay)
    }
    // Add months, then limit the day to the length of the month.
    let (year, month, dayOfMonth) = date.components
    let steps = Int(amount) * (grain == "month" ? 1 : grain == "quarter" ? 3 : 12)
    let months = year * 12 + month - 1 + steps
    let newYear = Int((Double(months) / 12).rounded(.down))
    let newMonth = months - newYear * 12 + 1
    for day in stride(from: dayOfMonth, through: 1, by: -1) {
      if let date = civil(newYear, newMonth, day) { return checked(Int128(date.days) * 86_400_000_000 + timeOfDay) }
    }
    return nil
  }

  private static func start(of grain: String, _ moment: Int64, _ isDate: Bool) -> Scalar? {
    if let unit = units[grain] {
      if isDate { return .date(day(moment)) }
      return .timestamp(Timestamp(microseconds: moment - ((moment % unit) + unit) % unit))
    }
    let date = day(moment)
    let (year, month, _) = date.components
    let start: CivilDate? =
      switch grain {
      case "year": civil(year, 1, 1)
      case "quarter": civil(year, (month - 1) / 3 * 3 + 1, 1)
      case "month": civil(year, month, 1)
      case "week": CivilDate(days: date.days - Int32((date.dayNumber + 5) % 7))
      default: date
      }
    return start.map { isDate ? .date($0) : .timestamp(Timestamp($0)) }
  }
}
