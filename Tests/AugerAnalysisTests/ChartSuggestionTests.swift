import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerEngine
import Testing

@Suite struct ChartSuggestionTests {
  private func suggestion(_ columns: [(name: String, column: Column)]) throws -> ChartSuggestion {
    try ChartSuggestion(try TableProfile(of: StoredTable("t", Table(columns))))
  }

  @Test func amountsOverTimeAreALine() throws {
    let days = Column([CivilDate(days: 1), CivilDate(days: 2), CivilDate(days: 2)])
    let found = try suggestion([
      ("id", Column([1, 2, 3] as [Int64])), ("region", Column(["a", "b", "a"])), ("day", days),
      ("amount", Column([1.5, 2, 3] as [Double])),
    ])
    #expect(found.category == "day" && found.series == nil)
    #expect(found.value == "amount" && found.aggregate == .sum)
    #expect(found.type == .line)
  }

  @Test func levelsOfSeveralThingsAreSeveralLines() throws {
    let days = (0..<6).map { CivilDate(days: Int32($0 / 2)) }
    let found = try suggestion([
      ("symbol", Column((0..<6).map { ["a", "b"][$0 % 2] })), ("date", Column(days)),
      ("price", Column((0..<6).map { Double($0) })),
    ])
    #expect(found.category == "date" && found.series == "symbol")
    #expect(found.value == "price" && found.aggregate == .avg)
  }

  @Test func timeSeriesIsAveragedByMonth() throws {
    let rows = 800
    let found = try suggestion([
      ("date", Column((0..<rows).map { CivilDate(days: Int32($0)) })),
      ("humidity", Column((0..<rows).map { Double($0 % 7) })),
    ])
    #expect(found.category == "date" && found.grain == "month" && found.type == .line)
    #expect(found.value == "humidity" && found.aggregate == .avg)
  }

  @Test func bestDividingStringColumnIsTheCategory() throws {
    let found = try suggestion([
      ("name", Column(["a", "b", "c", "d", "e"])), ("colour", Column(["r", "g", "b", "r", "g"])),
      ("region", Column(["x", "y", "x", "y", "z"])), ("same", Column(["s", "s", "s", "s", "s"])),
      ("sales", Column([3, 3, 1, 9, 4] as [Int64])),
    ])
    // With only five rows, each row is shown by its name.
    #expect(found.category == "name" && found.value == "sales" && found.aggregate == .sum)
    let rows = 100
    let more = try suggestion([
      ("colour", Column((0..<rows).map { "c\($0 % 3)" })), ("region", Column((0..<rows).map { "r\($0 % 5)" })),
      ("sales", Column((0..<rows).map { Int64($0) * 7 % 31 })),
    ])
    #expect(more.category == "region" && more.value == "sales" && more.aggregate == .sum)
  }

  @Test func nearlyConstantColumnIsNotACategory() throws {
    let rows = 100
    let table = Table([
      ("country", Column((0..<rows).map { $0 < 97 ? "USA" : "c\($0)" })),
      ("state", Column((0..<rows).map { "s\($0 % 40)" })),
    ])
    let profile = try TableProfile(of: StoredTable("t", table))
    let found = ChartSuggestion(profile) { $0 == "country" ? 97 : 3 }
    #expect(found.category == "state" && found.value == nil && found.aggregate == .count)
    #expect(found.categoryLimit == 10)
  }

  @Test func keysYearsAndScalesAreNotSummed() throws {
    let rows = 60
    let found = try suggestion([
      ("region", Column((0..<rows).map { ["x", "y", "z", "w"][$0 % 4] })),
      ("customer_id", Column((0..<rows).map { Int64($0 % 9) })), ("number", Column((0..<rows).map { Int64($0 + 11) })),
      ("SalesYear", Column((0..<rows).map { Int64(2010 + $0 % 5) })),
      ("level", Column((0..<rows).map { Int64($0 % 3) })),
      ("cost", Column((0..<rows).map { Int64($0) * 3 })),
    ])
    #expect(found.category == "region" && found.value == "cost")
  }

  @Test func pricesAreAveraged() throws {
    let rows = 40
    let found = try suggestion([
      ("species", Column((0..<rows).map { ["x", "y", "z"][$0 % 3] })),
      ("petal_length", Column((0..<rows).map { Double($0) / 7 })),
    ])
    #expect(found.value == "petal_length" && found.aggregate == .avg)
  }

  @Test func thingsWithNamesAreCounted() throws {
    let rows = 100
    let found = try suggestion([
      ("title", Column((0..<rows).map { "film \($0)" })), ("genre", Column((0..<rows).map { "g\($0 % 6)" })),
      ("rating", Column((0..<rows).map { Double($0 % 10) })),
    ])
    #expect(found.category == "genre" && found.value == nil && found.aggregate == .count)
  }

  @Test func numbersWithoutCategoriesAreAHistogram() throws {
    let found = try suggestion([
      ("id", Column((0..<50).map { Int64($0 * 3) })), ("rate", Column((0..<50).map { Double($0) / 100 })),
    ])
    #expect(found.type == .histogram && found.value == "rate" && found.category == nil)
  }

  @Test func rowsAreCountedWithoutNumbers() throws {
    let found = try suggestion([("region", Column(["x", "y", "x"]))])
    #expect(found.category == "region")
    #expect(found.series == nil)
    #expect(found.value == nil)
  }
}
