import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerSQLite
import Foundation
import TestSupport
import Testing

/// Every reachable state of a dashboard shows the values that DuckDB computed from the raw rows
/// (Scripts/exploration-judge.py).
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct AdventureWorksExplorationTests {
  private let pipeline: Pipeline
  private let dashboard: Dashboard
  private let answers: RecordedAnswers

  init() throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Exploration")
    let workspace = try Workspace(
      contentsOf: folder.appendingPathComponent("auger.yaml").path, adapters: [SQLiteAdapter()],
      environment: ["AUGER_SHARED": Shared.folder.path])
    pipeline = Pipeline(workspace)
    dashboard = try pipeline.dashboard("adventureworks")
    answers = try RecordedAnswers(folder.appendingPathComponent("answers.jsonl"))
  }

  private static let products: [FilterState?] = [
    nil, .picks([.string("Bikes")]), .picks([.string("Clothing"), .string("Bikes")]),
  ]
  private static let regions: [FilterState?] = [nil, .picks([.string("Europe"), .string("Pacific")])]
  private static let years: [FilterState?] = [nil, .range(lower: .int(2012), upper: .int(2013))]

  private func filtered(
    _ products: FilterState? = nil, _ regions: FilterState? = nil, _ years: FilterState? = nil
  ) throws -> Exploration {
    try [StateChange.filter("Products", products), .filter("Region", regions), .filter("Years", years)]
      .reduce(dashboard.start) { try dashboard.place(after: $1, from: $0) }
  }

  /// Returns every possible selection in a chart: categories, series, items, and the first two categories together.
  private func picks(_ model: ChartModel) throws -> [QueryArguments] {
    let drill = try #require(model.drill)
    let categories = drill.categoryPicks ?? []
    let series = drill.seriesPicks ?? []
    var picks = categories.compactMap(\.self) + series.compactMap(\.self)
    for (c, category) in categories.enumerated() {
      for (s, value) in series.enumerated() where !model[dimension: 0, series: s, category: c].isNull {
        guard var item = category, let value else { continue }
        for (name, argument) in value.entries { item[name] = argument }
        picks.append(item)
      }
    }
    if categories.count > 1 {
      picks.append([model.levels[0].column: .list(model.levels[0].values.scalars.prefix(2).map(\.self))])
    }
    return picks
  }

  /// Computes the chart for a state and compares it with the recording. The query string must lead to the same state.
  private func visit(_ chart: String, _ place: Exploration, _ seen: inout Set<String>) async throws -> ChartModel {
    let model = try await pipeline.chart(chart, of: dashboard, at: place)
    #expect(seen.insert(place.description).inserted, "\(place) was reached twice")
    try answers.expect(model, chart: chart, at: place)
    #expect(try await pipeline.checked(try Exploration(place.description), of: dashboard) == place)
    return model
  }

  private func drill(_ place: Exploration, depth: Int, _ seen: inout Set<String>) async throws {
    let model = try await visit("Reseller", place, &seen)
    guard model.drill?.level ?? 0 < depth else { return }
    for picks in try picks(model) {
      try await drill(
        try dashboard.drill(place, in: "Reseller", picking: picks), depth: depth, &seen)
    }
  }

  @Test func resellerDrilldownFiltersByCategoryAndSeries() async throws {
    var seen = Set<String>()
    try await drill(dashboard.start, depth: 2, &seen)
    for (products, regions, years) in [(1, 0, 0), (2, 0, 1), (0, 1, 0), (2, 1, 1)] {
      let place = try filtered(Self.products[products], Self.regions[regions], Self.years[years])
      try await drill(place, depth: 1, &seen)
    }
    #expect(seen == answers.places(of: "Reseller"))
  }

  @Test func timeLevelsShowSalesAndDrillDown() async throws {
    var seen = Set<String>()
    for regions in Self.regions {
      for years in Self.years {
        for level in 1...3 {
          // The name of a group refers to its visible chart.
          let place = try dashboard.zoom(try filtered(nil, regions, years), in: "Time", to: level)
          let model = try await visit("Time", place, &seen)
          #expect(model.zoom == ZoomInfo(level: 3 - level, titles: ["Month", "Quarter", "Year"]))
          for picks in model.drill?.categoryPicks ?? [] {
            let picks = try #require(picks)
            #expect(picks.entries.count == level)
            _ = try await visit("Time", try dashboard.drill(place, in: "Time", picking: picks), &seen)
          }
        }
      }
    }
    #expect(seen == answers.places(of: "Time"))
  }

  @Test func hiddenChartCannotBeZoomed() throws {
    let place = try dashboard.drill(dashboard.start, in: "Time", picking: ["SalesYear": .scalar(.int(2011))])
    let error = #expect(throws: DiagnosticError.self) { try dashboard.zoom(place, in: "History", to: 2) }
    #expect(error?.diagnostics.first?.code == .notInView)
  }

  @Test func datesAreGroupedByTheirGrains() async throws {
    var seen = Set<String>()
    for products in Self.products {
      for years in Self.years {
        for level in 1...4 {
          let place = try dashboard.zoom(try filtered(products, nil, years), in: "Calendar", to: level)
          _ = try await visit("Calendar", place, &seen)
        }
      }
    }
    #expect(seen == answers.places(of: "Calendar"))
  }

  @Test func variablesRecomputeWithoutAQuery() async throws {
    var seen = Set<String>()
    var asked = 0
    for drive in [false, true] {
      for region in ["Europe", "North America", "Pacific"] {
        for hike in ["0", "2.5", "18"] {
          for filtered in [try filtered(), try filtered(Self.products[1], Self.regions[1])] {
            var place = try dashboard.set(filtered, "salesdrive", to: .bool(drive))
            place = try dashboard.set(place, "region", to: .string(region))
            place = try dashboard.set(place, "hike", to: .string(hike))
            let model = try await visit("Promotion", place, &seen)
            asked += model.receipt.queries.count { $0.execution == .executed }
          }
        }
      }
    }
    #expect(asked == 2)
    #expect(seen == answers.places(of: "Promotion"))
  }

  @Test func whatIfChangeKeepsTheBaseline() async throws {
    var seen = Set<String>()
    for place in answers.places(of: "NetIncome").sorted() {
      let place = try dashboard.checked(try Exploration(place))
      let model = try await visit("NetIncome", place, &seen)
      var unchanged = place
      unchanged[item: "NetIncome"].whatIf = []
      let baseline = try await pipeline.chart("NetIncome", of: dashboard, at: unchanged)
      #expect(
        model.baselineCells?.map(\.scalars)
          == (place == unchanged ? nil : baseline.dimensions.map(\.cells.scalars)))
    }
    #expect(seen.count == 62)
  }
}
