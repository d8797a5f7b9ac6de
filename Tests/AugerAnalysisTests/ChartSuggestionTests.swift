import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerEngine
import Testing

@Suite struct ChartSuggestionTests {
  private func suggestion(_ columns: [(name: String, column: Column)]) throws -> ChartSuggestion {
    ChartSuggestion(try TableProfile(of: StoredTable("t", Table(columns))))
  }

  @Test func theFirstDateIsTheCategoryOfALine() throws {
    let days = Column([CivilDate(days: 1), CivilDate(days: 2), CivilDate(days: 2)])
    let found = try suggestion([
      ("id", Column([1, 2, 3] as [Int64])), ("region", Column(["a", "b", "a"])), ("day", days),
      ("amount", Column([1.5, 2, 3] as [Double])),
    ])
    #expect(found.category == "day")
    #expect(found.series == "region")
    #expect(found.value == "amount")
    #expect(found.type == .line)
  }

  @Test func withoutADateTheTextOfFewestValuesIsTheCategory() throws {
    let found = try suggestion([
      ("name", Column(["a", "b", "c", "d"])), ("region", Column(["x", "y", "x", "y"])),
      ("same", Column(["s", "s", "s", "s"])), ("units", Column([3, 3, 1, 9] as [Int64])),
    ])
    #expect(found.category == "region")
    #expect(found.series == "name")
    #expect(found.value == "units")
    #expect(found.type == .column)
  }

  @Test func keysAndPartsOfDatesAreNotAddedUp() throws {
    let found = try suggestion([
      ("region", Column(["x", "y", "x"])), ("customer_id", Column([7, 7, 9] as [Int64])),
      ("number", Column([11, 12, 13] as [Int64])), ("SalesYear", Column([2010, 2010, 2011] as [Int64])),
      ("cost", Column([1, 1, 5] as [Int64])),
    ])
    #expect(found.value == "cost")
  }

  @Test func withoutNumbersRowsAreCounted() throws {
    let found = try suggestion([("region", Column(["x", "y", "x"]))])
    #expect(found.category == "region")
    #expect(found.series == nil)
    #expect(found.value == nil)
  }
}
