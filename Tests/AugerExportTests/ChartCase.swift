import AugerCharts
import AugerColumns
import AugerDiagnostics
import Testing

/// The charts whose JSON is recorded in `Fixtures/Cases/ChartJSON`.
struct ChartCase: Sendable, CustomTestStringConvertible {
  let name: String
  var includesTexts = false
  let model: @Sendable () throws -> ChartModel

  var testDescription: String { name }

  static let all = [
    column, stacked, pie, dates, exact, decimals, texts, drilled, zoomed, explored, bullet, strange, empty, items, grid,
    overlay, diagram, forecast, histogram, graph, summary, boxes, axes, looks,
  ]

  static let column = ChartCase(name: "column") {
    try ChartModel(.column, "Sales by Region", categories: ["Europe", "Pacific"], values: [[120.5, nil]])
  }

  static let stacked = ChartCase(name: "stacked") {
    try ChartModel(
      .stackedColumn, "Products", categories: ["France", "Japan", "Chile"], series: ["Bikes", "Bells"],
      values: [[1250000.25, nil, 0.1], [-3, 4e-7, 1e21]], format: .currency("EUR"))
  }

  /// A box plot with outliers. Its last year is incomplete.
  static let boxes = ChartCase(name: "boxes") {
    func dimension(_ title: String, _ cells: [Double?]) -> ValueDimension {
      ValueDimension(title: title, cells: Column(cells))
    }
    var model = ChartModel(
      name: "Waits", title: "Waits", type: .boxPlot,
      levels: [CategoryLevel(column: "Year", values: Column([2023, 2024] as [Int64]))],
      dimensions: [
        dimension("Lower whisker", [1, 2]), dimension("First quartile", [2, 2.5]), dimension("Median", [3, 4]),
        dimension("Third quartile", [4, 6]), dimension("Upper whisker", [6, 9]),
      ])
    model.outliers = ChartOutliers(
      categories: [1, 0], series: [0, 0], values: Column([Int64.max, -40]))
    model.incompletePeriod = IncompletePeriod(
      category: 1, lastDay: CivilDate(days: 19_782), end: CivilDate(days: 20_088))
    return model
  }

  static let looks = ChartCase(name: "looks") {
    var model = try dates.model()
    model.colors = ["red", nil, "#00ff00"]
    model.annotations = [
      ChartModel.Annotation("Here", value: 1.5, category: .date(CivilDate(days: 19_783)), color: "blue"),
      ChartModel.Annotation(value: 1, endValue: 2),
    ]
    model.context.parts = [.init(.filter, title: "Year", text: "2012 – 2013"), .init(.period, text: "Jan – Mar")]
    model.receipt.queries.append(Receipt.Query(name: "more", rows: 3, source: "shop.orders"))
    model.multiplesTitle = "Half"
    var part = model
    part.title = "First"
    part.multiplesTitle = ""
    model.multiples = [ChartMultiple(value: .int(1), label: "First", model: part)]
    return model
  }

  static let axes = ChartCase(name: "axes") {
    var model = try dates.model()
    SVGCase.set(
      &model.axes.value,
      [(.range, "0..10"), (.padding, "0.05"), (.ticks, "every 2.5 from 1"), (.crossing, "1"), (.gaps, "4..6")])
    SVGCase.set(
      &model.axes.category,
      [(.range, "2024-02-28.."), (.ticks, "2024-02-29, 2024-03-01T12:00:00"), (.gaps, "weekends")])
    return model
  }

  static let pie = ChartCase(name: "pie") {
    try ChartModel(.pie, "Shares", categories: ["a", "b", "c"], values: [[0.5, 0.25, 0.25]], format: .percentage)
  }

  static let dates = ChartCase(name: "dates") {
    let days = Column((0..<3).map { CivilDate(days: 19_782 + $0) })
    var model = try ChartModel(.line, "Days", categories: days, values: [[1, 2, 3]])
    var warnings = Warnings()
    model.levels[0].format = .pattern("d MMM yyyy")
    model.levels[0].labels = ValueFormatter(model.levels[0].format, role: .category).texts(days, warnings: &warnings)
    model.thresholds = ChartThresholds(reference: 2, upper: 2.5, lower: 0.5, predictiveStart: 2)
    return model
  }

  static let exact = ChartCase(name: "exact") {
    ChartModel(
      name: "Exact", type: .bar,
      levels: [CategoryLevel(column: "Key", values: Column([9_007_199_254_740_993, 1] as [Int64]))],
      series: [ChartLabel(value: .int(.max)), ChartLabel(value: .int(2))], seriesColumn: "Id", seriesTitle: "Id",
      dimensions: [ValueDimension(title: "Count", cells: Column([.min, 1 << 53, nil, (1 << 53) + 1] as [Int64?]))])
  }

