import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

@Suite struct ExploredChartTests {
  private let sales = Table([
    ("region", Column(["North", "South", "East", "West", "North", "South"])),
    ("product", Column(["Bikes", "Bikes", "Bikes", "Bikes", "Helmets", "Helmets"])),
    ("price", Column([10, 20, 30, 40, 1, 2] as [Int64])),
    ("quantity", Column([1, 2, 3, 4, 5, 6] as [Int64])),
  ])

  private func chart(
    _ value: String = "sum(price * quantity)", type: ChartType = .column, series: String? = "product",
    _ change: (inout ItemState) -> Void
  ) throws -> ChartModel {
    let definition = ParsedChart(
      name: "Sales", type: type, query: "Sales", category: AxisDefinition(column: "region"),
      series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse(value))])
    var builder = ChartBuilder(definition)
    change(&builder.state)
    return try builder.model(from: sales, receipt: Receipt())
  }

  private func cells(_ model: ChartModel) -> [[Scalar]] {
    model.series.indices.map { model.cells(dimension: 0, series: $0).scalars }
  }

  @Test func remainingCategoriesBecomeOther() throws {
    let model = try chart { $0.sort = SortState(.value, isDescending: true, top: 2) }
    #expect(model.levels[0].labels == ["West", "East", "Other"])
    #expect(model.levels[0].other == 2)
    #expect(model.levels[0].values.isNull(2))
    // North has 10 and South 40; helmets have 5 and 12.
    #expect(cells(model) == [[.int(160), .int(90), .int(50)], [.null, .null, .int(17)]])
    #expect(model.state.sort == ChartState.Sort(.value, isDescending: true, top: 2))
  }

  @Test func otherIsComputedFromItsRowsNotFromValues() throws {
    let model = try chart("avg(price)") { $0.sort = SortState(.value, isDescending: true, top: 2) }
    #expect(cells(model) == [[.float(40), .float(30), .float(15)], [.null, .null, .float(1.5)]])
  }

  @Test func otherIsOmittedIfAllCategoriesFit() throws {
    let model = try chart { $0.sort = SortState(.category, isDescending: true, top: 4) }
    #expect(model.levels[0].labels == ["West", "South", "North", "East"])
    #expect(model.levels[0].other == nil)
  }

  @Test func categoriesAreOrderedByTheValueOfOneSeries() throws {
    let model = try chart { $0.sort = SortState(.seriesValue(.string("Helmets")), isDescending: true) }
    #expect(model.levels[0].labels == ["South", "North", "East", "West"])
    #expect(model.state.sort?.series == 1)
    let error = #expect(throws: DiagnosticError.self) {
      try chart { $0.sort = SortState(.seriesValue(.string("Helmet"))) }
    }
    #expect(error?.diagnostics.first?.code == .valueNotPresent)
    #expect(error?.diagnostics.first?.hint == "Did you mean 'Helmets'?")
  }

  @Test func seriesAreSortedByName() throws {
    let model = try chart { $0.sort = SortState(.series, isDescending: true) }
    #expect(model.series.map(\.text) == ["Helmets", "Bikes"])
    #expect(cells(model)[1] == [.int(90), .int(10), .int(40), .int(160)])
  }

  @Test func selectionsBecomeIndicesAndMissingValuesWarn() throws {
    let model = try chart {
      $0.selection.categories = [.string("North"), .string("Atlantis")]
      $0.selection.series = [.string("Bikes")]
      $0.hidden = [.string("Helmets")]
      $0.highlighted = .string("West")
    }
    #expect(model.state.selectedCategories == [1])
    #expect(model.state.selectedSeries == [0])
    #expect(model.state.hiddenSeries == [1])
    #expect(model.state.highlightedCategory == 3)
    #expect(model.state.focuses(series: 0, category: 1))
    #expect(!model.state.focuses(series: 1, category: 1))
    #expect(model.warnings.map(\.message) == ["chart 'Sales' has no category 'Atlantis'"])
  }

  @Test func changedColumnKeepsTheBaseline() throws {
    let model = try chart { $0.whatIf = [WhatIfChange("price", category: .string("South"), .value(.int(7)))] }
    #expect(cells(model) == [[.int(90), .int(10), .int(14), .int(160)], [.null, .int(5), .int(42), .null]])
    #expect(
      model.baselineCells?[0].scalars
        == [.int(90), .int(10), .int(40), .int(160), .null, .int(5), .int(12), .null])
  }

  @Test func changeWithoutCategoryAffectsAllRows() throws {
    let model = try chart(series: nil) { $0.whatIf = [WhatIfChange("price", .percent(.int(-50)))] }
    #expect(cells(model) == [[.float(45), .float(7.5), .float(26), .float(80)]])
  }

  @Test func neutralChangeEqualsTheBaseline() throws {
    let unchanged = try chart { _ in }
    let model = try chart { $0.whatIf = [WhatIfChange("price", category: .string("East"), .value(.int(30)))] }
    #expect(cells(model) == cells(unchanged))
    #expect(model.baselineCells?[0].scalars == unchanged.dimensions[0].cells.scalars)
  }

  @Test func dataItemsHaveABaselineToo() throws {
    let model = try chart("price", type: .scatter) {
      $0.whatIf = [WhatIfChange("price", category: .string("West"), .value(.decimal(Decimal128(5))))]
    }
    #expect(model.items?.values[0].scalars.compactMap(\.doubleValue) == [10, 20, 30, 5, 1, 2])
    #expect(model.baselineCells?[0].scalars.compactMap(\.doubleValue) == [10, 20, 30, 40, 1, 2])
  }

  @Test func missingColumnCannotBeChanged() throws {
    let error = #expect(throws: DiagnosticError.self) {
      try chart { $0.whatIf = [WhatIfChange("prise", .value(.int(1)))] }
    }
    #expect(error?.diagnostics.first?.code == .dataMissingColumn)
    #expect(error?.diagnostics.first?.hint == "Did you mean 'price'?")
  }
}
