import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The road from a dashboard to its chart models: asks the delegate for each chart's queries, and computes the model.
///
/// Answers are kept: a query runs again only when its arguments have changed, or after `forget()`. Copies share them.
public struct Pipeline: Sendable {
  private let delegate: any QueryDelegate
  private let dashboards: [Dashboard]
  private let answers: KeptAnswers
  private let workers: Int?
  public var locale = ChartLocale()

  /// Bytes of answers that a pipeline keeps unless it is told otherwise.
  public static let standardKeptBytes = 256 << 20

  /// A pipeline over the sources of a workspace.
  ///
  /// `memoryLimit`: bytes that each result may take, and all that are kept; more is refused with `lowMemory`.
  public init(
    _ workspace: Workspace, workers: Int? = nil, memoryLimit: Int? = nil, keptBytes: Int = standardKeptBytes
  ) {
    self.init(
      delegate: WorkspaceQueryDelegate(workspace, workers: workers, memoryLimit: memoryLimit),
      dashboards: workspace.dashboards, workers: workers, keptBytes: min(keptBytes, memoryLimit ?? .max))
  }

  /// A pipeline over your own delegate.
  ///
  /// - Parameters:
  ///   - workers: threads that share the work on many rows; nil: one for each processor.
  ///   - keptBytes: how much of the answers is kept, so that a variable, a what-if change or a way back asks nothing.
  public init(
    delegate: any QueryDelegate, dashboards: [Dashboard], workers: Int? = nil, keptBytes: Int = standardKeptBytes
  ) {
    self.delegate = delegate
    self.dashboards = dashboards
    self.workers = workers
    answers = KeptAnswers(mostBytes: keptBytes)
  }

  public func dashboard(_ name: String) throws(DiagnosticError) -> Dashboard {
    try Workspace(dashboards: dashboards, adapters: []).dashboard(name)
  }

  /// Computes one item of a dashboard as it is seen at a place: a chart, a grid, or the level of a drilldown group that
  /// the place leads to.
  ///
  /// Throws `DiagnosticError` for names and for what is impossible about the place, and what the delegate throws.
  public func chart(
    _ name: String, of dashboard: Dashboard, at place: Exploration = Exploration()
  ) async throws -> ChartModel {
    try await chart(name, of: dashboard, at: place, adding: QueryArguments())
  }

