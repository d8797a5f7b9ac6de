import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

@Suite struct ItemsAndGridTests {
  private let people = Table([
    ("age", Column([30, 20, 20, nil] as [Int64?])), ("sex", Column(["m", "f", "m", "f"])),
    ("bmi", Column([25.5, 22, 23, 24] as [Double])),
  ])

  private func chart(_ type: ChartType, series: String? = "sex", values: [String] = ["bmi"]) throws -> ChartModel {
    let definition = ParsedChart(
      name: "test", type: type, query: "bmi", category: AxisDefinition(column: "age"),
      series: series.map { AxisDefinition(column: $0) },
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
    return try ChartBuilder(definition).model(from: people, receipt: Receipt())
  }

  @Test func scatterChartShowsRowsInOrder() throws {
    let items = try #require(try chart(.scatter).items)
    #expect(items.category.scalars == [.int(30), .int(20), .int(20), .null])
    // The series are sorted: f has index 0, m has index 1.
    #expect(items.series == [1, 0, 1, 0])
    #expect(items.values[0].scalars == [.float(25.5), .float(22), .float(23), .float(24)])
  }

  @Test func bubbleChartShowsItemsForRepeatedPairs() throws {
    #expect(try chart(.bubble, values: ["bmi", "bmi * 2"]).items == nil)
    let repeated = try chart(.bubble, series: nil, values: ["bmi", "bmi * 2"])
    #expect(repeated.items?.values[1].scalars == [.float(51), .float(44), .float(46), .float(48)])
  }

  @Test func chartAttributesOverrideTheTable() throws {
    var table = people
    table.properties.referenceValue = 1
    table.properties.upperThreshold = 30
    let definition = ParsedChart(
      name: "test", type: .line, query: "bmi", category: AxisDefinition(column: "age"),
      values: [ValueDefinition(expression: try .parse("bmi"))],
      thresholds: ThresholdDefinition(reference: 24, predictiveStart: "30"))
    let model = try ChartBuilder(definition).model(from: table, receipt: Receipt())
    #expect(model.thresholds == ChartThresholds(reference: 24, upper: 30, predictiveStart: 1))
  }

  @Test func gridHasOneTextPerCell() throws {
    let grid = DataGridDefinition(
      name: "grid", query: "bmi",
      columns: [
        DataGridColumn(value: try .parse("sex"), header: "Sex", isHeader: true),
        DataGridColumn(value: try .parse("bmi * 2"), format: .rounded(1)),
      ])
    let table = try #require(try GridBuilder(grid).model(from: people, receipt: Receipt()).table)
    #expect(table.columns.map(\.title) == ["Sex", "bmi * 2"])
    #expect(table.columns[0].texts == ["m", "f", "m", "f"])
    #expect(table.columns[1].texts == ["51.0", "44.0", "46.0", "48.0"])
  }

  @Test func everyInvalidGridColumnIsReported() throws {
    let grid = DataGridDefinition(
      name: "grid", query: "bmi",
      columns: [DataGridColumn(value: try .parse("sx")), DataGridColumn(value: try .parse("bmii"))])
    let error = #expect(throws: DiagnosticError.self) { try GridBuilder(grid).model(from: people, receipt: Receipt()) }
    #expect(error?.diagnostics.map(\.hint) == ["Did you mean 'sex'?", "Did you mean 'bmi'?"])
  }
}
