import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// A check that runs queries to find errors that the files alone do not show (`auger check --live`).
///
/// It follows one drill path through every dashboard: it computes each chart, selects an existing category and series,
/// and drills down. The results show the columns, their types and whether rows exist.
struct LiveCheck {
  let workspace: Workspace
  let delegate: WorkspaceQueryDelegate
  /// The findings of the static check. A query that fails for the same reason is not reported again.
  let known: [Diagnostic]
  var findings: [Diagnostic] = []
  /// Sources that could not be opened. Their queries are not run.
  private(set) var closedSources: [String] = []
  /// The drill contracts, with the column types of the results.
  private(set) var contracts: [WorkspaceCheck.CheckedDashboard] = []
  /// The columns of results, by query.
  private var columns: [[UInt8]: [QuerySignature.ResultColumn]] = [:]
  private let answers: AnswerService
  /// The queries that ran, and the requests that failed.
  private var asked: Set<[UInt8]> = []
  private var failed: Set<QueryRequest> = []

  init(_ workspace: Workspace, known: [Diagnostic], workers: Int?, now: Timestamp?) {
    self.workspace = workspace
    self.known = known
    delegate = WorkspaceQueryDelegate(workspace, workers: workers, now: now)
    answers = AnswerService(delegate).readingOnce()
  }

