import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// A dashboard, or one of its items, in one state as a page of a server. It is computed once and rendered completely or
/// in fragments.
package struct ServedDashboard: Sendable {
  /// The options in a query string in addition to the state.
  package struct Options: Sendable, Hashable {
    /// The options in query string form: `_theme=dark`.
    package var address: String
    /// The theme that the reader chose. It takes precedence over the themes of the dashboard and its charts.
    package var theme: String?
    /// The visible part of tables with many rows, by the names of items.
    package var rows: [Name: Int]
    /// The assumptions of a comparison, as a query string. Nil if charts are not compared.
    package var compare: String?
    /// The layout that the reader chose. Nil follows the width of the page.
    package var orientation: DashboardPicture.Orientation?
    /// The marks of a sender, by the names of items.
    package var markup: [Name: [ChartMarkup]]
    /// The width of the reader's window in CSS pixels. Nil if unknown.
    package var windowWidth: Int?
    /// The texts that the reader searched for in picklists, and the months that calendars show, by filter.
    package var find: [Name: String] = [:]

    package init(
      address: String = "", theme: String? = nil, rows: [Name: Int] = [:], compare: String? = nil,
      orientation: DashboardPicture.Orientation? = nil, markup: [Name: [ChartMarkup]] = [:]
    ) {
      self.address = address
      self.theme = theme
      self.rows = rows
      self.compare = compare
      self.orientation = orientation
      self.markup = markup
    }

    /// Returns the query string with one option replaced. Nil removes it.
    func address(_ name: String, _ value: String?) -> String {
      let others = address.split(separator: "&").filter { !$0.hasPrefix("\(name)=") }.map(String.init)
      return (others + (value.map { ["\(name)=\(PercentEncoding.encoded($0))"] } ?? [])).joined(separator: "&")
    }

    /// Returns the URL of a state with these options.
    func address(of state: Exploration, path: String) -> String {
      let query = [state.description, address].filter { !$0.isEmpty }.joined(separator: "&")
      return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// Returns a state and these options as the hidden fields of a form.
    func fields(at state: Exploration) -> [(name: String, value: String)] {
      let query = [state.description, address].filter { !$0.isEmpty }.joined(separator: "&")
      return query.split(separator: "&").map { part in
        let (key, value) = Substring(part).parted(at: "=") ?? (Substring(part), "")
        return (PercentEncoding.decodedPart(key) ?? "", PercentEncoding.decodedPart(value) ?? "")
      }
    }
  }

  package let page: ServedPage
  /// Warnings for readers of the page; each chart also has its own warnings.
  package let warnings: [Warning]

  /// - Parameters:
  ///   - item: The only item to show. Nil shows all items.
  ///   - results: The models, or errors, of the items that have a chart, in dashboard order.
  ///   - path: The path of the page's URL without a query string.
  ///   - addresses: The URLs of resources that the page uses.
  ///   - frames: The URL for the frames of an item's chart.
  ///   - rowPath: The path of the rows behind an item. Nil for a page without them.
  package init(
    _ dashboard: Dashboard, item name: String? = nil, _ results: [Result<ChartModel, any Error>], at state: Exploration,
    from pipeline: Pipeline, _ look: DashboardPage, path: String, options: Options,
    reason: (any Error) -> String, itemFaces: (ParsedItem) -> ItemFaces,
    addresses: ServedPage.Addresses, frames: (ParsedItem) -> String, rowPath: ((ParsedItem) -> String)? = nil
  ) async throws {
    var shownDashboard = dashboard
    if options.theme != nil { shownDashboard.theme = nil }
    var builder = PageBuilder(page: look, dashboard: shownDashboard, start: state, only: name, pipeline: pipeline)
    var html = try await builder.served(results.map { try? $0.get() })
    builder.addPortraitAreas(to: &html, chosen: options.orientation)
    html.served = (path, options.address)
    html.hasTooltips = true
    html.windowWidth = options.windowWidth
    let selections = SelectionLinks(dashboard, at: state, from: pipeline, options, rowPath: rowPath)
    let exclusions = selections.exclusions(results, path: path)
    let reasons = Self.reasons(dashboard, results, reason).merging(exclusions.mapValues(\.reason)) { $1 }
    html.absences = html.absences.map { ($0.item, reasons[Name(html.items[$0.item].name)] ?? $0.reason) }
    try Self.prepare(&html, dashboard, at: state, options, opensSnapshots: name != nil, frames)
    try selections.add(to: &html)
    let overview = try pipeline.overview(of: dashboard, at: state, try await builder.filterModels(at: state))
    guard var page = ServedPage(html, addresses) else {
      throw AugerError(.other, operation: "make the page of '\(dashboard.name)'", "it has no state")
    }
    let texts = pipeline.locale.texts
    let today = try pipeline.answers(of: dashboard).delegate.now().date
    let histograms = try await pipeline.histograms(of: overview.filters, of: dashboard, at: state)
    let forms = FormBuilder(
      dashboard, at: state, path: path, options, pipeline.locale, today: today, histograms: histograms)
    let ways = WayBuilder(dashboard, path: path, options: options, at: state, texts)
    let charts = html.figures.map { figure in (item: html.items[figure.item].name, model: figure.model) }
    func control(_ control: DashboardOverview.Control) -> ServedControl {
      var form = forms.control(control)
      guard case .value(_, let range) = form.kind, range.type == "range" else { return form }
      // Charts that can be redrawn within a frame of the screen.
      let followers = charts.filter { chart in
        chart.model.markCount <= Self.mostMarksOfFrames
          && (try? pipeline.depends(chart.item, of: dashboard, at: state, on: .variable(control.variable))) == true
      }
      form.frames = dashboard.items.filter { item in followers.contains { Name($0.item) == Name(item.name) } }.map(
        frames)
      return form
    }
    let onPanels = overview.panels.flatMap(\.variables)
    page.controls =
      overview.filters.map(forms.control)
      + overview.variables.filter { !onPanels.contains(name: $0.variable) }.map(control)
    Self.addReset(to: &page, dashboard, at: state, from: pipeline, options, path: path)
    page.themes = ways.themes(html.theme, among: look.themes)
    if name == nil { page.orientations = ways.orientations() }
    page.comparisons = ways.comparisons(
      hasAssumptions: !overview.variables.isEmpty || dashboard.allCharts.contains { !$0.whatIfColumns.isEmpty })
    for (index, shown) in html.items.enumerated() {
      page.itemRemedies[index] = exclusions[Name(shown.name)]?.link
      guard let item = dashboard.item(named: shown.name) else { continue }
      if case .panel(let panel) = item {
        let held = pipeline.entitlement.heldNames.map { Name($0) }
        page.itemControls[index] = dashboard.controls(of: panel, at: state)
          .filter { !held.contains(Name($0.variable)) }.map(control)
        continue
      }
      let model = html.figures.first { $0.item == index }?.model
      page.itemControls[index] =
        (model.map { dashboard.whatIfControls(of: $0.name, at: state) } ?? []).map { forms.control($0, of: model) }
        + (name == nil && model?.diagram?.view == .snapshot ? [] : forms.nodes(of: item))
      if let model, options.compare == nil {
        page.itemWays[index] = { ways.arrangements(of: item, model) }
        page.itemLegends[index] = { ways.legend(of: item, model) }
      }
      guard item.hasChart else { continue }
      if let address = selections.rows(behind: item) { page.itemRows[index] = address }
      let isMarked = options.markup[Name(item.name)]?.isEmpty == false
      Self.add(itemFaces(item), ofItem: index, isMarked: isMarked, isAlone: name != nil, to: &page)
      if model != nil { page.itemShares[index] = ways.share(of: item, isMarked: isMarked) }
    }
    page.selections = selections.chips(html, path: path)
    page.notice = AnswerTrace.current?.notice(pipeline.locale)
    self.page = page
    warnings = overview.warnings
  }

  /// Applies the options to all figures, and adds the players of animations.
  private static func prepare(
    _ html: inout DashboardHTML, _ dashboard: Dashboard, at state: Exploration, _ options: Options,
    opensSnapshots: Bool, _ frames: (ParsedItem) -> String
  ) throws {
    let ways = WayBuilder(dashboard, path: html.served?.path ?? "", options: options, at: state, html.texts)
    for index in html.figures.indices {
      let item = html.items[html.figures[index].item].name
      try html.figures[index].prepare(item, options, opensSnapshots: opensSnapshots)
      if options.compare == nil, let shown = dashboard.item(named: item) {
        html.figures[index].sorts = ways.sorts(of: shown, html.figures[index].model)
        html.figures[index].animation = player(
          of: html.figures[index].model, dashboard, at: state, options: options.address, address: frames(shown))
      }
    }
  }

  /// Adds the pages and downloads of an item. Marks need the size of the picture on which the sender drew them.
  private static func add(
    _ faces: ItemFaces, ofItem index: Int, isMarked: Bool, isAlone: Bool, to page: inout ServedPage
  ) {
    let size = isMarked ? page.pictureSize(ofItem: index) : nil
    page.itemDownloads[index] = faces.downloads.map { label, address in
      (label, size.map { address + "&_size=\($0)" } ?? address)
    }
    if !isAlone { page.itemAddresses[index] = faces.page }
    page.itemEmbeds[index] = faces.embed
    page.itemDefinitions[index] = faces.definition
  }

  /// Adds the link that removes the filters, the variables and the selections of cross-filters that the reader set.
  private static func addReset(
    to page: inout ServedPage, _ dashboard: Dashboard, at state: Exploration, from pipeline: Pipeline,
    _ options: Options, path: String
  ) {
    let held = pipeline.entitlement.heldNames
    var plain = state
    for source in dashboard.crossFilterCharts(at: state) {
      plain = (try? dashboard.place(after: .select(item: source.chart.name, Selection()), from: plain)) ?? plain
    }
    for name in state.filters.names where !held.contains(name: name) { plain.filters[name] = nil }
    for name in state.variables.names where !held.contains(name: name) { plain.variables[name] = nil }
    guard plain != state else { return }
    page.reset = options.address(of: plain, path: path)
    page.isInChips = plain == Exploration()
  }

  /// Returns the reasons why items have no chart.
  private static func reasons(
    _ dashboard: Dashboard, _ results: [Result<ChartModel, any Error>], _ reason: (any Error) -> String
  ) -> [Name: String] {
    Dictionary(
      zip(dashboard.chartItems.map(\.name), results).compactMap { name, result in
        if case .failure(let error) = result { (Name(name), reason(error)) } else { nil }
      }
    ) { first, _ in first }
  }

  /// Returns the player of a chart's animation, whose frames are requested when the reader plays it. Nil for a chart
  /// without a valid animation.
  private static func player(
    of model: ChartModel, _ dashboard: Dashboard, at state: Exploration, options: String, address: String
  ) -> DashboardHTML.Player? {
    guard let animation = dashboard.animation(of: model), let steps = try? Steps(animation.steps),
      steps.values.count <= ChartAnimation.most
    else { return nil }
    let query = [state.description, options].filter { !$0.isEmpty }.joined(separator: "&")
    let separator = address.contains("?") ? "&" : "?"
    return DashboardHTML.Player(
      title: steps.title(in: dashboard), labels: steps.values.map { "\($0)" }, interval: animation.interval,
      address: query.isEmpty ? address : address + separator + query, start: steps.index(at: state, in: dashboard))
  }

  /// Maximum number of marks of charts that a slider redraws at once.
  package static let mostMarksOfFrames = 200
}

extension ChartModel {
  /// The number of visible pairs of category and series, or of items.
  package var markCount: Int { items?.count ?? levels[visibleLevel].count * max(1, series.count) }
}

extension DashboardHTML.Figure {
  /// Adapts the model to a served page.
  fileprivate mutating func prepare(isCompared: Bool, rows: Int?, theme: String?) {
    // Forms replace the controls.
    controls = []
    tablePage = rows
    if theme != nil { model.theme = nil }
    if isCompared {
      // Its series are scenarios, which have no drill targets.
      series = []
    } else {
      if model.items == nil, model.visibleLevel == 0 {
        literals.categories = model.levels[0].values.scalars.map(\.literal)
      }
      if model.seriesColumn != nil { literals.series = model.series.map(\.value.literal) }
    }
  }
}

/// Creates the links to other representations of the same data.
private struct WayBuilder: Sendable {
  private let dashboard: Dashboard
  private let path: String
  private let options: ServedDashboard.Options
  private let state: Exploration
  private let texts: PageTexts

  init(
    _ dashboard: Dashboard, path: String, options: ServedDashboard.Options, at state: Exploration, _ texts: PageTexts
  ) {
    self.texts = texts
    self.dashboard = dashboard
    self.path = path
    self.options = options
    self.state = state
  }

  private func address(_ state: Exploration, _ options: String) -> String {
    let query = [state.description, options].filter { !$0.isEmpty }.joined(separator: "&")
    return query.isEmpty ? path : "\(path)?\(query)"
  }

  /// Returns the URL of the state after a move. Nil for a move that the state does not allow.
  private func target(_ move: StateChange) -> String? {
    (try? dashboard.place(after: move, from: state)).map { address($0, options.address) }
  }

  func themes(_ current: Theme, among others: [Theme]) -> [ServedWays.Link] {
    var names: [String] = []
    for theme in Theme.builtIn + others where !names.contains(name: theme.name) {
      names.append(theme.name)
    }
    return names.map { name in
      ServedWays.Link(
        name, address(state, options.address("_theme", name)), isCurrent: Name(name) == Name(current.name),
        isWhole: true)
    }
  }

  /// Returns the form that adds marks to an item, and the link that removes them.
  func share(of item: ParsedItem, isMarked: Bool) -> ServedShare {
    let name = "_markup.\(PercentEncoding.part(item.name))"
    let others = options.address.split(separator: "&").filter { !$0.hasPrefix("\(name)=") }.joined(separator: "&")
    return ServedShare(
      name: "_markup.\(item.name)", action: path, fields: options.fields(at: state),
      removal: isMarked ? address(state, others) : nil)
  }

  /// Returns links to both layouts and to the layout that fits the page. Empty if the dashboard has one layout.
  func orientations() -> [ServedWays.Link] {
    guard let layout = dashboard.layout, layout.landscape != nil, layout.portrait != nil else { return [] }
    let choices: [(PageText, DashboardPicture.Orientation?)] = [
      (.layoutByWidth, nil), (.layoutLandscape, .landscape), (.layoutPortrait, .portrait),
    ]
    return choices.map { text, orientation in
      ServedWays.Link(
        texts[text], address(state, options.address("_orientation", orientation?.rawValue)),
        isCurrent: orientation == options.orientation, isWhole: true)
    }
  }

  func comparisons(hasAssumptions: Bool) -> [ServedWays.Link] {
    guard hasAssumptions else { return [] }
    let own = Scenario("here", of: state).address
    var links = [
      ServedWays.Link(
        texts[.compareNothing], address(state, options.address("_compare", nil)), isCurrent: options.compare == nil),
      ServedWays.Link(
        texts[.compareStart], address(state, options.address("_compare", "start")),
        isCurrent: options.compare == "start"),
    ]
    if !own.isEmpty {
      links.append(
        ServedWays.Link(
          texts[.compareNow], address(state, options.address("_compare", own)),
          isCurrent: options.compare.map { Name($0) == Name(own) } ?? false))
    }
    if let compare = options.compare, compare != "start", Name(compare) != Name(own) {
      links.append(ServedWays.Link(compare, address(state, options.address), isCurrent: true))
    }
    return links
  }

  func arrangements(of item: ParsedItem, _ model: ChartModel) -> [ServedWays] {
    let offers = dashboard.arrangements(of: item, seenAs: model, at: state)
    func links(_ moves: [OfferedMove]) -> [ServedWays.Link] {
      moves.compactMap { offer in
        target(offer.move).map {
          ServedWays.Link(offer.label, $0, isCurrent: offer.isCurrent, key: offer.text.flatMap(Self.key))
        }
      }
    }
    return [
      ServedWays(texts[.selection], links(offers.clearance.map { [$0] } ?? [])),
      ServedWays(texts[.order], links(offers.orders)), ServedWays(texts[.categoryLimit], links(offers.tops)),
      ServedWays(texts[.visibleRange], links(offers.parts)),
      ServedWays(texts[.series], links(offers.series)),
    ]
  }

  /// Returns the links that sort an item by the columns of its table.
  func sorts(of item: ParsedItem, _ model: ChartModel) -> [DashboardHTML.SortLink?] {
    dashboard.arrangements(of: item, seenAs: model, at: state).columns.map { offer in
      offer.flatMap { offer in
        target(offer.move).map { DashboardHTML.SortLink(address: $0, isDescending: offer.isDescending) }
      }
    }
  }

  /// Returns the entries of a chart's legend. Empty if its series cannot be hidden.
  func legend(of item: ParsedItem, _ model: ChartModel) -> [ServedLegend] {
    let offers = dashboard.arrangements(of: item, seenAs: model, at: state).series
    guard offers.count == model.series.count else { return [] }
    let hidden = model.state.hiddenSeries
    return offers.enumerated().compactMap { index, offer in
      guard case .hide(let name, _) = offer.move else { return nil }
      let isAlone = !hidden.contains(index) && hidden.count == offers.count - 1
      let others = isAlone ? [] : model.series.indices.filter { $0 != index }.map { model.series[$0].value }
      guard let toggled = target(offer.move), let isolated = target(.hide(item: name, series: others)) else {
        return nil
      }
      let text = model.series[index].text
      return ServedLegend(
        text.isEmpty ? "–" : text, isHidden: hidden.contains(index), action: offer.label, toggled: toggled,
        isolated: isolated)
    }
  }

  /// Returns the name of a link that a key of the keyboard follows. Nil for other links.
  private static func key(_ text: PageText) -> String? {
    [.clearSelection, .zoomIn, .zoomOut, .showAll].contains(text) ? text.rawValue : nil
  }
}

extension DashboardHTML.Figure {
  /// Applies the options of a page to the figure of an item.
  ///
  /// - Parameter opensSnapshots: True if a snapshot of a diagram appears as the complete diagram.
  fileprivate mutating func prepare(
    _ item: String, _ options: ServedDashboard.Options, opensSnapshots: Bool
  ) throws(DiagnosticError) {
    prepare(isCompared: options.compare != nil, rows: options.rows[Name(item)], theme: options.theme)
    if opensSnapshots, model.diagram?.view == .snapshot { model.diagram?.view = .normal }
    model = try model.adding(options.markup[Name(item)] ?? [])
  }
}
