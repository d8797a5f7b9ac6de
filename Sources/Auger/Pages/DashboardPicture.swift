import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerExport
import AugerMetadata

/// A dashboard in one of its layouts as one SVG picture.
package struct DashboardPicture: Sendable {
  package typealias Orientation = DashboardOverview.Layout.Orientation

  /// The default theme of dashboards and charts that do not name one.
  package var theme: Theme
  /// The themes of the workspace, in addition to the built-in ones.
  package var themes: [Theme]
  package var orientation: Orientation

  /// Creates a picture of a tablet page in landscape orientation.
  ///
  /// - Parameter theme: The default theme of dashboards and charts that do not name one.
  package init(theme: Theme = .light) { self.init(theme: theme, themes: []) }

  package init(theme: Theme = .light, themes: [Theme] = [], orientation: Orientation = .landscape) {
    self.theme = theme
    self.themes = themes
    self.orientation = orientation
  }

  /// Returns the picture of a dashboard's models, in the order of its items that have a chart. An item without a model
  /// is replaced by a message.
  ///
  /// Panels show controls with the values of their variables in the state. Below a chart are the controls that change
  /// its data. If the layout does not support the orientation, that of the other orientation is used. Items that are
  /// not in the layout follow below at full width. Without a layout, this applies to all items.
  package func data(
    for dashboard: Dashboard, _ models: [ChartModel?], at state: Exploration = Exploration()
  ) -> [UInt8] {
    data(for: dashboard, models, at: state, reasons: [:])
  }

  /// - Parameter reasons: The reasons for which items have no model, for readers.
  package func data(
    for dashboard: Dashboard, _ models: [ChartModel?], at state: Exploration, reasons: [Name: String]
  ) -> [UInt8] {
    let texts = models.lazy.compactMap(\.self).first?.locale.texts ?? .english
    let charts = dashboard.items.indices.filter { dashboard.items[$0].hasChart }
    let layout = dashboard.resolvedLayout(
      orientation, width: orientation.size.width, height: orientation.size.height)
    let modelOfItem = Dictionary(zip(charts, models)) { first, _ in first }
    var items: [DashboardSVG.Item] = []
    var panels: [DashboardSVG.Panel] = []
    var absences: [DashboardSVG.Absence] = []
    for frame in layout.frames {
      let shown = ChartFrame(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
      if case .panel(let panel) = dashboard.items[frame.item] {
        panels.append(
          DashboardSVG.Panel(
            name: panel.name, title: panel.title,
            rows: dashboard.controls(of: panel, at: state).map { .init($0, texts) }, frame: shown))
      } else if case let model?? = modelOfItem[frame.item] {
        let controls = dashboard.whatIfControls(of: model.name, at: state)
        items.append(DashboardSVG.Item(model, frame: shown, controls: controls.map { .init($0, texts) }))
      } else if dashboard.items[frame.item].hasChart {
        let item = dashboard.items[frame.item]
        absences.append(
          DashboardSVG.Absence(
            name: item.name, title: item.title, reason: reasons[Name(item.name)] ?? texts[.chartUnknown], frame: shown)
        )
      }
    }
    var picture = DashboardSVG(
      title: dashboard.title.isEmpty ? dashboard.name : dashboard.title,
      size: ChartSize(width: layout.width, height: layout.height), unit: .points, items: items,
      theme: dashboard.theme.flatMap { Theme.named($0, among: themes) } ?? theme)
    picture.panels = panels
    picture.absences = absences
    picture.texts = texts
    picture.themes = themes
    return picture.data()
  }
}

extension DashboardOverview.Layout.Orientation {
  /// The page size, if a layout does not specify one: a tablet screen below its title bar, in points.
  var size: ChartSize {
    switch self {
    case .landscape: ChartSize(width: 1024, height: 704)
    case .portrait: ChartSize(width: 768, height: 960)
    }
  }
}
