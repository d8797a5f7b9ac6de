import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerRefresh
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
  /// The rows behind a single item, instead of `results`.
  private let behind: RowsAnswer?
  let query: PageQuery
  let visit: Visit
  private let site: Site
  let theme: Theme
  let pipeline: Pipeline

  /// Computes the view. Throws if the state or the options are invalid, or if a single item cannot be computed. In a
  /// full dashboard, such an item is left out.
  ///
  /// - Parameters:
  ///   - only: the item of the full dashboard to compute, for a fragment. Nil means all items.
  ///   - face: the only output format that was requested. Nil means that any format may follow.
  ///   - behind: the request for the rows behind the item. Nil for the item itself.
  init(
    _ dashboard: Dashboard, item: String?, _ query: PageQuery, _ visit: Visit, site: Site, only: String? = nil,
    face: Face? = nil, rows behind: RowsQuery? = nil
  ) async throws {
    let pipeline = try Self.pipeline(visit, query)
    theme = try Self.theme(query, visit, isPage: face == nil || face == .html)
    self.dashboard = dashboard
    self.item = item
    self.query = query
    self.visit = visit
    self.site = site
    self.pipeline = pipeline
    let state = try await pipeline.checked(query.state, of: dashboard)
    self.state = state
    if let behind, let item {
      let most =
        face == .html ? ServedRows.mostRows.multipliedReportingOverflow(by: Self.part(of: item, query.options)) : nil
      self.behind = try await pipeline.rows(
        behind: item, of: dashboard, at: state, mark: behind.mark,
        most: most.map { $0.overflow ? .max : $0.partialValue })
      rows = self.behind?.table
      results = []
      return
    }
    self.behind = nil
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

  /// Returns the theme of the URL. Without one, only pages follow the reader: other formats are equal for all.
  static func theme(_ query: PageQuery, _ visit: Visit, isPage: Bool) throws -> Theme {
    let themes = visit.content.workspace.themes
    guard let name = query.options.theme else {
      return isPage ? visit.preferences.theme(among: themes, else: visit.content.chosenTheme) : visit.content.theme
    }
    guard let theme = Theme.named(name, among: themes) else {
      throw Problem(
        .badRequest, .unknownTheme, .problemTheme, ["name": name]
      ).suggesting(visit.content.themes.map(\.name), for: name, listing: "themes")
    }
    return theme
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
      case .json where behind != nil: .json
      case .html, .json, .svg, .png, .pdf, .arrow, .vegaLite, .eml: nil
      }
    guard let format else { return nil }
    return format.pieces(of: try table(), isSafe: true)
  }

  /// Returns the output in any format except a page, for which the result is nil.
  func bytes(_ face: Face) async throws -> [UInt8]? {
    let files = try files()
    if face == .png || face == .pdf, files.rasterize == nil {
      throw Problem(
        .notFound, .programMissing, .problemProgram, ["format": face.rawValue.uppercased()], hint: .problemProgramHint)
    }
    switch face {
    case .html: return nil
    case .json where item == nil:
      return DashboardJSON().data(for: try await pipeline.overview(of: dashboard, at: state))
    case .svg where item == nil: return try await picture(files, .svg)
    case .png where item == nil: return try await picture(files, .png)
    case .pdf where item == nil: return try await picture(files, .pdf)
    case .json: return try await files.data(for: try model(), as: .json)
    case .svg: return try await files.data(for: try model(), as: .svg)
    case .png: return try await files.data(for: try model(), as: .png)
    case .pdf: return try await files.data(for: try model(), as: .pdf)
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
    files.rasterize = site.rasterize
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

  /// Returns the rows behind the item.
  func rowsAnswer() throws -> RowsAnswer {
    guard let behind else { throw Problem.unavailable }
    return behind
  }

  private func table() throws -> Table { try rows ?? model().tabulatedInView() }

  /// The formats that need a program.
  private var bitmaps: [Face] { site.rasterize == nil ? [] : [.png, .pdf] }

  /// Returns the page with the URLs of its forms, fragments and formats.
  func page() async throws -> ServedPage {
    let (dashboard, item, state, options) = (dashboard, item, state, query.options.address)
    func address(_ path: String, _ face: Face?) -> String {
      let query = [state.description, options].filter { !$0.isEmpty }.joined(separator: "&")
      return path + (face.map { ".\($0.rawValue)" } ?? "") + (query.isEmpty ? "" : "?\(query)")
    }
    let kept = KeptOptions(theme: query.options.theme, locale: query.options.locale)
    let (path, root) = (visit.path(dashboard.name, item, on: item), visit.root(of: item))
    let of = PercentEncoding.part(dashboard.name)
    let only = item.map { "?_item=" + PercentEncoding.part($0) } ?? ""
    let results = item == nil ? results : resultsOfItem()
    var addresses = ServedPage.Addresses(
      home: visit.embedding == nil ? kept.adding(to: "/") : nil, action: "\(root)-/move/\(of)\(only)",
      parts: "\(root)-/parts/\(of)\(only)",
      script: root + (visit.embedding == nil ? Assets.script : Assets.embeddedScript).dropFirst(),
      downloads: item == nil
        ? (bitmaps.isEmpty ? [.svg, .json] : [.svg, .pdf, .json]).map { ($0.rawValue.uppercased(), address(path, $0)) }
        : [])
    addresses.events = root + "-/events"
    var shown = ServedDashboard.Options(
      address: options, theme: chosenTheme,
      rows: Dictionary(query.options.rows.map { (Name($0.item), $0.part) }) { first, _ in first },
      compare: query.options.compare, orientation: query.options.orientation,
      markup: Dictionary(grouping: query.options.markup) { Name($0.item) }.mapValues { $0.map(\.mark) })
    shown.find = Dictionary(query.options.find.map { (Name($0.filter), $0.text) }) { $1 }
    shown.windowWidth = visit.preferences.width
    let served = try await ServedDashboard(
      dashboard, item: item.flatMap(itemName), results, at: state, from: pipeline,
      DashboardPage(
        theme: theme, themes: visit.content.workspace.themes, orientation: query.options.orientation ?? .landscape),
      path: path,
      options: shown,
      reason: { Problem($0).title(pipeline.locale.texts) + "." },
      itemFaces: { item in
        let own = visit.path(dashboard.name, item.name, on: self.item)
        let formats: [Face] = [.csv, .json, .svg] + bitmaps + [.eml]
        var faces = ItemFaces(
          page: address(own, nil), downloads: formats.map { ($0.rawValue.uppercased(), address(own, $0)) })
        if visit.allowsDefinitions { faces.definition = address("\(own)/definition", nil) }
        if visit.embedding == nil, site.access.embeds != nil {
          let title = item.title.isEmpty ? item.name : item.title
          faces.embed = (
            address("\(own)/embed", nil), ServedCode.embedding(Site.embedded(address(own, nil)), title: title)
          )
        }
        return faces
      },
      addresses: addresses, frames: { "\(root)-/frames/\(of)/\(PercentEncoding.part($0.name))\(only)" },
      rowPath: { visit.path(dashboard.name, $0.name, on: self.item) + "/rows" })
    var page = served.page
    page.runs = visit.jobsAddress.map(kept.adding)
    page.summary = dashboard.summary
    page.workspace = visit.content.workspace.title
    page.published = visit.content.published(dashboard.name).map { PageTime(pipeline.locale).zoned($0) }
    page.refresh = visit.content.refresh.map { Int(clamping: $0.components.seconds) }
    if visit.embedding == nil {
      page.dashboards = visit.content.workspace.dashboards.filter { visit.visitor.allows(dashboard: $0.name) }.map {
        ServedWays.Link(
          $0.shownTitle, kept.adding(to: visit.path($0.name, on: item)),
          isCurrent: Name($0.name) == Name(dashboard.name))
      }
      page.followsSystem = followsSystem
    }
    return page
  }

  /// The name of the theme that the reader chose, which replaces those of the dashboard and its charts. Nil for none.
  private var chosenTheme: String? {
    let preferences = visit.preferences
    return query.options.theme ?? preferences.theme ?? (preferences.followsSystem ? theme.name : nil)
  }

  /// True if the theme is the one of the reader's system.
  private var followsSystem: Bool {
    let preferences = visit.preferences
    guard query.options.theme == nil, preferences.theme == nil else { return false }
    return preferences.followsSystem || (visit.content.chosenTheme == nil && dashboard.theme == nil)
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
