import AugerCharts
import AugerColumns

/// Charts that show a part of the data, and categories with parent labels below them.
extension SVGCase {
  static let windows = [
    SVGCase(name: "window-column", isDark: true) {
      var model = titled(
        try ChartModel(
          .column, "Sales by month and product", categories: months, series: ["Bikes", "Components", "Clothing"],
          values: waves(12, 3), format: .currency("USD")), category: "Month", values: ["Sales"])
      model.state.horizontalRange = Bounds(0.25...0.5)
      model.state.highlightedCategory = 4
      model.state.selectedItems = [ChartState.Item(series: 0, category: 3)]
      model.thresholds = ChartThresholds(predictiveStart: 5)
      return model
    },
    SVGCase(name: "window-line") {
      var model = try ChartModel(
        .line, "Monthly sales", categories: months, series: ["Bikes", "Components"], values: waves(12, 2),
        format: .rounded(0))
      model.state.horizontalRange = Bounds(0.5...1)
      model.state.verticalRange = Bounds(0.25...0.75)
      return model
    },
    SVGCase(name: "window-bar") {
      var model = try ChartModel(
        .bar, "Revenue by month", categories: months, values: [(0..<12).map { wave($0, 0) }],
        format: .currency(nil))
      model.state.verticalRange = Bounds(0...0.375)
      model.state.horizontalRange = Bounds(0...0.5)
      return model
    },
    SVGCase(name: "window-scatter") {
      var model = try ChartModel(.column, "Weight and price", categories: ["a"], values: [[1]])
      model.type = .scatter
      model.display = ChartDisplay(defaultsFor: .scatter, visibleSeriesCount: 1)
      model.levels[0].values = Column((0..<24).map { Int64($0 * 5) })
      model.levels[0].labels = (0..<24).map { "\($0 * 5)" }
      model.items = ChartItems(
        category: model.levels[0].values, series: [Int32](repeating: 0, count: 24),
        values: [Column((0..<24).map { wave($0 % 12, $0 / 12) })])
      model.dimensions[0].cells = Column([Double]())
      model.state.horizontalRange = Bounds(0.5...0.75)
      return model
    },
    SVGCase(name: "nested", isDark: true) { try nested(.column) },
    SVGCase(name: "nested-line") {
      var model = try nested(.line)
      model.series = [ChartLabel()]
      model.seriesColumn = nil
      model.dimensions[0].cells = model.dimensions[0].cells[0..<24]
      model.display = ChartDisplay(defaultsFor: .line, visibleSeriesCount: 1)
      return model
    },
    SVGCase(name: "nested-bar") { try nested(.bar) },
    SVGCase(name: "nested-window") {
      var model = try nested(.stackedColumn)
      model.state.horizontalRange = Bounds(0.375...0.75)
      return model
    },
    SVGCase(name: "nested-many", size: ChartSize(width: 420, height: 260)) {
      let years = (1950..<2030).map { Int64($0) }
      var model = try ChartModel(
        .area, "Eighty years", categories: (0..<320).map { "Q\($0 % 4 + 1)" },
        values: [(0..<320).map { wave($0 % 12, 0) }])
      model.levels[0].values = Column((0..<320).map { Int64($0 % 4 + 1) })
      model.levels.append(
        CategoryLevel(
          column: "Year", values: Column(years), firstChild: years.indices.map { Int32(4 * $0) },
          lastChild: years.indices.map { Int32(4 * $0 + 3) }))
      model.visibleLevel = 0
      return model
    },
    SVGCase(name: "nested-texts") {
      var model = try ChartModel(
        .column, "Sales by country",
        categories: ["France", "Germany", "United Kingdom", "Japan", "Canada", "United States"],
        values: waves(6, 1))
      model.levels.append(
        CategoryLevel(
          column: "Region", values: Column(["Europe", "Asia and the Pacific Ocean", "North America"]),
          firstChild: [0, 3, 4], lastChild: [2, 3, 5]))
      model.visibleLevel = 0
      return model
    },
  ]

  /// Returns a chart of the months of two years, grouped by quarter.
  private static func nested(_ type: ChartType) throws -> ChartModel {
    var model = titled(
      try ChartModel(
        .column, "Sales by month", categories: (0..<24).map { String(months[$0 % 12].prefix(3)) },
        series: ["Bikes", "Clothing"],
        values: waves(24, 2), format: .currency("USD")), category: "Month", values: ["Sales"])
    model.type = type
    model.display = ChartDisplay(defaultsFor: type, visibleSeriesCount: 2)
    model.levels[0].values = Column((0..<24).map { Int64($0 % 12 + 1) })
    model.levels.append(
      CategoryLevel(
        column: "Quarter", values: Column((0..<8).map { Int64($0 % 4 + 1) }), labels: (0..<8).map { "Q\($0 % 4 + 1)" },
        firstChild: (0..<8).map { 3 * $0 }, lastChild: (0..<8).map { 3 * $0 + 2 }))
    model.levels.append(
      CategoryLevel(column: "Year", values: Column([2024, 2025] as [Int64]), firstChild: [0, 4], lastChild: [3, 7]))
    model.visibleLevel = 0
    return model
  }
}
