import AugerCharts
import AugerColumns

/// The link targets of a picture's categories and series; nil for those without a target.
struct MarkLinks: Sendable, Hashable {
  struct Link: Sendable, Hashable {
    /// The target as in `href`.
    var target: String
    /// The label for screen readers.
    var label: String
    /// True if the Tab key reaches the link.
    var isTabStop = true
  }

  /// Maximum number of links that the Tab key reaches. A keyboard reaches more links in the table of the chart.
  static let mostTabStops = 24

  /// The link of each category of the finest level.
  var categories: [Link?] = []
  /// The link of each series of the model.
  var series: [Link?] = []

  init(categories: [Link?] = [], series: [Link?] = []) {
    let isCrowded = (categories + series).count { $0 != nil } > Self.mostTabStops
    func link(_ link: Link?) -> Link? { link.map { Link(target: $0.target, label: $0.label, isTabStop: !isCrowded) } }
    self.categories = categories.map(link)
    self.series = series.map(link)
  }

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
    if !link.isTabStop { raw(" tabindex=\"-1\"") }
    raw(">\n")
    draw(&self)
    raw("</a>\n")
  }
}

/// The links and tooltips of categories on an axis. Each covers the band of its category over the marks, so that
/// small marks are clickable too.
enum CategoryLinks {
  /// - Parameters:
  ///   - area: The area of the marks, if the plot does not define it.
  ///   - onlyLinks: True if marks of categories without a link have tooltips.
  static func render(_ plot: Plot, in area: ChartFrame? = nil, onlyLinks: Bool = true, to out: inout SVGBytes) {
    let area = area ?? plot.area
    let channels = plot.channels
    guard channels.links != nil || !onlyLinks else { return }
    let (from, to) = plot.isLying ? (area.x, area.maxX) : (area.y, area.maxY)
    let (low, high) = plot.isLying ? (area.y, area.maxY) : (area.x, area.maxX)
    let tooltips = Tooltips(channels)
    for category in 0..<channels.categoryCount {
      let link = channels.link(ofCategory: category)
      guard link != nil || !onlyLinks && tooltips != nil else { continue }
      let span = span(of: category, in: plot)
      let (start, end) = (max(low, span.lower), min(high, span.upper))
      guard end > start else { continue }
      out.linked(link) { out in
        out.beginRect(plot.frame(across: start, width: end - start, from: from, to: to))
        out.raw(link == nil ? " class=\"auger-band\"" : " class=\"auger-link\"")
        out.raw(" fill-opacity=\"0\">")
        out.title(tooltips?.text(category: category))
        out.raw("</rect>\n")
      }
    }
  }

  /// Returns the band of a category. It reaches the middle between categories, because those of dates are uneven.
  private static func span(of category: Int, in plot: Plot) -> Bounds {
    let positions = plot.category
    let center = positions.center(category)
    var (start, end) = (center - positions.step / 2, center + positions.step / 2)
    if category > 0, positions.center(category - 1) < center { start = (positions.center(category - 1) + center) / 2 }
    if category + 1 < plot.channels.categoryCount, positions.center(category + 1) > center {
      end = (center + positions.center(category + 1)) / 2
    }
    return Bounds(start, end) ?? .zero
  }
}
