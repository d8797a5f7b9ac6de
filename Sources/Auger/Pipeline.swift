import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Computes the charts of dashboards: runs the queries of each chart, then builds its model.
///
/// ```swift
/// let pipeline = Pipeline(tables: ["Sales": sales])
/// let chart = try await pipeline.chart("Regions", in: dashboard.initialState)
/// ```
///
/// Results are cached, and copies share the cache. A query runs again when its arguments or the data have changed, when
/// its `cache:` has expired, or after ``removeCachedAnswers()``.
public struct Pipeline: Sendable {
  private var answers: AnswerService
  private let dashboards: [Dashboard]
  let workers: Int?
  package let memory: MemoryBudget?
  /// The access rights of the caller: full access, unless the pipeline was created by `entitled(to:)`.
  package private(set) var entitlement = Entitlement.everything
  /// The language, the number formats and the time zone of labels and texts. Default: the locale of the workspace, or
  /// en_US and UTC.
  package var locale = ChartLocale()
  /// Arguments for every query that declares them. They take precedence over selected values.
  package var arguments = QueryArguments()

  /// Receives the events of the public functions.
  var log: (@Sendable (LogEntry) -> Void)?

  /// Default size of the result cache in bytes.
  package static let standardKeptBytes = 256 << 20

  /// Creates a pipeline over the sources of a workspace.
  ///
  /// Calls without limits use `init(_:options:)`.
  @_disfavoredOverload package init(
    _ workspace: Workspace, workers: Int? = nil, memoryLimit: Int? = nil, keptBytes: Int = standardKeptBytes,
    now: Timestamp? = nil
  ) {
    self.init(
      workspace, workers: workers, memory: memoryLimit.map { MemoryBudget(limit: $0) }, keptBytes: keptBytes, now: now)
  }

  package init(
    _ workspace: Workspace, workers: Int? = nil, memory: MemoryBudget?, keptBytes: Int = standardKeptBytes,
    now: Timestamp? = nil
  ) {
    self.init(
      delegate: WorkspaceQueryDelegate(workspace, workers: workers, memory: memory, now: now),
      dashboards: workspace.dashboards, workers: workers, memory: memory, keptBytes: keptBytes)
    locale = workspace.locale
  }

  /// Creates a pipeline over a custom delegate, with the parameters of a pipeline over a workspace. It finds dashboards
  /// by their names.
  package init(
    delegate: any QueryDelegate, dashboards: [Dashboard], workers: Int? = nil, memoryLimit: Int? = nil,
    keptBytes: Int = standardKeptBytes
  ) {
    self.init(
      delegate: delegate, dashboards: dashboards, workers: workers,
      memory: memoryLimit.map { MemoryBudget(limit: $0) }, keptBytes: keptBytes)
  }

  package init(
    delegate: any QueryDelegate, dashboards: [Dashboard], workers: Int? = nil, memory: MemoryBudget?,
    keptBytes: Int = standardKeptBytes, answered: @escaping @Sendable (QueryRequest, Table) -> Void = { _, _ in }
  ) {
    // Limit the cache to a quarter of the memory, so that most of it remains for computations.
    let kept = AnswerService.Limits(bytes: min(keptBytes, memory.map { $0.limit / 4 } ?? .max))
    self.init(
      answers: AnswerService(delegate, keeping: kept, memory: memory, answered: answered), dashboards: dashboards,
      workers: workers, memory: memory)
  }

  /// Creates a pipeline that shares the cache of `answers`.
  package init(
    answers: AnswerService, dashboards: [Dashboard], workers: Int? = nil, memory: MemoryBudget? = nil
  ) {
    self.answers = answers
    self.dashboards = dashboards
    self.workers = workers
    self.memory = memory
  }

  /// Returns a pipeline for a caller with restricted access. It shares the cache, but each result is visible only to
  /// its own entitlement. A dashboard without access does not exist for the caller.
  package func entitled(to entitlement: Entitlement) -> Pipeline {
    var pipeline = self
    pipeline.entitlement = entitlement
    return pipeline
  }

