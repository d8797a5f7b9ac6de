import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import AugerSQLite
import AugerTools
import Foundation
import TestSupport
import Testing

/// The generated code equals the file in the repository, compiles with these tests and works in a pipeline. `RECORD=1`
/// writes it again.
@Suite struct GenerateTests {
  private static let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Generate")

  private func workspace() throws -> Workspace {
    try Workspace(contentsOf: Self.folder.path, adapters: [CSVAdapter()], environment: [:])
  }

  private func check(_ text: String, _ path: String) throws {
    #expect(try Golden.difference(text, from: path) == nil)
  }

  @Test func swiftFileEqualsTheCompiledOne() throws {
    let workspace = try workspace()
    let needs = QueryNeed.all(of: workspace.dashboards, declared: workspace.queries)
    let file = SwiftGenerator(typeName: SwiftGenerator.typeName(for: "sales"), origin: "auger.yaml").file(needs)
    try check(file, "Tests/AugerTests/SalesQueries.swift")
  }

  @Test(arguments: [("sales", salesDashboard), ("language", languageDashboard)])
  func compiledDashboardEqualsItsFile(_ name: String, _ compiled: Dashboard) throws {
    let dashboard = try Dashboard(contentsOf: Self.folder.appendingPathComponent("\(name).xml"))
    let text = try DashboardGenerator(origin: "\(name).xml").file(dashboard)
    let file = name.prefix(1).uppercased() + name.dropFirst() + "Dashboard.swift"
    try check(text, "Tests/AugerTests/\(file)")
    #expect(compiled == dashboard)
    #expect(compiled.findings.filter { $0.level == .error }.isEmpty)
  }

  @Test func dashboardWithoutATreeIsNotWrittenInSwift() {
    let error = #expect(throws: AugerError.self) {
      try DashboardGenerator(origin: "x").file(Dashboard(name: "x", items: []))
    }
    #expect(error?.code == "formCannotHold")
  }

  @Test func stubWorkspaceIsReadWithoutErrors() throws {
    let needs = QueryNeed.all(of: try workspace().dashboards)
    let file = WorkspaceGenerator(dashboards: [("sales", "sales.xml")]).file(needs)
    try check(file, "Fixtures/Cases/Generate/stubs.yaml")
    let stubs = try Workspace(
      parsing: SourceText(name: "stubs.yaml", text: file), directory: Self.folder.path, adapters: [SQLiteAdapter()])
    #expect(stubs.queries.map(\.name) == needs.map(\.name))
    for (query, need) in zip(stubs.queries, needs) {
      guard case .sql(let template) = query.body else {
        Issue.record("\(query.name) is no SQL")
        continue
      }
      #expect(template.parameterNames == need.arguments.map(\.name), "\(query.name)")
    }
  }

  @Test func conformingDelegateAnswersAPipeline() async throws {
    let dashboard = try workspace().definition(ofDashboard: "sales")
    let pipeline = Pipeline(delegate: Answers(), dashboards: [dashboard])
    let start = try await pipeline.chart("Resellers", of: dashboard)
    #expect(start.levels[0].values.scalars == [.string("Asia"), .string("Europe")])
    let place = try await pipeline.checked(
      try Exploration("Resellers.drill=Region:Europe;ProductCategory:Bikes/Country:France"), of: dashboard)
    let drilled = try await pipeline.chart("Resellers", of: dashboard, at: place)
    #expect(drilled.levels[0].values.scalars == [.string("Bikes of Europe in France")])
    let filtered = try Exploration("filter.Sales Reason=Price,Quality&filter.OrderDate=2012-01-01..2012-12-31")
    let answer = try await pipeline.chart("Resellers", of: dashboard, at: filtered)
    #expect(answer.levels[0].values.scalars == [.string("Price,Quality 2012-01-01 to 2012-12-31")])
  }

  @Test func unknownQueryFails() async throws {
    let answers = Answers()
    let error = await #expect(throws: AugerError.self) {
      try await answers.table(for: QueryRequest("ResellerSumary"))
    }
    #expect(error?.hint == "Did you mean 'ResellerSummary'?")
    let wrong = await #expect(throws: AugerError.self) {
      try await answers.executeQuery(
        "ResellerSummary", arguments: ["OrderDate": .range(lower: .string("soon"), upper: .string("later"))])
    }
    #expect(wrong?.code == .argumentType)
    let kind = await #expect(throws: AugerError.self) {
      try await answers.executeQuery(
        "ResellerByCountry", arguments: ["Region": .range(lower: .string("a"), upper: .string("b"))])
    }
    #expect(kind?.code == .argumentKind)
  }
}

/// A delegate as a program would write it, with methods only and no query names.
private struct Answers: SalesQueries {
  private func sales(_ column: String, _ values: [String]) -> Table {
    Table([
      (column, Column(values)), ("ProductCategory", Column(values.map { _ in "Bikes" })),
      ("SalesAmount", Column(values.map { Int64($0.utf8.count) })),
    ])
  }

  func resellerSummary(salesReason: [String]?, orderDate: ArgumentRange<CivilDate>?) async throws -> Table {
    guard let salesReason, let orderDate else { return sales("Region", ["Europe", "Asia"]) }
    return sales("Region", ["\(salesReason.joined(separator: ",")) \(orderDate.lower) to \(orderDate.upper)"])
  }

  func resellerByCountry(
    region: [String]?, productCategory: QueryArgument?, salesReason: QueryArgument?,
    orderDate: ArgumentRange<CivilDate>?
  ) async throws -> Table {
    sales("Country", region == ["Europe"] ? ["France", "Spain"] : ["Japan"])
  }

  func resellerBySubCategory(
    region: QueryArgument?, productCategory: QueryArgument?, country: QueryArgument?, salesReason: QueryArgument?,
    orderDate: QueryArgument?
  ) async throws -> Table {
    func text(_ argument: QueryArgument?) -> String {
      switch argument {
      case .scalar(let value), .range(let value, _): value.description
      case .list(let values): values.first?.description ?? ""
      case nil: ""
      }
    }
    return sales("SubCategory", ["\(text(productCategory)) of \(text(region)) in \(text(country))"])
  }

  func ordersByYear() async throws -> Table {
    Table([("Year", Column([Int64(2012)])), ("OrderCount", Column([Int64(4)]))])
  }

  func ordersByQuarter() async throws -> Table {
    Table([("Year", Column([Int64(2012)])), ("Quarter", Column([Int64(1)])), ("OrderCount", Column([Int64(4)]))])
  }

  func `in`() async throws -> Table {
    Table([
      ("Reseller", Column(["Wombat"])), ("Actual", Column([Int64(3)])), ("Planned", Column([Int64(4)])),
    ])
  }

  func _2012Figures() async throws -> Table {
    Table([("EVA", Column([Int64(1)])), ("Profit", Column([Int64(3)])), ("Cost", Column([Int64(2)]))])
  }

  func reasons() async throws -> Table { Table([("Reason", Column(["Price", "Quality"]))]) }

  func orderDates(salesReason: QueryArgument?) async throws -> Table { Table([("OrderDate", Column(["2012-05-01"]))]) }
}
