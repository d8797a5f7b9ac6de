import AugerCharts
import AugerColumns
import Testing

/// A chart as a program reads it: by names, by numbers, and as a list.
@Suite struct ResultTests {
  private func sales() throws -> ChartModel {
    try ChartModel(
      .column, "Sales", categories: ["France", "Japan"], series: ["Bikes", "Bells"], values: [[1, nil], [3, 4]],
      format: .currency("EUR"))
  }

  /// Two values without series: sales and margin.
  private func margins() -> ChartModel {
    ChartModel(
      name: "Margins", type: .column,
      levels: [CategoryLevel(column: "Country", values: Column(["France", "Japan"]))],
      dimensions: [
        ValueDimension(sequence: 1, title: "Sales", unit: "k€", cells: Column([100, nil] as [Int64?])),
        ValueDimension(sequence: 2, title: "Margin", format: .percentage, cells: Column([0.25, 0.5])),
      ])
  }

  @Test func `A value is found by the texts of its measure, series and category`() throws {
    let chart = try sales()
    #expect(chart[series: "Bells", category: "Japan"] == .float(4))
    #expect(chart[series: "Bikes", category: "Japan"] == .some(.null))
    #expect(chart[category: "France"] == .float(1))
    #expect(chart[series: "Bells", category: "Chile"] == nil)
    #expect(chart[series: "Wheels", category: "Japan"] == nil)
    let margins = margins()
    #expect(margins[category: "France"] == 100)
    #expect(margins[value: "Margin", category: "Japan"] == 0.5)
    #expect(margins[value: "Profit", category: "Japan"] == nil)
  }

  @Test func `A value is found by numbers`() throws {
    #expect(try sales()[series: 1, category: 0] == .float(3))
    #expect(margins()[value: 1, category: 1] == 0.5)
    #expect(margins()[category: 1] == .null)
  }

  @Test func `Categories, series and values have the order of the picture`() throws {
    let chart = try sales()
    #expect(chart.categories.map(\.text) == ["France", "Japan"])
    #expect(chart.series.map(\.text) == ["Bikes", "Bells"])
    #expect(chart.values == [.float(1), .null])
    #expect(margins().series.map(\.text) == [""])
  }

  @Test func `Points have the formatted value of each pair, with its unit`() throws {
    let points = try sales().points
    #expect(points.map(\.id) == [0, 1, 2, 3])
    #expect(points.map(\.text) == ["€1.00", "", "€3.00", "€4.00"])
    #expect(points.map(\.series.text) == ["Bikes", "Bikes", "Bells", "Bells"])
    #expect(points.map(\.category.text) == ["France", "Japan", "France", "Japan"])
    #expect(points.map(\.number) == [1, nil, 3, 4])
    let margins = margins().points
    #expect(margins.map(\.measure) == ["Sales", "Sales", "Margin", "Margin"])
    #expect(margins.map(\.text) == ["100 k€", "", "25%", "50%"])
  }

  @Test func `Measures have MAKit's statistics`() throws {
    let measure = try #require(try sales().measures.first)
    #expect(measure.minimum == .float(1) && measure.maximum == .float(4))
    #expect(measure.minimumSum == .float(4) && measure.maximumSum == .float(4))
    let margins = margins().measures
    #expect(margins.map(\.title) == ["Sales", "Margin"] && margins.map(\.unit) == ["k€", ""])
    #expect(margins[0].format == nil && margins[1].format == .percentage)
    #expect(margins[0].minimum == 100 && margins[0].maximumSum == 100)
    let none = try ChartModel(.column, categories: ["a"], values: [[nil]])
    #expect(none.measures[0].minimum == .null && none.measures[0].maximumSum == .null)
  }

  /// Half-years with values of their own, of four quarters.
  private func halves(visibleLevel: Int) -> ChartModel {
    ChartModel(
      name: "Halves", type: .line,
      levels: [
        CategoryLevel(column: "Quarter", values: Column([1, 2, 3, 4] as [Int64])),
        CategoryLevel(
          column: "Half", values: Column(["first", "second"]), firstChild: [0, 2], lastChild: [1, 3],
          cells: [Column([30, 70] as [Int64])]),
      ], visibleLevel: visibleLevel,
      dimensions: [ValueDimension(title: "Units", cells: Column([10, 20, 30, 40] as [Int64]))])
  }

  @Test func `All members describe the level that is shown`() throws {
    let coarse = halves(visibleLevel: 1)
    #expect(coarse.categories.map(\.text) == ["first", "second"])
    #expect(coarse.values == [30, 70] && coarse[category: "second"] == 70 && coarse[category: 0] == 30)
    #expect(coarse.points.map(\.text) == ["30", "70"])
    #expect(coarse.measures[0].minimum == 30 && coarse.measures[0].maximum == 70)
    let fine = halves(visibleLevel: 0)
    #expect(fine.values == [10, 20, 30, 40] && fine.measures[0].maximum == 40)
  }

