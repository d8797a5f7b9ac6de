import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation
import Testing

/// Yearly values of measures when the query returns daily rows.
@Suite struct RollUpTests {
  private static let rows = """
    day,kind,price,pieces,buyer
    2023-01-01,a,10,1,x
    2023-01-01,a,20,1,y
    2023-01-01,b,40,2,x
    2023-06-01,a,60,4,x
    2024-01-01,a,5,10,z
    """

  /// In Tokyo, the last time is in the next year, and the first two are on the same day.
  private static let moments = """
    at,price
    2023-12-31T14:00:00,1
    2023-12-31T14:00:00,3
    2023-12-31T01:00:00,5
    2023-12-31T16:30:00,10
    2024-01-01T03:00:00,20
    """

  private static let workspace = """
    sources:
      sales: { adapter: csv, path: sales.csv }
      moments: { adapter: csv, path: moments.csv }
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
      Moments:
        source: moments
        from: moments
        groupBy: [at]
        measures: { price: avg(price) }
      Best:
        source: sales
        from: sales
        groupBy: [day]
        measures: { price: avg(price) }
        limit: 2
      Frequent:
        source: sales
        from: sales
        groupBy: [day]
        measures: { price: avg(price) }
        having: count() > 1
    """

  /// A folder that is removed with the suite.
  private final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("auger-rollup-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, text) in [("sales", RollUpTests.rows), ("moments", RollUpTests.moments)] {
        try text.write(to: url.appendingPathComponent("\(name).csv"), atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func chart(
    _ values: [String], query: String = "Daily", series: String? = nil, at text: String = "",
    _ change: (inout ParsedChart) -> Void = { _ in }
  ) async throws -> ChartModel {
    var chart = ParsedChart(
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

  /// Returns a chart of kinds whose query returns a row for each day and kind.
  private func kinds(
    _ values: [String], at text: String = "", _ change: (inout ParsedChart) -> Void = { _ in }
  ) async throws -> ChartModel {
    try await chart(values, at: text) {
      $0.type = .column
      $0.category = AxisDefinition(column: "kind")
      $0.grains = nil
      change(&$0)
    }
  }

  private func cells(_ model: ChartModel) -> [[Double?]] {
    model.dimensions.map { $0.cells.scalars.map(\.doubleValue) }
  }

  /// The average of all five rows is 27; that of the averages of the kinds is 31.875.
  @Test func totalsOfLayersAreQueried() async throws {
    let workspace = try Workspace(
      parsing: .init(name: "auger.yaml", text: Self.workspace), directory: folder.url.path, adapters: [CSVAdapter()])
    let dashboard = Dashboard("d") {
      OverlayGroup("Both", query: "Daily", category: "kind") {
        ChartDefinition("Price", type: .column, category: .automatic, values: "price")
        ChartDefinition("Pieces", type: .line, category: .automatic, values: "pieces")
      }
      .attribute("Summary", to: "true")
    }
    let model = try await Pipeline(workspace).chart("Both", of: dashboard)
    #expect(model.summaryOfWhole?.values.map(\.doubleValue) == [27, 18])
    #expect(model.summary?.separateSeries == [0])
    #expect(!model.warnings.contains { $0.code == .rollUpNotExact })
    #expect(model.receipt.queries.map(\.rows) == [2, 1, 4])
  }

  @Test func yearlyAverageUsesRowsNotDays() async throws {
    let model = try await chart(["price"])
    #expect(cells(model) == [[32.5, 5]])
    #expect(model.receipt.queries.map(\.rows) == [4, 2])
  }

  @Test func distinctCountsAreRecomputed() async throws {
    #expect(cells(try await chart(["buyers", "sum(buyers)"])) == [[2, 1], [2, 1]])
  }

  @Test func ratiosAreComputedFromSums() async throws {
    #expect(cells(try await chart(["worth / pieces"])) == [[43.75, 5]])
    #expect(cells(try await chart(["sum(worth) / sum(pieces)"])) == [[43.75, 5]])
  }

  @Test func additiveMeasuresRunNoNewQuery() async throws {
    let model = try await chart(["pieces * 2 - worth / 2", "max(dearest)", "if(kind == 'a', pieces, 0)"])
    #expect(model.receipt.queries.map(\.rows) == [4])
    #expect(cells(model) == [[-159, -5], [60, 5], [6, 10]])
  }

  @Test func visibleLevelsAreQueriedWithSeriesAndFilters() async throws {
    let model = try await chart(["price"], series: "kind", at: "Time.zoom=2&filter.Kinds=a")
    #expect(model.series.map(\.text) == ["a"])
    // The periods between them have no data.
    #expect(cells(model) == [[15, 60, nil, nil, 5]])
    #expect(model.levels[1].cells?[0].scalars == [.float(30), .float(5)])
    #expect(model.receipt.queries.map(\.rows) == [3, 2, 3])
  }

  @Test(arguments: [
    ("price", "Best", "take the limit off, or 'having'"),
    ("price", "Frequent", "take the limit off, or 'having'"),
    ("if(kind == 'a', price, 0)", "Daily", "measures that name it belong into the query"),
  ])
  func inexactRollUpFails(_ value: String, _ query: String, _ hint: String) async throws {
    let error = await #expect(throws: DiagnosticError.self) { try await chart([value], query: query) }
    #expect(error?.diagnostics.first?.code == .rollUpNotExact)
    #expect(error?.diagnostics.first?.hint == hint)
  }

  @Test func zonedDaysAreQueriedInTheirZone() async throws {
    let model = try await chart(["price"], query: "Moments", at: "Time.zoom=2") {
      $0.category = AxisDefinition(column: "at")
      $0.grains = GrainDefinition([.year, .day], timeZone: "Asia/Tokyo")
    }
    #expect(model.levels.map(\.labels) == [["2023-12-31", "2024-01-01"], ["2023", "2024"]])
    #expect(cells(model) == [[3, 15]])
    #expect(model.levels[1].cells?[0].scalars == [.float(3), .float(15)])
  }

  @Test func averageOfAKindUsesRowsNotDays() async throws {
    // The prices of kind a are 10, 20, 60 and 5 on three days, with daily averages of 15, 60 and 5.
    let model = try await kinds(["price", "pieces"])
    #expect(cells(model) == [[23.75, 40], [16, 2]])
    #expect(model.receipt.queries.map(\.rows) == [2])
    #expect(model.warnings == [])
    #expect(cells(try await kinds(["price"]) { $0.aggregate = .avg }) == [[23.75, 40]])
    #expect(cells(try await kinds(["avg(price) * 2"])) == [[47.5, 80]])
    #expect(cells(try await kinds(["buyers"])) == [[3, 1]])
  }

  @Test func explicitAggregatesAreUnchanged() async throws {
    #expect(cells(try await kinds(["max(price)", "count()", "avg(pieces)"])) == [[60, 40], [3, 1], [16.0 / 3, 2]])
    #expect(cells(try await kinds(["price"]) { $0.aggregate = .max }) == [[60, 40]])
  }

  @Test func measuresThatCannotBeRecomputedCauseWarnings() async throws {
    for values in [["price", "count()"], ["sum(price)"], ["if(day > '2023-02-01', price, 0)"]] {
      let model = try await kinds(values)
      #expect(
        model.warnings.map(\.message) == [
          "'\(values[0])' does not add up over 'day', of which query 'Daily' has a row for each"
        ])
      #expect(model.warnings.map(\.code) == [.rollUpNotExact])
    }
  }

  @Test func otherCategoryHasNoAverageOfAverages() async throws {
    let model = try await kinds(["price", "pieces"], at: "Time.sort=-value;top:1")
    #expect(model.levels[0].labels == ["b", "Other"])
    #expect(cells(model) == [[40, nil], [2, 16]])
    #expect(
      model.warnings.map(\.message) == ["'Other' has no value of 'price': those of its categories do not add up"])
  }

  @Test func filterUnknownToTheQueryIsReported() async throws {
    let model = try await chart(["pieces"], at: "filter.Kinds=a&filter.Buyers=x")
    #expect(
      model.warnings.map(\.message) == [
        "filter 'Buyers' changes nothing: query 'Daily' has no parameter of that name"
      ])
  }
}
