import Auger
import AugerColumns
import Testing

@Suite struct DatePeriodTests {
  /// The first and the last day of each period, relative to a day.
  private static let periods: [(day: String, DatePeriod, lower: String, upper: String)] = [
    ("2024-12-31", .last(7), "2024-12-25", "2024-12-31"), ("2024-12-31", .last(30), "2024-12-02", "2024-12-31"),
    ("2024-12-31", .last(90), "2024-10-03", "2024-12-31"), ("2024-03-01", .last(7), "2024-02-24", "2024-03-01"),
    ("2023-03-01", .last(7), "2023-02-23", "2023-03-01"), ("2024-01-03", .last(7), "2023-12-28", "2024-01-03"),
    ("2024-02-10", .thisMonth, "2024-02-01", "2024-02-29"), ("2023-02-28", .thisMonth, "2023-02-01", "2023-02-28"),
    ("2100-02-01", .thisMonth, "2100-02-01", "2100-02-28"), ("2024-04-30", .thisMonth, "2024-04-01", "2024-04-30"),
    ("2024-03-31", .previousMonth, "2024-02-01", "2024-02-29"),
    ("2024-01-01", .previousMonth, "2023-12-01", "2023-12-31"),
    ("2024-03-31", .thisQuarter, "2024-01-01", "2024-03-31"),
    ("2024-04-01", .thisQuarter, "2024-04-01", "2024-06-30"),
    ("2024-12-31", .thisQuarter, "2024-10-01", "2024-12-31"),
    ("2024-02-29", .previousQuarter, "2023-10-01", "2023-12-31"),
    ("2024-04-01", .previousQuarter, "2024-01-01", "2024-03-31"),
    ("2024-02-29", .yearToDate, "2024-01-01", "2024-02-29"),
    ("2024-01-01", .yearToDate, "2024-01-01", "2024-01-01"),
    ("2024-12-31", .thisYear, "2024-01-01", "2024-12-31"),
    ("2024-02-29", .previousYear, "2023-01-01", "2023-12-31"),
  ]

  @Test func periodsEndAtCalendarEnds() throws {
    for (text, period, lower, upper) in Self.periods {
      let days = try #require(period.days(until: try Self.day(text)), "\(period) until \(text)")
      #expect(days.lower.description == lower && days.upper.description == upper, "\(period) until \(text)")
    }
  }

  @Test func everyPeriodHasItsDayOrPrecedesIt() throws {
    for text in ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2024-06-30", "2024-12-31"] {
      let day = try Self.day(text)
      for period in DatePeriod.all {
        let days = try #require(period.days(until: day))
        #expect(days.lower <= days.upper && days.lower <= day, "\(period) until \(text)")
      }
    }
  }

  @Test func infiniteDayHasNoPeriods() {
    #expect(DatePeriod.all.allSatisfy { $0.days(until: .infinity) == nil && $0.days(until: .negativeInfinity) == nil })
  }

  @Test func monthsAreParsed() {
    #expect(CalendarMonth(text: "2024-02") == CalendarMonth(year: 2024, month: 2))
    for text in ["", "2024", "2024-13", "2024-00", "2024-2", "0000-01", "2024-02-01", "-024-01", "+024-01x"] {
      #expect(CalendarMonth(text: text) == nil, "\(text)")
    }
  }

  @Test func monthsFollowEachOther() throws {
    let december = try #require(CalendarMonth(year: 2023, month: 12))
    #expect(december.adding(1) == CalendarMonth(year: 2024, month: 1))
    #expect(december.adding(-12) == CalendarMonth(year: 2022, month: 12))
    #expect(CalendarMonth(year: 1, month: 1)?.adding(-1) == nil)
    #expect(CalendarMonth(year: 9999, month: 12)?.adding(1) == nil)
    #expect(CalendarMonth(year: 2024, month: 2)?.dayCount == 29)
  }

  @Test func monthIsClampedToDays() throws {
    let days = try Self.day("2023-03-20")...(try Self.day("2024-02-01"))
    let cases = [
      ("2022-12", "2023-03"), ("2023-03", "2023-03"), ("2024-01", "2024-01"), ("2024-02", "2024-02"),
      ("2030-01", "2024-02"),
    ]
    for (text, expected) in cases {
      #expect(CalendarMonth(text: text)?.clamped(to: days) == CalendarMonth(text: expected), "\(text)")
    }
    #expect(CalendarMonth(.infinity) == nil)
  }

  private static func day(_ text: String) throws -> CivilDate {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    try #require(parts.count == 3)
    return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
  }
}
