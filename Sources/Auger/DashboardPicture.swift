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

  /// Where the dashboard and its charts name none.
  public var theme: Theme
  public var orientation: Orientation

  public init(theme: Theme = .light, orientation: Orientation = .landscape) {
    self.theme = theme
    self.orientation = orientation
  }

  /// The picture of a dashboard's models, in the order of its items that have a chart; the place of one that
  /// is nil or missing is left empty.
  ///
  /// The other orientation's layout serves where this one has none. An item that the layout does not place stands below
  /// the others, as wide as the page; without a layout all do.
  public func data(for dashboard: Dashboard, _ models: [ChartModel?]) -> [UInt8] {
    let computed = dashboard.items.indices.filter { dashboard.items[$0].hasChart }
    let layout = dashboard.resolvedLayout(
      orientation == .landscape ? .landscape : .portrait, width: orientation.size.width,
      height: orientation.size.height, shown: computed)
    let modelOfItem = Dictionary(zip(computed, models)) { first, _ in first }
    let items = layout.frames.compactMap { frame in
      modelOfItem[frame.item]?.map { model in
        DashboardSVG.Item(model, frame: ChartFrame(x: frame.x, y: frame.y, width: frame.width, height: frame.height))
      }
    }
    return DashboardSVG(
      title: dashboard.title.isEmpty ? dashboard.name : dashboard.title,
      size: ChartSize(width: layout.width, height: layout.height), unit: .points, items: items,
      theme: dashboard.theme.flatMap { Theme.named($0) } ?? theme
    ).data()
  }
}
