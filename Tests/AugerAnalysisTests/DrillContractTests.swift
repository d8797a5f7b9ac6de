import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// The contract describes exactly the paths that moves can take, and the arguments that they provide.
@Suite struct DrillContractTests {
  @Test func movesProvideTheArgumentsOfTheContract() throws {
    var count = 0
    for seed in 0..<150 {
      let dashboard = try DrillDashboardGenerator.dashboard(seed: UInt64(seed))
      for path in DrillContract(dashboard).paths(atMost: 40).paths where path.kind == .item {
        for setsFilters in [false, true] {
          let place = try place(on: path, in: dashboard, settingFilters: setsFilters)
          let item = path.steps.isEmpty ? path.chart : path.item
          let plan = try ChartPlan(item, of: dashboard, at: place)
          #expect(plan.requests.map(\.query) == path.queries, "\(seed): \(path.text)")
          for request in plan.requests {
            let expected = path.arguments + (setsFilters ? path.filters : [])
            #expect(
              request.arguments.names.sorted() == expected.map(\.name).sorted(), "\(seed): \(path.text)")
            for argument in expected {
              #expect(
                request.arguments[argument.name] == value(of: argument, in: dashboard), "\(seed): \(path.text)")
            }
          }
        }
        count += 1
      }
    }
    #expect(count > 1000)
  }

  @Test func contractListsAllSelectableColumns() throws {
    for seed in 0..<150 {
      let dashboard = try DrillDashboardGenerator.dashboard(seed: UInt64(seed))
      for path in DrillContract(dashboard).paths(atMost: 12).paths where path.kind == .item && path.item == "Group" {
        guard let group = dashboard.drillDownGroups.first, path.steps.count + 1 < group.levels.count else { continue }
        let chart = group.levels[path.steps.count]
        let steps = DrillContract.steps(in: chart)
        let place = try place(on: path, in: dashboard, settingFilters: false)
        for zoom in 1...path.queries.count.advanced(by: chart.grains.map { $0.grains.count - 1 } ?? 0) {
          let columns = DrillDashboardGenerator.columns
          for subset in 0..<(1 << columns.count) {
            let picked = columns.indices.filter { subset & (1 << $0) != 0 }.map { columns[$0] }
            // A series alone can be selected at any zoom level. The contract lists it once.
            let isListed = steps.contains { step in
              (step.zoom == zoom || step.categories.isEmpty) && step.columns.sorted() == picked.sorted()
            }
            var here = place
            here[item: chart.name].zoom = zoom == 1 ? nil : zoom
            let picks = picked.map { Pick($0, [.string("x")]) }
            let moved = try? dashboard.place(after: .drillDown(item: "Group", picks: picks), from: here)
            #expect((moved != nil) == isListed, "\(seed): \(path.text) at \(zoom): \(picked)")
          }
        }
      }
    }
  }

  /// Returns a value that identifies its chart and column.
  private func value(_ column: String, in chart: String) -> Scalar { .string("\(chart).\(column)") }

  private func value(of argument: DrillContract.Argument, in dashboard: Dashboard) -> QueryArgument {
    switch argument.origin {
    case .category(let chart), .series(let chart): .scalar(value(argument.name, in: chart))
    case .filter(.picklist): .list(picks(dashboard))
    case .filter(.range): .range(lower: .string(""), upper: .string("~"))
    }
  }

  /// Returns every value that can be selected, so that each selection is within a filter of the same name.
  private func picks(_ dashboard: Dashboard) -> [Scalar] {
    dashboard.allCharts.flatMap { chart in DrillDashboardGenerator.columns.map { value($0, in: chart.name) } }
  }

  /// Follows a path of the contract by moves, then zooms in to the last level of its chart.
  private func place(
    on path: DrillContract.Path, in dashboard: Dashboard, settingFilters: Bool
  ) throws -> Exploration {
    var place = dashboard.start
    if settingFilters {
      for filter in dashboard.filters {
        place = try dashboard.place(
          after: .filter(
            filter.name,
            filter.kind == .picklist ? .picks(picks(dashboard)) : .range(lower: .string(""), upper: .string("~"))),
          from: place)
      }
    }
    for step in path.steps {
      if step.zoom > 1 { place = try dashboard.zoom(place, in: step.chart, to: step.zoom) }
      let picks = step.columns.map { Pick($0, [value($0, in: step.chart)]) }
      place = try dashboard.place(after: .drillDown(item: path.item, picks: picks), from: place)
    }
    let chart = try #require(dashboard.allCharts.first { $0.name == path.chart })
    if path.queries.count > 1 { place = try dashboard.zoom(place, in: chart.name, to: path.queries.count) }
    return place
  }

  @Test func unlistedPathsAreCounted() throws {
    let value = [ValueDefinition(expression: try .parse("Amount"))]
    let levels = (0..<40).map { index in
      ParsedChart(
        name: "C\(index)", type: .bar, query: "Q\(index)", category: AxisDefinition(column: "a"),
        series: AxisDefinition(column: "b"), values: value)
    }
    let group = DrillDownGroupDefinition("Deep", levels: Array(levels.prefix(4)))
    let paths = DrillContract(Dashboard(name: "d", items: [.drillDownGroup(group)])).paths(atMost: 5)
    #expect(paths.paths.count == 5)
    #expect(paths.cut.map(\.item) == ["Deep"] && paths.cut.map(\.count) == [1 + 3 + 9 + 27])
    let deepest = DrillDownGroupDefinition("Deepest", levels: levels + levels)
    let countless = DrillContract(Dashboard(name: "d", items: [.drillDownGroup(deepest)])).paths(atMost: 5)
    #expect(countless.cut.map(\.count) == [.max])
    #expect(countless.text.hasSuffix("Deepest: 5 of countless ways are listed\n"))
  }
}

