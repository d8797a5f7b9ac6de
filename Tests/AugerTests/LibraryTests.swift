import Auger
import AugerCSV
import Testing

/// The API that a program uses with `import Auger` alone.
@Suite struct LibraryTests {
  private static let xml = """
    <Dashboard>
      <DrillDownGroup Name="Resellers" Title="Resellers">
        <Chart Name="Regions" Title="Regions" ChartType="Bar" ChartSequence="1" Query="Sales">
          <Category Column="Region" />
          <Values><Value Expression="sum(Amount)" ValueSequence="1" DisplayName="Amount" /></Values>
        </Chart>
        <Chart Name="Countries" Title="Countries" ChartType="Bar" ChartSequence="2" Query="Sales">
          <Category Column="Country" />
          <Values><Value Expression="sum(Amount)" ValueSequence="1" DisplayName="Amount" /></Values>
        </Chart>
      </DrillDownGroup>
    </Dashboard>
    """

  private func table() throws -> Table {
    try Table([
      "Region": ["Europe", "Pacific", "Europe", nil], "Country": ["France", "Fiji", "Spain", nil],
      "Amount": [1, 2.5, 3, 4],
    ])
  }

  private func place(_ address: String) throws -> Exploration { try Exploration(address) }

  // MARK: Tables in memory

  @Test func pipelineOverTablesFiltersSelectedRows() async throws {
    let dashboard = try Dashboard(xml: Self.xml)
    let pipeline = Pipeline(tables: ["Sales": try table()], dashboards: [dashboard])
    let regions = try await pipeline.chart("Resellers", of: dashboard)
    #expect(regions[dimension: 0, series: 0, category: 0] == .float(4))
    let below = try dashboard.drill(dashboard.start, in: "Resellers", picking: ["Region": "Europe"])
    let countries = try await pipeline.chart("Resellers", of: dashboard, at: below)
    #expect((0..<countries.categoryCount).map { countries.category(at: $0, level: 0) } == ["France", "Spain"])
  }

