import AugerCharts

/// The look of predicted columns, and of those of a period that the data end inside of: hatched in the colour of their
/// series. Not a mark: a paint that marks use.
enum Hatching {
  /// The patterns, for the head of a chart that has such columns.
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

  /// Fill of such an item, and its edge unless that says something else.
  static func fill(_ series: Int, hasEdge: Bool, _ plot: Plot, to out: inout SVGBytes) {
    out.attribute("fill", "url(#\(plot.ids)-hatch-\(series))")
    if hasEdge { out.attribute("stroke", plot.theme.color(series)) }
    out.raw(" stroke-dasharray=\"3 2\"")
  }
}
