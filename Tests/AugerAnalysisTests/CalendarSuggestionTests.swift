import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerEngine
import Testing

/// Suggested charts over time: grains, months stored as strings, and incomplete last periods.
@Suite struct CalendarSuggestionTests {
  private func suggestion(_ columns: [(name: String, column: Column)]) throws -> ChartSuggestion {
    try ChartSuggestion(try TableProfile(of: StoredTable("t", Table(columns))))
  }

  private func calendar(_ texts: [String]) throws -> CalendarText? {
    CalendarText(try TableProfile(of: StoredTable("t", Table([("m", Column(texts))]))).columns[0])
  }

  @Test func namesOfMonthsAndDaysAreDates() throws {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    #expect(try calendar(months)?.format == .shortMonth)
    #expect(try calendar(["January", "February", "March", "April"])?.format == .month)
    #expect(try calendar(["Mon", "Tue", "Wed", "Sun"])?.format == .shortWeekDay)
    let dated = try #require(try calendar(["Jan-23", "Feb-23", "Dec-22"]))
    #expect(dated.hasYears && dated.format == .pattern("MMM yyyy"))
    #expect(try calendar(["January 2023", "February 2023", "May 2022"])?.hasYears == true)
    #expect(try calendar(["May", "June", "Martha"]) == nil)
    #expect(try calendar(["Jan-23", "Feb-2023", "Mar-23"]) == nil)
  }

  @Test func otherStringAmongMonthsPreventsDates() throws {
    let months = (0..<45).map { "\(["Jan", "Feb", "Mar", "Apr", "May"][$0 % 5]) \(2010 + $0 / 5)" }
    #expect(try calendar(months)?.hasYears == true)
    for other in ["Maybe 2012", "N/K", "Mayor"] { #expect(try calendar(months + [other]) == nil, "\(other)") }
  }

  private func daily(_ days: Int) -> [(name: String, column: Column)] {
    [
      ("day", Column((0..<days * 2).map { CivilDate(days: Int32(19_000 + $0 / 2)) })),
      ("amount", Column((0..<days * 2).map { Double($0 % 17) * 1.5 })),
    ]
  }

  @Test func incompleteLastMonthIsOmitted() throws {
    // Day 19,000 is 2022-01-08, and day 19,358 is 2023-01-01.
    let partial = try suggestion(daily(359))
    #expect(partial.grain == "month" && partial.categoryFormat == .pattern("MMM yyyy"))
    #expect(partial.incompleteEnd == CivilDate(year: 2023, month: 1, day: 1))
    #expect(try suggestion(daily(358)).incompleteEnd == nil)
  }

  @Test func monthlyDatesAreComplete() throws {
    let months = (0..<240).map { CivilDate(year: 2005 + $0 / 2 / 12, month: $0 / 2 % 12 + 1, day: 1) ?? .infinity }
    let found = try suggestion([
      ("month", Column(months)), ("amount", Column((0..<240).map { Double($0) * 1.5 })),
    ])
    #expect(found.incompleteEnd == nil && found.categoryFormat == .pattern("MMM yyyy"))
  }

  @Test func amountsPerMomentAreSummedByMonth() throws {
    let found = try suggestion([
      ("date", Column((0..<800).map { CivilDate(days: Int32($0)) })),
      ("rainfall", Column((0..<800).map { Double($0 % 7) * 0.5 })),
    ])
    #expect(found.grain == "month" && found.value == "rainfall" && found.aggregate == .sum)
  }

  @Test func chartHasAtMostEightSeries() throws {
    func series(_ count: Int) throws -> String? {
      let rows = count * 20
      return try suggestion([
        ("symbol", Column((0..<rows).map { "s\($0 % count)" })),
        ("date", Column((0..<rows).map { CivilDate(days: Int32($0 / count)) })),
        ("price", Column((0..<rows).map { Double($0) * 0.7 })),
      ]).series
    }
    #expect(try series(8) == "symbol")
    #expect(try series(9) == nil)
  }
}
