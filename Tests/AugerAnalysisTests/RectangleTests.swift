import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// Rectangles of a plot select the items inside them.
@Suite struct RectangleTests {
  private let table = Table([
    (
      "day",
      Column([
        CivilDate(days: 18262), CivilDate(days: 18263),
        CivilDate(days: 18262), CivilDate(days: 18263), CivilDate(days: 18270),
      ])
    ),
    ("name", Column(["b", "a", "a", "c", "d"])),
    ("kind", Column(["x", "x", "y", "y", "x"])),
    ("x", Column([1, 2, 3, 4, 5] as [Int64])),
    ("v", Column([10, -20, 30, 5, nil] as [Int64?])),
  ])

  private func model(
    _ type: ChartType, by category: String, series: String? = "kind", value: String = "v", selecting address: String
  ) throws -> ChartModel {
    let definition = ParsedChart(
      name: "c", type: type, query: "q", category: AxisDefinition(column: category),
      series: series.map { AxisDefinition(column: $0) },
      values: [ValueDefinition(sequence: 1, expression: try .parse(value))])
    var builder = ChartBuilder(definition)
    builder.state = try Exploration("c.select=rectangles:" + address)[item: "c"]
    return try builder.model(from: table, receipt: Receipt())
  }

  /// Returns the series and category of each selected item, for example `x a`.
  private func selected(
    _ type: ChartType, by category: String = "name", _ address: String, value: String = "sum(v)"
  ) throws -> [String] {
    let model = try model(type, by: category, value: value, selecting: address)
    #expect(model.warnings.allSatisfy { $0.code != .valueNotPresent })
    return model.state.selectedItems.map { "\(model.series[$0.series].text) \(model.levels[0].labels[$0.category])" }
  }

  @Test func rectangleSelectsPointsOfALine() throws {
    #expect(try selected(.line, "a..b~") == ["x a", "x b", "y a"])
    #expect(try selected(.line, "~5..10") == ["x b", "y c"])
    #expect(try selected(.line, "c..b~0..10") == ["x b", "y c"])
    #expect(try selected(.line, by: "x", "2..4~-100..100") == ["x 2", "y 3", "y 4"])
    #expect(try selected(.line, by: "x", "2..4~5..100,1..1~") == ["y 3", "y 4", "x 1"])
  }

  @Test func rectangleSelectsColumnsInside() throws {
    #expect(try selected(.column, "~5..10").isEmpty)
    #expect(try selected(.column, "~0..10") == ["x b", "y c"])
    #expect(try selected(.bar, "~-20..0") == ["x a"])
    // Each part of a stack counts separately: y of b is above x of b.
    #expect(try selected(.stackedColumn, "~0..10", value: "abs(sum(v))") == ["x b", "y c"])
    #expect(try selected(.stackedColumn, "~20..50", value: "abs(sum(v))") == ["y a"])
    #expect(try selected(.percentColumn, "~0..40", value: "abs(sum(v))") == ["x a"])
  }

  @Test func rectangleSelectsPointsByRow() throws {
    let model = try model(.scatter, by: "x", value: "v", selecting: "2..9~-20..10")
    #expect(model.state.selectedRows == [1, 3] && model.state.selectedItems.isEmpty)
    #expect(model.state.focuses(row: 1, series: 0, category: 1) && !model.state.focuses(row: 2, series: 1, category: 2))
    let days = try self.model(.scatter, by: "day", value: "v", selecting: "2020-01-01..2020-01-02T00:00:00~")
    #expect(days.state.selectedRows == [0, 1, 2, 3])
  }

  @Test func emptyRectangleSelectsNothing() throws {
    let model = try model(.line, by: "name", value: "sum(v)", selecting: "~1000..2000")
    #expect(model.state.hasSelection && !model.state.focuses(series: 0, category: 0))
  }

  @Test(arguments: ["a..zzz~", "1..2~"]) func unknownRectangleCategoryWarns(address: String) throws {
    let model = try model(.line, by: "name", value: "sum(v)", selecting: address)
    #expect(model.warnings.map(\.code).contains(.valueNotPresent) && !model.state.hasSelection)
    let days = try self.model(.line, by: "day", value: "sum(v)", selecting: "1..2~")
    #expect(days.warnings.map(\.code).contains(.valueNotPresent))
  }
}
