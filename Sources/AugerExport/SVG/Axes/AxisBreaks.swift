import AugerCharts

/// Marks the gaps of an axis with two lines across the plot and an empty strip between them. The strip is drawn over
/// the marks, so that a column across a gap is visibly cut.
enum AxisBreaks {
  /// Maximum number of marked gaps. More would form a pattern. Weekends are never marked.
  private static let most = 12

  static func render(_ plot: Plot, to out: inout SVGBytes) {
    let area = plot.area
    strips(plot.value, isUpright: plot.isLying, area, plot.theme, to: &out)
    ofCategories(plot, to: &out)
  }

  static func ofCategories(_ plot: Plot, to out: inout SVGBytes) {
    if let scale = plot.category.scale { strips(scale, isUpright: !plot.isLying, plot.area, plot.theme, to: &out) }
  }

  /// Draws marks in a plot with two value axes. Marks are clipped at the gaps of their own axis, so that marks of the
  /// other axis remain visible there.
  static func cut(_ plot: Plot, to out: inout SVGBytes, _ marks: (inout SVGBytes) -> Void) {
    let cuts = cuts(plot.value)
    guard !cuts.isEmpty else { return marks(&out) }
    let area = plot.area
    out.raw("<clipPath")
    out.attribute("id", "\(plot.ids)-breaks")
    out.raw(">")
    // Marks at the edges may extend over them.
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

  /// Draws the gap ends of a vertical axis at its line, if the plot has several value axes.
  static func atEdge(_ scale: ValueScale, x: Double, _ theme: Theme, to out: inout SVGBytes) {
    let cuts = cuts(scale)
    guard !cuts.isEmpty else { return }
    out.raw("<g class=\"auger-breaks\"")
    out.attribute("stroke", theme.axis)
    out.raw(" stroke-width=\"1.5\">\n")
    for place in cuts.flatMap({ [$0.low, $0.high] }) { out.line(x - 7, place + 2, x + 7, place - 2) }
    out.raw("</g>\n")
  }

  /// Returns the empty strip of each gap, from the top. Empty if the gaps are too many.
  private static func cuts(_ scale: ValueScale) -> [(low: Double, high: Double)] {
    let places = scale.gapPlaces
    guard places.count <= most else { return [] }
    return places.map { (min($0.start, $0.end) + 2, max($0.start, $0.end) - 2) }.filter { $0.0 < $0.1 }
      .sorted { $0.0 < $1.0 }
  }

  /// - Parameter isUpright: True if the strips are vertical, as those of a horizontal axis are.
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
