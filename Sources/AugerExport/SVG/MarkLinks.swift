import AugerCharts

/// The link targets of a picture's categories and series; nil for those without a target.
struct MarkLinks: Sendable, Hashable {
  struct Link: Sendable, Hashable {
    /// The target as in `href`.
    var target: String
    /// The label for screen readers.
    var label: String
  }

  /// The link of each category of the finest level.
  var categories: [Link?] = []
  /// The link of each series of the model.
  var series: [Link?] = []

  var isEmpty: Bool { categories.allSatisfy { $0 == nil } && series.allSatisfy { $0 == nil } }
}

extension ChartChannels {
  /// Returns the link of a visible category; nil if none exists, and for levels above the finest.
  func link(ofCategory category: Int) -> MarkLinks.Link? {
    guard let links, given.visibleLevel == 0, categoryNumbers.indices.contains(category) else { return nil }
    let number = categoryNumbers[category]
    return links.categories.indices.contains(number) ? links.categories[number] : nil
  }

  func link(ofSeries series: Int) -> MarkLinks.Link? {
    guard let links, given.seriesColumn != nil, seriesNumbers.indices.contains(series) else { return nil }
    let number = seriesNumbers[series]
    return links.series.indices.contains(number) ? links.series[number] : nil
  }
}

extension SVGBytes {
  /// Wraps the output of `draw` in a link. Without a link, the output does not change.
  mutating func linked(_ link: MarkLinks.Link?, _ draw: (inout SVGBytes) -> Void) {
    guard let link else { return draw(&self) }
    raw("<a")
    attribute("href", link.target)
    attribute("aria-label", link.label)
    raw(">\n")
    draw(&self)
    raw("</a>\n")
  }
}

/// The links of categories that share an axis. Each covers the band of its category over the marks, so that small marks
/// are clickable too.
enum CategoryLinks {
  /// - Parameter area: The area of the marks, if the plot does not define it.
  static func render(_ plot: Plot, in area: ChartFrame? = nil, to out: inout SVGBytes) {
    let area = area ?? plot.area
    let channels = plot.channels
    guard channels.links != nil else { return }
    let (from, to) = plot.isLying ? (area.x, area.maxX) : (area.y, area.maxY)
    let (low, high) = plot.isLying ? (area.y, area.maxY) : (area.x, area.maxX)
    let tooltips = channels.namesPlot ? nil : Tooltips(channels)
    for category in 0..<channels.categoryCount {
      guard let link = channels.link(ofCategory: category) else { continue }
      let half = plot.category.step / 2
      let start = max(low, plot.category.center(category) - half)
      let end = min(high, plot.category.center(category) + half)
      guard end > start else { continue }
      out.linked(link) { out in
        out.beginRect(plot.frame(across: start, width: end - start, from: from, to: to))
        out.raw(" class=\"auger-link\" fill-opacity=\"0\">")
        out.title(
          tooltips.map { tooltips in
            (0..<min(mostTexts, channels.seriesCount)).map { tooltips.text(series: $0, category: category) }
              .joined(separator: "; ")
          })
        out.raw("</rect>\n")
      }
    }
  }

  /// Maximum number of series in a tooltip.
  private static let mostTexts = 6
}
