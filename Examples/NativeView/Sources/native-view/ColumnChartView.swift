import Auger

/// The layout of a column chart in a native view. It reads the points of a chart, and is independent of queries and
/// dashboards.
///
/// The origin is the upper left corner, like in UIKit.
struct ColumnChartView {
  struct Bar {
    var category: Int
    var series: Int
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// The value in the chart's format and locale.
    var text: String
  }

  let title: String
  let legend: [String]
  let labels: [String]
  /// The bars from left to right.
  let bars: [Bar]
  private let categoryWidth: Double

  init(_ chart: ChartModel, width: Double, height: Double) {
    title = chart.title
    legend = chart.series.map(\.text)
    labels = chart.categories.map(\.text)
    let categoryWidth = labels.isEmpty ? width : width / Double(labels.count)
    let barWidth = categoryWidth / Double(legend.count + 1)
    let most = chart.points.compactMap(\.number).max() ?? 0
    var bars: [Bar] = []
    for point in chart.points {
      // A category without a value has no bar, which differs from a bar of length zero.
      guard let value = point.number, most > 0 else { continue }
      // The points of the first series precede those of the second.
      let (series, category) = point.id.quotientAndRemainder(dividingBy: labels.count)
      let length = height * max(0, value) / most
      bars.append(
        Bar(
          category: category, series: series, x: Double(category) * categoryWidth + barWidth * (Double(series) + 0.5),
          y: height - length, width: barWidth, height: length, text: point.text))
    }
    self.bars = bars.sorted { $0.x < $1.x }
    self.categoryWidth = categoryWidth
  }

  /// Returns the category at a touch position. Nil if the position is outside of all categories.
  func category(atX x: Double) -> Int? {
    guard x >= 0, categoryWidth > 0 else { return nil }
    let index = Int(x / categoryWidth)
    return labels.indices.contains(index) ? index : nil
  }
}
