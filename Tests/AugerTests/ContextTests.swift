import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// The text below a chart's title, which lists the filters and changes of its data.
@Suite struct ContextTests {
  /// Amounts by region, country and day, the same for every query.
  private struct Sales: QueryDelegate {
    func version(of query: String) async throws -> String? { "1" }

    func table(for request: QueryRequest) async throws -> Table {
      Table([
        ("Region", Column(["Europe", "Europe", "Asia"])), ("Country", Column(["France", "Germany", "Japan"])),
        ("Year", Column([2012, 2013, 2012] as [Int64])),
        ("Day", Column([10, 400, 1].map { CivilDate(days: 15_000 + $0) })),
        ("Amount", Column([4, 5, 7] as [Int64])),
      ])
    }

    func description(of query: String) -> QueryDescription? {
      QueryDescription(
        parameters: ["Region", "Regions", "Year", "branch"], source: query == "Days" ? "days" : "sales.csv")
    }
  }

  private let dashboard: Dashboard

  init() throws {
    func chart(_ name: String, _ category: String, _ value: String = "sum(Amount)") throws -> ParsedChart {
      var chart = ParsedChart(
        name: name, type: .bar, query: name, category: AxisDefinition(column: category, title: category + " of sale"),
        values: [ValueDefinition(expression: try .parse(value))])
      chart.filters = [NameReference("Regions"), NameReference("Years")]
      return chart
    }
    var days = try chart("Days", "Day")
    days.category.format = .pattern("d MMM yyyy")
    var changed = try chart("Changed", "Region")
    changed.whatIfColumns = [WhatIfColumnDefinition("Amount", title: "Amount sold", type: .integer)]
    dashboard = Dashboard(
      name: "sales",
      variables: [
        VariableDefinition("rise", title: "Rise", type: .integer, value: .int(3)),
        VariableDefinition("unused", type: .integer, value: .int(0)),
      ],
      filters: [
        FilterDefinition("Regions", title: "Sales region", kind: .picklist, sourceQuery: "All", column: "Region"),
        FilterDefinition("Years", kind: .range, sourceQuery: "All", column: "Year"),
      ],
      items: [
        .drillDownGroup(
          DrillDownGroupDefinition(
            "Sales", title: "Sales", levels: [try chart("ByRegion", "Region"), try chart("ByCountry", "Country")])),
        .chart(try chart("Risen", "Region", "sum(Amount) + $rise")), .chart(days), .chart(changed),
      ])
  }

  private func context(_ item: String, _ address: String = "", arguments: QueryArguments = [:]) async throws -> String {
    var pipeline = Pipeline(delegate: Sales(), dashboards: [dashboard])
    pipeline.arguments = arguments
    return try await pipeline.chart(item, of: dashboard, at: try Exploration(address)).context.text
  }

  @Test func `A chart of all data has no context`() async throws {
    #expect(try await context("Sales") == "")
  }

  @Test func `A drill path names the column as its chart does`() async throws {
    #expect(try await context("Sales", "Sales.drill=Region:Europe") == "Region of sale: Europe")
  }

  @Test func `Filters name selected values, the first ones of many, and the ends of a range`() async throws {
    #expect(try await context("Sales", "filter.Regions=Europe,Asia") == "Sales region: Europe, Asia")
    #expect(
      try await context("Sales", "filter.Regions=a,b,c,d,e,f") == "Sales region: a, b, c, d and 2 more")
    #expect(try await context("Sales", "filter.Years=2012..2013") == "Years: 2012 – 2013")
  }

  @Test func `A variable is named if the chart depends on it`() async throws {
    #expect(try await context("Risen") == "Rise: 3")
    #expect(try await context("Risen", "$rise=5") == "Rise: 5")
    #expect(try await context("Sales", "$rise=5") == "")
  }

  @Test func `Arguments are named if the query has them as parameters`() async throws {
    #expect(try await context("Sales", arguments: ["branch": .scalar(.int(7))]) == "branch: 7")
    #expect(try await context("Sales", arguments: ["other": .scalar(.int(7))]) == "")
  }

  @Test func `Changes name the value, its category and the amount`() async throws {
    #expect(try await context("Changed", "Changed.whatif.Amount=10%25") == "What if: Amount sold +10%")
    #expect(try await context("Changed", "Changed.whatif.Amount[Asia]=7") == "What if: Amount sold of Asia = 7")
  }

  @Test func `Dates show their range`() async throws {
    #expect(try await context("Days") == "27 Jan 2011 – 1 Mar 2012")
  }

  @Test func `The receipt names the queries`() async throws {
    let pipeline = Pipeline(delegate: Sales(), dashboards: [dashboard])
    let models = try await pipeline.charts(of: dashboard)
    #expect(models.map(\.receipt.sources) == [["sales.csv"], ["sales.csv"], ["days"], ["sales.csv"]])
    #expect(models[0].receipt.sourceText(ChartLocale()) == "Source: sales.csv")
    #expect(Receipt.sourceText(of: models) == "Sources: sales.csv, days")
    var receipt = models[0].receipt
    receipt.asOf = Timestamp(microseconds: 1_700_000_000_000_000)
    #expect(receipt.sourceText(ChartLocale()) == "Source: sales.csv · As of 14 Nov 2023, 22:13")
  }

  @Test(arguments: [
    (["2020-01-01", "2021-01-01", "2024-01-01"], "2020 – 2024"),
    (["2020-01-01", "2020-02-01", "2024-12-01"], "2020-01 – 2024-12"),
    (["2020-01-01", "2020-02-01", "2024-12-02"], "2020-01-01 – 2024-12-02"),
    (["2020-01-01", "2024-01-01"], "2020-01-01 – 2024-01-01"),
  ])
  func `A period of whole months or years names no days`(dates: [String], period: String) throws {
    let days = try dates.map { text in
      let parts = text.split(separator: "-").compactMap { Int($0) }
      return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
    }
    let model: ChartModel = try ChartModel(.line, "Orders", categories: Column(days), values: [dates.map { _ in 1.0 }])
    #expect(model.levels[0].labels == dates)
    #expect(model.period(coarsestFirst: false).map(\.text) == [period])
    let moments = Column(
      .timestamp(zone: nil), .timestamp(Buffer(days.map { Timestamp($0).microseconds })))
    let exact: ChartModel = try ChartModel(.line, "Orders", categories: moments, values: [dates.map { _ in 1.0 }])
    #expect(exact.levels[0].labels == dates.map { $0 + "T00:00:00" })
    #expect(exact.period(coarsestFirst: false).map(\.text) == [period])
    // A format that the author chose is not shortened.
    var formatted = model
    formatted.levels[0].format = .shortDate
    #expect(formatted.period(coarsestFirst: false).map(\.text) == ["\(dates[0]) – \(dates[dates.count - 1])"])
  }
}
