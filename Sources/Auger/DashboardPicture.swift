import AugerCharts
import AugerExport
import AugerMetadata

/// A dashboard in one of its layouts as one SVG picture.
public struct DashboardPicture: Sendable {
  public enum Orientation: String, Sendable, CaseIterable {
    case landscape, portrait

    /// The page where a layout does not state its content's size: a tablet's screen under its title bar, in points.
    var size: ChartSize {
      switch self {
      case .landscape: ChartSize(width: 1024, height: 704)
      case .portrait: ChartSize(width: 768, height: 960)
      }
    }
  }

  public var theme: Theme
  public var orientation: Orientation

  public init(theme: Theme = .light, orientation: Orientation = .landscape) {
    self.theme = theme
    self.orientation = orientation
  }

  /// The picture of a dashboard's models, which are in the order of its computed items.
  ///
  /// The other orientation's layout serves where this one has none. An item that the layout does not place stands below
  /// the others, as wide as the page; without a layout all do.
  public func data(for dashboard: Dashboard, _ models: [ChartModel]) -> [UInt8] {
    let layout = dashboard.layout
    let arrangement =
      orientation == .landscape ? layout?.landscape ?? layout?.portrait : layout?.portrait ?? layout?.landscape
    var page = orientation.size
    if let width = arrangement?.contentWidth, width > 0 { page.width = width }
    if let height = arrangement?.contentHeight, height > 0 { page.height = height }
    let isPercentage = layout?.scale != .points
    let (x, y) = isPercentage ? (page.width / 100, page.height / 100) : (1, 1)

    var placed = Set<Int>()
    var items: [DashboardSVG.Item] = []
    for placement in arrangement?.placements ?? [] {
      let index = dashboard.computedItems.firstIndex { $0.name.utf8.elementsEqual(placement.item.utf8) }
      guard let index, placed.insert(index).inserted else { continue }
      let frame = ChartFrame(
        x: placement.left * x, y: placement.top * y, width: placement.width * x, height: placement.height * y)
      items.append(DashboardSVG.Item(models[index], frame: frame))
    }
    var bottom = items.map { $0.frame.y + $0.frame.height }.max() ?? 0
    if arrangement != nil { bottom = max(bottom, page.height) }
    for index in models.indices where !placed.contains(index) {
      let height = min(page.width * 0.55, 420)
      items.append(
        DashboardSVG.Item(models[index], frame: ChartFrame(x: 0, y: bottom, width: page.width, height: height)))
      bottom += height
    }
    return DashboardSVG(
      title: dashboard.name, size: ChartSize(width: page.width, height: max(bottom, 1)), unit: .points, items: items,
      theme: theme
    ).data()
  }
}
