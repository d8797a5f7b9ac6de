import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// From a dashboard to its chart models: gets each chart's queries answered, and computes the model.
///
/// Answers are kept by its `AnswerService`: a query runs again when its arguments or the data have changed, when its
/// `cache:` has expired, or after `forget()`. Copies share them.
public struct Pipeline: Sendable {
  private var answers: AnswerService
  private let dashboards: [Dashboard]
  private let workers: Int?
  package let memory: MemoryBudget?
  /// What its charts may be made of: everything, unless it was made by `entitled(to:)`.
  package private(set) var entitlement = Entitlement.everything
  /// The language, the number formats and the time zone of labels and texts; en_US and UTC unless set.
  public var locale = ChartLocale()
  /// Arguments of every query that takes them; they win over what was picked.
  public var arguments = QueryArguments()

  /// Bytes of answers that a pipeline keeps by default.
  public static let standardKeptBytes = 256 << 20

  /// A pipeline over the sources of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: whose sources answer the queries; nothing is opened before a chart asks.
  ///   - workers: threads that share the work on many rows; nil: one for each processor.
  ///   - memoryLimit: bytes that all results, charts and what they are made of may take together; more is refused with
  ///     `lowMemory`. Nil: as much as there is.
  ///   - keptBytes: bytes of answers that are kept, so that a variable, a what-if change or a way back asks nothing.
  ///   - now: what `today()` and `now()` are; nil: whatever time it is.
  public init(
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
  }

  /// A pipeline over your own delegate; the parameters are those of a pipeline over a workspace.
  public init(
    delegate: any QueryDelegate, dashboards: [Dashboard], workers: Int? = nil, memoryLimit: Int? = nil,
    keptBytes: Int = standardKeptBytes
  ) {
    self.init(
      delegate: delegate, dashboards: dashboards, workers: workers,
      memory: memoryLimit.map { MemoryBudget(limit: $0) }, keptBytes: keptBytes)
  }

  package init(
    delegate: any QueryDelegate, dashboards: [Dashboard], workers: Int? = nil, memory: MemoryBudget?,
    keptBytes: Int = standardKeptBytes
  ) {
    // What is kept leaves most of the memory to what is computed.
    let kept = AnswerService.Limits(bytes: min(keptBytes, memory.map { $0.limit / 4 } ?? .max))
    self.init(
      answers: AnswerService(delegate, keeping: kept, memory: memory), dashboards: dashboards, workers: workers,
      memory: memory)
  }

  /// A pipeline over answers that others use too.
  package init(
    answers: AnswerService, dashboards: [Dashboard], workers: Int? = nil, memory: MemoryBudget? = nil
  ) {
    self.answers = answers
    self.dashboards = dashboards
    self.workers = workers
    self.memory = memory
  }

  /// The same pipeline for a caller who may see some of it: it shares the answers that are kept with all others, each
  /// for its own entitlement alone. A dashboard that may not be seen is one that does not exist.
  package func entitled(to entitlement: Entitlement) -> Pipeline {
    var pipeline = self
    pipeline.entitlement = entitlement
    return pipeline
  }

  /// The same pipeline for one piece of work, such as an export: all parts of it see the same data.
  package func readingOnce() -> Pipeline {
    var pipeline = self
    pipeline.answers = answers.readingOnce()
    return pipeline
  }

  /// The same pipeline for many requests, which share one check for changed data within `window`.
  package func trusting(_ window: Duration) -> Pipeline {
    var pipeline = self
    pipeline.answers = answers.trusting(window)
    return pipeline
  }

  /// The dashboards that may be seen.
  private var visible: [Dashboard] { dashboards.filter { entitlement.allows(dashboard: $0.name) } }

  /// A dashboard by its name; throws `metadataObjectUndefined`, with the nearest name, where there is none.
  public func dashboard(_ name: String) throws(DiagnosticError) -> Dashboard {
    try Workspace(dashboards: visible).dashboard(name)
  }

  /// The answers that a dashboard may be made of. Throws as `dashboard(_:)` for one that may not be seen.
  func answers(of dashboard: Dashboard) throws -> AnswerService {
    if entitlement == .everything { return answers }
    guard let own = entitlement.narrowed(to: try self.dashboard(dashboard.name).name) else {
      throw AugerError(
        .policyNotSupported, operation: "apply the data policy", "an entitlement to one dashboard was narrowed again")
    }
    return try answers.entitled(to: own)
  }

