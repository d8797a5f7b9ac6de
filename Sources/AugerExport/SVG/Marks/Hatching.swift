import AugerCharts

/// The hatching of forecast columns, and of those of an incomplete period, in the color of their series. It is a paint
/// that marks use, not a mark.
enum Hatching {
  /// Writes the patterns in the head of a chart with such columns.
  static func define(_ channels: ChartChannels, theme: Theme, ids: String, to out: inout SVGBytes) {
    guard channels.predictiveStart != nil || channels.incompleteCategory != nil else { return }
    out.raw("<defs>\n")
    for series in 0..<channels.seriesCount {
      out.raw("<pattern")
      out.attribute("id", "\(ids)-hatch-\(series)")
      out.raw(" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">")
      out.raw("<rect width=\"5\" height=\"5\"")
      out.attribute("fill", theme.color(series))
      out.raw(" fill-opacity=\"0.18\"/><rect width=\"2.2\" height=\"5\"")
      out.attribute("fill", theme.color(series))
      out.raw("/></pattern>\n")
    }
    out.raw("</defs>\n")
  }

  /// Writes the fill of such an item, and its edge unless another is specified.
  static func fill(_ series: Int, hasEdge: Bool, _ plot: Plot, to out: inout SVGBytes) {
    out.attribute("fill", "url(#\(plot.ids)-hatch-\(series))")
    if hasEdge { out.attribute("stroke", plot.theme.color(series)) }
    out.raw(" stroke-dasharray=\"3 2\"")
  }
}
