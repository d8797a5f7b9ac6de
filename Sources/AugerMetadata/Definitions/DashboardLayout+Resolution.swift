import AugerCharts
import AugerDiagnostics

/// The rectangles of a dashboard's items on one page, in points.
package struct ResolvedLayout: Sendable {
  /// The rectangle of an item.
  package struct Frame: Sendable, Hashable {
    package var item: Int
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(item: Int, x: Double, y: Double, width: Double, height: Double) {
      self.item = item
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The size of the content. If a layout contains items, it is at least the size of the page.
  package var width: Double
  package var height: Double
  /// Items of the layout in layout order, followed by all other items in dashboard order.
  package var frames: [Frame]
  /// The number of frames from the layout.
  package var placedCount: Int
}

extension Dashboard {
  /// Returns the positions of the items on a page with a size in points (guide, "DashboardLayout").
  ///
  /// If a layout for the orientation does not exist, that of the other orientation is used. ContentWidth and
  /// ContentHeight replace the size of the page. Each item is positioned once; of several items with one name, only the
  /// first is positioned. Items that are not in the layout follow below at full width.
  ///
  /// - Parameter shown: The indices of the displayed items. Nil for all items.
  package func resolvedLayout(
    _ orientation: DashboardOverview.Layout.Orientation, width pageWidth: Double, height pageHeight: Double,
    shown: [Int]? = nil
  ) -> ResolvedLayout {
    let arrangement =
      orientation == .landscape ? layout?.landscape ?? layout?.portrait : layout?.portrait ?? layout?.landscape
    var (width, height) = (pageWidth, pageHeight)
    if let content = arrangement?.contentWidth, content > 0 { width = content }
    if let content = arrangement?.contentHeight, content > 0 { height = content }
    let (x, y) = layout?.scale == .points ? (1, 1) : (width / 100, height / 100)
    let shown = shown ?? Array(items.indices)
    var frames: [ResolvedLayout.Frame] = []
    for placement in arrangement?.placements ?? [] {
      guard let item = items.firstIndex(where: { $0.name.isSame(as: placement.item) }), shown.contains(item),
        !frames.contains(where: { $0.item == item })
      else { continue }
      frames.append(
        ResolvedLayout.Frame(
          item: item, x: placement.left * x, y: placement.top * y, width: placement.width * x,
          height: placement.height * y))
    }
    let placedCount = frames.count
    var bottom = frames.map { $0.y + $0.height }.max() ?? 0
    if arrangement != nil { bottom = max(bottom, height) }
    for item in shown where !frames.contains(where: { $0.item == item }) {
      let itemHeight = min(width * 0.55, 420)
      frames.append(ResolvedLayout.Frame(item: item, x: 0, y: bottom, width: width, height: itemHeight))
      bottom += itemHeight
    }
    return ResolvedLayout(width: width, height: max(bottom, 1), frames: frames, placedCount: placedCount)
  }
}

extension DashboardLayout {
  /// Returns advice for each pair of items that overlap by more than a hundredth of the smaller one.
  package func overlaps() -> [Diagnostic] {
    [("Landscape", landscape), ("Portrait", portrait)].flatMap { name, arrangement in
      overlaps(in: arrangement?.placements ?? [], name)
    }
  }

  private func overlaps(in placements: [Placement], _ name: String) -> [Diagnostic] {
    // Above this limit, comparing all pairs is too expensive.
    guard placements.count <= 500 else { return [] }
    var findings: [Diagnostic] = []
    for (index, later) in placements.enumerated() {
      for earlier in placements[..<index] {
        let width = min(later.left + later.width, earlier.left + earlier.width) - max(later.left, earlier.left)
        let height = min(later.top + later.height, earlier.top + earlier.height) - max(later.top, earlier.top)
        let smaller = min(later.width * later.height, earlier.width * earlier.height)
        guard width > 0, height > 0, width * height > smaller / 100 else { continue }
        findings.append(
          Diagnostic(
            .layoutOverlap, level: .note, "'\(later.item)' overlaps '\(earlier.item)' in \(name)", at: later.place,
            details: [.init(.node, "Layout"), .init(.value, later.item)]))
      }
    }
    return findings
  }
}

extension Diagnostic.Code {
  /// Two items that overlap.
  package static let layoutOverlap = Self("layoutOverlap")
}
