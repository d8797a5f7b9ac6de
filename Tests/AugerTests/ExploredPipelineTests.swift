import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// A drilldown, a zoom and a filter in a pipeline with a custom delegate.
@Suite struct ExploredPipelineTests {
  private let pipeline: Pipeline
  private let dashboard: Dashboard

  init() throws {
    dashboard = try RegionalSales.dashboard()
    pipeline = Pipeline(delegate: RegionalSales(), dashboards: [dashboard])
  }

  private func values(_ model: ChartModel) -> [String: Scalar] {
    Dictionary(
      uniqueKeysWithValues: zip(model.levels[0].labels, model.cells(dimension: 0, series: 0).scalars))
  }

  @Test func drilldownShowsTheSelectionAndDrillingUpRestores() async throws {
    let start = try await pipeline.chart("Sales", of: dashboard)
    #expect(values(start) == ["Asia": .int(8), "Europe": .int(9)])
    #expect(start.drill?.next == "ByCountry")
    #expect(start.drill?.categoryPicks?[1] == ["Region": .scalar(.string("Europe"))])
    let picks = try #require(start.drill?.categoryPicks?[1])
    let place = try dashboard.drill(dashboard.start, in: "Sales", picking: picks)
    let below = try await pipeline.chart("Sales", of: dashboard, at: place)
    #expect(values(below) == ["France": .int(4), "Germany": .int(5)])
    #expect(below.drill?.path.map(\.chart) == ["ByRegion"])
    #expect(below.drill?.next == nil)
    let up = try await pipeline.chart("Sales", of: dashboard, at: try dashboard.drillUp(place, in: "Sales", to: 0))
    #expect(values(up) == values(start))
    #expect(up.receipt.queries.map(\.execution) == [.cached])
  }

  @Test func variableRunsNoQuery() async throws {
    let start = try await pipeline.chart("Risen", of: dashboard)
    #expect(start.receipt.queries.map(\.execution) == [.executed])
    let risen = try await pipeline.chart(
      "Risen", of: dashboard, at: try dashboard.set(dashboard.start, "rise", to: .int(1)))
    #expect(risen.receipt.queries.map(\.execution) == [.cached])
    // The variable adds one for each of the two rows.
    #expect(values(risen) == ["Asia": .int(10), "Europe": .int(11)])
  }

  @Test func filterAppliesToLowerLevelsButNotToItsChoices() async throws {
    let place = try dashboard.checked(try Exploration("filter.Regions=Asia,Atlantis"))
    #expect(values(try await pipeline.chart("Sales", of: dashboard, at: place)) == ["Asia": .int(8)])
    let filter = try #require(try await pipeline.filters(of: dashboard, at: place).first)
    #expect(filter.choices.map(\.label) == ["Asia", "Europe", "Atlantis"])
    #expect(filter.choices.map(\.count) == [2, 2, 0])
    #expect(filter.choices.map(\.isPicked) == [true, false, true])
    #expect(filter.choices.map(\.isMissing) == [false, false, true])
    #expect(filter.warnings.map(\.code) == [.filterPickMissing])
  }

  @Test func missingValueCannotBeDrilledInto() async throws {
    let place = try Exploration("Sales.drill=Region:Europa")
    let error = await #expect(throws: DiagnosticError.self) { try await pipeline.checked(place, of: dashboard) }
    #expect(error?.diagnostics.first?.code == .valueNotPresent)
    #expect(error?.diagnostics.first?.hint == "Did you mean 'Europe'?")
  }

  @Test func drillSelectionMustPassTheFilterOfItsName() async throws {
    var dashboard = dashboard
    dashboard.filters[0].name = "Region"
    for case .drillDownGroup(var group) in [dashboard.items[0]] {
      for level in group.levels.indices { group.levels[level].filters = [NameReference("Region")] }
      dashboard.items[0] = .drillDownGroup(group)
    }
    let place = try dashboard.checked(try Exploration("filter.Region=Asia&Sales.drill=Region:Europe"))
    let error = await #expect(throws: DiagnosticError.self) {
      try await pipeline.chart("Sales", of: dashboard, at: place)
    }
    #expect(error?.diagnostics.first?.code == .drillOutsideFilter)
  }
}
