import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// The plan of a chart in a state of its dashboard. It contains the required queries with the origin of their
/// arguments, the roll-up decisions with their reasons, and the warnings.
///
/// The plan is a pure function of a definition, a state, query descriptions and a time. `model(from:receipt:locale:)`
/// executes it.
package struct ChartPlan: Sendable {
  /// One request for each level, from the coarsest to the current one. For dates, the chart's own request, followed by
  /// one for each level whose values do not add up. For an overlay, the requests of its layers.
  package let levels: [PlannedRequest]
  /// Requests for totals to which the values of the levels do not add up.
  package let totals: [PlannedRequest]
  /// The chart at the time of the run.
  let chart: ParsedChart
  let dashboard: Dashboard
  let state: Exploration
  let drill: DrillContext?
  let zoom: Int
  /// For each value, true if the values of several categories do not add up to their combined value.
  let misleads: [Bool]
  /// Warnings about values that are not exact.
  let rollUpWarnings: [Warning]
  /// Warnings about filters that are set but not used by a query.
  let filterWarnings: [Warning]
  /// The values selected above the chart and in its filters.
  let picks: FilterSelections
  /// The selections in other charts.
  let crossFilters: CrossFilters
  /// Additional arguments from the caller.
  let further: QueryArguments
  /// The layers of an overlay, the lowest first. Empty for a chart.
  let layers: [ChartPlan]
  /// The use of the clock by the chart itself. Its queries may use the clock too.
  package let clockUse: ClockUse?
  let queries: QueryDescriptions

  package var requests: [QueryRequest] { levels.map(\.request) }

  /// `requests` and the requests for totals, which can run concurrently.
  package var allRequests: [QueryRequest] { (levels + totals).map(\.request) }

  /// The request of the current level, or of the lowest layer.
  package var mainRequest: QueryRequest {
    let requests = layers.first?.requests ?? requests
    return requests[requests.count - 1]
  }

  package var warnings: [Warning] {
    layers.isEmpty ? rollUpWarnings + filterWarnings : layers.flatMap(\.warnings)
  }

  /// Creates the plan of a chart or drilldown group. `further` contains arguments in addition to those of the state.
  ///
  /// Throws `metadataObjectUndefined` for names, errors of the state, and `rollUpNotExact` for values that can neither
  /// be added up over dates nor be queried again.
  package init(
    _ item: String, of dashboard: Dashboard, at state: Exploration, adding further: QueryArguments = QueryArguments(),
    knowing queries: QueryDescriptions = QueryDescriptions()
  ) throws(DiagnosticError) {
    let (chart, drill) = try Self.definition(of: item, in: dashboard, at: state)
    try self.init(chart, drill, of: dashboard, at: state, adding: further, knowing: queries)
  }

  /// Returns the chart that an item shows in a state, and its position in a drilldown group.
  static func definition(
    of item: String, in dashboard: Dashboard, at state: Exploration
  ) throws(DiagnosticError) -> (chart: ParsedChart, drill: DrillContext?) {
    if case .drillDownGroup(let group)? = dashboard.item(named: item) {
      let context = try DrillContext(group: group, state)
      return (context.chart, context)
    }
    if dashboard.item(named: item) == nil, let (group, level) = dashboard.groupLevel(item) {
      return (group.levels[level], try DrillContext(group: group, chart: level, state))
    }
    if let overlay = dashboard.overlay(item) { return (overlay.chart, nil) }
    return (try dashboard.chart(item, zoomedTo: state[item: item].zoom ?? 1), nil)
  }

  private init(
    _ written: ParsedChart, _ drill: DrillContext?, of dashboard: Dashboard, at state: Exploration,
    adding further: QueryArguments, knowing queries: QueryDescriptions
  ) throws(DiagnosticError) {
    self.queries = queries
    self.dashboard = dashboard
    self.state = state
    var chart = queries.moment.map { written.at($0) } ?? written
    if let aggregation = queries[chart.query]?.aggregation {
      chart = chart.naming(aggregation.keys + aggregation.measures.map(\.name))
    }
    self.chart = chart
    self.drill = drill
    self.further = further
    zoom = min(state[item: chart.name].zoom ?? 1, max(1, chart.levelCount))
    layers = try (chart.overlay?.layers ?? []).map { layer throws(DiagnosticError) in
      var chart = layer.chart
      // Points of a layer are drawn at its categories.
      if chart.type.has(.points) { chart.type = .line }
      return try ChartPlan(chart, drill, of: dashboard, at: state, adding: further, knowing: queries)
    }
    clockUse = (layers.map(\.clockUse) + [written.clockUse]).compactMap(\.self).max()
    if chart.overlay != nil {
      levels = layers.flatMap(\.levels)
      picks = FilterSelections()
      crossFilters = CrossFilters()
      (totals, misleads, rollUpWarnings, filterWarnings) = (layers.flatMap(\.totals), [], [], [])
      return
    }
    let inherited = drill.map { $0.level > 0 ? $0.group.levels[0].filters : [] } ?? []
    picks = try FilterSelections(chart.filters + inherited, at: state, beside: drill?.arguments ?? QueryArguments())
    let arguments = picks.arguments
    let crossFilters = CrossFilters(of: dashboard, at: state, besides: chart.name, in: drill?.group.name)
    self.crossFilters = crossFilters
    let own = try chart.queries(zoomedTo: zoom).map { name throws(DiagnosticError) in
      try crossFilters.adding(
        to: QueryRequest(name, arguments: arguments).adding(further, taking: queries[name]?.parameters),
        taking: queries[name]?.parameters ?? chart.selectableColumns)
    }
    let exact = ExactRequests(chart, zoomedTo: zoom, own, queries)
    let inexact: [Warning]
    (levels, inexact) = try exact.requests()
    let sort = state[item: chart.name].sort
    let totals = exact.totals(isSorted: sort.map { $0.key == .value } ?? (chart.sort?.key == .value))
    self.totals = totals.requests
    rollUpWarnings = inexact + totals.warnings.filter { !inexact.contains($0) }
    filterWarnings =
      picks.warnings(for: levels.map(\.request), knowing: queries) + CrossFilters.warnings(of: chart, at: state)
    let aggregation = levels.last.flatMap { queries[$0.request.query]?.aggregation }
    let rollUp = aggregation.map { RollUp($0, aggregate: chart.aggregate) }
    misleads = chart.values.map { rollUp?.misleads($0.expression) ?? false }
  }

  /// Returns true if the chart can depend on the value of the target. A query without a description can depend on every
  /// argument.
  package func depends(on target: Steps.Target) -> Bool {
    if !layers.isEmpty { return layers.contains { $0.depends(on: target) } }
    switch target {
    case .variable(let name):
      return (chart.values.map(\.expression) + chart.lookExpressions).contains {
        $0.variableNames.contains(name: name)
      }
    case .filter(let name): return picks.filters.map(\.name).contains(name: name)
    case .argument(let name):
      return levels.contains { queries[$0.request.query].map { $0.parameters.contains(name: name) } ?? true }
    }
  }
}

