import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The frames of a layout as areas of the page's grid: what stands beside, below and across what, as in the picture of
/// the dashboard. Heights are those of what is in them: tables open and texts wrap.
package enum PageGrid {
  /// Into so many columns the width of a layout is divided.
  static let columnCount = 24
  /// Edges that are so near to each other, as shares of the layout's height, are one line of the grid.
  private static let nearness = 0.03

  /// Nil where frames lie over each other, or one is too narrow for a chart: then the items follow each other.
  package static func areas(of frames: [ChartFrame], in size: ChartSize) -> [DashboardHTML.Area]? {
    guard size.width > 0, size.height > 0 else { return nil }
    var lines: [Double] = []
    for edge in frames.flatMap({ [$0.y, $0.maxY] }).sorted() {
      if let last = lines.last, edge - last <= nearness * size.height { continue }
      lines.append(edge)
    }
    func row(_ edge: Double) -> Int { (lines.lastIndex { $0 <= edge } ?? 0) + 1 }
    func column(_ edge: Double) -> Int {
      Int(clamping: (min(1, max(0, edge / size.width)) * Double(columnCount)).rounded()) + 1
    }
    var areas: [DashboardHTML.Area] = []
    for frame in frames {
      let (left, right) = (column(frame.x), column(frame.maxX))
      let (top, bottom) = (row(frame.y), row(frame.maxY))
      guard right - left >= DashboardHTML.Item.leastColumns * columnCount / 12, top < bottom else { return nil }
      let area = DashboardHTML.Area(rows: top..<bottom, columns: left..<right)
      if areas.contains(where: { $0.rows.overlaps(area.rows) && $0.columns.overlaps(area.columns) }) { return nil }
      areas.append(area)
    }
    return areas
  }
}
