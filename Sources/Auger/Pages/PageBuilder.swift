import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// Collects the states and figures of a page.
struct PageBuilder {
  private let page: DashboardPage
  let dashboard: Dashboard
  let start: Exploration
  let pipeline: Pipeline
  private let share: MemoryShare
  private var texts: PageTexts { pipeline.locale.texts }
  /// The dashboard's items in page order.
  private var items: [ParsedItem] = []
  private var html: DashboardHTML
  /// The figures and filters, by a key of the item and everything on which its chart depends.
  private var figures: [Name: Int] = [:]
  private var filters: [Name: [FilterModel]] = [:]
  /// The states to which links lead, by query string.
  private var places: [Name: Exploration] = [:]
  /// The reasons for which items have no model in the initial state, for readers.
  var reasons: [Name: String] = [:]
  /// The items that could not be computed in the initial state.
  private var missing: Set<Int> = []
  /// The reasons for which states do not exist, for readers, by query string.
  private var hindrances: [Name: String] = [:]
  /// The contents of the page's figures. Equal figures share one.
  private var contents: Set<[UInt8]> = []
  private var dataBytes = 0
  private var pageBytes = 8 << 10
  private var warnings: [Warning] = []

  /// Errors that do not depend on the data alone. The page is not created then.
  private static let ofTheMoment: [Diagnostic.Code] = [.cancelled, .timeout, .lowMemory]

  /// Maximum number of states that do not fit before the search ends.
  private static let mostMisfits = 8

  init(page: DashboardPage, dashboard: Dashboard, start: Exploration, only name: String?, pipeline: Pipeline) {
    self.page = page
    self.dashboard = dashboard
    self.start = start
    self.pipeline = pipeline
    share = MemoryShare(of: pipeline.memory)
    html = DashboardHTML(
      title: dashboard.title, name: dashboard.name, items: [], figures: [], states: [],
      theme: dashboard.theme.flatMap { Theme.named($0, among: page.themes) } ?? page.theme)
    html.themes = page.themes
    html.texts = texts
    html.mostMarks = page.mostMarks ?? html.mostMarks
    let size = page.orientation.size
    let layout = dashboard.resolvedLayout(page.orientation, width: size.width, height: size.height)
    let frames = layout.frames.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    for frame in frames {
      let item = dashboard.items[frame.item]
      if let name, Name(item.name) != Name(name) { continue }
      var shown = DashboardHTML.Item(name: item.name, title: item.title)
      if dashboard.layout == nil || name != nil {
        let columns = name == nil && frames.count > 1 ? 6 : 12
        shown = .init(name: item.name, title: item.title, columns: columns, ratio: 0.55)
      } else if frame.width > 0 {
        let columns = (12 * frame.width / max(1, layout.width)).rounded()
        shown = .init(
          name: item.name, title: item.title, columns: Int(clamping: max(3, min(12, columns))),
          ratio: frame.height / frame.width)
      }
      if case .panel(let panel) = item {
        shown.controls = dashboard.controls(of: panel, at: start).map { .init($0, pipeline.locale.texts) }
      }
      items.append(item)
      html.items.append(shown)
    }
    guard dashboard.layout != nil, name == nil, frames.allSatisfy({ $0.width > 0 && $0.height > 0 }) else { return }
    for (index, area) in (Self.areas(of: frames, in: layout) ?? []).enumerated() { html.items[index].area = area }
  }