  /// Returns a pipeline for one unit of work, such as an export. All parts of the work see the same data.
  package func readingOnce() -> Pipeline {
    var pipeline = self
    pipeline.answers = answers.readingOnce()
    return pipeline
  }

  /// Returns a pipeline for many requests, which share one check for changed data within `window`.
  package func trusting(_ window: Duration) -> Pipeline {
    var pipeline = self
    pipeline.answers = answers.trusting(window)
    return pipeline
  }

  /// The dashboards that the caller may see.
  private var visible: [Dashboard] { dashboards.filter { entitlement.allows(dashboard: $0.name) } }

  /// Returns a dashboard by name. If it does not exist, throws `metadataObjectUndefined` with the nearest name.
  package func dashboard(_ name: String) throws(DiagnosticError) -> Dashboard {
    try Workspace(dashboards: visible).definition(ofDashboard: name)
  }

  /// Returns the answer service for a dashboard. Throws the errors of a dashboard in Swift, and without access the
  /// error of `dashboard(_:)`.
  func answers(of dashboard: Dashboard) throws -> AnswerService {
    try dashboard.checkFindings()
    if entitlement == .everything { return answers }
    guard let own = entitlement.narrowed(to: try self.dashboard(dashboard.name).name) else {
      throw AugerError(
        .policyNotSupported, operation: "apply the data policy", "an entitlement to one dashboard was narrowed again")
    }
    return try answers.entitled(to: own)
  }

