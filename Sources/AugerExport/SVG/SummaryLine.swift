import AugerCharts

/// The summary above a chart: the whole on the left, then the selected categories, each with its title, a value for
/// each series and the trend between the first and the last (Fiori's guide, "FUIChartSummaryView").
struct SummaryLine {
  let height: Double
  /// Of the series, where there are several.
  let names: [String]
  private let items: [ChartSummaryItem]
  private let theme: Theme
  private let width: Double
  private let colors: [ThemeColor]

  /// More series than this would leave no room for the chart.
  private static let mostRows = 4
  private static let valueSize = 13.0
  private static let titleSize = 11.0
  private static let rowHeight = 17.0

  /// Nil for a chart without a summary.
  init?(_ model: ChartModel, theme: Theme, width: Double) {
    guard let whole = model.summaryOfWhole else { return nil }
    items = [whole] + model.state.selectedCategories.compactMap { model.summary(ofCategory: $0) }
    names = whole.values.count > 1 ? model.summaryTitles : []
    self.theme = theme
    self.width = width
    colors = whole.values.indices.map(theme.color)
    let rows = min(whole.values.count, Self.mostRows)
    let hasMore = whole.values.count > rows
    let hasTrend = items.contains { !$0.trendText.isEmpty }
    height = 16 + Double(rows) * Self.rowHeight + (hasMore ? 13 : 0) + (hasTrend ? 15 : 0) + 10
  }

  func render(x: Double, y: Double, to out: inout SVGBytes) {
    let rows = min(items[0].values.count, Self.mostRows)
    let (metrics, bold) = (FontMetrics.regular, FontMetrics.bold)
    func baseline(_ row: Int) -> Double { y + 16 + Self.rowHeight * (Double(row) + 0.75) }
    out.raw("<g class=\"auger-summary\">\n")
    var left = x
    if !names.isEmpty {
      let shown = names.prefix(rows).map { metrics.fitted($0, size: Self.titleSize, width: min(150, width * 0.3)) }
      for (row, name) in shown.enumerated() {
        out.rect(
          ChartFrame(x: left, y: baseline(row) - 9, width: 9, height: 9), fill: colors[row], radius: 2)
        out.text(name, x: left + 14, y: baseline(row), size: Self.titleSize, fill: theme.mutedInk)
      }
      if names.count > rows {
        out.text(
          "+\(names.count - rows) more", x: left + 14, y: baseline(rows) - 2, size: Self.titleSize,
          fill: theme.mutedInk)
      }
      left += 14 + (shown.map { metrics.width($0, size: Self.titleSize) }.max() ?? 0) + 22
    }
    for (number, item) in items.enumerated() {
      let title = bold.fitted(item.title, size: Self.titleSize, width: 140)
      let widths =
        [bold.width(title, size: Self.titleSize), metrics.width(item.trendText, size: Self.titleSize)]
        + item.texts.prefix(rows).map { bold.width($0, size: Self.valueSize) }
      let room = widths.max() ?? 0
      if number > 0, left + room > x + width - 50 {
        out.text(
          "+\(items.count - number) more", x: left, y: y + 11, size: Self.titleSize, fill: theme.mutedInk)
        break
      }
      out.raw("<g")
      if let category = item.categories.first { out.attribute("data-summary", index: category) }
      out.raw(">\n")
      out.text(title, x: left, y: y + 11, size: Self.titleSize, fill: theme.mutedInk, isBold: true)
      for (row, text) in item.texts.prefix(rows).enumerated() {
        out.text(text, x: left, y: baseline(row), size: Self.valueSize, fill: theme.ink, isBold: true)
      }
      if !item.trendText.isEmpty {
        let fill = item.isGood.map { $0 ? theme.gain : theme.loss } ?? theme.mutedInk
        let place = baseline(rows) - (names.count > rows ? -11 : 2)
        out.text(item.trendText, x: left, y: place, size: Self.titleSize, fill: fill, isBold: true)
      }
      out.raw("</g>\n")
      left += room + 26
    }
    out.raw("</g>\n")
  }
}
