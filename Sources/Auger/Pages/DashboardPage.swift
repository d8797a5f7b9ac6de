import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// A dashboard as one page of HTML that holds what its next moves lead to, as far as it may grow.
///
/// States are found breadth first from the state where the page begins: what each category and series is drilled into,
/// ways back, zooming levels, single values of filters. One item is explored at a time: a move in it takes back what
/// was done in the others since the beginning. Filters stay.
public struct DashboardPage: Sendable {
  /// How large a page may be.
  package enum Limit: Sendable, Hashable {
    /// So many bytes more than the chart JSON of its figures.
    case beyondData(Int)
    case total(Int)

    package static let standard = Limit.beyondData(DashboardPage.standardBytesBeyondData)

    func bytes(_ data: Int) -> Int {
      switch self {
      case .beyondData(let bytes): data + bytes
      case .total(let bytes): bytes
      }
    }

    var words: String {
      switch self {
      case .beyondData(let bytes): "the page is limited to \(Self.words(bytes)) in addition to its data"
      case .total(let bytes): "the page is limited to \(Self.words(bytes))"
      }
    }

    private static func words(_ bytes: Int) -> String {
      if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MB" }
      return bytes % (1 << 10) == 0 ? "\(bytes >> 10) KB" : "\(bytes) bytes"
    }
  }

  /// Where the dashboard and its charts name none.
  package var theme: Theme
  /// Themes that they may name beside the built-in ones: those of the workspace.
  package var themes: [Theme]
  package var orientation: DashboardPicture.Orientation
  package var limit: Limit
  /// A picture of more marks is left out; its table is not.
  package var mostMarks: Int?

  /// Enough for all states up to two moves of a dashboard with some hundred of them.
  package static let standardBytesBeyondData = 1 << 20

  package static let mostStates = 1000

  /// A page as a tablet shows it in landscape, of the standard size.
  ///
  /// - Parameter theme: of the dashboard and its charts where they name none.
  public init(theme: Theme = .light) { self.init(theme: theme, themes: []) }

  package init(
    theme: Theme = .light, themes: [Theme] = [], orientation: DashboardPicture.Orientation = .landscape,
    limit: Limit = .standard
  ) {
    self.theme = theme
    self.themes = themes
    self.orientation = orientation
    self.limit = limit
  }

  /// The page of a dashboard, and what its reader misses: `pageOverLimit` where what it begins with is larger than it
  /// may be.
  ///
  /// - Parameters:
  ///   - dashboard: what the page is of.
  ///   - models: of the items that have a chart, at `place`, in their order; what is nil is said to be missing.
  ///   - place: where the reader begins.
  ///   - pipeline: what computes the charts that the page leads to.
  public func data(
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

  /// The page of one item of a dashboard, with what it leads to. A chart within an item leads nowhere.
  public func data(
    for model: ChartModel, called name: String, of dashboard: Dashboard, at state: Exploration = Exploration(),
    from pipeline: Pipeline
  ) async throws -> (bytes: [UInt8], warnings: [Warning]) {
    let models = dashboard.chartItems.map { Name($0.name) == Name(name) ? model : nil }
    guard models.contains(where: { $0 != nil }) else { return (data(for: model), []) }
    var builder = PageBuilder(page: self, dashboard: dashboard, start: state, only: name, pipeline: pipeline)
    return try await builder.page(models)
  }

  /// A page of one chart that leads nowhere.
  public func data(for model: ChartModel) -> [UInt8] {
    let name = model.title.isEmpty ? model.name : model.title
    var figure = DashboardHTML.Figure(item: 0, model: model)
    figure.notes = ReaderText.notes(on: model)
    var page = DashboardHTML(
      title: name, name: model.name, items: [DashboardHTML.Item(name: model.name, ratio: 0.55)], figures: [figure],
      states: [DashboardHTML.State(title: "Start", address: "", figures: [0])], theme: theme)
    page.themes = themes
    page.mostMarks = mostMarks ?? page.mostMarks
    return page.data()
  }
}

extension Diagnostic.Code {
  /// A page that is larger than it may be, though it has only what it begins with.
  package static let pageOverLimit = Self("pageOverLimit")
}
