import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import Testing

/// What becomes of measures over years, when the query has them by day.
@Suite struct RollUpTests {
  private static let rows = """
    day,kind,price,pieces,buyer
    2023-01-01,a,10,1,x
    2023-01-01,a,20,1,y
    2023-01-01,b,40,2,x
    2023-06-01,a,60,4,x
    2024-01-01,a,5,10,z
    """

  private static let workspace = """
    sources:
      sales: { adapter: csv, path: sales.csv }
    queries:
      Daily:
        source: sales
        from: sales
        where: ["[[ kind in ($Kinds) ]]"]
        groupBy: [day, kind]
        measures:
          price: avg(price)
          buyers: countDistinct(buyer)
          pieces: sum(pieces)
          dearest: max(price)
          worth: sum(price * pieces)
      Best:
        source: sales
        from: sales
        groupBy: [day]
        measures: { price: avg(price) }
        limit: 2
    """

  /// Removed with the suite.
  private final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("auger-rollup-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try RollUpTests.rows.write(to: url.appendingPathComponent("sales.csv"), atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func chart(
    _ values: [String], query: String = "Daily", series: String? = nil, at text: String = "",
    _ change: (inout ChartDefinition) -> Void = { _ in }
  ) async throws -> ChartModel {
    var chart = ChartDefinition(
      name: "Time", type: .line, query: query, category: AxisDefinition(column: "day"),
      series: series.map { AxisDefinition(column: $0) },
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
    chart.grains = GrainDefinition([.year, .quarter])
    chart.filters = [NameReference("Kinds"), NameReference("Buyers")]
    change(&chart)
    var dashboard = Dashboard(name: "d", charts: [chart])
    dashboard.filters = ["Kinds", "Buyers"].map {
      FilterDefinition($0, kind: .picklist, sourceQuery: "Daily", column: "kind")
    }
    var workspace = try Workspace(
      parsing: .init(name: "auger.yaml", text: Self.workspace), directory: folder.url.path, adapters: [CSVAdapter()])
    workspace.dashboards = [dashboard]
    let place = try dashboard.checked(try Exploration(text))
    return try await Pipeline(workspace).chart("Time", of: dashboard, at: place)
  }

  private func cells(_ model: ChartModel) -> [[Double?]] {
    model.dimensions.map { $0.cells.scalars.map(\.doubleValue) }
  }

  @Test func anAverageOfAYearIsThatOfItsRowsNotOfItsDays() async throws {
    let model = try await chart(["price"])
    #expect(cells(model) == [[32.5, 5]])
    #expect(model.receipt.queries.map(\.rows) == [4, 2])
  }

  @Test func distinctCountsAreCountedAgain() async throws {
    #expect(cells(try await chart(["buyers", "sum(buyers)"])) == [[2, 1], [2, 1]])
  }

  @Test func quotientsAreMadeOfTheSumsOfTheirParts() async throws {
    #expect(cells(try await chart(["worth / pieces"])) == [[43.75, 5]])
    #expect(cells(try await chart(["sum(worth) / sum(pieces)"])) == [[43.75, 5]])
  }

  @Test func whatAddsUpIsNotAskedAgain() async throws {
    let model = try await chart(["pieces * 2 - worth / 2", "max(dearest)", "if(kind == 'a', pieces, 0)"])
    #expect(model.receipt.queries.map(\.rows) == [4])
    #expect(cells(model) == [[-159, -5], [60, 5], [6, 10]])
  }

  @Test func everyLevelInViewIsAskedAgainWithItsSeriesAndFilters() async throws {
    let model = try await chart(["price"], series: "kind", at: "Time.zoom=2&filter.Kinds=a")
    #expect(model.series.map(\.label) == ["a"])
    #expect(cells(model) == [[15, 60, 5]])
    #expect(model.levels[1].cells?[0].scalars == [.float(30), .float(5)])
    #expect(model.receipt.queries.map(\.rows) == [3, 2, 3])
  }

  @Test(arguments: [
    ("price", "Best", "take the limit off"),
    ("if(kind == 'a', price, 0)", "Daily", "measures that name it belong into the query"),
  ])
  func whatCannotBeExactIsRefused(_ value: String, _ query: String, _ hint: String) async throws {
    let error = await #expect(throws: DiagnosticError.self) { try await chart([value], query: query) }
    #expect(error?.diagnostics.first?.code == .rollUpNotExact)
    #expect(error?.diagnostics.first?.hint == hint)
  }

  @Test func aFilterThatTheQueryDoesNotKnowIsTold() async throws {
    let model = try await chart(["pieces"], at: "filter.Kinds=a&filter.Buyers=x")
    #expect(
      model.warnings.map(\.message) == [
        "filter 'Buyers' changes nothing: query 'Daily' has no parameter of that name"
      ])
  }
}
