import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

/// The summary above a chart, of the whole and of each category, as in SAP Fiori's guidelines.
@Suite struct SummaryTests {
  private let table = Table([
    ("month", Column([1, 1, 2, 2, 2] as [Int64])), ("year", Column(["2024", "2025", "2024", "2025", "2025"])),
    ("sales", Column([10, 12, 20, 5, 5] as [Int64])),
  ])

  private func model(
    _ values: [String], series: String? = "year", _ change: (inout ParsedChart) -> Void = { _ in }
  ) throws -> ChartModel {
    var definition = ParsedChart(
      name: "c", type: .column, query: "q", category: AxisDefinition(column: "month"),
      series: series.map { AxisDefinition(column: $0) },
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
    definition.showsSummary = true
    definition.polarity = .up
    change(&definition)
    return try ChartBuilder(definition).model(from: table, receipt: Receipt())
  }

  @Test func totalUsesAllRows() throws {
    let sum = try #require(try model(["sales"]).summaryOfWhole)
    #expect(sum.title == "All" && sum.categories.isEmpty && !sum.isEnabled)
    #expect(sum.values == [.int(30), .int(22)] && sum.texts == ["30", "22"])
    let mean = try #require(try model(["avg(sales)"]).summaryOfWhole)
    #expect(mean.values == [.float(15), .float(22.0 / 3)])
    let running = try #require(try model(["Running(sales)"]).summaryOfWhole)
    #expect(running.values == [.null, .null] && running.texts == ["–", "–"] && running.trend == nil)
  }

  @Test func trendComparesFirstAndLastSeries() throws {
    let model = try model(["sales"])
    let first = try #require(model.summary(ofCategory: 0))
    #expect(
      first.title == "1" && first.trend == 10.0 / 12 - 1 && first.trendText.hasPrefix("-") && first.isGood == false)
    let second = try #require(model.summary(ofCategory: 1))
    #expect(second.trend == 1 && second.trendText.hasPrefix("+") && second.isGood == true)
    #expect(model.summary(ofCategory: 2) == nil)
    let down = try self.model(["sales"]) { $0.polarity = .down }
    #expect(down.summary(ofCategory: 1)?.isGood == false)
    let silent = try self.model(["sales"]) { $0.polarity = nil }
    #expect(silent.summary(ofCategory: 1)?.isGood == nil)
    // Equal values and missing values have no trend.
    #expect(try self.model(["sales * 0 + 1"]) { $0.aggregate = .max }.summary(ofCategory: 0)?.trend == nil)
  }

  @Test func additiveCategoriesAreSummed() throws {
    let model = try model(["sales"])
    let range = try #require(model.summary(ofCategories: 0..<2))
    #expect(range.values == model.summaryOfWhole?.values && range.title == "1 – 2")
    #expect(model.summary(ofCategories: 0..<3) == nil)
    #expect(try self.model(["avg(sales)"]).summary(ofCategories: 0..<2)?.values == [.null, .null])
  }

  @Test func summaryWithoutSeriesShowsValues() throws {
    let model = try model(["sum(sales)", "count()"], series: nil) { $0.unit = "kg" }
    #expect(model.summaryTitles == ["sum(sales)", "count()"])
    #expect(model.summaryOfWhole?.values == [.int(52), .int(5)])
    #expect(model.summaryOfWhole?.texts == ["52 kg", "5 kg"])
  }

  @Test func itemsAreNotSummed() throws {
    let points = try model(["sales"]) { $0.type = .scatter }
    #expect(points.summary == nil && points.warnings.map(\.code) == [.summaryNotShown])
  }
}
