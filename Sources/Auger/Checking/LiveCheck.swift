import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Asks the sources of one workspace what its files cannot tell (`auger check --live`).
///
/// Takes one way through every dashboard, as a person would: looks at each chart, picks a category and a series that
/// are there, and goes down. What the queries answer says which columns there are, of which types, and whether any.
struct LiveCheck {
  let workspace: Workspace
  let delegate: WorkspaceQueryDelegate
  /// What the static check found: what it told is not told again by a query that therefore fails.
  let known: [Diagnostic]
  private(set) var findings: [Diagnostic] = []
  /// Sources that could not be opened; their queries are not asked.
  private(set) var closedSources: [String] = []
  /// With the types of columns that were seen.
  private(set) var contracts: [WorkspaceCheck.CheckedDashboard] = []
  /// The columns of results, by query.
  private var columns: [[UInt8]: [QuerySignature.ResultColumn]] = [:]
  private var answers: [(request: QueryRequest, table: Table?)] = []

  init(_ workspace: Workspace, known: [Diagnostic], workers: Int?) {
    self.workspace = workspace
    self.known = known
    delegate = WorkspaceQueryDelegate(workspace, workers: workers)
  }

  mutating func run() async throws {
    try await openSources()
    for dashboard in workspace.dashboards {
      for filter in dashboard.filters { try await ask(filter, of: dashboard) }
      for item in dashboard.items { try await ask(item, of: dashboard) }
    }
    for query in workspace.queries where columns[Array(query.name.utf8)] == nil { try await prepare(query) }
    let signatures = workspace.queries.map { query in
      var signature = query.signature
      if let columns = columns[Array(query.name.utf8)] { signature.columns = columns }
      return signature
    }
    // What is known of columns now is told first, and all of it; a model stops at the first that is missing.
    let precise: [Diagnostic]
    (precise, contracts) = workspace.findings(queries: signatures)
    let models = findings
    findings = precise
    for diagnostic in models where !precise.contains(where: { diagnostic.repeats($0) }) { findings.append(diagnostic) }
  }

  private mutating func openSources() async throws {
    for definition in workspace.sources {
      let name = definition.configuration.name
      let control = RunControl()
      do {
        let delegate = delegate
        _ = try await Workers.blocking(control) {
          try delegate.source(name, at: definition.place).tables(control).count
        }
      } catch {
        closedSources.append(name)
        report(error, at: definition.place, details: [])
      }
    }
  }

  // MARK: Asking

  /// The table of a request; nil where it cannot be had, which was reported.
  private mutating func answer(_ request: QueryRequest) async throws -> Table? {
    if let kept = answers.first(where: { $0.request == request }) { return kept.table }
    guard let query = workspace.queries.first(where: { $0.name.utf8.elementsEqual(request.query.utf8) }),
      !closedSources.contains(where: { $0.utf8.elementsEqual(query.source.utf8) })
    else { return nil }
    var table: Table?
    do {
      let answer = try await delegate.execute(query, arguments: request.arguments)
      columns[Array(query.name.utf8)] = answer.schema.fields.map { QuerySignature.ResultColumn($0.name, $0.type) }
      table = answer
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      report(error, of: query)
    }
    answers.append((request, table))
    return table
  }

  /// Makes sure of a query that no dashboard asks: it is begun, and stopped at its second row.
  private mutating func prepare(_ query: QueryDefinition) async throws {
    guard !answers.contains(where: { $0.request.query.utf8.elementsEqual(query.name.utf8) }),
      !closedSources.contains(where: { $0.utf8.elementsEqual(query.source.utf8) }),
      query.signature.parameters.allSatisfy({ !$0.isRequired })
    else { return }
    var begun = query
    begun.limits.rows = min(1, query.limits.rows ?? 1)
    do {
      _ = try await delegate.execute(begun)
    } catch let error as AugerError where error.code == .limitExceeded {
      // It has rows.
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      report(error, of: query)
    }
  }

  // MARK: Walking