extension Dashboard {
  /// Returns the values of the variables in a state.
  package func variableValues(at state: Exploration) -> [(name: String, value: QueryArgument)] {
    variables.map { ($0.name, .scalar($0.typed(state.variables[$0.name] ?? $0.value))) }
  }
}

extension VariableDefinition {
  /// Returns a value in the type that expressions expect: the number of a float variable is a float in every notation.
  fileprivate func typed(_ value: Scalar) -> Scalar {
    type == .float ? value.doubleValue.map { .float($0) } ?? value : value
  }
}

extension ParsedChart {
  /// The number of zooming levels; 1 for a chart that does not zoom.
  package var levelCount: Int { grains?.grains.count ?? max(1, zoomingLevels.count) }

  /// The titles of the levels, the coarsest first.
  var levelTitles: [String] {
    if let grains { return grains.grains.map(\.rawValue) }
    return zoomingLevels.isEmpty ? [category.shownTitle] : zoomingLevels.map(\.category.shownTitle)
  }

  /// Returns one query for each level that has its own. The chart's query provides the columns of grains.
  func queries(zoomedTo level: Int) -> [String] {
    if let overlay { return overlay.layers.flatMap { $0.chart.queries(zoomedTo: 1) } }
    if grains != nil || zoomingLevels.isEmpty { return [query] }
    return zoomingLevels.prefix(level).map(\.query)
  }

  func axes(zoomedTo level: Int) -> [AxisDefinition] {
    zoomingLevels.isEmpty ? [category] : zoomingLevels.prefix(level).map(\.category)
  }
}

extension [Warning] {
  /// Returns the warnings. A warning about missing rows also names the selections, which may be the reason.
  package func naming(_ context: ChartContext) -> [Warning] {
    let conditions = context.conditions
    guard !conditions.isEmpty else { return self }
    return map { warning in
      guard warning.code == .dataTableEmpty else { return warning }
      var named = warning
      named.message = warning.message.replacingBytes("has no rows;", with: "has no rows for \(conditions);")
      return named
    }
  }
}
