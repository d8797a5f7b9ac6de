import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation

/// The charts of a dashboard in one state, with its layout and filters: the contents of a page.
///
/// ```swift
/// let model = try await pipeline.model(of: dashboard.initialState)
/// let europe = model["Regions"]?[category: "Europe"]
/// try model.write(to: URL(filePath: "sales.html"))
/// ```
///
/// Its JSON contains the parts around the charts, which are encoded separately.
public struct DashboardModel: Renderable {
  /// The state of the charts.
  public let state: DashboardState
  /// The charts of the items that have one, in the order of the dashboard.
  public let charts: [ChartModel]
  /// The filters with their choices, in the order of the dashboard.
  public let filters: [FilterModel]
  package let overview: DashboardOverview
  private let page: DashboardHTML

  init(
    _ state: DashboardState, charts: [ChartModel], filters: [FilterModel], overview: DashboardOverview,
    page: DashboardHTML
  ) {
    self.state = state
    self.charts = charts
    self.filters = filters
    self.overview = overview
    self.page = page
  }

  /// The chart of an item by its name: a chart, or a group, whose chart is that of its current level. Nil if the
  /// dashboard has no such item, or if the item has no chart.
  public subscript(item: String) -> ChartModel? {
    guard let index = state.dashboard.chartItems.firstIndex(where: { Name($0.name) == Name(item) }) else {
      return charts.first { Name($0.name) == Name(item) }
    }
    return charts[index]
  }

  /// Returns the page of the state in a theme, without links to other states.
  fileprivate func page(in theme: Theme) -> DashboardHTML {
    var page = page.withoutLinks
    page.theme = state.dashboard.theme.flatMap { Theme.named($0, among: page.themes) } ?? theme
    return page
  }
}

extension DashboardModel: Encodable {
  /// Encodes the values of dashboard JSON.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(DashboardJSON().data(for: overview)).encode(to: encoder)
  }
}

extension DashboardHTML {
  /// The page without links. Its filters show their values.
  fileprivate var withoutLinks: DashboardHTML {
    var page = self
    for index in page.figures.indices {
      page.figures[index].path = []
      page.figures[index].levels = []
      page.figures[index].categories = []
      page.figures[index].series = []
    }
    for index in page.states.indices {
      for filter in page.states[index].filters.indices { page.states[index].filters[filter].choices = [] }
    }
    return page
  }
}

extension PageBuilder {
  /// Returns the model of a dashboard in the state of the builder.
  mutating func model(
    _ charts: [ChartModel], _ filters: [FilterModel], _ overview: DashboardOverview
  ) async throws -> DashboardModel {
    let page = try await served(charts)
    return DashboardModel(
      DashboardState(dashboard, start), charts: charts, filters: filters, overview: overview, page: page)
  }
}

extension Pipeline {
  /// Returns a page of a dashboard in a state with links to its next states, as HTML without scripts and network
  /// access.
  ///
  /// - Throws: The errors of `charts(of:at:)`.
  package func page(
    of dashboard: Dashboard, at state: Exploration = Exploration(), theme: Theme = .light
  ) async throws -> String {
    let charts = try await charts(of: dashboard, at: state)
    let page = try await DashboardPage(theme: theme).data(for: dashboard, charts, at: state, from: self)
    return String(decoding: page.bytes, as: UTF8.self)
  }
}

extension OutputFormat where Model == DashboardModel, Output == String {
  /// Dashboard JSON, described by the schema `auger.dashboard-1`: layouts, controls and filters, without the charts.
  public static var json: Self { Self(utf8: "json") { DashboardJSON().data(for: $0.overview) } }

  /// A page of the state without scripts, network access and links to other states.
  ///
  /// - Parameter theme: The colors of a dashboard whose author did not choose a theme.
  public static func html(theme: Theme = .light) -> Self { Self(utf8: "html") { $0.page(in: theme).data() } }

  /// A picture of all charts in their layout.
  ///
  /// - Parameters:
  ///   - theme: The colors of a dashboard whose author did not choose a theme.
  ///   - orientation: The layout. If the dashboard has none for the orientation, its other one is used.
  public static func svg(theme: Theme = .light, orientation: Dashboard.Orientation = .landscape) -> Self {
    Self(utf8: "svg") { model in
      DashboardPicture(theme: theme, themes: [], orientation: orientation == .landscape ? .landscape : .portrait)
        .data(for: model.state.dashboard, model.charts, at: model.state.exploration)
    }
  }
}

extension OutputFormat where Model == DashboardModel, Output == Data {
  /// A picture in pixels, made by the program `rsvg-convert`. It has the errors of a chart's PNG.
  ///
  /// - Parameters:
  ///   - theme: The colors of a dashboard whose author did not choose a theme.
  ///   - orientation: The layout.
  ///   - scale: The number of pixels per point.
  public static func png(
    theme: Theme = .light, orientation: Dashboard.Orientation = .landscape, scale: Double = 1
  ) -> Self {
    Self(.png, scale: scale, svg: .svg(theme: theme, orientation: orientation))
  }
}

extension DashboardModel {
  /// Writes a file in the format of its extension: html, svg, png or json. A PNG has two pixels per point. An existing
  /// file is replaced atomically.
  ///
  /// - Throws: `unknownFormat` for other extensions, the errors of the format, and `fileUnwritable`.
  public func write(to url: URL) throws(AugerError) {
    try write(
      to: url, among: [FileFormat(.html()), FileFormat(.svg()), FileFormat(.png(scale: 2)), FileFormat(.json)])
  }
}