  mutating func run() async throws {
    try await openSources()
    for dashboard in workspace.checkedDashboards {
      for item in dashboard.items { try await ask(item, of: dashboard, at: dashboard.start) }
      // Run the queries again with every filter set, to check their optional clauses.
      var filtered = dashboard.start
      for filter in dashboard.filters { filtered.filters[filter.name] = try await ask(filter, of: dashboard) }
      guard !filtered.filters.isEmpty else { continue }
      for item in dashboard.items { try await ask(item, of: dashboard, at: filtered) }
    }
    if workspace.onlyDashboards == nil {
      for query in workspace.queries where columns[Array(query.name.utf8)] == nil { try await prepare(query) }
    }
    let signatures = workspace.queries.map { query in
      var signature = query.signature
      if let columns = columns[Array(query.name.utf8)] { signature.columns = columns }
      return signature
    }
    // Report errors about columns first, because they are complete. A chart model stops at its first missing column.
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

  // MARK: Queries

  /// Returns the table of a request. Nil if the request failed, which has been reported.
  private mutating func answer(_ request: QueryRequest) async throws -> Table? {
    guard !failed.contains(request),
      let query = workspace.query(named: request.query),
      !closedSources.contains(name: query.source)
    else { return nil }
    asked.insert(Array(query.name.utf8))
    do {
      let table = try await answers.table(for: request)
      if request.regrouping == nil {
        note(table, of: query)
      }
      return table
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      failed.insert(request)
      report(error, of: query)
      return nil
    }
  }

  /// Records the columns of an answer. A column of nulls has no type and does not change a recorded type.
  private mutating func note(_ table: Table, of query: QueryDefinition) {
    let known = columns[Array(query.name.utf8)] ?? []
    columns[Array(query.name.utf8)] = zip(table.schema.fields, table.columns).map { field, column in
      let earlier = known.first(named: field.name)?.type
      return QuerySignature.ResultColumn(field.name, column.nullCount < column.count ? field.type : earlier)
    }
  }

  /// Validates a query that no chart has run. A table query is bound to its table. An SQL query starts with null
  /// arguments and stops at its second row.
  private mutating func prepare(_ query: QueryDefinition) async throws {
    guard !asked.contains(Array(query.name.utf8)),
      !closedSources.contains(name: query.source)
    else { return }
    var arguments = QueryArguments()
    for parameter in query.signature.parameters where parameter.isRequired {
      let isRange = parameter.uses.contains(.range)
      arguments[parameter.name] = isRange ? .range(lower: .null, upper: .null) : .scalar(.null)
    }
    do {
      if case .table = query.body {
        _ = try await delegate.plan(query, arguments: arguments)
      } else {
        var begun = query
        begun.limits.rows = min(1, query.limits.rows ?? 1)
        _ = try await delegate.execute(begun, arguments: arguments)
      }
    } catch let error as AugerError where error.code == .limitExceeded {
      // The query returned rows.
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      report(error, of: query)
    }
  }

  // MARK: Drill paths

  /// Returns a value for a filter: its first choice, or its full range.
  private mutating func ask(_ filter: FilterDefinition, of dashboard: Dashboard) async throws -> FilterState? {
    let plan = try FilterPlan(filter.name, of: dashboard, at: dashboard.start)
    guard let table = try await answer(plan.request) else { return nil }
    if table.rowCount == 0 {
      reportEmpty(
        filter.sourceQuery, "filter '\(filter.name)' has nothing to choose from", at: filter.queryPlace ?? filter.place)
      return nil
    }
    do {
      let model = try plan.model(from: table, locale: ChartLocale())
      if filter.kind == .range, !model.lowerBound.isNull {
        return .range(lower: model.lowerBound, upper: model.upperBound)
      }
      if let first = model.choices.first { return .picks([first.value]) }
      findings.append(
        Diagnostic(
          .picklistEmpty, "filter '\(filter.name)' has nothing to choose from: '\(filter.column)' is null in all rows",
          at: filter.columnPlace ?? filter.place,
          details: [.init(.query, filter.sourceQuery), .init(.dataColumn, filter.column)]))
    } catch {
      report(error, at: filter.place, details: [.init(.query, filter.sourceQuery)])
    }
    return nil
  }

  private mutating func ask(
    _ item: ParsedItem, of dashboard: Dashboard, at place: Exploration
  ) async throws {
    switch item {
    case .chart(let chart): _ = try await model(item.name, chart, of: dashboard, at: place)
    case .drillDownGroup(let group): try await walk(group, of: dashboard, from: place)
    case .overlayGroup, .treeMapGroup:
      for chart in item.charts {
        for level in chart.levels { try await rows(of: level.query, at: level.place, chart.name) }
      }
    case .dataGrid(let grid): try await rows(of: grid.query, at: grid.places.query, grid.name)
    case .diagram(let diagram): try await rows(of: diagram.query, at: diagram.queryPlace, diagram.name)
    case .custom(let custom):
      if let query = custom.query { try await rows(of: query, at: custom.queryPlace, custom.name) }
    case .panel: break
    }
  }

  private mutating func rows(of query: String, at place: Diagnostic.Place?, _ chart: String) async throws {
    guard let table = try await answer(QueryRequest(query)), table.rowCount == 0 else { return }
    reportEmpty(query, "'\(chart)' shows nothing", at: place)
  }

  /// Drills from level to level, in each case with the finest category and a series.
  private mutating func walk(
    _ group: DrillDownGroupDefinition, of dashboard: Dashboard, from start: Exploration
  ) async throws {
    var place = start
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

  private func zoomed(_ place: Exploration, to chart: ParsedChart) -> Exploration {
    var place = place
    if chart.levelCount > 1 { place[item: chart.name].zoom = chart.levelCount }
    return place
  }

  /// Returns the model of an item in a state, zoomed in to the finest level. Nil if the walk cannot continue.
  private mutating func model(
    _ item: String, _ chart: ParsedChart, of dashboard: Dashboard, at place: Exploration
  ) async throws -> ChartModel? {
    let plan: ChartPlan
    do {
      plan = try ChartPlan(item, of: dashboard, at: zoomed(place, to: chart), knowing: delegate)
    } catch {
      report(error, at: chart.places.chart, details: [.init(.chart, chart.name)])
      return nil
    }
    var tables: [Table] = []
    for (index, request) in plan.requests.enumerated() {
      guard let table = try await answer(request) else { return nil }
      if table.rowCount == 0 {
        // A combination of filters may leave no rows.
        if !place.filters.isEmpty { return nil }
        let places = chart.levels.map(\.place)
        let arguments = request.arguments.isEmpty ? "" : ", after selections of \(request.arguments.names.quotedList)"
        reportEmpty(
          request.query, "chart '\(chart.name)' shows nothing\(arguments)",
          at: index < places.count ? places[index] : chart.places.query)
        return nil
      }
      tables.append(table)
    }
    do {
      let model = try plan.model(from: tables, receipt: Receipt(), locale: ChartLocale())
      // Filters may exclude the category, and a deeper level has other categories.
      if place.filters.isEmpty, chart.levelCount == 1 { reportPrediction(model, chart) }
      return model
    } catch {
      report(error, at: chart.places.chart, details: [.init(.chart, chart.name)])
      return nil
    }
  }
}

extension ChartModel {
  /// The arguments of a category and a series with a value, if the chart provides them.
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

extension [String] {
  fileprivate var quotedList: String { map { "'\($0)'" }.joined(separator: ", ") }
}

extension WorkspaceCheck {
  /// Runs the live check on every workspace that was read, and adds its findings.
  ///
  /// `now` is the value of `today()` and `now()`.
  ///
  /// Throws `CancellationError`, and `AugerError` if the workspaces have no sources.
  package mutating func askSources(workers: Int? = nil, now: Timestamp? = nil) async throws {
    guard workspaces.contains(where: { !$0.sources.isEmpty }) else {
      // Report the errors in the file instead: a missing source may be a consequence of them.
      if hasWorkspaceFile, count(.error) > 0 {
        isIncomplete = true
        return
      }
      throw AugerError(
        .sourcesMissing, operation: "ask the sources", "what is checked has no sources",
        hint: "Name a workspace with --workspace.")
    }
    for (index, workspace) in workspaces.enumerated() {
      var live = LiveCheck(workspace, known: diagnostics, workers: workers, now: now)
      try await live.run()
      if !live.closedSources.isEmpty { isIncomplete = true }
      contracts[index] = live.contracts
      add(live.findings)
    }
  }
}

extension Diagnostic.Code {
  /// A live check of files that do not name a source.
  package static let sourcesMissing = Self("sourcesMissing")
  /// The column of a filter contains no values to choose.
  package static let picklistEmpty = Self("picklistEmpty")
}
