import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

/// Settings of a chart's author: the color of each item, and division into small multiples.
@Suite struct ItemLookTests {
  private static let sales = Table([
    ("region", Column(["North", "South", "North", "South", "North"])),
    ("product", Column(["Bikes", "Bikes", "Bells", "Bells", "Bikes"])),
    ("amount", Column([5, 20, 1, 2, 3] as [Int64])), ("mark", Column(["red", "blue", "", "#123456", "red"])),
  ])

  private func definition(_ type: ChartType = .column, series: String? = nil) throws -> ParsedChart {
    ParsedChart(
      name: "Sales", type: type, query: "q", category: AxisDefinition(column: "region"),
      series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse("amount"))])
  }

  private func model(_ definition: ParsedChart, _ state: ItemState = ItemState()) throws -> ChartModel {
    var builder = ChartBuilder(definition)
    builder.state = state
    return try builder.model(from: Self.sales, receipt: Receipt())
  }

  @Test func annotationsHaveTheTypeOfTheCategories() throws {
    var chart = try definition()
    chart.annotations = [
      AnnotationDefinition("Target", value: 10), AnnotationDefinition("Here", category: "South", color: "red"),
    ]
    #expect(
      try model(chart).annotations == [
        ChartModel.Annotation("Target", value: 10),
        ChartModel.Annotation("Here", category: .string("South"), color: "red"),
      ])
    chart.category.column = "amount"
    chart.annotations = [AnnotationDefinition(category: "5"), AnnotationDefinition(category: "2.5")]
    #expect(try model(chart).annotations.map(\.category) == [.int(5), .float(2.5)])
  }

  @Test func colorsDependOnCategoriesAggregatesOrTheFirstRow() throws {
    var chart = try definition(series: "product")
    func colors(_ text: String) throws -> [String?]? {
      chart.itemColor = try .parse(text)
      return try model(chart).colors
    }
    // Order: Bells in North and South, then Bikes.
    #expect(try colors("if(region == 'North', 'red', null)") == ["red", nil, "red", nil])
    #expect(try colors("if(sum(amount) > 7, 'green', 'gray')") == ["gray", "gray", "green", "green"])
    let found = try {
      chart.itemColor = try .parse("mark"); return try model(chart)
    }()
    #expect(found.colors == [nil, "#123456", "red", "blue"])
    #expect(found.warnings.map(\.code) == [.unknownColor])
    #expect(throws: DiagnosticError.self) { try colors("amount") }
    // A color expression does not add a dimension.
    #expect(found.dimensions.count == 1)
  }

  @Test func pointsUseTheColorsOfTheirRows() throws {
    var chart = try definition(.scatter)
    chart.itemColor = try .parse("if(amount > 4, 'red', null)")
    #expect(try model(chart).colors == ["red", "red", nil, nil, nil])
  }

  @Test func colorsFollowTheOrderAndOther() throws {
    var chart = try definition()
    chart.itemColor = try .parse("if(sum(amount) > 10, 'green', 'red')")
    var state = ItemState()
    state.sort = SortState(.value, isDescending: true, top: 1)
    let top = try model(chart, state)
    #expect(top.levels[0].labels == ["South", "Other"] && top.colors == ["green", "red"])
  }

  @Test func smallMultiplesShareCategoriesAndSeries() throws {
    var chart = try definition()
    chart.sort = ChartSort(.value, isDescending: true)
    chart.multiples = AxisDefinition(column: "product", title: "Product")
    let whole = try model(chart)
    #expect(whole.levels[0].labels == ["South", "North"])
    #expect(whole.multiples.map(\.label) == ["Bells", "Bikes"] && whole.multiplesTitle == "Product")
    #expect(whole.multiples.map { $0.model.levels[0].labels } == [["South", "North"], ["South", "North"]])
    #expect(whole.multiples[0].model.dimensions[0].cells.scalars == [.int(2), .int(1)])
    #expect(whole.multiples[1].model.dimensions[0].cells.scalars == [.int(20), .int(8)])
    // The parts add up to the whole.
    #expect(whole.dimensions[0].cells.scalars == [.int(22), .int(9)])
    chart.multiples = AxisDefinition(column: "region")
    chart.category = AxisDefinition(column: "product")
    #expect(try model(chart).multiples.map { $0.model.dimensions[0].cells.scalars.count } == [2, 2])
    chart.multiples = AxisDefinition(column: "regoin")
    #expect(throws: DiagnosticError.self) { try model(chart) }
  }

  @Test func smallMultipleIsNullWithoutRows() throws {
    var chart = try definition(series: "product")
    chart.multiples = AxisDefinition(column: "mark")
    let whole = try model(chart)
    let blue = try #require(whole.multiples.first { $0.label == "blue" }).model
    #expect(blue.series.count == 2 && blue.dimensions[0].cells.scalars == [.null, .null, .null, .int(20)])
  }

  @Test func omittedSmallMultiplesAreCounted() throws {
    var chart = try definition()
    chart.category = AxisDefinition(column: "c")
    chart.multiples = AxisDefinition(column: "n")
    let table = Table([
      ("c", Column((0..<30).map { "c\($0 % 2)" })), ("n", Column((0..<30).map { Int64($0) })),
      ("amount", Column((0..<30).map { Int64($0) })),
    ])
    let whole = try ChartBuilder(chart).model(from: table, receipt: Receipt())
    #expect(whole.multiples.count == 24)
    #expect(whole.warnings.map(\.code) == [.multiplesNotShown] && whole.warnings[0].count == 6)
    chart.type = .heatmap
    let one = try ChartBuilder(chart).model(from: table, receipt: Receipt())
    #expect(one.multiples.isEmpty && one.warnings.map(\.code) == [.multiplesNotShown])
  }

  @Test func smallMultiplesOfPointsKeepTheirSeries() throws {
    var chart = try definition(.scatter, series: "product")
    chart.category = AxisDefinition(column: "amount")
    chart.multiples = AxisDefinition(column: "region")
    let whole = try model(chart)
    #expect(whole.items?.count == 5)
    #expect(whole.multiples.map { $0.model.items?.series } == [[1, 0, 1], [1, 0]])
  }
}
