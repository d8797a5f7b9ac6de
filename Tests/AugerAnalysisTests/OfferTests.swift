import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerExpressions
import AugerMetadata
import Testing

/// The possible next moves, as text.
@Suite struct OfferTests {
  private let dashboard: Dashboard

  init() throws {
    func chart(_ name: String, _ category: String) throws -> ParsedChart {
      ParsedChart(
        name: name, type: .bar, query: name, category: AxisDefinition(column: category),
        values: [ValueDefinition(expression: try .parse("Amount"))])
    }
    dashboard = Dashboard(
      name: "sales", filters: [FilterDefinition("Regions", kind: .picklist, sourceQuery: "All", column: "Region")],
      items: [
        .drillDownGroup(
          DrillDownGroupDefinition(
            "Sales", levels: [try chart("ByRegion", "Region"), try chart("ByCountry", "Country")])),
        .chart(try chart("Other", "Region")),
      ])
  }

  private func model(_ name: String, _ categories: [String]) -> ChartModel {
    ChartModel(
      name: name, type: .bar, levels: [CategoryLevel(column: "Region", values: Column(categories))],
      dimensions: [ValueDimension(cells: Column(categories.map { _ in 1.0 }))])
  }

  @Test func chartOffersDrilldowns() throws {
    var chart = model("ByRegion", ["Europe", "Other"])
    chart.drill = DrillInfo(next: "ByCountry", categoryPicks: [["Region": .scalar(.string("Europe"))], nil])
    let offers = try dashboard.offers(in: dashboard.items[0], seenAs: chart)
    #expect(offers.path.map(\.label) == ["Sales"] && offers.path.map(\.isCurrent) == [true])
    #expect(offers.levels.isEmpty && offers.series.isEmpty)
    #expect(
      offers.categories == [
        OfferedMove("Europe", .drillDown(item: "Sales", picks: [Pick("Region", [.string("Europe")])])), nil,
      ])
    let place = try dashboard.place(after: try #require(offers.categories[0]).move, from: dashboard.start)
    #expect(place.description == "Sales.drill=Region:Europe")
  }

  @Test func drilledChartOffersDrillUp() throws {
    var chart = model("ByCountry", ["France"])
    let step = DrillStep(chart: "ByRegion", selection: ["Region": .list([.string("Europe"), .string("Asia")])])
    chart.drill = DrillInfo(level: 1, path: [step])
    let offers = try dashboard.offers(in: dashboard.items[0], seenAs: chart)
    #expect(offers.path.map(\.label) == ["Sales", "Europe, Asia"] && offers.path.map(\.isCurrent) == [false, true])
    #expect(offers.path[0].move == .drillUp(item: "Sales", toLevel: 0) && offers.categories.isEmpty)
  }

  @Test func zoomedChartOffersItsLevels() throws {
    var chart = model("Other", ["a"])
    chart.zoom = ZoomInfo(level: 1, titles: ["Month", "Quarter", "Year"])
    let offers = try dashboard.offers(in: dashboard.items[1], seenAs: chart)
    #expect(offers.levels.map(\.label) == ["Year", "Quarter", "Month"])
    #expect(offers.levels.map(\.isCurrent) == [false, true, false])
    #expect(offers.levels.map(\.move) == (1...3).map { .zoom(item: "Other", level: $0) })
  }

  @Test func stateOfOneItemKeepsOnlyFilters() throws {
    let place = try Exploration(
      "Sales.drill=Region:Europe&ByCountry.sort=value&Other.sort=-value&filter.Regions=Europe")
    let other = try Exploration("Other.highlight=Asia")
    #expect(
      dashboard.place(place, in: dashboard.items[0], othersAsAt: other).description
        == "ByCountry.sort=value&Other.highlight=Asia&Sales.drill=Region:Europe&filter.Regions=Europe")
  }
}
