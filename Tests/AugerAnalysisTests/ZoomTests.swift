import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

@Suite struct ZoomTests {
  private let years = Table([
    ("year", Column([2001, 2002] as [Int64])), ("amount", Column([60, 100] as [Int64])),
  ])
  private let quarters = Table([
    ("year", Column([2002, 2001, 2002, 2001] as [Int64])), ("quarter", Column([1, 2, 4, 1] as [Int64])),
    ("amount", Column([40, 50, 60, 10] as [Int64])),
  ])
  private let months = Table([
    ("year", Column([2001, 2001, 2002, 2002, 2002] as [Int64])), ("quarter", Column([2, 1, 4, 1, 1] as [Int64])),
    ("month", Column([4, 1, 12, 2, 1] as [Int64])), ("amount", Column([50, 10, 60, 15, 25] as [Int64])),
  ])

  private func chart(
    _ tables: [(String, Table)], series: String? = nil, configure: (inout ParsedChart) -> Void = { _ in }
  ) throws -> ChartModel {
    var definition = ParsedChart(
      name: "zoom", type: .column, query: "", category: AxisDefinition(column: tables[0].0),
      series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse("amount"))])
    configure(&definition)
    let levels = tables.map { LevelTable(AxisDefinition(column: $0), query: "by\($0)", $1) }
    return try ChartBuilder(definition).model(from: levels, receipt: Receipt())
  }

  @Test func finerCategoryIncludesItsAncestors() throws {
    let model = try chart([("year", years), ("quarter", quarters)])
    #expect(model.levels.map(\.column) == ["quarter", "year"])
    #expect(model.levels[0].labels == ["1", "2", "1", "4"])
    #expect(model.dimensions[0].cells.scalars == [.int(10), .int(50), .int(40), .int(60)])
    #expect(model.levels[1].labels == ["2001", "2002"])
    #expect(model.levels[1].firstChild == [0, 2])
    #expect(model.levels[1].lastChild == [1, 3])
    #expect(model.levels[1].cells?[0].scalars == [.int(60), .int(100)])
  }

  @Test func threeLevelsNest() throws {
    let model = try chart([("year", years), ("quarter", quarters), ("month", months)])
    #expect(model.levels[0].labels == ["1", "4", "1", "2", "12"])
    #expect(model.levels[1].firstChild == [0, 1, 2, 4])
    #expect(model.levels[1].lastChild == [0, 1, 3, 4])
    #expect(model.levels[2].firstChild == [0, 2])
    #expect(model.levels[2].lastChild == [1, 3])
  }

  @Test func sortingKeepsChildrenTogether() throws {
    let model = try chart([("year", years), ("quarter", quarters)]) { $0.sort = ChartSort(.value, isDescending: true) }
    #expect(model.levels[1].labels == ["2002", "2001"])
    #expect(model.levels[0].labels == ["4", "1", "2", "1"])
    #expect(model.dimensions[0].cells.scalars == [.int(60), .int(40), .int(50), .int(10)])
    #expect(model.levels[1].firstChild == [0, 2])
  }

  @Test func categoryWithoutChildrenHasAnEmptyRange() throws {
    let more = Table([
      ("year", Column([2000, 2001, 2002, 2003] as [Int64])), ("amount", Column([1, 60, 100, 2] as [Int64])),
    ])
    let model = try chart([("year", more), ("quarter", quarters)])
    #expect(model.levels[1].labels == ["2000", "2001", "2002", "2003"])
    #expect(model.levels[1].firstChild == [0, 0, 2, 4])
    #expect(model.levels[1].lastChild == [-1, 1, 3, 3])
  }

  @Test func childWithoutParentFails() throws {
    let error = #expect(throws: DiagnosticError.self) {
      try chart([("year", years[rows: 0..<1]), ("quarter", quarters)])
    }
    #expect(error?.diagnostics.first?.code == .zoomNotNested)
    #expect(error?.diagnostics.first?.message.contains("'2002 / 1'") == true)
  }

  @Test func missingParentColumnIsNamed() throws {
    let orphans = Table([("quarter", Column([1] as [Int64])), ("amount", Column([1] as [Int64]))])
    let error = #expect(throws: DiagnosticError.self) { try chart([("year", years), ("quarter", orphans)]) }
    #expect(error?.diagnostics.first?.code == .dataMissingColumn)
    #expect(error?.diagnostics.first?.message == "the result of query 'byquarter' has no column 'year'")
  }

  @Test func seriesCoverAllLevels() throws {
    let coarse = Table([
      ("year", Column([2001, 2001] as [Int64])), ("kind", Column(["B", "A"])), ("amount", Column([1, 2] as [Int64])),
    ])
    let fine = Table([
      ("year", Column([2001, 2001] as [Int64])), ("quarter", Column([1, 2] as [Int64])), ("kind", Column(["C", "A"])),
      ("amount", Column([3, 4] as [Int64])),
    ])
    let model = try chart([("year", coarse), ("quarter", fine)], series: "kind")
    #expect(model.series.map(\.text) == ["A", "B", "C"])
    #expect(model.dimensions[0].cells.scalars == [.null, .int(4), .null, .null, .int(3), .null])
    #expect(model.levels[1].cells?[0].scalars == [.int(2), .int(1), .null])
  }
}