  @Test func `Data items are points at their places`() throws {
    var model = ChartModel(
      name: "Flowers", type: .bubble, levels: [CategoryLevel(column: "Width", values: Column([Double]()))],
      series: [ChartLabel(value: "setosa"), ChartLabel(value: "virginica")], seriesColumn: "Species",
      dimensions: [
        ValueDimension(sequence: 1, title: "Length", cells: Column([Double]())),
        ValueDimension(sequence: 2, title: "Size", unit: "cm", cells: Column([Double]())),
      ])
    model.items = ChartItems(
      category: Column([0.5, 1.5, 2.5]), series: [0, 1, 0], values: [Column([1.0, 2, 3]), Column([7.0, 8, 9])])
    try model.validate()
    #expect(model.values == [.float(1), .float(2), .float(3)])
    #expect(model.points.map(\.text) == ["1", "3", "7 cm", "9 cm", "2", "8 cm"])
    #expect(model.points.map(\.category.value) == [0.5, 2.5, 0.5, 2.5, 1.5, 1.5])
    #expect(model[value: "Size", series: "virginica", category: "1.5"] == .float(8))
    #expect(model[series: 0, category: 1] == .float(3))
    #expect(model.measures[1].maximum == .float(9) && model.measures[1].maximumSum == .null)
  }

  @Test func `In an overlay each layer is a measure`() {
    var model = ChartModel(
      name: "Both", type: .column,
      levels: [CategoryLevel(column: "Year", values: Column([2023, 2024] as [Int64]))],
      series: [ChartLabel(value: "Sales"), ChartLabel(value: "Share", layer: 1)], seriesColumn: "",
      dimensions: [ValueDimension(title: "", cells: Column([10, 20, 0.5, 0.75]))])
    model.layers = [
      ChartLayer(name: "a", title: "Sales", type: .column, valueTitle: "Sales"),
      ChartLayer(name: "b", title: "Share", type: .line, axis: .secondary, format: .percentage),
    ]
    #expect(model.measures.map(\.title) == ["Sales", "Share"])
    #expect(model.measures.map(\.maximum) == [.float(20), .float(0.75)])
    #expect(model[value: "Share", category: "2024"] == 0.75)
    #expect(model.points.map(\.text) == ["10", "20", "50%", "75%"])
    #expect(model.points.map(\.measure) == ["Sales", "Sales", "Share", "Share"])
  }

  @Test func `A total is that of the data`() throws {
    var chart = try sales()
    #expect(chart.total() == nil)
    chart.summary = ChartSummary(whole: [[10, 20]], addsUp: [true])
    #expect(chart.total() == 10 && chart.total(series: "Bells") == 20)
    #expect(chart.total(series: "Wheels") == nil && chart.total(value: "Margin") == nil)
  }

  @Test func `The baseline is read like the chart`() throws {
    var chart = try sales()
    #expect(chart.baseline == nil)
    chart.baselineCells = [Column([1, 2, 3, nil] as [Double?])]
    let baseline = try #require(chart.baseline)
    #expect(baseline[series: "Bikes", category: "Japan"] == .float(2))
    #expect(baseline[series: "Bells", category: "Japan"] == .some(.null))
    #expect(baseline.baseline == nil)
    try baseline.validate()
    var coarse = halves(visibleLevel: 1)
    coarse.baselineCells = [Column([1, 2, 3, 4] as [Int64])]
    #expect(coarse.baseline?.values == [1, 2, 3, 4])
  }

  @Test func `A selection drills by category, by series, or by both`() {
    var drill = DrillInfo(
      next: "Countries", categoryPicks: [["Region": "Europe"], nil], seriesPicks: [["Product": "Bikes"]])
    #expect(drill.selection(category: 0) == ["Region": "Europe"])
    #expect(drill.selection(category: 0, series: 0) == ["Region": "Europe", "Product": "Bikes"])
    #expect(drill.selection(category: 1) == nil && drill.selection(category: 2) == nil)
    #expect(drill.selection(series: 1) == nil && drill.selection() == nil)
    drill.seriesPicks = nil
    #expect(drill.selection(series: 0) == nil && drill.selection(category: 0, series: 0) == nil)
    drill.next = nil
    #expect(drill.selection(category: 0) == nil)
  }

  @Test func `A node of a diagram is found by its name`() {
    let node = DiagramModel.Node(
      name: "Profit", title: "Profit before tax", value: 5, actual: 3, target: 4, valueText: "5", isOverridden: true)
    let diagram = DiagramModel(nodes: [node])
    #expect(diagram["Profit"]?.value == 5 && diagram["Loss"] == nil)
  }
}
