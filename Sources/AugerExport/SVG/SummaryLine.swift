import AugerCharts

/// The summary above a chart. The total is on the left, followed by the selected categories. Each has its title, a
/// value for each series, and the trend between the first and the last (Fiori's guide, "FUIChartSummaryView").
struct SummaryLine {
  let height: Double
  /// The names of the series in the summary, if the chart has several.
  let names: [String]
  private let rows: Int
  private let seriesCount: Int
  private let items: [ChartSummaryItem]
  private let theme: Theme
  private let width: Double
  private let colors: [Theme.Color]
  private let texts: PageTexts

  /// Maximum number of series, so that the chart has enough space.
  private static let mostRows = 4
  private static let valueSize = 13.0
  private static let titleSize = 11.0
  private static let rowHeight = 17.0

  /// Minimum height of the chart below.
  private static let leastRoom = 72.0

  /// Returns nil for a chart without a summary. The number of series is limited so that the chart has enough height.
  init?(_ model: ChartModel, theme: Theme, width: Double, within room: Double) {
    guard let whole = model.summaryOfWhole else { return nil }
    items =
      [whole] + model.summariesOfRanges + model.state.selectedCategories.compactMap { model.summary(ofCategory: $0) }
    self.theme = theme
    self.width = width
    texts = model.locale.texts
    colors = whole.values.indices.map(theme.color)
    seriesCount = whole.values.count
    let trend = model.summary?.keepsTrendHeight == true || items.contains { !$0.trendText.isEmpty } ? 15.0 : 0
    func height(_ rows: Int) -> Double {
      16 + Double(rows) * Self.rowHeight + (whole.values.count > rows ? 13 : 0) + trend + 10
    }
    let most = min(whole.values.count, Self.mostRows)
    guard let rows = (0...most).last(where: { $0 > 0 && height($0) + Self.leastRoom < room }) else { return nil }
    self.rows = rows
    names = whole.values.count > 1 ? Array(model.summaryTitles.prefix(rows)) : []
    self.height = height(rows)
  }

  func render(x: Double, y: Double, to out: inout SVGBytes) {
    let (metrics, bold) = (FontMetrics.regular, FontMetrics.bold)
    func baseline(_ row: Int) -> Double { y + 16 + Self.rowHeight * (Double(row) + 0.75) }
    out.raw("<g class=\"auger-summary\">\n")
    var left = x
    if !names.isEmpty {
      let shown = names.map { metrics.fitted($0, size: Self.titleSize, width: min(150, width * 0.3)) }
      for (row, name) in shown.enumerated() {
        out.rect(
          ChartFrame(x: left, y: baseline(row) - 9, width: 9, height: 9), fill: colors[row], radius: 2)
        out.text(name, x: left + 14, y: baseline(row), size: Self.titleSize, fill: theme.mutedInk)
      }
      if seriesCount > rows {
        out.text(
          texts.text(.more, count: seriesCount - rows), x: left + 14, y: baseline(rows) - 2, size: Self.titleSize,
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
          texts.text(.more, count: items.count - number), x: left, y: y + 11, size: Self.titleSize, fill: theme.mutedInk
        )
        break
      }
      out.raw("<g")
      if let category = item.categories.first { out.attribute("data-summary", index: category) }
      if item.categories.count > 1, let last = item.categories.last { out.attribute("data-summary-end", index: last) }
      out.raw(">\n")
      out.text(title, x: left, y: y + 11, size: Self.titleSize, fill: theme.mutedInk, isBold: true)
      for (row, text) in item.texts.prefix(rows).enumerated() {
        out.text(text, x: left, y: baseline(row), size: Self.valueSize, fill: theme.ink, isBold: true)
      }
      if !item.trendText.isEmpty {
        let fill = item.isGood.map { $0 ? theme.gain : theme.loss } ?? theme.mutedInk
        let place = baseline(rows) - (seriesCount > rows ? -11 : 2)
        out.text(item.trendText, x: left, y: place, size: Self.titleSize, fill: fill, isBold: true)
      }
      out.raw("</g>\n")
      left += room + 26
    }
    out.raw("</g>\n")
  }
}
