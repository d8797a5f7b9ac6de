import AugerCharts

/// Small multiples with shared axes that include the values of all charts.
struct MultiplesDrawing {
  let multiples: [ChartMultiple]
  let theme: Theme
  let area: ChartFrame
  let ids: String

  func render(to out: inout SVGBytes) {
    let channels = multiples.map { ChartChannels($0.model) }
    let columns = self.columns
    let rows = (multiples.count + columns - 1) / columns
    let (width, height) = (area.width / Double(columns), area.height / Double(rows))
    for (index, multiple) in multiples.enumerated() {
      let frame = ChartFrame(
        x: area.x + width * Double(index % columns), y: area.y + height * Double(index / columns), width: width,
        height: height)
      out.raw("<g role=\"group\"")
      out.attribute("aria-label", multiple.model.title)
      out.attribute("data-multiple", index: index)
      out.raw(">\n")
      var drawing = ChartDrawing(channels[index], theme: theme, frame: frame, ids: "\(ids)-part-\(index)")
      drawing.compared = channels
      drawing.isSmall = true
      drawing.render(to: &out)
      out.raw("</g>\n")
    }
  }

  /// The number of columns for which charts have an aspect ratio of about 3:2.
  private var columns: Int {
    let count = multiples.count
    func distance(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      let ratio = area.width / Double(columns) / max(1, area.height / Double(rows))
      let empty = Double(columns * rows - count) / Double(count)
      return (ratio > 1.5 ? ratio / 1.5 : 1.5 / max(ratio, 0.001)) + empty
    }
    return (1...max(1, count)).min { distance($0) < distance($1) } ?? 1
  }
}