  func chart(
    _ name: String, of dashboard: Dashboard, at place: Exploration, adding further: QueryArguments
  ) async throws -> ChartModel {
    if let item = dashboard.items.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return try await model(of: item, dashboard, at: place, adding: further)
    }
    return try await model(of: try ChartPlan(name, of: dashboard, at: place, adding: further, knowing: described))
  }

  /// The table behind a chart at a place: what the query of the level in view answers, before anything is computed.
  ///
  /// Throws as `chart` does.
  public func table(
    behind name: String, of dashboard: Dashboard, at place: Exploration = Exploration()
  ) async throws -> Table {
    switch dashboard.items.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
    case .dataGrid(let grid)?: return try await answer(QueryRequest(grid.query)).0.table
    case let item? where !item.isComputed: throw DiagnosticError(item.notComputed)
    default: break
    }
    let plan = try ChartPlan(name, of: dashboard, at: place, knowing: described)
    return try await answer(plan.requests[plan.requests.count - 1]).0.table
  }

  func depends(
    _ name: String, of dashboard: Dashboard, at place: Exploration, on target: Steps.Target
  ) throws -> Bool {
    if case .dataGrid? = dashboard.items.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return false }
    return try ChartPlan(name, of: dashboard, at: place, knowing: described).depends(on: target)
  }

  /// What surrounds the charts of a dashboard: layouts, panels, and filters with what can be chosen in them.
  public func overview(of dashboard: Dashboard, at place: Exploration = Exploration()) async throws -> DashboardModel {
    try dashboard.model(at: place, filters: try await filters(of: dashboard, at: place)) { orientation in
      orientation == .landscape
        ? DashboardPicture.Orientation.landscape.size : DashboardPicture.Orientation.portrait.size
    }
  }

  /// Computes all items of a dashboard, in its order. What is not computed yet, the workspace's notes name.
  public func charts(of dashboard: Dashboard, at place: Exploration = Exploration()) async throws -> [ChartModel] {
    var models: [ChartModel] = []
    for item in dashboard.computedItems { models.append(try await chart(item.name, of: dashboard, at: place)) }
    return models
  }

  /// What can be chosen in the filters of a dashboard, in their order.
  public func filters(of dashboard: Dashboard, at place: Exploration = Exploration()) async throws -> [FilterModel] {
    var models: [FilterModel] = []
    for filter in dashboard.filters {
      let plan = try FilterPlan(filter.name, of: dashboard, at: place)
      let (answer, _) = try await answer(plan.request)
      models.append(try plan.model(from: answer.table, locale: locale))
    }
    return models
  }

  /// A place made elsewhere, such as one read from an address, with each of its moves made again - also against the
  /// data: what was picked in each level is looked for in that level's chart, and what is changed in its own.
  ///
  /// Throws `valueNotPresent` beside what `Dashboard.checked(_:)` throws.
  public func checked(_ place: Exploration, of dashboard: Dashboard) async throws -> Exploration {
    let place = try dashboard.checked(place)
    for group in dashboard.drillDownGroups {
      let path = place[item: group.name].drill
      // What a filter keeps out is told as that, before it is missed in the data.
      if !path.isEmpty { _ = try ChartPlan(group.name, of: dashboard, at: place) }
      for level in path.indices {
        var below = place
        below[item: group.name].drill = Array(path[...level])
        guard let above = try dashboard.placeOfLastPick(in: group.name, at: below) else { continue }
        let parent = try await chart(group.name, of: dashboard, at: above)
        try dashboard.checkLastPick(in: group.name, at: below, seenIn: parent)
      }
    }
    for item in dashboard.changedCharts(at: place) {
      var unchanged = place
      unchanged[item: item].whatIf = []
      let model = try await chart(item, of: dashboard, at: unchanged)
      try dashboard.checkChanges(of: item, at: place, seenIn: model)
    }
    return place
  }

  /// Forgets the answers that were kept: the next chart asks its queries again.
  public func forget() { answers.removeAll() }

  private func model(
    of item: DashboardItem, _ dashboard: Dashboard, at place: Exploration, adding further: QueryArguments
  ) async throws -> ChartModel {
    switch item {
    case .chart, .drillDownGroup:
      return try await model(
        of: try ChartPlan(item.name, of: dashboard, at: place, adding: further, knowing: described))
    case .dataGrid(let grid):
      let (answer, receipt) = try await answer(QueryRequest(grid.query))
      return try GridBuilder(grid, locale: locale).model(from: answer.table, receipt: Receipt(queries: [receipt]))
    case .overlayGroup, .treeMapGroup, .panel, .diagram: throw DiagnosticError(item.notComputed)
    }
  }

  private func model(of plan: ChartPlan) async throws -> ChartModel {
    var answers: [KeptAnswer] = []
    var receipt = Receipt()
    for request in plan.requests {
      let (answer, entry) = try await answer(request)
      answers.append(answer)
      receipt.queries.append(entry)
    }
    let tables = answers.map(\.table)
    guard ChartPlan.isLarge(tables) else { return try plan.model(from: tables, receipt: receipt, locale: locale) }
    let (sums, made) = (answers.map(\.sums), receipt)
    return try await Workers.blocking(RunControl()) {
      try plan.model(from: tables, sums: sums, receipt: made, locale: locale, workers: workers)
    }
  }

  private var described: (any DescribedQueries)? { delegate as? any DescribedQueries }

  private func ask(_ request: QueryRequest) async throws -> Table {
    guard let regrouping = request.regrouping else {
      return try await delegate.executeQuery(request.query, arguments: request.arguments)
    }
    guard let described else { preconditionFailure("only who describes queries is asked to group them anew") }
    return try await described.executeQuery(request.query, arguments: request.arguments, regrouped: regrouping)
  }

  /// The table of a request: an earlier answer to the same arguments, or the delegate's.
  private func answer(_ request: QueryRequest) async throws -> (KeptAnswer, ReceiptQuery) {
    let kept = answers[request]
    let answer: KeptAnswer
    if let kept {
      answer = kept
    } else {
      answer = KeptAnswer(table: try await ask(request))
      answers[request] = answer
    }
    return (
      answer,
      ReceiptQuery(
        name: request.query, arguments: request.arguments, rows: answer.table.rowCount,
        execution: kept == nil ? .ran : .reused)
    )
  }
}