/// Generates dashboards with a drilldown group of varying structure. The same seed gives the same dashboard.
enum DrillDashboardGenerator {
  /// The names of categories, series and filters. Grains have other names.
  static let columns = ["a", "b", "c", "Year", "Month"]

  static func dashboard(seed: UInt64) throws -> Dashboard {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let filters = ["a", "b", "f", "g"].enumerated().map { index, name in
      FilterDefinition(name, kind: index % 2 == 0 ? .picklist : .range, sourceQuery: "All", column: name)
    }
    func chart(_ name: String) throws -> ParsedChart {
      var chart = ParsedChart(
        name: name, type: .bar, query: "Q\(name)", category: AxisDefinition(column: ["a", "b", "c"][number(below: 3)]),
        values: [ValueDefinition(expression: try .parse("Amount"))])
      switch number(below: 4) {
      case 0:
        chart.zoomingLevels = ["a", "c", "b"].prefix(1 + number(below: 3)).map { column in
          ZoomingLevelDefinition(query: "Q\(name)\(column)", category: AxisDefinition(column: column))
        }
        chart.category = chart.zoomingLevels[0].category
      case 1: chart.grains = GrainDefinition([.year, .month])
      default: break
      }
      let taken =
        [chart.category.column] + chart.zoomingLevels.map(\.category.column)
        + (chart.grains == nil ? [] : ["Year", "Month"])
      let free = columns.filter { !taken.contains($0) }
      if number(below: 3) > 0, !free.isEmpty {
        chart.series = AxisDefinition(column: free[number(below: free.count)])
      }
      switch number(below: 3) {
      case 0: chart.drillsByCategory = false
      case 1: chart.drillsBySeries = false
      default: break
      }
      chart.filters = filters.filter { _ in number(below: 3) == 0 }.map { NameReference($0.name) }
      return chart
    }
    let levels = try (0...(1 + number(below: 3))).map { try chart("C\($0)") }
    return Dashboard(
      name: "d", filters: filters,
      items: [.chart(try chart("Alone")), .drillDownGroup(DrillDownGroupDefinition("Group", levels: levels))])
  }
}