  /// Computes one item of a dashboard as it is seen in a state: a chart, a grid, or the level of a drilldown group that
  /// the state leads to.
  ///
  /// Throws `DiagnosticError` for names and for what is impossible about the state, and what the delegate throws.
  public func chart(
    _ name: String, of dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> ChartModel {
    var model = try await chart(name, of: dashboard, at: state, adding: arguments)
    model.warnings += try unusedArguments(of: dashboard)
    return model
  }

  /// What was set for every query and is taken by none of a dashboard: a mistyped name, most likely.
  private func unusedArguments(of dashboard: Dashboard) throws -> [Warning] {
    guard !arguments.isEmpty else { return [] }
    let answers = try answers(of: dashboard)
    var taken = dashboard.variables.map(\.name)
    for need in QueryNeed.all(of: [dashboard]) {
      // A delegate that does not say what a query takes is handed everything.
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

  /// The result of a query, as its source or delegate answers it; kept, as those of charts are.
  ///
  /// Throws `DiagnosticError` for a name that is no query and for wrong arguments, and what the source throws.
  public func table(of query: String, arguments: QueryArguments = QueryArguments()) async throws -> Table {
    var answers = answers
    if entitlement != .everything {
      // A query that no visible dashboard asks does not exist; others are under all that restricts the caller.
      let asked = QueryNeed.all(of: visible).map(\.name)
      guard asked.contains(name: query) else {
        throw answers.delegate.unknownQuery(query, among: asked)
      }
      answers = try answers.entitled(to: entitlement)
    }
    return try await answers.table(for: QueryRequest(query, arguments: arguments))
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

  /// The table behind a chart in a state: what the query of the level in view answers, before anything is computed.
  ///
  /// Throws as `chart` does.
  public func table(
    behind name: String, of dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> Table {
    let answers = try answers(of: dashboard)
    switch dashboard.item(named: name) {
    case .dataGrid(let grid)?:
      return try await answers.table(
        for: try request(grid.query, grid.filters, at: state, adding: arguments, answers))
    case .diagram(let diagram)?:
      return try await answers.table(
        for: try request(diagram.query, diagram.filters, at: state, adding: arguments, answers))
    case let item? where !item.hasChart: throw DiagnosticError(item.chartless)
    default: break
    }
    let plan = try ChartPlan(name, of: dashboard, at: state, adding: arguments, knowing: answers.delegate)
    return try await answers.table(for: plan.mainRequest)
  }

  /// What an item shows as a table, for files: `tabulated()` of its model, without the model where that is possible.
  ///
  /// Throws as `chart` does.
  package func rows(of name: String, in dashboard: Dashboard, at state: Exploration) async throws -> Table {
    if case .dataGrid(let definition)? = dashboard.items.first(named: name) {
      let answers = try answers(of: dashboard)
      let grid = definition.at(answers.delegate.now())
      let table = try await answers.table(
        for: try request(grid.query, grid.filters, at: state, adding: arguments, answers))
      let named = grid.naming(table.schema.names)
      if let values = try GridBuilder(named, locale: locale).values(from: table) { return values }
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
          node.expression?.variableNames.contains(name: variable) ?? false
        }
      case .filter(let filter): return isNamed(filter, diagram.filters)
      case .argument: return true
      }
    default: break
    }
    return try ChartPlan(name, of: dashboard, at: state, knowing: try answers(of: dashboard).delegate)
      .depends(on: target)
  }

  /// What surrounds the charts of a dashboard: layouts, panels, and filters with what can be chosen in them.
  package func overview(of dashboard: Dashboard, at state: Exploration = Exploration()) async throws -> DashboardModel {
    var model = try dashboard.model(at: state, filters: try await filters(of: dashboard, at: state)) { $0.size }
    // What nobody can choose is not offered, and what it could be is not said.
    let held = Set(entitlement.heldNames.map { Name($0) })
    if !held.isEmpty {
      model.filters.removeAll { held.contains(Name($0.name)) }
      model.variables.removeAll { held.contains(Name($0.variable)) }
      for index in model.panels.indices { model.panels[index].variables.removeAll { held.contains(Name($0)) } }
    }
    return model
  }

  /// Computes all items of a dashboard that have a chart, in its order.
  public func charts(of dashboard: Dashboard, at state: Exploration = Exploration()) async throws -> [ChartModel] {
    try await preparing([(dashboard, state)]) {
      var models: [ChartModel] = []
      for item in dashboard.chartItems { models.append(try await chart(item.name, of: dashboard, at: state)) }
      return models
    }
  }

  /// What can be chosen in the filters of a dashboard, in their order.
  public func filters(of dashboard: Dashboard, at state: Exploration = Exploration()) async throws -> [FilterModel] {
    let answers = try answers(of: dashboard)
    var models: [FilterModel] = []
    for filter in dashboard.filters {
      let plan = try FilterPlan(filter.name, of: dashboard, at: state)
      let request = plan.request.adding(arguments, knowing: answers.delegate)
      models.append(try plan.model(from: try await answers.table(for: request), locale: locale))
    }
    return models
  }

  /// Returns true if answers, as an `AnswerTrace` has them, are what would be given now.
  package func areCurrent(_ stamps: [AnswerStamp]) async throws -> Bool { try await answers.areCurrent(stamps) }

  /// Whole seconds since a moment, by the clock of the answers.
  package func age(of moment: Timestamp) -> Int64 {
    max(0, answers.clock.time().microseconds - moment.microseconds) / 1_000_000
  }

  /// How long the first of these answers may still be given; nil where none of them expires.
  package func timeLeft(_ stamps: [AnswerStamp]) -> Duration? { answers.timeLeft(stamps) }

  /// Forgets the answers that were kept: the next chart asks its queries again.
  public func forget() { answers.forget() }

  private func model(
    of item: DashboardItem, _ dashboard: Dashboard, at state: Exploration, adding further: QueryArguments,
    _ answers: AnswerService
  ) async throws -> ChartModel {
    switch item {
    case .chart, .drillDownGroup, .treeMapGroup, .overlayGroup:
      return try await model(
        of: try ChartPlan(item.name, of: dashboard, at: state, adding: further, knowing: answers.delegate), answers)
    case .dataGrid(let definition):
      let grid = definition.at(answers.delegate.now())
      let request = try request(grid.query, grid.filters, at: state, adding: further, answers)
      let answer = try await answers.answer(to: request)
      var receipt = Receipt(
        queries: [receipt(of: request, answer, answers)], now: moment(definition.clockUse, of: [request], answers))
      let cells = try await cells(of: grid, answer.table, at: state, adding: further, &receipt, answers)
      var model = try GridBuilder(grid.naming(answer.table.schema.names), locale: locale)
        .model(from: answer.table, cells: cells, receipt: receipt)
      let context = ContextBuilder(dashboard, at: state, locale: locale)
      model.context.parts = context.filters(grid.filters) + context.arguments(further, takenBy: [request.arguments])
      model.warnings += try FilterSelections(grid.filters, at: state)
        .warnings(for: [request], knowing: QueryDescriptions(of: [request.query], by: answers.delegate))
      model.warnings = model.warnings.naming(model.context)
      return model
    case .diagram(let diagram):
      let request = try request(diagram.query, diagram.filters, at: state, adding: further, answers)
      let answer = try await answers.answer(to: request)
      var model = try DiagramBuilder(diagram, locale: locale, variables: dashboard.variableValues(at: state))
        .model(
          from: answer.table, setting: state[item: diagram.name].nodes.entries.map { ($0.name, $0.value) },
          receipt: Receipt(
            queries: [receipt(of: request, answer, answers)], now: moment(nil, of: [request], answers)))
      let context = ContextBuilder(dashboard, at: state, locale: locale)
      model.context.parts =
        context.filters(diagram.filters) + context.arguments(further, takenBy: [request.arguments])
        + (try context.variables { try depends(item.name, of: dashboard, at: state, on: .variable($0)) })
      model.warnings += try FilterSelections(diagram.filters, at: state)
        .warnings(for: [request], knowing: QueryDescriptions(of: [request.query], by: answers.delegate))
      model.warnings = model.warnings.naming(model.context)
      return model
    case .panel: throw DiagnosticError(item.chartless)
    }
  }

  /// For each column of charts and each row of a grid, the data of its chart: what the query `GRID.COLUMN` answers to
  /// the headings of the row.
  private func cells(
    of grid: DataGridDefinition, _ table: Table, at state: Exploration, adding further: QueryArguments,
    _ receipt: inout Receipt, _ answers: AnswerService
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
          "\(grid.query).\(name)", grid.filters + own, at: state, beside: arguments, adding: further, answers)
        let answer = try await answers.answer(to: request)
        receipt.queries.append(self.receipt(of: request, answer, answers))
        rows.append(answer.table)
      }
      cells.append(rows)
    }
    return cells
  }