  private mutating func ask(_ filter: FilterDefinition, of dashboard: Dashboard) async throws {
    let plan = try FilterPlan(filter.name, of: dashboard, at: dashboard.start)
    guard let table = try await answer(plan.request) else { return }
    if table.rowCount == 0 {
      return reportEmpty(
        filter.sourceQuery, "filter '\(filter.name)' has nothing to choose from", at: filter.queryPlace ?? filter.place)
    }
    do {
      let model = try plan.model(from: table, locale: ChartLocale())
      guard filter.kind == .picklist ? model.choices.isEmpty : model.lowerBound.isNull else { return }
      findings.append(
        Diagnostic(
          .picklistEmpty, "filter '\(filter.name)' has nothing to choose from: '\(filter.column)' is null in all rows",
          at: filter.columnPlace ?? filter.place,
          details: [.init(.query, filter.sourceQuery), .init(.dataColumn, filter.column)]))
    } catch {
      report(error, at: filter.place, details: [.init(.query, filter.sourceQuery)])
    }
  }

  private mutating func ask(_ item: DashboardItem, of dashboard: Dashboard) async throws {
    switch item {
    case .chart(let chart): _ = try await model(item.name, chart, of: dashboard, at: dashboard.start)
    case .drillDownGroup(let group): try await walk(group, of: dashboard)
    case .overlayGroup, .treeMapGroup:
      for chart in item.charts {
        for level in chart.levels { try await rows(of: level.query, at: level.place, chart.name) }
      }
    case .dataGrid(let grid): try await rows(of: grid.query, at: grid.places.query, grid.name)
    case .diagram(let diagram): try await rows(of: diagram.query, at: diagram.queryPlace, diagram.name)
    case .panel: break
    }
  }

  private mutating func rows(of query: String, at place: Diagnostic.Place?, _ chart: String) async throws {
    guard let table = try await answer(QueryRequest(query)), table.rowCount == 0 else { return }
    reportEmpty(query, "'\(chart)' shows nothing", at: place)
  }

  /// From level to level, by what can be picked most of: the finest category and a series.
  private mutating func walk(_ group: DrillDownGroupDefinition, of dashboard: Dashboard) async throws {
    var place = dashboard.start
    for (level, chart) in group.levels.enumerated() {
      guard let model = try await model(group.name, chart, of: dashboard, at: place) else { return }
      guard level + 1 < group.levels.count, let picks = model.somePick else { return }
      do {
        place = try dashboard.drill(zoomed(place, to: chart), in: group.name, picking: picks)
      } catch {
        return report(error, at: chart.places.chart, details: [.init(.chart, chart.name)])
      }
    }
  }

  private func zoomed(_ place: Exploration, to chart: ChartDefinition) -> Exploration {
    var place = place
    if chart.levelCount > 1 { place[item: chart.name].zoom = chart.levelCount }
    return place
  }

  /// The model of an item at a place, zoomed in to the finest level; nil where there is none to go on from.
  private mutating func model(
    _ item: String, _ chart: ChartDefinition, of dashboard: Dashboard, at place: Exploration
  ) async throws -> ChartModel? {
    let plan: ChartPlan
    do {
      plan = try ChartPlan(item, of: dashboard, at: zoomed(place, to: chart))
    } catch {
      report(error, at: chart.places.chart, details: [.init(.chart, chart.name)])
      return nil
    }
    var tables: [Table] = []
    for (index, request) in plan.requests.enumerated() {
      guard let table = try await answer(request) else { return nil }
      if table.rowCount == 0 {
        let places = chart.levels.map(\.place)
        let arguments = request.arguments.isEmpty ? "" : ", after picks of \(request.arguments.names.quotedList)"
        reportEmpty(
          request.query, "chart '\(chart.name)' shows nothing\(arguments)",
          at: index < places.count ? places[index] : chart.places.query)
        return nil
      }
      tables.append(table)
    }
    do {
      return try plan.model(from: tables, receipt: Receipt(), locale: ChartLocale())
    } catch {
      report(error, at: chart.places.chart, details: [.init(.chart, chart.name)])
      return nil
    }
  }

  // MARK: Reporting

  private mutating func reportEmpty(_ query: String, _ consequence: String, at place: Diagnostic.Place?) {
    findings.append(
      Diagnostic(
        .dataTableEmpty, "query '\(query)' has no rows; \(consequence)", at: place, details: [.init(.query, query)]))
  }