  /// Computes one item of a dashboard in a state: a chart, a grid, or the current level of a drilldown group.
  ///
  /// Throws `DiagnosticError` for unknown names and invalid states, and the errors of the delegate.
  package func chart(
    _ name: String, of dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> ChartModel {
    var model = try await chart(name, of: dashboard, at: state, adding: arguments)
    model.warnings += try unusedArguments(of: dashboard)
    return model
  }

  /// Warns about pipeline arguments that no query of a dashboard uses. They are probably misspelled.
  private func unusedArguments(of dashboard: Dashboard) throws -> [Warning] {
    guard !arguments.isEmpty else { return [] }
    let answers = try answers(of: dashboard)
    var taken = dashboard.variables.map(\.name)
    for need in QueryNeed.all(of: [dashboard]) {
      // A delegate without query descriptions receives every argument.
      guard let description = answers.delegate.description(of: need.name) else { return [] }
      taken += description.parameters
    }
    return arguments.names.filter { !taken.contains(name: $0) }.map { name in
      let hint = DidYouMean.hint(for: name, among: taken, listing: "arguments")
      return Warning(
        .argumentUnused,
        "argument '\(name)' is taken by no query of dashboard '\(dashboard.name)'" + (hint.map { "; \($0)" } ?? ""))
    }
  }

  /// Returns the result of a query from its source or delegate. The result is cached, like those of charts.
  ///
  /// Throws `DiagnosticError` for an unknown query and for invalid arguments, and the errors of the source.
  package func table(of query: String, arguments: QueryArguments = QueryArguments()) async throws -> DataTable {
    try await table(for: QueryRequest(query, arguments: arguments))
  }

  package func table(for request: QueryRequest) async throws -> DataTable {
    var answers = answers
    if entitlement != .everything {
      // A query that no visible dashboard uses does not exist for the caller. Other queries are subject to all
      // restrictions of the caller.
      let asked = QueryNeed.all(of: visible).map(\.name)
      guard asked.contains(name: request.query) else {
        throw answers.delegate.unknownQuery(request.query, among: asked)
      }
      answers = try answers.entitled(to: entitlement)
    }
    return try await answers.table(for: request)
  }

  func chart(
    _ name: String, of dashboard: Dashboard, at state: Exploration, adding further: QueryArguments
  ) async throws -> ChartModel {
    let answers = try answers(of: dashboard)
    if let item = dashboard.items.first(named: name) {
      return try await model(of: item, dashboard, at: state, adding: further, answers)
    }
    return try await model(
      of: try ChartPlan(name, of: dashboard, at: state, adding: further, knowing: answers.delegate), answers)
  }

  /// Returns the source table of a chart in a state: the unprocessed result of the query of the current level.
  ///
  /// Throws the errors of `chart`.
  package func table(
    behind name: String, of dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> DataTable {
    let answers = try answers(of: dashboard)
    switch dashboard.item(named: name) {
    case .dataGrid(let grid)?:
      return try await answers.table(
        for: try request(
          grid.query, grid.filters, of: grid.name, in: dashboard, at: state, adding: arguments, answers))
    case .diagram(let diagram)?:
      return try await answers.table(
        for: try request(
          diagram.query, diagram.filters, of: diagram.name, in: dashboard, at: state, adding: arguments, answers))
    case .custom(let custom)?:
      return try await table(behind: custom, of: dashboard, at: state, answers)
    case let item? where !item.hasChart: throw DiagnosticError(item.chartless)
    default: break
    }
    let plan = try ChartPlan(name, of: dashboard, at: state, adding: arguments, knowing: answers.delegate)
    return try await answers.table(for: plan.mainRequest)
  }

  /// Returns the content of an item as a table for files. It equals `tabulated()` of its model, which is skipped if
  /// possible.
  ///
  /// Throws the errors of `chart`.
  package func rows(of name: String, in dashboard: Dashboard, at state: Exploration) async throws -> Table {
    if case .dataGrid(let definition)? = dashboard.items.first(named: name) {
      let answers = try answers(of: dashboard)
      let grid = definition.at(answers.delegate.now())
      let table = try await answers.table(
        for: try request(
          grid.query, grid.filters, of: grid.name, in: dashboard, at: state, adding: arguments, answers))
      let builder = GridBuilder(grid.naming(table.schema.names), locale: locale)
      let sorted = try builder.sorted(table, by: state[item: grid.name].sort)
      if let values = try builder.values(from: sorted) { return values }
    }
    return try await chart(name, of: dashboard, at: state).tabulated()
  }

  func depends(
    _ name: String, of dashboard: Dashboard, at state: Exploration, on target: Steps.Target
  ) throws -> Bool {
    func isNamed(_ name: String, _ filters: [NameReference]) -> Bool {
      filters.contains(named: name)
    }
    switch dashboard.item(named: name) {
    case .dataGrid(let grid)?:
      switch target {
      case .variable: return false
      case .filter(let filter): return isNamed(filter, grid.filters + grid.charts.flatMap(\.filters))
      case .argument: return true
      }
    case .diagram(let diagram)?:
      switch target {
      case .variable(let variable):
        return diagram.nodes.contains { node in
          [node.expression, node.alerts].contains { $0?.variableNames.contains(name: variable) ?? false }
        }
      case .filter(let filter): return isNamed(filter, diagram.filters)
      case .argument: return true
      }
    case .custom(let custom)?:
      switch target {
      case .variable: return false
      case .filter(let filter): return isNamed(filter, custom.filters)
      case .argument: return custom.query != nil
      }
    default: break
    }
    return try ChartPlan(name, of: dashboard, at: state, knowing: try answers(of: dashboard).delegate)
      .depends(on: target)
  }

  /// Returns true if a new request would return the same results. The stamps come from an `AnswerTrace`.
  package func areCurrent(_ stamps: [AnswerStamp]) async throws -> Bool { try await answers.areCurrent(stamps) }

  /// Returns the whole seconds since a time, by the clock of the answer service.
  package func age(of moment: Timestamp) -> Int64 {
    max(0, answers.clock.time().microseconds - moment.microseconds) / 1_000_000
  }

  /// The date by the clock of the queries, to which relative periods refer.
  package var today: CivilDate { answers.delegate.now().date }

  /// Returns the time until the first of these results expires; nil if none expires.
  package func timeLeft(_ stamps: [AnswerStamp]) -> Duration? { answers.timeLeft(stamps) }

  /// Clears the result cache, so that the next chart runs its queries again.
  package func forget() { answers.forget() }

  private func model(
    of item: ParsedItem, _ dashboard: Dashboard, at state: Exploration, adding further: QueryArguments,
    _ answers: AnswerService
  ) async throws -> ChartModel {
    switch item {
    case .chart, .drillDownGroup, .treeMapGroup, .overlayGroup:
      return try await model(
        of: try ChartPlan(item.name, of: dashboard, at: state, adding: further, knowing: answers.delegate), answers)
    case .dataGrid(let definition):
      let grid = definition.at(answers.delegate.now())
      let request = try request(
        grid.query, grid.filters, of: grid.name, in: dashboard, at: state, adding: further, answers)
      let answer = try await answers.answer(to: request)
      var receipt = Receipt(
        queries: [receipt(of: request, answer, answers)], now: moment(definition.clockUse, of: [request], answers))
      let builder = GridBuilder(grid.naming(answer.table.schema.names), locale: locale)
      let table = try builder.sorted(answer.table, by: state[item: grid.name].sort)
      let cells = try await cells(of: grid, dashboard, table, at: state, adding: further, &receipt, answers)
      let model = try builder.model(from: table, cells: cells, receipt: receipt)
      return try described(
        model, asking: request, grid.filters, of: dashboard, at: state, adding: further, answers)
    case .diagram(let diagram):
      let request = try request(
        diagram.query, diagram.filters, of: diagram.name, in: dashboard, at: state, adding: further, answers)
      let answer = try await answers.answer(to: request)
      var model = try DiagramBuilder(diagram, locale: locale, variables: dashboard.variableValues(at: state))
        .model(
          from: answer.table, setting: state[item: diagram.name].nodes.entries.map { ($0.name, $0.value) },
          receipt: Receipt(
            queries: [receipt(of: request, answer, answers)], now: moment(nil, of: [request], answers)))
      model.state.selectedCategories = diagram.selectedNodes(state[item: diagram.name].selection)
      return try described(
        model, asking: request, diagram.filters, of: dashboard, at: state, adding: further, answers)
    case .custom(let custom):
      return try await model(of: custom, dashboard, at: state, adding: further, answers)
    case .panel: throw DiagnosticError(item.chartless)
    }
  }

  /// Returns the model of an item with one query, with the description of its filters and changes and the warnings
  /// about them.
  func described(
    _ model: ChartModel, asking request: QueryRequest, _ filters: [NameReference], of dashboard: Dashboard,
    at state: Exploration, adding further: QueryArguments, _ answers: AnswerService
  ) throws -> ChartModel {
    var model = model
    let context = ContextBuilder(dashboard, at: state, locale: locale)
    let crossFilters = CrossFilters(of: dashboard, at: state, besides: model.name)
    model.context.parts =
      context.filters(filters) + context.selections(crossFilters, takenBy: [request])
      + context.arguments(further, takenBy: [request.arguments])
    if model.diagram != nil {
      model.context.parts += try context.variables {
        try depends(model.name, of: dashboard, at: state, on: .variable($0))
      }
    }
    model.warnings += try FilterSelections(filters, at: state)
      .warnings(for: [request], knowing: QueryDescriptions(of: [request.query], by: answers.delegate))
    model.warnings = model.warnings.naming(model.context)
    return model
  }

  /// Returns the chart data for each column of charts and each row of a grid. These are the results of the query
  /// `GRID.COLUMN` for the headings of the row.
  private func cells(
    of grid: DataGridDefinition, _ dashboard: Dashboard, _ table: Table, at state: Exploration,
    adding further: QueryArguments, _ receipt: inout Receipt, _ answers: AnswerService
  ) async throws -> [[Table?]] {
    var cells: [[Table?]] = []
    for column in grid.columns {
      guard case .chart(let chart) = column.kind, let name = column.value.columnName, table[name] == nil else {
        cells.append([])
        continue
      }
      let own = grid.charts.first(named: chart)?.filters ?? []
      var rows: [Table?] = []
      for row in 0..<min(table.rowCount, GridBuilder.mostCharts) {
        var arguments = QueryArguments()
        for heading in grid.columns where heading.isHeader {
          guard let name = heading.value.columnName, let values = table[name] else { continue }
          arguments[name] = .scalar(values[row])
        }
        let request = try request(
          "\(grid.query).\(name)", grid.filters + own, of: grid.name, in: dashboard, at: state, beside: arguments,
          adding: further, answers)
        let answer = try await answers.answer(to: request)
        receipt.queries.append(self.receipt(of: request, answer, answers))
        rows.append(answer.table)
      }
      cells.append(rows)
    }
    return cells
  }

  /// Returns the request of an item other than a chart: its query with the arguments of the filters. `picks` are
  /// additional arguments, which those filters must accept.
  func request(
    _ query: String, _ filters: [NameReference], of item: String, in dashboard: Dashboard, at state: Exploration,
    beside picks: QueryArguments = QueryArguments(), adding further: QueryArguments, _ answers: AnswerService
  ) throws(DiagnosticError) -> QueryRequest {
    let picks = try FilterSelections(filters, at: state, beside: picks)
    let request = QueryRequest(query, arguments: picks.arguments).adding(further, knowing: answers.delegate)
    return try CrossFilters(of: dashboard, at: state, besides: item).adding(
      to: request, taking: answers.delegate.description(of: query)?.parameters ?? [])
  }

  private func model(of plan: ChartPlan, _ service: AnswerService) async throws -> ChartModel {
    var answers = try await service.answers(to: plan.allRequests)
    let further = plan.furtherRequests(after: answers.map(\.table))
    if !further.isEmpty { answers += try await service.answers(to: further) }
    return try await model(
      of: plan, answers,
      Receipt(
        queries: zip(answers, plan.allRequests + further).map { receipt(of: $1, $0, service) },
        now: moment(plan.clockUse, of: plan.requests, service)))
  }

  private func model(
    of plan: ChartPlan, _ answers: [AnswerService.Answer], _ receipt: Receipt
  ) async throws -> ChartModel {
    let control = RunControl(memory: memory)
    let share = MemoryShare(of: memory)
    @Sendable func model() throws -> ChartModel {
      if share.isLimited { try share.hold(answers.reduce(0) { $0 + Self.memoryBytes(of: $1.table) }) }
      return try plan.model(
        from: answers.map(\.table), sums: answers.map(\.sums), receipt: receipt, locale: locale, workers: workers,
        control)
    }
    // For a few rows, computation is faster than starting a thread.
    guard answers.contains(where: { $0.table.rowCount >= Self.manyRows }) else { return try model() }
    return try await Workers.blocking(control) { try model() }
  }

  func receipt(
    of request: QueryRequest, _ answer: AnswerService.Answer, _ answers: AnswerService
  ) -> Receipt.Query {
    Receipt.Query(
      name: request.query, arguments: request.arguments, rows: answer.table.rowCount,
      source: answers.delegate.description(of: request.query)?.source,
      staleAsOf: answer.staleness == nil ? nil : answer.asOf, execution: answer.isReused ? .cached : .executed)
  }

  /// Returns the time that `today()` and `now()` returned in a chart and in its queries; nil if none used the clock.
  func moment(_ use: ClockUse?, of requests: [QueryRequest], _ answers: AnswerService) -> Timestamp? {
    let uses = requests.map { answers.delegate.description(of: $0.query)?.clockUse } + [use]
    return uses.compactMap(\.self).max()?.reading(at: answers.delegate.now())
  }

  private static let manyRows = 1 << 12

  /// Returns the maximum number of bytes of a chart of a table: each row can become a category with a label, an index
  /// and cells.
  private static func memoryBytes(of table: Table) -> Int {
    table.byteCount + table.rowCount * (bytesOfCategory + 16 * table.schema.count)
  }

  private static let bytesOfCategory = 160
}
