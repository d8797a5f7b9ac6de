import Auger

/// A chart of columns as a native view would lay it out: it asks a `ChartDataSource` for numbers of series and categories, then
/// for one value and one label after the other, and knows nothing of queries and dashboards.
///
/// Points count from the upper left corner, as those of UIKit do.
struct ColumnChartView {
  struct Bar {
    var category: Int
    var series: Int
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// The value as the chart's format and locale write it.
    var text: String
  }

  let title: String
  let legend: [String]
  let labels: [String]
  let bars: [Bar]
  private let categoryWidth: Double

  init(_ source: some ChartDataSource, width: Double, height: Double) {
    title = source.chartTitle
    let level = source.visibleLevel
    let (categories, series) = (source.categoryCount(level: level), source.seriesCount)
    legend = (0..<series).map { source.seriesLabel(at: $0) }
    labels = (0..<categories).map { source.categoryLabel(at: $0, level: level) }
    categoryWidth = categories > 0 ? width / Double(categories) : width
    let barWidth = categoryWidth / Double(series + 1)

    func value(_ category: Int, _ series: Int) -> Double? {
      // Nil is a category without a value: no bar, not a bar of zero.
      source.value(dimension: 0, series: series, category: category, level: level).doubleValue
    }
    var most = 0.0
    for category in 0..<categories { for index in 0..<series { most = max(most, value(category, index) ?? 0) } }
    var bars: [Bar] = []
    for category in 0..<categories {
      for index in 0..<series {
        guard let value = value(category, index), most > 0 else { continue }
        let length = height * max(0, value) / most
        bars.append(
          Bar(
            category: category, series: index,
            x: Double(category) * categoryWidth + barWidth * (Double(index) + 0.5), y: height - length,
            width: barWidth, height: length,
            text: source.valueText(dimension: 0, series: index, category: category, level: level)))
      }
    }
    self.bars = bars
  }

  /// The category under a finger; nil beside all of them.
  func category(atX x: Double) -> Int? {
    guard x >= 0, categoryWidth > 0 else { return nil }
    let index = Int(x / categoryWidth)
    return labels.indices.contains(index) ? index : nil
  }
}