  @Test func queryWithoutTableSuggestsASimilarName() async throws {
    let pipeline = Pipeline(tables: ["Sale": try table()], dashboards: [])
    await #expect { try await pipeline.table(of: "Sales") } throws: { error in
      (error as? DiagnosticError)?.diagnostics.first?.hint == "Did you mean 'Sale'?"
    }
  }

  @Test func argumentsFilterRows() async throws {
    let pipeline = Pipeline(tables: ["Sales": try table()], dashboards: [])
    let picked = try await pipeline.table(of: "Sales", arguments: ["Region": ["Europe", "Pacific"]])
    #expect(picked["Amount"].map { column in (0..<column.count).map { column[$0] } } == [1.0, 2.5, 3.0])
    let between = try await pipeline.table(of: "Sales", arguments: ["Amount": .range(lower: 2.5, upper: 3)])
    #expect(between["Country"].map { column in (0..<column.count).map { column[$0] } } == ["Fiji", "Spain"])
  }

  @Test func unusedArgumentIsAWarningOfTheChart() async throws {
    let dashboard = try Dashboard(xml: Self.xml)
    var pipeline = Pipeline(tables: ["Sales": try table()], dashboards: [dashboard])
    pipeline.arguments = ["Regoin": "Europe"]
    let warnings = try await pipeline.chart("Resellers", of: dashboard).warnings
    #expect(warnings.map(\.code) == ["argumentUnused"])
    #expect(warnings.first?.message.contains("Did you mean 'Region'?") == true)
    pipeline.arguments = ["Region": "Europe"]
    #expect(try await pipeline.chart("Resellers", of: dashboard).warnings.isEmpty)
  }

  @Test func tableMakesAChartInOneCall() async throws {
    let chart = try await table().chart(category: "Region", values: "sum(Amount)", "count()", title: "Sales")
    #expect(chart.title == "Sales")
    #expect(chart.dimensionCount == 2)
    #expect(chart[dimension: 0, series: 0, category: 0] == .float(4))
    #expect(chart[dimension: 1, series: 0, category: 0] == .int(2))
    await #expect(throws: AugerError.self) { _ = try await table().chart(category: "Regoin", values: "Amount") }
  }

  @Test func tableDescriptionListsRowsAndColumns() throws {
    #expect(try table().description == "4 rows of Region: string, Country: string, Amount: float")
  }

  // MARK: Columns and errors

  @Test func arraysBecomeColumnsOfTheirTypes() {
    #expect(Column([1, 2, nil] as [Int?]).type == .int64)
    #expect(Column([CivilDate(year: 2024, month: 2, day: 29)]).type == .date)
    #expect(Column([String?.none]).type == .string)
    #expect(Column([Scalar.int(1), .float(2.5)]).type == .float64)
    #expect(Column([true, nil] as [Bool?]).isNull(1))
  }

  @Test func errorsAreComparedByTheirCodes() {
    #expect {
      _ = try Workspace(contentsOf: "/nowhere/auger.yaml", adapters: [])
    } throws: { error in
      (error as? AugerError)?.code == "fileNotFound"
    }
  }

  @Test func workspaceIsReadFromText() throws {
    let workspace = try Workspace(
      yaml: """
        sources:
          sales: { adapter: csv, path: sales.csv }
        queries:
          All: { source: sales, from: sales }
        """, adapters: [CSVAdapter()], environment: [:])
    #expect(throws: DiagnosticError.self) { _ = try workspace.definition(ofDashboard: "none") }
    #expect {
      _ = try Workspace(yaml: "sourcs: {}", adapters: [CSVAdapter()], environment: [:])
    } throws: { error in
      (error as? DiagnosticError)?.diagnostics.first?.place?.description == "workspace:1:1"
    }
  }

  // MARK: Charts of changing states

  @Test func eachStateGivesItsChartAndTheLastIsDelivered() async throws {
    let dashboard = try Dashboard(xml: Self.xml)
    let pipeline = Pipeline(tables: ["Sales": try table()], dashboards: [dashboard])
    let (places, moves) = AsyncStream.makeStream(of: Exploration.self)
    var charts = pipeline.charts("Resellers", of: dashboard, following: places).makeAsyncIterator()
    moves.yield(dashboard.start)
    #expect(try await charts.next()?.chart.get().categoryCount == 3)
    moves.yield(try place("Resellers.drill=Region:Nowhere/Country:None"))
    let impossible = await charts.next()
    #expect(throws: AugerError.self) { try impossible?.chart.get() }
    let last = try place("Resellers.drill=Region:Europe")
    moves.yield(last)
    moves.finish()
    let end = await charts.next()
    #expect(end?.place == last)
    #expect(try end?.chart.get().categoryCount == 2)
    #expect(await charts.next() == nil)
  }

  @Test func laterStateCancelsTheEarlierChart() async throws {
    let dashboard = try Dashboard(xml: Self.xml)
    let slow = SlowSales(table: try table())
    let pipeline = Pipeline(delegate: slow, dashboards: [dashboard])
    let (places, moves) = AsyncStream.makeStream(of: Exploration.self)
    let charts = pipeline.charts("Resellers", of: dashboard, following: places)
    moves.yield(dashboard.start)
    await slow.began()
    moves.yield(try place("Resellers.drill=Region:Europe"))
    moves.finish()
    var shown: [String] = []
    for await next in charts { shown.append(next.place.description) }
    #expect(shown == ["Resellers.drill=Region:Europe"])
    #expect(await slow.cancelled == 1)
  }
}

/// Answers queries without arguments only after cancellation, and other queries immediately.
private actor SlowSales: QueryDelegate {
  private let table: Table
  private(set) var cancelled = 0
  private var hasBegun = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(table: Table) { self.table = table }

  func began() async {
    if hasBegun { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func table(for request: QueryRequest) async throws -> Table {
    let arguments = request.arguments
    guard arguments.entries.isEmpty else { return table }
    hasBegun = true
    for continuation in waiting { continuation.resume() }
    waiting = []
    let (never, end) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in never {}
    } onCancel: {
      end.finish()
    }
    cancelled += 1
    throw CancellationError()
  }
}