  /// What a query's failure says, at the query; the place within its text is a note.
  private mutating func report(_ error: any Error, of query: QueryDefinition) {
    guard let error = error as? DiagnosticError else {
      return report(error, at: query.place, details: [.init(.query, query.name)])
    }
    for var diagnostic in error.diagnostics {
      // The static check told it, of the chart that does not hand the argument over.
      let isKnown = known.contains { other in
        other.code == diagnostic.code && other[.query]?.utf8.elementsEqual(query.name.utf8) == true
      }
      if isKnown, diagnostic.code == .argumentUnbound || diagnostic.code == .argumentKind { continue }
      if let place = diagnostic.place, !isInFile(place, of: query) {
        diagnostic.notes.append("at \(place)")
        diagnostic.place = query.place
      }
      if diagnostic.place == nil { diagnostic.place = query.place }
      if diagnostic[.query] == nil { diagnostic.details.append(.init(.query, query.name)) }
      findings.append(diagnostic)
    }
  }

  private func isInFile(_ place: Diagnostic.Place, of query: QueryDefinition) -> Bool {
    query.place.map { $0.source.name.utf8.elementsEqual(place.source.name.utf8) } ?? true
  }

  private mutating func report(_ error: any Error, at place: Diagnostic.Place?, details: [Diagnostic.Detail]) {
    switch error {
    case let error as DiagnosticError:
      // A variable that is not there was reported when the file was read.
      for var diagnostic in error.diagnostics where diagnostic.code != .unknownVariable {
        if diagnostic.place == nil { diagnostic.place = place }
        findings.append(diagnostic)
      }
    case let error as AugerError:
      let notes = [error.place.map { "at \($0)" }, error.underlying].compactMap(\.self)
      findings.append(
        Diagnostic(error.code, error.message, at: place, hint: error.hint, notes: notes, details: details))
    default:
      findings.append(Diagnostic(.other, "\(error)", at: place, details: details))
    }
  }
}

extension ChartModel {
  /// A category and a series with a value, as far as they can be picked.
  fileprivate var somePick: QueryArguments? {
    guard let drill else { return nil }
    let categories = (drill.categoryPicks ?? []).enumerated().compactMap { index, picks in picks.map { (index, $0) } }
    let series = (drill.seriesPicks ?? []).enumerated().compactMap { index, picks in picks.map { (index, $0) } }
    guard let (_, ofCategory) = categories.first else { return series.first?.1 }
    guard !series.isEmpty, items == nil else { return ofCategory }
    for (category, picks) in categories {
      for (index, more) in series where !self[dimension: 0, series: index, category: category].isNull {
        var both = picks
        for entry in more.entries { both[entry.name] = both[entry.name] ?? entry.value }
        return both
      }
    }
    return ofCategory
  }
}

extension Diagnostic {
  /// Whether a model failed for what another finding says of the same place: an expression calls a column of a result
  /// unknown that is missing.
  fileprivate func repeats(_ other: Diagnostic) -> Bool {
    guard place?.span == other.place?.span, place?.source.name == other.place?.source.name else { return false }
    return code == other.code || (code == .unknownColumn && other.code == .dataMissingColumn)
  }
}

extension [String] {
  fileprivate var quotedList: String { map { "'\($0)'" }.joined(separator: ", ") }
}

extension WorkspaceCheck {
  /// Asks the sources of every workspace that was read, and adds what they say.
  ///
  /// Throws `CancellationError`, and `AugerError` where there is no source to ask.
  public mutating func askSources(workers: Int? = nil) async throws {
    guard workspaces.contains(where: { !$0.sources.isEmpty }) else {
      throw AugerError(
        .other, operation: "ask the sources", "what is checked has no sources",
        hint: "Name a workspace with --workspace.")
    }
    for (index, workspace) in workspaces.enumerated() {
      var live = LiveCheck(workspace, known: diagnostics, workers: workers)
      try await live.run()
      if !live.closedSources.isEmpty { isIncomplete = true }
      contracts[index] = live.contracts
      add(live.findings)
    }
  }
}

extension Diagnostic.Code {
  /// A filter whose column has no value to choose.
  public static let picklistEmpty = Self("picklistEmpty")
}
