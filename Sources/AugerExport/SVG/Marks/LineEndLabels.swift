import AugerCharts

/// The names of lines at their ends, each with a color swatch, instead of a legend. Used if all lines reach the last
/// category and the labels fit.
struct LineEndLabels {
  private let texts: [String]
  private let lastCategory: Int
  private let look: TextLook

  private static let swatch = 8.0
  private static let gap = 8.0
  private static let lineHeight = AxisLabels.lineHeight
  /// Maximum distance of a label from the end of its line.
  private static let mostMoved = 30.0
  private static let mostLines = 8

  /// Returns nil if a legend is better.
  init?(_ channels: ChartChannels, frame: ChartFrame) {
    let model = channels.model
    guard model.type.has(.joined), !model.type.has(.stacks), model.layers.isEmpty, model.display.legend,
      (2...Self.mostLines).contains(channels.seriesCount), channels.categoryCount > 1, channels.links == nil,
      !channels.isValueAxisCut, Stacks(channels) == nil, frame.width >= 360, frame.height >= 150
    else { return nil }
    // The values of selected items may be drawn there.
    guard !(model.state.hasSelection && model.display.selectedDataLabel) else { return nil }
    let last = channels.categoryCount - 1
    guard (0..<channels.seriesCount).allSatisfy({ !channels.value(0, $0, last).isNaN }) else { return nil }
    texts = channels.seriesLabels
    lastCategory = last
    look = TextLook(model, .seriesTitles, size: Legend.size)
    guard width <= frame.width * 0.25 else { return nil }
  }

  /// The width of the labels.
  var width: Double {
    let widest = texts.map { look.metrics.width($0, size: look.size) }.max() ?? 0
    return Self.gap + Self.swatch + 5 + widest
  }

  /// Returns the vertical center of each label without overlap; nil if one would be too far from its line.
  func places(_ plot: Plot) -> [Double]? {
    let ends = texts.indices.map { plot.value(plot.channels.value(0, $0, lastCategory)) }
    let order = texts.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
    var places = ends
    var next = plot.area.y - 2
    for series in order {
      places[series] = max(ends[series], next)
      next = places[series] + Self.lineHeight + look.extraHeight
    }
    var most = plot.area.maxY
    for series in order.reversed() {
      places[series] = min(places[series], most)
      most = places[series] - Self.lineHeight - look.extraHeight
    }
    let isNear = texts.indices.allSatisfy { abs(places[$0] - ends[$0]) <= Self.mostMoved }
    return isNear && most >= plot.area.y - 2 - Self.lineHeight ? places : nil
  }

  func render(_ plot: Plot, at places: [Double], to out: inout SVGBytes) {
    let left = plot.category.center(lastCategory) + Self.gap
    out.raw("<g class=\"auger-line-ends\"")
    out.attribute("font-size", look.size)
    out.attribute("fill", look.color(in: plot.theme, usual: plot.theme.ink))
    if look.isBold { out.attribute("font-weight", "bold") }
    out.raw(">\n")
    for (series, text) in texts.enumerated() {
      let swatch = ChartFrame(
        x: left, y: places[series] - Self.swatch / 2, width: Self.swatch, height: Self.swatch)
      out.rect(swatch, fill: plot.theme.color(series), radius: 2)
      out.text(
        text, x: swatch.maxX + 5, y: places[series] + FontMetrics.capitalHeight * look.size / 2)
    }
    out.raw("</g>\n")
  }
}
