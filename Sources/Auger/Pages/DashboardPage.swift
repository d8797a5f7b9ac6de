import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// A dashboard as one HTML page that contains the results of the next moves, up to a size limit.
///
/// States are explored breadth-first from the initial state of the page: drill targets of categories and series, paths
/// back, zooming levels, single values of filters. Items are explored one at a time: a move in one item resets the
/// moves of the others. Filters remain set.
package struct DashboardPage: Sendable {
  /// The size limit of a page.
  package enum Limit: Sendable, Hashable {
    /// The size of the chart JSON of its figures plus this number of bytes.
    case beyondData(Int)
    case total(Int)

    package static let standard = Limit.beyondData(DashboardPage.standardBytesBeyondData)

    func bytes(_ data: Int) -> Int {
      switch self {
      case .beyondData(let bytes): data + bytes
      case .total(let bytes): bytes
      }
    }

    func words(_ texts: PageTexts) -> String {
      switch self {
      case .beyondData(let bytes): texts.text(.pageLimitBeyondData, ["size": Self.words(bytes, texts)])
      case .total(let bytes): texts.text(.pageLimit, ["size": Self.words(bytes, texts)])
      }
    }

    private static func words(_ bytes: Int, _ texts: PageTexts) -> String {
      if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MB" }
      return bytes % (1 << 10) == 0 ? "\(bytes >> 10) KB" : texts.text(.bytes, count: bytes)
    }
  }

  /// The default theme of dashboards and charts that do not name one.
  package var theme: Theme
  /// The themes of the workspace, in addition to the built-in ones.
  package var themes: [Theme]
  package var orientation: DashboardPicture.Orientation
  package var limit: Limit
  /// Maximum number of marks in a picture. If it is exceeded, only the table is shown.
  package var mostMarks: Int?

  /// Enough for all states up to two moves, in a dashboard with a few hundred of them.
  package static let standardBytesBeyondData = 1 << 20

  package static let mostStates = 1000

  /// Creates a page in the default size, a tablet in landscape orientation.
  ///
  /// - Parameter theme: The default theme of dashboards and charts that do not name one.
  package init(theme: Theme = .light) { self.init(theme: theme, themes: []) }

  package init(
    theme: Theme = .light, themes: [Theme] = [], orientation: DashboardPicture.Orientation = .landscape,
    limit: Limit = .standard
  ) {
    self.theme = theme
    self.themes = themes
    self.orientation = orientation
    self.limit = limit
  }

  /// Returns the page of a dashboard, and warnings about its omissions: `pageOverLimit` if its initial content exceeds
  /// the size limit.
  ///
  /// - Parameters:
  ///   - dashboard: The dashboard to show.
  ///   - models: The models in `state` of the items that have a chart, in dashboard order. A nil model is reported as
  ///     missing.
  ///   - state: The initial state.
  ///   - pipeline: The pipeline that computes the linked charts.
  package func data(
    for dashboard: Dashboard, _ models: [ChartModel?], at state: Exploration = Exploration(), from pipeline: Pipeline
  ) async throws -> (bytes: [UInt8], warnings: [Warning]) {
    try await data(for: dashboard, models, reasons: [:], at: state, from: pipeline)
  }

  /// - Parameter reasons: The reasons for which items have no model, for readers.
  package func data(
    for dashboard: Dashboard, _ models: [ChartModel?], reasons: [Name: String], at state: Exploration,
    from pipeline: Pipeline
  ) async throws -> (bytes: [UInt8], warnings: [Warning]) {
    var builder = PageBuilder(page: self, dashboard: dashboard, start: state, only: nil, pipeline: pipeline)
    builder.reasons = reasons
    return try await builder.page(models)
  }

  /// Returns the page of one item of a dashboard with its links. A single chart of a group has no links.
  package func data(
    for model: ChartModel, called name: String, of dashboard: Dashboard, at state: Exploration = Exploration(),
    from pipeline: Pipeline
  ) async throws -> (bytes: [UInt8], warnings: [Warning]) {
    let models = dashboard.chartItems.map { Name($0.name) == Name(name) ? model : nil }
    guard models.contains(where: { $0 != nil }) else { return (data(for: model), []) }
    var builder = PageBuilder(page: self, dashboard: dashboard, start: state, only: name, pipeline: pipeline)
    return try await builder.page(models)
  }

  /// Returns a page of one chart, without links.
  package func data(for model: ChartModel) -> [UInt8] { data(for: model, nil) }

  /// Returns a page that plays an animation. Without a script, it shows the last frame.
  package func data(for animation: ChartAnimation, of model: ChartModel) -> [UInt8] {
    var shown = animation.models.last ?? model
    shown.title = model.title
    return data(for: shown, DashboardHTML.Player(animation))
  }

  private func data(for model: ChartModel, _ player: DashboardHTML.Player?) -> [UInt8] {
    let name = model.title.isEmpty ? model.name : model.title
    var figure = DashboardHTML.Figure(item: 0, model: model)
    figure.notes = ReaderText(model.locale.texts).notes(on: model)
    figure.animation = player
    var page = DashboardHTML(
      title: name, name: model.name, items: [DashboardHTML.Item(name: model.name, ratio: 0.55)], figures: [figure],
      states: [DashboardHTML.State(title: "", address: "", figures: [0])], theme: theme)
    page.themes = themes
    page.texts = model.locale.texts
    page.mostMarks = mostMarks ?? page.mostMarks
    return page.data()
  }
}

extension Diagnostic.Code {
  /// A page with only its initial content that exceeds the size limit.
  package static let pageOverLimit = Self("pageOverLimit")
}
