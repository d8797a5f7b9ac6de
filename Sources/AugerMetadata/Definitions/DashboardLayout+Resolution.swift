import AugerCharts
import AugerDiagnostics

/// The rectangles of a dashboard's items on one page, in points.
package struct ResolvedLayout: Sendable {
  /// Where one item stands.
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

  /// As large as the content; at least as large as the page where a layout places anything.
  package var width: Double
  package var height: Double
  /// Placed items in the order of the layout, then those that no layout places, in the order of the dashboard.
  package var frames: [Frame]
  /// How many of the frames the layout placed.
  package var placedCount: Int
}

extension Dashboard {
  package typealias Orientation = DashboardModel.Layout.Orientation

  /// Where the items stand on a page of a size in points (guide, "DashboardLayout").
  ///
  /// The other orientation's layout serves where this one has none. ContentWidth and ContentHeight take the place of
  /// the page's size. Among items of one name only the first is placed, and an item only once. What no layout places
  /// stands below the others, as wide as the page.
  ///
  /// - Parameter shown: the numbers of the items that are shown; nil: all.
  package func resolvedLayout(
    _ orientation: Orientation, width pageWidth: Double, height pageHeight: Double, shown: [Int]? = nil
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
  /// Advice about each pair of items that stand over one another by more than a hundredth of the smaller one.
  package func overlaps() -> [Diagnostic] {
    [("Landscape", landscape), ("Portrait", portrait)].flatMap { name, arrangement in
      overlaps(in: arrangement?.placements ?? [], name)
    }
  }

  private func overlaps(in placements: [Placement], _ name: String) -> [Diagnostic] {
    // Beyond that, comparing each with each is no advice to anybody.
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
            .layoutOverlap, level: .note, "'\(later.item)' stands over '\(earlier.item)' in \(name)", at: later.place,
            details: [.init(.node, "Layout"), .init(.value, later.item)]))
      }
    }
    return findings
  }
}

extension Diagnostic.Code {
  /// Two items that stand over one another.
  package static let layoutOverlap = Self("layoutOverlap")
}
