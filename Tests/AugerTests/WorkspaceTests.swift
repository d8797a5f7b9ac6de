import Auger
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import AugerQuery
import AugerSQLite
import AugerTools
import Foundation
import Testing

@Suite struct WorkspaceTests {
  private let folder: URL
  private let adapters: [any SourceAdapter] = [CSVAdapter(), SQLiteAdapter()]

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-workspace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "region,year,amount\nEurope,2023,10\nEurope,2024,2.5\nAsia,2024,4\n".write(
      to: folder.appendingPathComponent("sales.csv"), atomically: true, encoding: .utf8)
  }

  private func parse(_ text: String, environment: [String: String] = [:]) throws(DiagnosticError) -> Workspace {
    try Workspace(
      parsing: SourceText(name: "auger.yaml", text: text), directory: folder.path, adapters: adapters,
      environment: environment)
  }

  private static let text = """
    sources:
      drops: { adapter: csv, path: "${FILES:-*.csv}" }
    queries:
      ByYear:
        source: drops
        from: sales
        where: ["[[ region in ($Regions) ]]", "year >= $From"]
        groupBy: [year]
        measures: { amount: sum(amount) }
        parameters: { From: { type: int, default: 2000 } }
        referenceValue: 5
    """

  @Test func fileAndCodeGiveTheSameResult() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let fromFile = try parse(Self.text)
    let inCode = Workspace(
      sources: [
        SourceDefinition(
          adapter: "csv", SourceConfiguration(name: "drops", location: folder.appendingPathComponent("sales.csv").path))
      ],
      queries: [
        QueryDefinition(
          name: "ByYear", source: "drops",
          body: .table(
            TableQuery(
              from: "sales",
              filters: [
                try .init("region in ($Regions)", isOptional: true), try .init("year >= $From"),
              ], groupBy: [.init("year")], measures: [try .init("amount", "sum(amount)")])),
          parameters: [ParameterDeclaration(name: "From", type: .int64, defaultValue: .int(2000))])
      ], adapters: adapters)
    for arguments: QueryArguments in [
      [:], ["Regions": .list([.string("Europe")])], ["From": .scalar(.string("2024"))],
    ] {
      let a = try await WorkspaceQueryDelegate(fromFile).executeQuery("ByYear", arguments: arguments)
      let b = try await WorkspaceQueryDelegate(inCode).executeQuery("ByYear", arguments: arguments)
      #expect(a.hasSameContents(as: b))
      #expect(a.rowCount > 0)
      #expect(a.properties.referenceValue == 5)
    }
  }

  @Test func pipelineComputesAChart() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var workspace = try parse(Self.text)
    let (query, dashboard) = try ChartRequest(category: "region", series: "year", values: ["amount"])
      .resolved(name: "chart", source: "drops", table: "sales")
    workspace.queries.append(query)
    workspace.dashboards.append(dashboard)
    let pipeline = Pipeline(workspace)
    let model = try await pipeline.chart("chart", of: try pipeline.dashboard("chart"))
    #expect(model[dimension: 0, series: "2024", category: "Europe"] == .float(2.5))
    #expect(model[dimension: 0, series: "2023", category: "Asia"] == .null)
    #expect(model.receipt.queries.map(\.rows) == [3])
  }

  @Test func groupConditionsAndPivotAreRead() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let workspace = try parse(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries:
        ByRegion:
          source: drops
          from: sales
          groupBy: [region, year]
          measures: { amount: sum(amount) }
          having: ["amount > $Least", "[[ count() < $Most ]]"]
          pivot: year
          orderBy: -region
      """)
    let delegate = WorkspaceQueryDelegate(workspace)
    #expect(delegate.description(of: "ByRegion")?.parameters == ["Least", "Most"])
    #expect(delegate.description(of: "ByRegion")?.aggregation == nil)
    let table = try await delegate.executeQuery("ByRegion", arguments: ["Least": .scalar(.int(3))])
    #expect(table.schema.names == ["region", "2023", "2024"])
    #expect(
      table.columns.map(\.scalars) == [
        [.string("Europe"), .string("Asia")], [.float(10), .null], [.null, .float(4)],
      ])
  }

  @Test(arguments: [
    ("having: ⟦region == 'Asia'⟧", Diagnostic.Code.havingWithoutGroups, "Use 'where' for a condition on rows"),
    ("groupBy: [region], measures: { n: count() }, pivot: ⟦regoin⟧", .pivotNotGrouped, "Did you mean 'region'?"),
    ("groupBy: [region], pivot: ⟦region⟧", .pivotWithoutMeasures, "Add a measure"),
    ("select: [⟦region⟧, amount], groupBy: [region]", .selectOfGroups, "Remove 'select'"),
    ("select: [⟦amount⟧], measures: { n: count() }", .selectOfGroups, "Remove 'select'"),
  ])
  func missingPartsOfAQueryAreReported(_ marked: String, _ code: Diagnostic.Code, _ hint: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let head = "sources: { drops: { adapter: csv, path: '*.csv' } }\nqueries: { Q: { source: drops, from: sales, "
    let parts = (head + marked + " } }\n").split(omittingEmptySubsequences: false) { "⟦⟧".contains($0) }
    let error = #expect(throws: DiagnosticError.self) { _ = try parse(parts.joined()) }
    let found = try #require(error?.diagnostics.first)
    #expect(error?.diagnostics.count == 1 && found.code == code, "\(found)")
    let lower = parts[0].utf8.count
    #expect(found.place?.span == SourceSpan(lower, lower + parts[1].utf8.count))
    #expect(found.hint?.contains(hint) == true, "\(found.hint ?? "")")
  }

  @Test func environmentVariablesAreSubstituted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let workspace = try parse(Self.text, environment: ["FILES": "/data/x.csv"])
    #expect(try workspace.sources[0].resolved().location == "/data/x.csv")
  }

  /// A source that is never opened does not read or require environment variables.
  @Test func sourceReadsTheEnvironmentWhenOpened() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let workspace = try parse(
      """
      sources:
        sales: { adapter: csv, path: sales.csv }
        erp:   { adapter: csv, path: "${SECRET}/x.csv", types: "${NAME:-n: int}" }
      queries:
        Sales: { source: sales, from: sales }
        Orders: { source: erp, from: x }
      """)
    #expect(workspace.sources[1].configuration.location == folder.path + "/${SECRET}/x.csv")
    let delegate = WorkspaceQueryDelegate(workspace)
    #expect(try await delegate.execute(try workspace.query("Sales"), arguments: [:]).rowCount > 0)
    await #expect { try await delegate.execute(try workspace.query("Orders"), arguments: [:]) } throws: { error in
      let found = (error as? DiagnosticError)?.diagnostics ?? []
      return found.map(\.code) == [.environmentVariableUndefined] && found[0].place?.source.name == "auger.yaml"
    }
  }

  @Test func checkReadsTheWholeEnvironment() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("auger.yaml")
    try Data("sources: { a: { adapter: csv, path: '${A}' } }\njobs: { b: { queries: '${B}' } }\n".utf8).write(to: file)
    let check = try WorkspaceCheck([file.path], adapters: [CSVAdapter()], environment: [:])
    #expect(check.diagnostics.filter { $0.code == .environmentVariableUndefined }.count == 2, "\(check.diagnostics)")
  }

  @Test func customDelegateAnswersCharts() async throws {
    struct Constant: QueryDelegate {
      func table(for request: QueryRequest) async throws -> Table {
        Table([("item", Column(["a", "b"])), ("value", Column([1, 2] as [Int64]))])
      }
    }
    let chart = ParsedChart(
      name: "C", type: .bar, query: "Anything", category: AxisDefinition(column: "item"),
      values: [ValueDefinition(expression: try .parse("value * 10"))])
    let dashboard = Dashboard(name: "D", charts: [chart])
    let model = try await Pipeline(delegate: Constant(), dashboards: [dashboard]).chart("C", of: dashboard)
    #expect(model.cells(dimension: 0, series: 0).scalars == [.int(10), .int(20)])
  }

  @Test func unknownQueryHasASuggestion() async throws {
    let delegate = WorkspaceQueryDelegate(try parse(Self.text))
    let error = await #expect(throws: DiagnosticError.self) {
      try await delegate.executeQuery("ByYaer", arguments: [:])
    }
    #expect(error?.diagnostics.first?.hint == "Did you mean 'ByYear'?")
  }

  @Test func sqlOnFilesFails() async throws {
    let workspace = try parse(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries: { Q: { source: drops, sql: SELECT 1 } }
      """)
    let error = await #expect(throws: DiagnosticError.self) {
      try await WorkspaceQueryDelegate(workspace).executeQuery("Q", arguments: [:])
    }
    #expect(error?.diagnostics.first?.code == .sqlNotSupported)
  }
}
