import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

/// Window functions such as `Running(...)` process the displayed categories in order, for each series.
@Suite struct WindowChartTests {
  private let sales = Table([
    ("month", Column(["b", "a", "c", "a", "c", "b"])),
    ("item", Column(["Bikes", "Bikes", "Bikes", "Bikes", "Hats", "Hats"])),
    ("amount", Column([10, 1, 100, 2, 5, 7] as [Int64])),
  ])

  private func cells(
    _ value: String, series: String? = "item", configure: (inout ParsedChart) -> Void = { _ in }
  ) throws -> [[Scalar]] {
    var definition = ParsedChart(
      name: "test", type: .column, query: "Sales", category: AxisDefinition(column: "month"),
      series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse(value))])
    configure(&definition)
    let receipt = Receipt(queries: [Receipt.Query(name: "Sales", rows: sales.rowCount)])
    let model = try ChartBuilder(definition).model(from: sales, receipt: receipt)
    return model.series.indices.map { model.cells(dimension: 0, series: $0).scalars }
  }

  private func ints(_ values: Int64?...) -> [Scalar] { values.map { $0.map { .int($0) } ?? .null } }

  @Test func runningTotalFollowsCategories() throws {
    #expect(try cells("Running(sum(amount))") == [ints(3, 13, 113), ints(nil, 7, 12)])
    #expect(try cells("Running(amount)") == cells("Running(sum(amount))"))
    #expect(try cells("sum(amount) - Previous(sum(amount))") == [ints(nil, 7, 90), ints(nil, nil, -2)])
    #expect(try cells("Rank(amount)") == [ints(3, 2, 1), ints(nil, 1, 2)])
  }

  @Test func chartAggregateAppliesBeforeWindow() throws {
    #expect(try cells("Running(amount)") { $0.aggregate = .count } == [ints(2, 3, 4), ints(nil, 1, 2)])
  }

  @Test func sortedRunningTotalIsAParetoChart() throws {
    let sorted: (inout ParsedChart) -> Void = { $0.sort = ChartSort(.value, isDescending: true) }
    // Ordered by sum: c (105), b (17), a (3).
    #expect(try cells("Running(amount)", configure: sorted) == [ints(100, 110, 113), ints(5, 12, 12)])
    #expect(try cells("Running(amount)", series: nil, configure: sorted) == [ints(105, 122, 125)])
  }

  @Test func windowIncludesOmittedCategories() throws {
    let limited: (inout ParsedChart) -> Void = {
      $0.sort = ChartSort(.value, isDescending: true)
      $0.categoryLimit = 1
    }
    #expect(try cells("Share(sum(amount))", series: nil, configure: limited) == [[.float(105.0 / 125)]])
  }

  @Test func unknownColumnInWindowIsMarked() throws {
    let error = #expect(throws: DiagnosticError.self) { try cells("1 + Running(amuont)") }
    #expect(error?.diagnostics.first?.code == .dataMissingColumn)
    #expect(error?.diagnostics.first?.place?.span?.lower == 12)
  }
}
