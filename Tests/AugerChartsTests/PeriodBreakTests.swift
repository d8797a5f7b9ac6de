import AugerCharts
import AugerColumns
import Testing

@Suite struct PeriodBreakTests {
  private func breaks(_ texts: [String]) -> [Int] {
    PeriodBreaks(
      texts.map { text in
        switch Scalar(text: text, type: text.contains("T") ? .timestamp(zone: nil) : .date) {
        case .timestamp(let moment): return Double(moment.microseconds)
        case .date(let date): return Double(date.days) * Double(Timestamp.microsecondsPerDay)
        default: return .nan
        }
      }
    ).indices
  }

  @Test func monthsQuartersAndYearsFollowTheCalendar() {
    #expect(breaks(["2021-01-01", "2021-02-01", "2021-03-01", "2021-07-01", "2021-08-01"]) == [3])
    #expect(breaks(["2021-01-31", "2021-02-28", "2021-03-31", "2021-04-30"]) == [])
    #expect(breaks(["2021-01-31", "2021-02-28", "2021-04-30"]) == [2])
    #expect(breaks(["2020-01-01", "2020-04-01", "2020-07-01", "2021-01-01"]) == [3])
    #expect(breaks(["2016-01-01", "2017-01-01", "2018-01-01", "2020-01-01"]) == [3])
    // One pair of adjacent months shows that the categories are months.
    #expect(breaks(["2021-01-01", "2021-02-01", "2021-07-01", "2021-10-01"]) == [2, 3])
  }

  @Test func weekdaysThatNeverOccurAreNotMissing() {
    let week = (4...8).map { "2021-01-0\($0)" }
    let next = (11...15).map { "2021-01-\($0)" }
    #expect(breaks(week + next) == [])
    #expect(breaks(week + next.dropFirst()) == [], "a holiday")
    #expect(breaks(week + (25...29).map { "2021-01-\($0)" }) == [5], "two weeks")
    #expect(breaks((1...9).map { "2021-01-0\($0)" } + ["2021-01-11", "2021-01-12"]) == [9])
    #expect(breaks(["2021-01-04", "2021-01-11", "2021-01-18", "2021-02-01"]) == [3], "weeks")
  }

  @Test func hoursHavePeriodsAndIrregularMomentsHaveNone() {
    #expect(breaks((0...3).map { "2021-01-01T0\($0):00:00" } + ["2021-01-01T06:00:00"]) == [4])
    #expect(breaks(["2021-01-01T00:00:00", "2021-01-01T00:05:00", "2021-01-03T07:00:00", "2021-01-09T00:00:00"]) == [])
    #expect(breaks(["2021-01-03", "2021-02-07", "2021-02-09", "2021-05-30"]) == [])
    #expect(breaks(["2021-01-01", "2021-03-01"]) == [])
  }
}
