import AugerCharts
import AugerColumns

/// A chart in a table cell: its marks without axes and labels.
struct Sparkline {
  private let channels: ChartChannels
  private let theme: Theme
  private let area: ChartFrame

  init(_ model: ChartModel, theme: Theme, area: ChartFrame) {
    channels = ChartChannels(model)
    self.theme = theme
    self.area = area
  }

  func render(to out: inout SVGBytes) {
    let type = channels.model.type
    let isLying = type.has(.lying) && !type.look.standsInCells
    let mark = type.layerMark
    guard let extent = mark.extent(channels) else { return }
    let domain = mark.beginsAtZero ? extent.union(0) : extent
    let positions = CategoryAxis(channels, spacing: type.has(.joined) ? .points : .columns)
      .positions(start: isLying ? area.y : area.x, end: isLying ? area.maxY : area.maxX, padding: 0.25)
    let plot = Plot(
      channels: channels, theme: channels.theme(theme), ids: "", area: area, isLying: isLying, category: positions,
      value: ValueScale(
        domain: domain, start: isLying ? area.x : area.maxY - 1, end: isLying ? area.maxX : area.y + 1),
      tooltips: nil)
    out.raw("<g class=\"auger-sparkline\">")
    if let tooltips = Tooltips(channels) {
      let lines = (0..<channels.categoryCount).map(tooltips.text(category:))
      // A long list has its ends only.
      let shown = lines.count > 2 * Tooltips.mostLines ? [lines[0], "…", lines[lines.count - 1]] : lines
      out.title(shown.joined(separator: "\n"))
      out.raw("\n")
      // Its marks are small targets for the pointer.
      out.beginRect(area)
      out.raw(" fill=\"none\" pointer-events=\"all\"/>")
    }
    out.raw("\n")
    mark.render(plot, to: &out)
    out.raw("</g>\n")
  }
}