  /// What an item that is no chart asks: its query with what the filters let through. `picks` are further arguments,
  /// which those filters must let through.
  func request(
    _ query: String, _ filters: [NameReference], at state: Exploration, beside picks: QueryArguments = QueryArguments(),
    adding further: QueryArguments, _ answers: AnswerService
  ) throws(DiagnosticError) -> QueryRequest {
    let picks = try FilterSelections(filters, at: state, beside: picks)
    return QueryRequest(query, arguments: picks.arguments).adding(further, knowing: answers.delegate)
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
    // A few rows are added up before a thread has started.
    guard answers.contains(where: { $0.table.rowCount >= Self.manyRows }) else { return try model() }
    return try await Workers.blocking(control) { try model() }
  }

  private func receipt(
    of request: QueryRequest, _ answer: AnswerService.Answer, _ answers: AnswerService
  ) -> ReceiptQuery {
    ReceiptQuery(
      name: request.query, arguments: request.arguments, rows: answer.table.rowCount,
      source: answers.delegate.description(of: request.query)?.source,
      staleAsOf: answer.staleness == nil ? nil : answer.asOf, execution: answer.isReused ? .reused : .ran)
  }

  /// What `today()` and `now()` said in a chart and in its queries; nil where nothing asked.
  private func moment(_ use: ClockUse?, of requests: [QueryRequest], _ answers: AnswerService) -> Timestamp? {
    let uses = requests.map { answers.delegate.description(of: $0.query)?.clockUse } + [use]
    return uses.compactMap(\.self).max()?.reading(at: answers.delegate.now())
  }

  private static let manyRows = 1 << 12

  /// Bytes that a chart of a table may take: each row may be a category, with its label, its place and its cells.
  private static func memoryBytes(of table: Table) -> Int {
    table.byteCount + table.rowCount * (bytesOfCategory + 16 * table.schema.count)
  }

  private static let bytesOfCategory = 160
}
