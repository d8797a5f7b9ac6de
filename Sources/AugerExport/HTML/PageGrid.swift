import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Converts the frames of a layout to areas of the page grid, with the arrangement of the dashboard picture. Heights
/// are determined by the content, because tables open and text wraps.
package enum PageGrid {
  /// Number of columns in the layout grid.
  static let columnCount = 24
  /// Maximum distance of edges that share a grid line, as a fraction of the layout's height.
  private static let nearness = 0.03

  /// Returns nil if frames overlap, or if one is too narrow for a chart. The items are then arranged in sequence.
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
