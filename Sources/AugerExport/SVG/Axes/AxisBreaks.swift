import AugerCharts

/// Where an axis leaves something out: two lines across the plot with nothing between them, over the marks, so that a
/// column that goes on beyond is seen to be cut.
enum AxisBreaks {
  /// More would be a pattern; weekends are never marked.
  private static let most = 12

  static func render(_ plot: Plot, to out: inout SVGBytes) {
    let area = plot.area
    strips(plot.value, isUpright: plot.isLying, area, plot.theme, to: &out)
    if let scale = plot.category.scale { strips(scale, isUpright: !plot.isLying, area, plot.theme, to: &out) }
  }

  /// - Parameter isUpright: Whether the strips are; those of a horizontal axis.
  static func strips(_ scale: ValueScale, isUpright: Bool, _ area: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    let places = scale.gapPlaces
    guard !places.isEmpty, places.count <= most else { return }
    out.raw("<g class=\"auger-breaks\"")
    out.attribute("stroke", theme.axis)
    out.raw(" stroke-dasharray=\"3 2\">\n")
    for place in places {
      let (low, high) = (min(place.start, place.end) + 2, max(place.start, place.end) - 2)
      guard low < high else { continue }
      let strip =
        isUpright
        ? ChartFrame(x: low, y: area.y - 3, width: high - low, height: area.height + 6)
        : ChartFrame(x: area.x - 3, y: low, width: area.width + 6, height: high - low)
      out.beginRect(strip)
      out.attribute("fill", theme.background)
      out.raw(" stroke=\"none\"/>\n")
      for edge in [low, high] {
        if isUpright {
          out.line(edge, strip.y, edge, strip.maxY)
        } else {
          out.line(strip.x, edge, strip.maxX, edge)
        }
      }
    }
    out.raw("</g>\n")
  }
}
