import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerEngine
import Testing

/// Charts, dashboards and proposals use the same rule to decide which columns can be summed.
@Suite struct AdditivityTests {
  /// Returns the meaning of a column with this name and 100 distinct decimals or whole numbers.
  private func meaning(_ name: String, whole: Bool = false) throws -> ColumnMeaning {
    let rows = 100
    let column =
      whole
      ? Column((0..<rows).map { Int64($0 * 37 % 101) * 1000 }) : Column((0..<rows).map { Double($0 * 37 % 101) * 0.7 })
    let profile = try TableProfile(of: StoredTable("t", Table([(name, column)])))
    return ColumnMeaning(profile.columns[0], rows: rows)
  }

  @Test(arguments: [
    "SalesAmount", "total_price", "l_extendedprice", "revenue", "tax_amount", "value_eur", "quantity", "nrOfWins",
    "number of reviews", "num_comments", "deaths", "precipitation", "net_generation", "Freight",
  ])
  func amountsAndEventCountsAreSummed(name: String) throws {
    #expect(try meaning(name) == .amount)
    #expect(try meaning(name, whole: true) == .amount)
  }

  @Test(arguments: [
    "population", "pop", "employment", "acctbal", "UnitsInStock", "seats", "balance", "number of employees",
    "cumulative_cases",
  ])
  func levelsAreSummedOverThingsOnly(name: String) throws { #expect(try meaning(name, whole: true) == .level) }

  @Test(arguments: [
    "dew_point", "Miles_per_Gallon", "life_expect", "lifeExp", "altitude", "meter", "cost per unit", "unit_cost",
    "UnitPrice", "sales_per_head", "average_rate", "interest rate", "weight_kg", "delay", "discount", "growth %",
    "total_score", "Milliseconds", "gdpPercap", "avg_sales",
  ])
  func measurementsAndRatesAreAveraged(name: String) throws { #expect(try meaning(name) == .averaged) }

  @Test(arguments: ["nonfarm", "x", "value", "reaction", "result", "terrain"])
  func unknownNamesAreUnclear(name: String) throws {
    #expect(try meaning(name) == .unclear)
    #expect(try meaning(name, whole: true) == .unclear)
  }

  @Test(arguments: ["active", "is_member", "survived"])
  func flagsAreNotSummed(name: String) throws {
    let column = Column((0..<100).map { Int64($0 % 2) })
    let profile = try TableProfile(of: StoredTable("t", Table([(name, column)])))
    #expect(ColumnMeaning(profile.columns[0], rows: 100) == .flag)
  }

  @Test(arguments: ["OrderLineNumber", "l_linenumber", "order_line"])
  func lineNumbersAreNotSummed(name: String) throws {
    let column = Column((0..<100).map { Int64($0 % 7 + 1) })
    let profile = try TableProfile(of: StoredTable("t", Table([(name, column)])))
    #expect([.key, .ordinal].contains(ColumnMeaning(profile.columns[0], rows: 100)))
  }

  @Test(arguments: [
    ["{a,b}", "{c}"], ["[\"a\"]", "[]"], ["{\"a\":1}", "{\"b\":2}"], ["https://a.org", "https://b.org"],
    ["[1,4)", "(,7]"], ["(1,x)", "(2,y)"],
  ])
  func arraysAndObjectsAreNotCategories(texts: [String]) throws {
    let profile = try TableProfile(
      of: StoredTable("t", Table([("tags_of", Column((0..<40).map { texts[$0 % 2] }))])))
    #expect(ColumnMeaning(profile.columns[0], rows: 40) == .other)
  }

  private func measures(_ columns: [(name: String, column: Column)]) throws -> SuggestedMeasures {
    let profile = try TableProfile(of: StoredTable("t", Table(columns)))
    return SuggestedMeasures(
      profile.columns.map { .init(profile: $0, meaning: ColumnMeaning($0, rows: profile.rowCount)) },
      rows: profile.rowCount)
  }

  @Test func levelsAreNotSummedOverYears() throws {
    let countries = Column((0..<60).map { "c\($0 % 12)" })
    let people = Column((0..<60).map { Int64($0 * 7919 % 100_003) })
    #expect(try measures([("country", countries), ("population", people)]).best.aggregate == .sum)
    let years = Column((0..<60).map { Int64(1990 + $0 / 12) })
    let best = try measures([("country", countries), ("year", years), ("population", people)]).best
    #expect(best.column == "population" && best.aggregate == .avg)
  }

  @Test func rowsAreCountedWhenTheNameIsUnclear() throws {
    let found = try measures([
      ("region", Column((0..<90).map { "r\($0 * 5 % 7)" })), ("zorp", Column((0..<90).map { Double($0) * 1.3 })),
    ])
    #expect(found.best.column == nil && found.best.aggregate == .count)
    #expect(found.alternatives.map(\.expression) == ["avg(zorp)", "sum(zorp)"])
  }

  @Test func unclearPanelDataAreAveraged() throws {
    let found = try measures([
      ("firm", Column((0..<60).map { "f\($0 % 6)" })), ("year", Column((0..<60).map { Int64(1935 + $0 / 6) })),
      ("zorp", Column((0..<60).map { Double($0) * 1.3 })),
    ])
    #expect(found.best.column == "zorp" && found.best.aggregate == .avg)
    #expect(found.alternatives.map(\.expression) == ["sum(zorp)"])
  }
}