  private static func areas(of frames: [ResolvedLayout.Frame], in layout: ResolvedLayout) -> [DashboardHTML.Area]? {
    PageGrid.areas(
      of: frames.map { ChartFrame(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
      in: ChartSize(width: layout.width, height: layout.height))
  }

  /// Adds the positions of a portrait layout, for pages that are too narrow for the landscape layout. Adds nothing if
  /// the dashboard has only one of them, or if a frame is too narrow for a chart. A chosen layout is used on all pages.
  func addPortraitAreas(to html: inout DashboardHTML, chosen: DashboardPicture.Orientation?) {
    if chosen != nil {
      for index in html.items.indices { html.items[index].portraitArea = html.items[index].area }
      return
    }
    guard let layout = dashboard.layout, layout.landscape != nil, layout.portrait != nil,
      html.items.contains(where: { $0.area != nil })
    else { return }
    let size = DashboardPicture.Orientation.portrait.size
    let portrait = dashboard.resolvedLayout(.portrait, width: size.width, height: size.height)
    guard portrait.frames.allSatisfy({ $0.width > 0 && $0.height > 0 }),
      let areas = Self.areas(of: portrait.frames, in: portrait)
    else { return }
    for (frame, area) in zip(portrait.frames, areas) {
      guard let index = html.items.firstIndex(named: dashboard.items[frame.item].name) else { continue }
      html.items[index].portraitArea = area
    }
  }

  mutating func page(_ models: [ChartModel?]) async throws -> (bytes: [UInt8], warnings: [Warning]) {
    try await addStart(models)
    pageBytes = html.data().count
    if pageBytes > page.limit.bytes(dataBytes) {
      html.hasTooltips = false
      pageBytes = html.data().count
    }
    let links = try await search()
    html.limit = links.isComplete ? "" : links.reason
    addNotes()
    explain()
    var whole = html
    var bytes = html.data()
    // The size was only estimated.
    while bytes.count > page.limit.bytes(dataBytes), html.states.count > 1 {
      html.states.removeLast(max(1, html.states.count / 20))
      html.limit = page.limit.words(texts)
      whole = html.withoutStrayFigures
      bytes = whole.data()
      dataBytes = whole.figures.reduce(0) { $0 + ChartJSON().data(for: $1.model).count }
    }
    let most = page.limit.bytes(dataBytes)
    if bytes.count > most {
      warnings.append(
        Warning(
          .pageOverLimit,
          "the page of '\(dashboard.name)' has \(bytes.count) bytes with nothing but what it begins with; "
            + page.limit.words(.english)))
    }
    return (bytes, warnings)
  }

  /// Returns the page with only the initial state.
  mutating func served(_ models: [ChartModel?]) async throws -> DashboardHTML {
    try await addStart(models, isWeighed: false)
    addAge()
    return html
  }

  private mutating func addStart(_ models: [ChartModel?], isWeighed: Bool = true) async throws {
    let known = Dictionary(zip(dashboard.chartItems.map { Name($0.name) }, models)) { first, _ in first }
    for (index, item) in items.enumerated() where item.hasChart {
      if let model = known[Name(item.name)] ?? nil {
        guard isWeighed, let animation = try await animation(of: item, model) else {
          try add(model, index, at: start, isWeighed: isWeighed)
          continue
        }
        try add(animation, of: model, index)
      } else {
        missing.insert(index)
        html.absences.append((index, reasons[Name(item.name)] ?? texts[.chartUnknown]))
      }
    }
    // A page of one state has no links to others.
    html.states.append(try await state(at: start, hasLinks: isWeighed))
  }

  /// Returns the animation of an item in a page without a server. Nil for none, and with a warning if it fails.
  private mutating func animation(of item: ParsedItem, _ model: ChartModel) async throws -> ChartAnimation? {
    do {
      return try await pipeline.animation(of: item.name, showing: model, of: dashboard, at: start)
    } catch let error as DiagnosticError {
      warnings.append(Warning(animationOf: model.name, failedWith: error.diagnostics.first?.message))
    } catch let error as AugerError where !Self.ofTheMoment.contains(error.code) {
      warnings.append(Warning(animationOf: model.name, failedWith: error.message))
    }
    return nil
  }

  /// Adds an animation. Its last frame is the chart of the page.
  private mutating func add(_ animation: ChartAnimation, of model: ChartModel, _ index: Int) throws {
    guard var shown = animation.models.last else { return try add(model, index, at: start) }
    shown.title = model.title
    let number = html.figures.count
    try add(shown, index, at: start)
    html.figures[number].animation = DashboardHTML.Player(animation)
    dataBytes += animation.models.reduce(0) { $0 + ChartJSON().data(for: $1).count }
  }

  /// Adds states that fit into the page, the nearest to the initial state first.
  private mutating func search() async throws -> (isComplete: Bool, reason: String) {
    var seen: Set<Name> = [Name(start.description)]
    var queue = try await targets(from: start)
    var (next, misfits, reason) = (0, 0, "")
    while next < queue.count {
      let state = queue[next]
      next += 1
      guard seen.insert(Name(state.description)).inserted else { continue }
      try Task.checkCancellation()
      if html.states.count >= DashboardPage.mostStates {
        return (false, texts.text(.pageLimitOfStates, count: DashboardPage.mostStates))
      }
      let (before, figuresBefore, contentsBefore) = (html.figures.count, figures, contents)
      let (dataBefore, bytesBefore) = (dataBytes, pageBytes)
      do {
        // A filter can exclude a drilled value.
        if !state.filters.isEmpty, !state.items.isEmpty { _ = try await pipeline.checked(state, of: dashboard) }
        for (index, item) in items.enumerated() where item.hasChart && !missing.contains(index) {
          if figures[key(index, at: state)] == nil {
            try add(try await pipeline.chart(item.name, of: dashboard, at: state), index, at: state)
          }
        }
        let reached = try await self.state(at: state)
        pageBytes += DashboardHTML.weight(of: reached)
        if pageBytes <= page.limit.bytes(dataBytes) {
          html.states.append(reached)
          queue += try await targets(from: state)
          continue
        }
        (misfits, reason) = (misfits + 1, page.limit.words(texts))
      } catch let error as DiagnosticError {
        hindrances[Name(state.description)] = ReaderText(texts).hindrance(of: error)
      } catch let error as AugerError where !Self.ofTheMoment.contains(error.code) {
        hindrances[Name(state.description)] = ReaderText(texts).hindrance(of: error)
      }
      html.figures.removeLast(html.figures.count - before)
      (figures, contents, dataBytes, pageBytes) = (figuresBefore, contentsBefore, dataBefore, bytesBefore)
      if misfits >= Self.mostMisfits { break }
    }
    return (reason.isEmpty, reason)
  }

  private func key(_ index: Int, at state: Exploration) -> Name {
    Name("\(index) \(dashboard.place(state, in: items[index], othersAsAt: Exploration()))")
  }

  /// - Parameter isWeighed: True if its bytes count. A page with a single state has no limit.
  private mutating func add(
    _ model: ChartModel, _ index: Int, at state: Exploration, isWeighed: Bool = true
  ) throws {
    if share.isLimited { try share.hold(2 * model.writtenBytes) }
    let item = items[index]
    let own = dashboard.place(state, in: item, othersAsAt: start)
    var figure = DashboardHTML.Figure(item: index, model: model)
    figure.notes = ReaderText(texts).notes(on: model)
    figure.controls = dashboard.whatIfControls(of: model.name, at: state).map { .init($0, texts) }
    let offers = try dashboard.offers(in: item, seenAs: model)
    figure.path = offers.path.map { link($0, from: own) }
    figure.levels = offers.levels.map { link($0, from: own) }
    figure.categories = offers.categories.map { $0.map { link($0, from: own) } }
    figure.series = offers.series.map { $0.map { link($0, from: own) } }
    figures[key(index, at: state)] = html.figures.count
    html.figures.append(figure)
    guard isWeighed else { return }
    dataBytes += ChartJSON().data(for: model).count
    let weight = html.weight(of: figure)
    pageBytes += weight.captionBytes + (contents.insert(weight.content).inserted ? weight.contentBytes : 0)
  }

  private mutating func link(_ offer: OfferedMove, from state: Exploration) -> DashboardHTML.Link {
    var link = DashboardHTML.Link(label: offer.label, address: "", isCurrent: offer.isCurrent)
    do throws(DiagnosticError) {
      let target = try dashboard.place(after: offer.move, from: state)
      link.address = target.description
      places[Name(link.address)] = target
    } catch {
      link.hindrance = ReaderText(texts).hindrance(of: error)
    }
    return link
  }

  /// Returns the states to which the links of a state lead. The first links of all items and filters come first, then
  /// the second ones.
  private mutating func targets(from state: Exploration) async throws -> [Exploration] {
    var lists: [[DashboardHTML.Link]] = []
    for index in items.indices {
      guard let number = figures[key(index, at: state)] else { continue }
      let figure = html.figures[number]
      lists.append(figure.path + figure.levels)
      lists.append(figure.categories.compactMap(\.self))
      lists.append(figure.series.compactMap(\.self))
    }
    lists += try await shownFilters(at: state, hasLinks: true).map(\.choices)
    var targets: [Exploration] = []
    for turn in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where turn < list.count && !list[turn].isCurrent {
        if let target = places[Name(list[turn].address)] { targets.append(target) }
      }
    }
    return targets
  }

  private mutating func state(at state: Exploration, hasLinks: Bool = true) async throws -> DashboardHTML.State {
    let filters = try await shownFilters(at: state, hasLinks: hasLinks)
    let numbers = items.indices.compactMap { figures[key($0, at: state)] }
    let parts = numbers.compactMap { number -> String? in
      let figure = html.figures[number]
      let steps = figure.path.dropFirst().map(\.label) + zoomed(figure, at: state)
      return steps.isEmpty ? nil : ([name(of: figure.item)] + steps).joined(separator: " › ")
    }
    let set = zip(filters, dashboard.filters).compactMap { shown, filter in
      state.filters[filter.name] == nil ? nil : "\(shown.title): \(shown.text)"
    }
    let title = (parts + set).joined(separator: " · ")
    return DashboardHTML.State(title: title, address: state.description, figures: numbers, filters: filters)
  }

  private func name(of index: Int) -> String { items[index].title.isEmpty ? items[index].name : items[index].title }

  /// Returns the current level, if the user chose it.
  private func zoomed(_ figure: DashboardHTML.Figure, at state: Exploration) -> [String] {
    let names = [items[figure.item].name, figure.model.name]
    guard names.contains(where: { state[item: $0].zoom != nil }) else { return [] }
    return figure.levels.filter(\.isCurrent).map(\.label)
  }

  /// Returns the filters with their choices in a state.
  mutating func filterModels(at state: Exploration) async throws -> [FilterModel] {
    var only = Exploration()
    only.filters = state.filters
    let key = Name(only.description)
    if let known = filters[key] { return known }
    let models = try await pipeline.filters(of: dashboard, at: state)
    filters[key] = models
    return models
  }

  private mutating func shownFilters(at state: Exploration, hasLinks: Bool) async throws -> [DashboardHTML.Filter] {
    var shown: [DashboardHTML.Filter] = []
    for model in try await filterModels(at: state) {
      let choices = hasLinks ? dashboard.offers(of: model, texts).map { link($0, from: state) } : []
      var filter = DashboardHTML.Filter(title: model.title, text: model.words(texts), choices: choices)
      if model.kind == .range, !model.lowerBound.isNull {
        let ends = (lower: "\(model.lowerBound)", upper: "\(model.upperBound)")
        filter.note = texts.text(.fixedRange, ["lower": ends.lower, "upper": ends.upper])
      }
      shown.append(filter)
    }
    return shown
  }

  /// Adds the notes for readers of the page.
  private mutating func addNotes() {
    let leading = html.figures.filter { !$0.levels.isEmpty || !$0.categories.isEmpty || !$0.series.isEmpty }
    if Set(leading.map(\.item)).count > 1 {
      html.notes.append(texts[.exploredAlone])
    }
    let hasControls = html.items.contains { $0.controls?.isEmpty == false }
    if hasControls || html.figures.contains(where: { !$0.controls.isEmpty }) {
      html.notes.append(texts[.fixedControls])
    }
    addAge()
  }

  private mutating func addAge() {
    let moments = html.figures.compactMap { $0.model.receipt.asOf }
    if let oldest = moments.min() { html.notes.append(texts.text(.dataAsOf, ["time": "\(oldest)"])) }
  }

  /// Adds to each link without a target the reason.
  private mutating func explain() {
    guard !hindrances.isEmpty else { return }
    let hindrances = hindrances
    func explained(_ link: DashboardHTML.Link) -> DashboardHTML.Link {
      var link = link
      link.hindrance = link.hindrance ?? hindrances[Name(link.address)]
      return link
    }
    for index in html.figures.indices {
      html.figures[index].path = html.figures[index].path.map(explained)
      html.figures[index].levels = html.figures[index].levels.map(explained)
      html.figures[index].categories = html.figures[index].categories.map { $0.map(explained) }
      html.figures[index].series = html.figures[index].series.map { $0.map(explained) }
    }
    for index in html.states.indices {
      for filter in html.states[index].filters.indices {
        let choices = html.states[index].filters[filter].choices
        html.states[index].filters[filter].choices = choices.map(explained)
      }
    }
  }
}

extension FilterModel {
  /// A description of the values that the filter accepts.
  fileprivate func words(_ texts: PageTexts) -> String {
    switch state {
    case nil: texts[.everything]
    case .picks?: choices.filter(\.isPicked).map(\.label).joined(separator: ", ")
    case .range(let lower, let upper)?: "\(lower) – \(upper)"
    }
  }
}

extension DashboardHTML {
  /// The page without figures that no state uses.
  fileprivate var withoutStrayFigures: DashboardHTML {
    let used = Set(states.flatMap(\.figures)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    var page = self
    page.figures = used.map { figures[$0] }
    for index in page.states.indices { page.states[index].figures = states[index].figures.compactMap { numbers[$0] } }
    return page
  }
}
