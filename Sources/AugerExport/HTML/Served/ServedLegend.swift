import AugerCharts

/// An entry of a chart's legend on a served page, with the targets of its links.
package struct ServedLegend: Sendable, Hashable {
  package var label: String
  package var isHidden: Bool
  /// The label of the link that hides or shows the series.
  package var action: String
  /// The state in which the series is hidden, or shown again.
  package var toggled: String
  /// The state in which the other series are hidden, or shown again.
  package var isolated: String

  package init(_ label: String, isHidden: Bool, action: String, toggled: String, isolated: String) {
    self.label = label
    self.isHidden = isHidden
    self.action = action
    self.toggled = toggled
    self.isolated = isolated
  }
}

extension HTMLPage {
  /// Returns the colors of a legend's entries. Nil if the picture shows other entries, or no legend.
  func colorsOfLegend(_ figure: DashboardHTML.Figure) -> [Theme.Color]? {
    guard !legend.isEmpty, !figure.isTable, figure.model.display.legend else { return nil }
    var model = figure.shared
    model.state.hiddenSeries = []
    let channels = ChartChannels(model)
    let theme = channels.theme(model.theme.flatMap { Theme.named($0, among: page.themes) } ?? page.theme)
    guard channels.seriesCount == legend.count else { return nil }
    if model.layers.isEmpty, model.type.look.legend(channels, theme) != nil { return nil }
    return legend.indices.map { theme.color($0) }
  }

  /// Writes the legend of a figure: for each series a link that hides it, and one that hides the others.
  func writeLegend(_ figure: DashboardHTML.Figure, to out: inout SVGBytes) {
    guard let colors = colorsOfLegend(figure) else { return }
    out.raw("<ul class=\"legend\"")
    out.attribute("aria-label", page.texts[.series])
    out.raw(">")
    for (entry, color) in zip(legend, colors) {
      out.raw(entry.isHidden ? "<li class=\"off\"><a" : "<li><a")
      out.attribute("href", entry.toggled)
      out.raw(entry.isHidden ? " role=\"button\" aria-pressed=\"false\"" : " role=\"button\" aria-pressed=\"true\"")
      out.attribute("title", entry.action)
      out.raw("><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect x=\"1\" y=\"1\"")
      out.raw(" width=\"8\" height=\"8\" rx=\"1.5\" stroke-width=\"1.5\"")
      out.attribute("stroke", color)
      if entry.isHidden { out.raw(" fill=\"none\"") } else { out.attribute("fill", color) }
      out.raw("/></svg><span>")
      out.escaped(entry.label)
      out.raw("</span></a><a class=\"only\"")
      out.attribute("href", entry.isolated)
      let label = page.texts.text(.onlySeries, ["series": entry.label])
      out.attribute("aria-label", label)
      out.attribute("title", label)
      out.raw(">\u{25CE}</a></li>")
    }
    out.raw("</ul>\n")
  }
}
