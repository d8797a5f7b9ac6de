import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import HTTPTypes

/// A dashboard, or one item of it, computed in a state. All output formats are created from it.
struct DashboardView: Sendable {
  let dashboard: Dashboard
  /// The only item to show. Nil means all items.
  let item: String?
  let state: Exploration
  /// The results of the items with a chart, in order. For a single item, its own result.
  let results: [Result<ChartModel, any Error>]
  /// The rows of a single item in a table format, instead of `results`.
  private let rows: Table?
  private let query: PageQuery
  private let visit: Visit
  private let site: Site
  private let theme: Theme
  private let pipeline: Pipeline

  /// Computes the view. Throws if the state or the options are invalid, or if a single item cannot be computed. In a
  /// full dashboard, such an item is left out.
  ///
  /// - Parameters:
  ///   - only: the item of the full dashboard to compute, for a fragment. Nil means all items.
  ///   - face: the only output format that was requested. Nil means that any format may follow.
  init(
    _ dashboard: Dashboard, item: String?, _ query: PageQuery, _ visit: Visit, site: Site, only: String? = nil,
    face: Face? = nil
  ) async throws {
    let pipeline = try Self.pipeline(visit, query)
    if let name = query.options.theme {
      guard let theme = Theme.named(name, among: visit.content.workspace.themes) else {
        throw Problem(
          .badRequest, .unknownTheme, .problemTheme, ["name": name]
        ).suggesting(visit.content.themes.map(\.name), for: name, listing: "themes")
      }
      self.theme = theme
    } else {
      theme = visit.content.theme
    }
    self.dashboard = dashboard
    self.item = item
    self.query = query
    self.visit = visit
    self.site = site
    self.pipeline = pipeline
    let state = try await pipeline.checked(query.state, of: dashboard)
    self.state = state
    let scenario = try visit.scenario(query)
    // Check the scenario once for the full dashboard, because the items catch their own errors.
    if let scenario { _ = try scenario.applied(to: state, in: dashboard) }
    @Sendable func chart(_ name: String) async throws -> ChartModel {
      guard let scenario else { return try await pipeline.chart(name, of: dashboard, at: state) }
      return try await pipeline.chart(name, of: dashboard, at: state, besides: scenario)
    }
    // A panel has a page, but no data for other formats.
    if let item, face == nil || face == .html, dashboard.item(named: item)?.hasChart == false {
      rows = nil
      results = []
      return
    }
    if let item, scenario == nil, let face, [.csv, .tsv, .rows, .arrow].contains(face) {
      rows = try await pipeline.rows(of: item, in: dashboard, at: state)
      results = []
      return
    }
    rows = nil
    if let item {
      results = [.success(try await chart(item))]
      return
    }
    if let only {
      var results: [Result<ChartModel, any Error>] = []
      for item in dashboard.chartItems {
        let isAsked = Name(item.name) == Name(only)
        results.append(isAsked ? .success(try await chart(only)) : .failure(Problem.unavailable))
      }
      self.results = results
      return
    }
    results = try await pipeline.preparing([(dashboard, state)]) {
      try await Self.atOnce(dashboard.chartItems) { item in
        do { return .success(try await chart(item.name)) } catch let error
          as CancellationError
        { throw error } catch {
          site.log(visit.identifier, error)
          return .failure(error)
        }
      }
    }
  }

