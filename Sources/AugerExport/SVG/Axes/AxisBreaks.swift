import AugerCharts

/// Where an axis leaves something out: two lines across the plot with nothing between them, over the marks, so that a
/// column that goes on beyond is seen to be cut.
enum AxisBreaks {
  /// More would be a pattern; weekends are never marked.
  private static let most = 12

  static func render(_ plot: Plot, to out: inout SVGBytes) {
    let area = plot.area
    strips(plot.value, isUpright: plot.isLying, area, plot.theme, to: &out)
    ofCategories(plot, to: &out)
  }

  static func ofCategories(_ plot: Plot, to out: inout SVGBytes) {
    if let scale = plot.category.scale { strips(scale, isUpright: !plot.isLying, plot.area, plot.theme, to: &out) }
  }

  /// Marks in a plot of two value axes: nothing is drawn where their own leaves something out, so that what is drawn
  /// against the other is seen there.
  static func cut(_ plot: Plot, to out: inout SVGBytes, _ marks: (inout SVGBytes) -> Void) {
    let cuts = cuts(plot.value)
    guard !cuts.isEmpty else { return marks(&out) }
    let area = plot.area
    out.raw("<clipPath")
    out.attribute("id", "\(plot.ids)-breaks")
    out.raw(">")
    // Marks at the edges may stand over them.
    var top = area.y - 8
    for cut in cuts + [(low: area.maxY + 8, high: area.maxY + 8)] {
      out.beginRect(ChartFrame(x: area.x - 8, y: top, width: area.width + 16, height: max(0, cut.low - top)))
      out.raw("/>")
      top = cut.high
    }
    out.raw("</clipPath>\n<g")
    out.attribute("clip-path", "url(#\(plot.ids)-breaks)")
    out.raw(">\n")
    marks(&out)
    out.raw("</g>\n")
  }

  /// The ends of what an upright axis leaves out, at its edge: of one of two.
  static func atEdge(_ scale: ValueScale, isRight: Bool, _ area: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    let cuts = cuts(scale)
    guard !cuts.isEmpty else { return }
    let x = isRight ? area.maxX : area.x
    out.raw("<g class=\"auger-breaks\"")
    out.attribute("stroke", theme.axis)
    out.raw(" stroke-width=\"1.5\">\n")
    for place in cuts.flatMap({ [$0.low, $0.high] }) { out.line(x - 7, place + 2, x + 7, place - 2) }
    out.raw("</g>\n")
  }

  /// What is empty of each gap, from the top; none where there are too many.
  private static func cuts(_ scale: ValueScale) -> [(low: Double, high: Double)] {
    let places = scale.gapPlaces
    guard places.count <= most else { return [] }
    return places.map { (min($0.start, $0.end) + 2, max($0.start, $0.end) - 2) }.filter { $0.0 < $0.1 }
      .sorted { $0.0 < $1.0 }
  }

  /// - Parameter isUpright: Whether the strips are; those of a horizontal axis.
  static func strips(_ scale: ValueScale, isUpright: Bool, _ area: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    let cuts = cuts(scale)
    guard !cuts.isEmpty else { return }
    out.raw("<g class=\"auger-breaks\"")
    out.attribute("stroke", theme.axis)
    out.raw(" stroke-dasharray=\"3 2\">\n")
    for (low, high) in cuts {
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