  static let decimals = ChartCase(name: "decimals") {
    let values = ["0.10", "12345678901234567.89", "123456789012345.67", "-7.00"]
    return ChartModel(
      name: "Decimals", title: "Decimals", type: .column,
      levels: [CategoryLevel(column: "N", values: Column((1...4).map { Int64($0) }))],
      dimensions: [
        ValueDimension(
          title: "Amount", format: .rounded(2),
          cells: try Column(.decimal(precision: 30, scale: 2), values.map { .decimal(try #require(Decimal128($0))) }))
      ])
  }

  static let texts = ChartCase(name: "texts", includesTexts: true) {
    try ChartModel(
      .column, categories: ["a", "b"], series: ["x", "y"], values: [[1234.5, nil], [-0.125, 10]], format: .rounded(2))
  }

  static let drilled = ChartCase(name: "drilled") {
    var model = try ChartModel(.bar, "By Country", categories: ["France", "Germany"], values: [[1, 2]])
    model.name = "SalesByCountry"
    model.drill = DrillInfo(
      level: 1,
      path: [
        DrillStep(
          chart: "ResellerSales", title: "Reseller Sales",
          selection: ["Region": .scalar(.string("Europe"))])
      ], next: nil)
    model.receipt = Receipt(
      queries: [
        Receipt.Query(
          name: "CountrySummary",
          arguments: [
            "Region": .scalar(.string("Europe")), "Products": .list([.string("Bikes"), .string("Bells")]),
            "Year": .range(lower: .int(2001), upper: .int(2004)), "Since": .scalar(.date(CivilDate(days: 19_782))),
            "Key": .scalar(.int(.max)), "Active": .scalar(.bool(true)),
          ], rows: 12)
      ], asOf: Timestamp(CivilDate(days: 19_782), hour: 6))
    return model
  }

  static let zoomed = ChartCase(name: "zoomed") {
    var model = try ChartModel(
      .line, "By Quarter", categories: Column([1, 2, 1] as [Int64]), values: [[10, 20, nil]], format: .rounded(0))
    model.levels.append(
      CategoryLevel(
        column: "Year", values: Column([2001, 2002] as [Int64]), firstChild: [0, 2], lastChild: [1, 2],
        cells: [Column([30, nil] as [Double?])]))
    model.visibleLevel = 1
    return model
  }

  static let explored = ChartCase(name: "explored") {
    var model = try ChartModel(
      .column, categories: ["Bikes", "Bells", ""], series: ["x", "y"], values: [[1, 2, 9], [3, nil, 4]])
    model.levels[0].labels[2] = "Other"
    model.levels[0].other = 2
    model.baselineCells = [Column([1, 5, 9, 3, nil, 4] as [Double?])]
    model.state.selectedCategories = [0]
    model.state.selectedSeries = [1]
    model.state.selectedItems = [ChartState.Item(series: 0, category: 1)]
    model.state.highlightedCategory = 1
    model.state.hiddenSeries = [0]
    model.state.sort = ChartState.Sort(.value, series: 1, isDescending: true, top: 2)
    model.state.horizontalRange = Bounds(0.25...0.5)
    model.state.verticalRange = Bounds(0...0.125)
    model.zoom = ZoomInfo(level: 1, titles: ["Month", "Quarter", "Year"])
    model.drill = DrillInfo(
      next: "Details", arguments: ["Region": .scalar(.string("Europe"))],
      categoryPicks: [["kind": .scalar(.string("Bikes"))], ["kind": .scalar(.string("Bells"))], nil],
      seriesPicks: [["s": .scalar(.string("x"))], nil])
    return model
  }

  static let bullet = ChartCase(name: "bullet") {
    ChartModel(
      name: "Targets", title: "Targets", type: .horizontalBullet,
      levels: [CategoryLevel(column: "Year", title: "Fiscal Year", values: Column(["2003", "2004"]))],
      dimensions: [
        ValueDimension(sequence: 1, title: "Actual", cells: Column([10.5, 11])),
        ValueDimension(sequence: 4, title: "Target", format: .currency(nil), cells: Column([12, 13] as [Int64])),
      ])
  }

  static let strange = ChartCase(name: "strange") {
    var model = try ChartModel(
      .area, "Quote \" backslash \\ tab \t bell \u{7} line \u{2028} é 🚲", categories: ["", "\n", "e\u{301}"],
      values: [[.nan, -.infinity, -0.0]])
    model.warnings.append(Warning(.formatMismatch, "made up", count: 3, firstPlace: "row 7"))
    return model
  }

  static let items = ChartCase(name: "items") {
    ChartModel(
      name: "Items", title: "Items", type: .bubble,
      levels: [CategoryLevel(column: "day", title: "Day", values: Column([] as [CivilDate]))],
      series: [ChartLabel(value: .string("a")), ChartLabel(value: .string("b"))], seriesColumn: "s",
      dimensions: [
        ValueDimension(sequence: 1, title: "y", cells: Column([] as [Double])),
        ValueDimension(sequence: 2, title: "size", format: .rounded(0), cells: Column([] as [Int64])),
      ],
      items: ChartItems(
        category: Column((0..<3).map { CivilDate(days: 19_782 + $0 / 2) }), series: [0, 1, 1],
        values: [Column([1.5, nil, -2]), Column([1 << 53, (1 << 53) + 1, 3] as [Int64])]))
  }

  /// A column with colors and charts.
  private static var colored: ChartTable.Column {
    var column = ChartTable.Column(title: "Trend", cells: Column([1.5, -2]))
    column.colors = ["green", "#ff0000"]
    column.charts = [try? ChartModel(.line, categories: ["a", "b"], values: [[1, 2]]), nil]
    return column
  }

  static let grid = ChartCase(name: "grid") {
    ChartModel(
      name: "Grid", title: "Grid", type: .dataGrid,
      levels: [CategoryLevel(column: "Name", values: Column(["x", "y"]))],
      dimensions: [ValueDimension(title: "Sales", cells: Column([1.5, nil]))],
      table: ChartTable(columns: [
        ChartTable.Column(title: "Name", isHeader: true, cells: Column(["x", "y"])),
        ChartTable.Column(
          title: "Sales", cells: Column([1.5, nil]), texts: ["$1.50", ""], format: .currency("USD")),
        colored,
      ]))
  }

  static let overlay = ChartCase(name: "overlay") {
    var model = try ChartModel(
      .column, "Salaries", categories: ["10", "20"], series: ["All", "Men"], values: [[5, 7], [2, nil]])
    model.series[1].layer = 1
    model.layers = [
      ChartLayer(name: "All", title: "All", type: .column, valueTitle: "Salary", format: .currency("EUR")),
      ChartLayer(name: "Men", title: "Men", type: .line, axis: .secondary),
    ]
    SVGCase.set(&model.axes.value, [(.range, "0..")])
    SVGCase.set(&model.axes.secondValue, [(.padding, "0.5"), (.ticks, "every 1 from 2"), (.gaps, "3..4")])
    return model
  }

  static let diagram = ChartCase(name: "diagram") {
    var model = ChartModel(
      name: "EVA", type: .graph, levels: [CategoryLevel(column: "Node", values: Column(["EVA", "WACC"]))],
      dimensions: [ValueDimension(title: "Value", cells: Column([24, 0.12]))])
    model.diagram = DiagramModel(nodes: [
      DiagramModel.Node(
        name: "EVA", title: "EVA", value: .float(24), actual: .float(42.24), target: .float(46.464), valueText: "24.00",
        targetText: "46.46", isRoot: true, charts: ["Trend"]),
      DiagramModel.Node(
        name: "WACC", title: "Cost of capital", value: .float(0.12), actual: .float(0.097), valueText: "12%",
        parents: [0], isOverridden: true),
    ])
    return model
  }

  static let forecast = ChartCase(name: "forecast") {
    var model = try ChartModel(.line, "Plan", categories: Column([1, 2, 3] as [Int64]), values: [[1, 2, 3]])
    model.valueAxis = .logarithmic
    model.thresholds.predictiveStart = 2
    model.forecast = ChartForecast(
      method: "linear", confidence: 0.95, low: Column([nil, nil, 2.5]), high: Column([nil, nil, 3.5]), errors: [0.125])
    return model
  }

  static let histogram = ChartCase(name: "histogram") {
    var model = try ChartModel(.histogram, "Ages", categories: Column([0.0, 10]), values: [[3, 0]])
    model.levels[0].upperEdges = Column([10.0, 20])
    return model
  }

  static let graph = ChartCase(name: "graph") {
    let graph = ChartGraph(
      sources: [0, 0, 1, 2, 3], targets: [1, 2, 3, 3, 4],
      weight: ValueDimension(
        sequence: 3, title: "Tons", format: .rounded(0), unit: "t",
        cells: Column([1200, 300, 900, nil, 9_007_199_254_740_993] as [Int64?])),
      sourceTitle: "From", targetTitle: "To")
    var model = ChartModel(
      name: "Trade", title: "Trade between ports", type: .graph,
      levels: [
        CategoryLevel(column: "From", title: "Port", values: Column(["Antwerp", "Bergen", "Cork", "Dover", "Esbjerg"]))
      ],
      dimensions: [
        ValueDimension(title: "Links", format: .rounded(0), cells: graph.linkCounts(nodes: 5, series: 1))
      ])
    model.graph = graph
    return model
  }

  static let summary = ChartCase(name: "summary") {
    var model = try ChartModel(.column, "Sales", categories: ["a", "b"], values: [[12, 9]])
    model.dimensions[0].title = "This year"
    model.dimensions[0].unit = "t"
    model.dimensions.append(
      ValueDimension(sequence: 2, title: "Last year", unit: "t", cells: Column([10, nil] as [Double?])))
    model.subtitle = "In tons"
    model.status = "Of yesterday"
    model.summary = ChartSummary(
      whole: [[.float(21)], [.decimal(Decimal128(unscaled: 105, scale: 1))]], addsUp: [true, true], polarity: .down)
    model.drill = DrillInfo(next: "Parts", categoryPicks: [["Name": .scalar(.string("a"))], nil])
    return model
  }

  static let empty = ChartCase(name: "empty") { try ChartModel(.column, "Nothing", categories: [], values: [[]]) }
}