  /// Computes all results in order, a few at the same time, because the page waits for the last one.
  private static func atOnce<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ most: Int = 4, _ compute: @escaping @Sendable (Item) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (index: Int, result: Result).self) { group in
      var results = [Result?](repeating: nil, count: items.count)
      for (index, item) in items.enumerated() {
        if index >= most, let done = try await group.next() { results[done.index] = done.result }
        group.addTask {
          try Task.checkCancellation()
          return (index, try await compute(item))
        }
      }
      for try await done in group { results[done.index] = done.result }
      return results.compactMap { $0 }
    }
  }

  private static func pipeline(_ visit: Visit, _ query: PageQuery) throws -> Pipeline {
    var pipeline = visit.pipeline
    if let locale = query.options.locale { pipeline.locale = visit.content.workspace.locale(try checked(locale)) }
    return pipeline
  }

  /// Returns a generator for the text of a table, or nil for other formats.
  func pieces(_ face: Face) throws -> TablePieces? {
    let format: TableFormat? =
      switch face {
      case .csv: .csv
      case .tsv: .tsv
      case .rows: .json
      case .html, .json, .svg, .png, .arrow, .vegaLite, .eml: nil
      }
    guard let format else { return nil }
    return format.pieces(of: try table(), isSafe: true)
  }

  /// Returns the output in any format except a page, for which the result is nil.
  func bytes(_ face: Face) async throws -> [UInt8]? {
    let files = try files()
    if face == .png, files.rasterize == nil { throw Problem.notFound("PNG on this server") }
    switch face {
    case .html: return nil
    case .json where item == nil:
      return DashboardJSON().data(for: try await pipeline.overview(of: dashboard, at: state))
    case .svg where item == nil: return try await picture(files, .svg)
    case .png where item == nil: return try await picture(files, .png)
    case .json: return try await files.data(for: try model(), as: .json)
    case .svg: return try await files.data(for: try model(), as: .svg)
    case .png: return try await files.data(for: try model(), as: .png)
    case .vegaLite: return try await files.data(for: try model(), as: .vegaLite)
    case .eml: return try await files.data(for: try model(), as: .eml)
    case .csv: return try files.data(for: try table(), as: .csv)
    case .tsv: return try files.data(for: try table(), as: .tsv)
    case .rows: return try files.data(for: try table(), as: .json)
    case .arrow: return try files.data(for: try table(), as: .arrow)
    }
  }

  /// Returns the settings for charts of this view.
  private func files() throws -> ChartFiles {
    var files = ChartFiles(theme: theme, themes: visit.content.workspace.themes)
    files.size = try query.options.size.map(Self.size)
    files.orientation = query.options.orientation ?? .landscape
    files.isSafe = true
    if let rasterize = site.rasterize { files.rasterize = { svg, _ in try await rasterize(svg) } }
    return files
  }

  private func picture(_ files: ChartFiles, _ format: ChartFormat) async throws -> [UInt8] {
    try await files.picture(of: dashboard, results.map { try? $0.get() }, at: state, as: format)
  }

  private func model() throws -> ChartModel {
    guard let first = results.first else { throw Problem.notFound("chart in this dashboard") }
    var model = try first.get()
    // The theme of the user overrides the theme of the author.
    if query.options.theme != nil { model.theme = nil }
    return try item.map { try model.adding(query.options.marks(of: itemName($0) ?? $0)) } ?? model
  }

  private func table() throws -> Table { try rows ?? model().tabulatedInView() }

  /// Returns the page with the URLs of its forms, fragments and formats.
  func page() async throws -> ServedPage {
    let (dashboard, item, state, options) = (dashboard, item, state, query.options.address)
    func address(_ path: String, _ face: Face?) -> String {
      let query = [state.description, options].filter { !$0.isEmpty }.joined(separator: "&")
      return path + (face.map { ".\($0.rawValue)" } ?? "") + (query.isEmpty ? "" : "?\(query)")
    }
    let (path, root) = (visit.path(dashboard.name, item, on: item), visit.root(of: item))
    let of = PercentEncoding.part(dashboard.name)
    let only = item.map { "?_item=" + PercentEncoding.part($0) } ?? ""
    let results = item == nil ? results : resultsOfItem()
    var addresses = ServedPage.Addresses(
      home: visit.embedding == nil ? "/" : nil, action: "\(root)-/move/\(of)\(only)",
      parts: "\(root)-/parts/\(of)\(only)", script: root + Assets.script.dropFirst(),
      downloads: item == nil ? [("SVG", address(path, .svg)), ("JSON", address(path, .json))] : [])
    addresses.events = root + "-/events"
    let served = try await ServedDashboard(
      dashboard, item: item.flatMap(itemName), results, at: state, from: pipeline,
      DashboardPage(
        theme: theme, themes: visit.content.workspace.themes, orientation: query.options.orientation ?? .landscape),
      path: path,
      options: ServedDashboard.Options(
        address: options, theme: query.options.theme,
        rows: Dictionary(query.options.rows.map { (Name($0.item), $0.part) }) { first, _ in first },
        compare: query.options.compare, orientation: query.options.orientation,
        markup: Dictionary(grouping: query.options.markup) { Name($0.item) }.mapValues { $0.map(\.mark) }),
      reason: { Problem($0).title(pipeline.locale.texts) + "." },
      itemFaces: { item in
        let own = visit.path(dashboard.name, item.name, on: self.item)
        let faces: [Face] = [.csv, .json, .svg, .eml]
        return (address(own, nil), faces.map { ($0.rawValue.uppercased(), address(own, $0)) })
      },
      addresses: addresses, frames: { "\(root)-/frames/\(of)/\(PercentEncoding.part($0.name))\(only)" })
    return served.page
  }

  /// Returns the animation that the author of an item's chart defined. Nil for a chart without one. Each of its states
  /// must be allowed for the reader.
  func animation(of name: String) async throws -> ChartAnimation? {
    let index = dashboard.chartItems.firstIndex(named: name)
    guard let index, results.indices.contains(item == nil ? index : 0) else { return nil }
    let model = try results[item == nil ? index : 0].get()
    guard let definition = dashboard.animation(of: model) else { return nil }
    let steps = try Steps(definition.steps)
    // An argument takes precedence over the locked filter that provides it.
    if case .argument = steps.target, visit.embedding != nil { throw Problem.notFound("animation of '\(name)'") }
    for value in steps.values { _ = try visit.held(try steps.place(value, from: state, in: dashboard).state) }
    try SVG().check(model)
    return try await pipeline.animation(of: name, showing: model, of: dashboard, at: state)
  }

  private func itemName(_ name: String) -> String? {
    dashboard.items.first { Name($0.name) == Name(name) || $0.charts.contains(named: name) }?.name
  }

  private func resultsOfItem() -> [Result<ChartModel, any Error>] {
    let own = item.flatMap(itemName)
    return dashboard.chartItems.map { item in
      own.map { Name($0) == Name(item.name) } == true
        ? results.first ?? .failure(Problem.unavailable) : .failure(Problem.unavailable)
    }
  }

  private static func size(_ text: String) throws -> ChartSize {
    let parts = text.split(separator: "x").map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (50...4000).contains(width),
      (50...4000).contains(height)
    else { throw Problem(.badRequest, .wrongSize, "'\(text)' is not a valid size", hint: "Write _size=720x420.") }
    return ChartSize(width: width, height: height)
  }

  private static func checked(_ locale: String) throws -> String {
    guard isLocale(locale) else {
      throw Problem(.badRequest, .wrongLocale, "'\(locale)' is not a valid locale", hint: "Write _locale=de_DE.")
    }
    return locale
  }

  /// Returns true if the name has the characters of a locale.
  static func isLocale(_ name: String) -> Bool {
    name.utf8.count <= 35
      && name.utf8.allSatisfy { $0 == 0x5F || $0 == 0x2D || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
  }
}
