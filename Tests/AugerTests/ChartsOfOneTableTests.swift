import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// Charts with different queries of one table share one scan.
@Suite struct ChartsOfOneTableTests {
  private static let text = """
    sources: { shop: { adapter: counted, path: nowhere } }
    queries:
      ByRegion: { source: shop, from: sales, groupBy: [region], measures: { amount: sum(amount) } }
      BySeason: { source: shop, from: sales, groupBy: [season], measures: { amount: sum(amount) } }
      Large: { source: shop, from: sales, where: [amount > 3] }
      First: { source: shop, from: sales, orderBy: [-amount], limit: 1 }
      All: { source: shop, from: sales }
    """

  /// The queries, with the category column of each query's chart and one of its values.
  private static let charts: [(query: String, column: String, category: String, value: Int64)] = [
    ("ByRegion", "region", "Europe", 13), ("BySeason", "season", "autumn", 7), ("Large", "region", "Europe", 10),
    ("First", "region", "Europe", 10), ("All", "region", "Asia", 4),
  ]

  private let adapter = CountedAdapter()
  private let workspace: Workspace

  init() throws {
    var workspace = try Workspace(
      parsing: SourceText(name: "auger.yaml", text: Self.text), directory: "/", adapters: [adapter], environment: [:])
    let charts = try Self.charts.map { chart in
      ParsedChart(
        name: chart.query, type: .column, query: chart.query, category: AxisDefinition(column: chart.column),
        values: [ValueDefinition(sequence: 1, expression: try .parse("sum(amount)"))])
    }
    workspace.dashboards.append(Dashboard(name: "board", charts: charts))
    self.workspace = workspace
  }

  private func expect(_ models: [ChartModel]) {
    for (chart, model) in zip(Self.charts, models) {
      let series = model.series.first?.text ?? ""
      let value = model[dimension: 0, series: series, category: chart.category]
      #expect(value == .int(chart.value), "\(chart.query): \(value as Any)")
    }
  }

  @Test(arguments: [1, 4]) func fiveChartsReadTheTableOnce(workers: Int) async throws {
    let pipeline = Pipeline(workspace, workers: workers)
    let models = try await pipeline.charts(of: try pipeline.dashboard("board"))
    #expect(models.count == 5 && adapter.scans == 1, "\(adapter.scans)")
    expect(models)
  }

  @Test func separateChartRequestsReadTheTableSeparately() async throws {
    let pipeline = Pipeline(workspace, workers: 1)
    let dashboard = try pipeline.dashboard("board")
    var models: [ChartModel] = []
    for chart in Self.charts { models.append(try await pipeline.chart(chart.query, of: dashboard)) }
    #expect(adapter.scans == 5)
    expect(models)
    // All of them are cached.
    expect(try await pipeline.charts(of: dashboard))
    #expect(adapter.scans == 5)
  }
}

/// An adapter with one small table. It counts the scans.
private struct CountedAdapter: SourceAdapter {
  private let counted = Locked(0)

  var name: String { "counted" }
  var pathExtensions: [String] { [] }
  var scans: Int { counted.withLock { $0 } }

  func open(_ configuration: SourceConfiguration) throws -> any Source {
    CountedSource(name: configuration.name, sales: CountedTable(counted: counted))
  }
}

private struct CountedSource: Source {
  var name: String
  var sales: CountedTable

  func tables(_ control: RunControl) throws -> [TableDescription] {
    [TableDescription(name: sales.name, kind: .table, columns: [])]
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    guard name == sales.name else { throw AugerError.tableNotFound(name, of: self.name, among: [sales.name]) }
    return sales
  }

  func close() {}
}

private struct CountedTable: ScannableTable {
  let counted: Locked<Int>
  private let stored = StoredTable(
    "sales",
    Table([
      ("region", Column(["Europe", "Europe", "Asia"])), ("season", Column(["spring", "autumn", "autumn"])),
      ("amount", Column([Int64(10), 3, 4])),
    ]))

  var name: String { stored.name }

  init(counted: Locked<Int>) { self.counted = counted }

  func schema(_ control: RunControl) -> Schema { stored.schema(control) }

  func contentVersion(_ control: RunControl) throws -> String? { "1" }

  func scan(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    counted.withLock { $0 += 1 }
    return try stored.scan(request, control, body: body)
  }
}
