import AugerCharts
import AugerColumns

/// Charts after user interactions.
extension SVGCase {
  static let explored = [
    SVGCase(name: "state-column", isDark: true) {
      var model = try sales(.column)
      model.state.selectedCategories = [1, 2]
      model.state.hiddenSeries = [0]
      model.state.highlightedCategory = 4
      return model
    },
    SVGCase(name: "state-line") {
      var model = try sales(.line)
      model.state.selectedSeries = [2]
      model.state.selectedItems = [ChartState.Item(series: 0, category: 3)]
      return model
    },
    SVGCase(name: "baseline-bar") { try changed(.bar) },
    SVGCase(name: "baseline-line", isDark: true) { try changed(.line) },
    SVGCase(name: "state-pie") {
      var model = try ChartModel(.pie, "Sales by country", categories: countries, values: [[4, 3, 2, 5, 1, 1]])
      model.state.selectedCategories = [3]
      return model
    },
    SVGCase(name: "state-scatter") {
      var model = try sales(.scatter)
      model.levels[0].values = Column((1...6).map { Int64($0) })
      model.items = ChartItems(
        category: Column((0..<18).map { Int64($0 % 6 + 1) }), series: (0..<18).map { Int32($0 / 6) },
        values: [Column((0..<18).map { wave($0 % 6, $0 / 6) })])
      model.dimensions[0].cells = Column([Double]())
      model.state.hiddenSeries = [0]
      model.state.selectedSeries = [1]
      return model
    },
  ]

  private static func sales(_ type: ChartType) throws -> ChartModel {
    var model = titled(
      try ChartModel(
        .column, "Sales by country and product", categories: countries, series: ["Bikes", "Components", "Clothing"],
        values: waves(6, 3), format: .currency("USD")), category: "Country", values: ["Sales"])
    model.type = type
    model.display = ChartDisplay(defaultsFor: type, visibleSeriesCount: 3)
    return model
  }

  /// The second category grew by half, the last one shrank. One of its series is new.
  private static func changed(_ type: ChartType) throws -> ChartModel {
    var model = try sales(type)
    var cells = model.dimensions[0].cells.scalars.map(\.doubleValue)
    var before = cells
    for series in 0..<3 {
      cells[series * 6 + 1] = cells[series * 6 + 1].map { $0 * 1.5 }
      cells[series * 6 + 5] = cells[series * 6 + 5].map { $0 * 0.6 }
    }
    before[5] = nil
    model.dimensions[0].cells = Column(cells)
    model.baselineCells = [Column(before)]
    return model
  }
}
