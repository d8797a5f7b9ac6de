import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// What an item shows at a place: which queries it needs, and the model as a function of their tables.
///
/// Pure: a dashboard, a name and a place give a plan; a plan and tables give a model. Whoever holds a plan asks its
/// requests, wherever the answers come from.
package struct ChartPlan: Sendable {
  /// One for each level from the coarsest to the one in view; for dates the chart's own, and then one for each level
  /// where the parts of its values do not add up.
  package let requests: [QueryRequest]
  private let written: ChartDefinition
  /// The same at the moment of the run.
  private let chart: ChartDefinition
  private let dashboard: Dashboard
  private let place: Exploration
  private let drill: DrillContext?
  private let zoom: Int

  /// Asked beside `requests`: values that theirs do not add up to.
  private let totals: [ExactRequests.Total]
  private let queries: (any QueryDelegate)?
  /// What is not exact about the answers.
  private let warnings: [Warning]
  /// What was picked above, and what the filters let through.
  private let picks: FilterPicks
  /// Arguments beside those of the place.
  private let further: QueryArguments
  /// Of an overlay, the lowest first; empty for a chart.
  private let layers: [ChartPlan]

  /// What is asked for the level in view; of several tables the one that stands lowest.
  package var mainRequest: QueryRequest {
    let requests = layers.first?.requests ?? requests
    return requests[requests.count - 1]
  }

  /// The plan of a chart or drilldown group. Whoever knows what the queries are made of, says so by `queries`.
  /// `further` are arguments beside those of the place.
  ///
  /// Throws `metadataObjectUndefined` for names, what is impossible about the place, and `rollUpNotExact` for values
  /// that can neither be added up over dates nor asked again.
  package init(
    _ item: String, of dashboard: Dashboard, at place: Exploration, adding further: QueryArguments = QueryArguments(),
    knowing queries: (any QueryDelegate)? = nil
  ) throws(DiagnosticError) {
    let drill: DrillContext?
    let chart: ChartDefinition
    if case .drillDownGroup(let group)? = dashboard.item(named: item) {
      let context = try DrillContext(group: group, place)
      drill = context
      chart = context.chart
    } else if dashboard.item(named: item) == nil,
      let (group, level) = dashboard.groupLevel(item)
    {
      drill = try DrillContext(group: group, chart: level, place)
      chart = group.levels[level]
    } else if let overlay = dashboard.overlay(item) {
      drill = nil
      chart = overlay.chart
    } else {
      drill = nil
      chart = try dashboard.chart(item, zoomedTo: place[item: item].zoom ?? 1)
    }
    try self.init(chart, drill, of: dashboard, at: place, adding: further, knowing: queries)
  }

  private init(
    _ chart: ChartDefinition, _ drill: DrillContext?, of dashboard: Dashboard, at place: Exploration,
    adding further: QueryArguments, knowing queries: (any QueryDelegate)?
  ) throws(DiagnosticError) {
    self.queries = queries
    self.dashboard = dashboard
    self.place = place
    written = chart
    var chart = queries.map { chart.at($0.now()) } ?? chart
    if let aggregation = queries?.description(of: chart.query)?.aggregation {
      chart = chart.naming(aggregation.keys + aggregation.measures.map(\.name))
    }
    self.chart = chart
    self.drill = drill
    self.further = further
    zoom = min(place[item: chart.name].zoom ?? 1, max(1, chart.levelCount))
    if let overlay = chart.overlay {
      layers = try overlay.layers.map { layer throws(DiagnosticError) in
        var chart = layer.chart
        // Points of a layer stand at its categories.
        if chart.type == .scatter || chart.type == .bubble { chart.type = .line }
        return try ChartPlan(chart, drill, of: dashboard, at: place, adding: further, knowing: queries)
      }
      requests = layers.flatMap(\.requests)
      picks = FilterPicks()
      (totals, warnings) = ([], [])
      return
    }
    layers = []
    let inherited = drill.map { $0.level > 0 ? $0.group.levels[0].filters : [] } ?? []
    picks = try FilterPicks(
      chart.filters + inherited, at: place, beside: drill?.arguments ?? QueryArguments())
    let arguments = picks.arguments
    let own = chart.queries(zoomedTo: zoom).map { name in
      QueryRequest(name, arguments: arguments).adding(further, knowing: queries)
    }
    guard let queries else {
      (requests, totals, warnings) = (own, [], [])
      return
    }
    let exact = ExactRequests(chart, zoomedTo: zoom, own, queries)
    let (requests, inexact) = try exact.requests()
    let sort = place[item: chart.name].sort
    let totals = exact.totals(isSorted: sort.map { $0.key == .value } ?? (chart.sort?.key == .value))
    self.requests = requests
    self.totals = totals.requests
    warnings = inexact + totals.warnings.filter { !inexact.contains($0) }
  }

  /// What the chart itself asks of the clock; its queries may ask too.
  package var clockUse: ClockUse? { (layers.map(\.clockUse) + [written.clockUse]).compactMap(\.self).max() }

  /// Whether the chart can be another where something takes another value. Of an argument that nobody describes it can.
  package func depends(on target: Steps.Target) -> Bool {
    if !layers.isEmpty { return layers.contains { $0.depends(on: target) } }
    switch target {
    case .variable(let name):
      return (chart.values.map(\.expression) + [chart.itemColor].compactMap(\.self)).contains {
        $0.variableNames.contains(name: name)
      }
    case .filter(let name): return picks.filters.map(\.name).contains(name: name)
    case .argument(let name):
      return requests.contains { queries?.description(of: $0.query).map { $0.parameters.contains(name: name) } ?? true }
    }
  }

  /// `requests`, and those for values over fewer keys, which can be asked at once.
  package var allRequests: [QueryRequest] { requests + totals.map(\.request) }

  /// The requests to make after `requests` are answered, mostly none: whether the rows of a last period stand for days,
  /// weeks or months, where the dates leave it open.
  package func furtherRequests(after tables: [Table]) -> [QueryRequest] {
    guard let period = chart.period, requests.count == 1, tables.count >= 1,
      let span = DateSpan(of: period, in: tables[0], steps: nil), span.mayHaveSteps,
      span.endAfterData(period.grain, of: [period.grain], fiscalYearStart: 1) != nil
    else { return [] }
    var request = requests[0]
    request.regrouping = Regrouping(derived: [], kept: [], measures: DateSpan.steps(of: period.date))
    return [request]
  }

  /// The model of the tables that answered `requests`, or `allRequests` and then `furtherRequests`, in their order.
  /// Blocks while rows are added up by `workers` threads.
  package func model(
    from tables: [Table], receipt: Receipt, locale: ChartLocale, workers: Int? = nil
  ) throws -> ChartModel {
    try model(
      from: tables, sums: tables.map { _ in KeptSums() }, receipt: receipt, locale: locale, workers: workers,
      RunControl())
  }

  /// As above; `sums` are kept beside each table by the caller, and `control` ends the work.
  package func model(
    from tables: [Table], sums: [KeptSums], receipt: Receipt, locale: ChartLocale, workers: Int? = nil,
    _ control: RunControl
  ) throws -> ChartModel {
    precondition(tables.count >= requests.count && sums.count == tables.count, "a table for each request")
    if let overlay = chart.overlay {
      return try model(
        of: overlay, from: tables, sums: sums, receipt: receipt, locale: locale, workers: workers, control)
    }
    let named = chart.naming(tables[requests.count - 1].schema.names)
    var builder = ChartBuilder(named, locale: locale, variables: variables)
    builder.state = place[item: chart.name]
    builder.workers = workers
    var levels = try levels(
      Array(tables.prefix(requests.count)), Array(sums.prefix(requests.count)), TableQueryExecutor(workers: workers),
      control)
    let further = Array(zip(tables, sums).dropFirst(requests.count))
    if let last = levels.indices.last, further.count >= totals.count {
      for (total, answer) in zip(totals, further) {
        levels[last].totals[total.keys] = LevelTable.Answer(table: answer.0, sums: answer.1)
      }
      levels[last].steps = further.dropFirst(totals.count).first?.0
    }
    var model = try builder.model(from: levels, receipt: receipt, control)
    model.drill = drill?.state(of: model)
    if model.forecast != nil, let start = model.thresholds.predictiveStart, let picks = model.drill?.categoryPicks {
      // What is predicted has no data to drill into.
      model.drill?.categoryPicks = picks.enumerated().map { $0 < start ? $1 : nil }
    }
    let isWholeAsked = levels.last?.totals[.series] != nil
    let sums = leaveOutOther(of: &model) + leaveOutWhole(of: &model, isAsked: isWholeAsked)
    for warning in warnings + sums + picks.warnings(for: requests, knowing: queries)
    where !model.warnings.contains(warning) {
      model.warnings.append(warning)
    }
    model.context = context(of: model, locale)
    model.warnings = model.warnings.naming(model.context)
    if chart.levelCount > 1 {
      model.zoom = ZoomState(level: chart.levelCount - zoom, titles: chart.levelTitles.reversed())
    }
    return try model.checked()
  }

  /// Each layer of the tables that it asked for, and then all of them over one another.
  private func model(
    of overlay: OverlayGroupDefinition, from tables: [Table], sums: [KeptSums], receipt: Receipt, locale: ChartLocale,
    workers: Int?, _ control: RunControl
  ) throws -> ChartModel {
    var models: [ChartModel] = []
    var start = 0
    for layer in layers {
      let own = start..<start + layer.requests.count
      start = own.upperBound
      var share = receipt
      share.queries = receipt.queries.count == tables.count ? Array(receipt.queries[own]) : []
      models.append(
        try layer.model(
          from: Array(tables[own]), sums: Array(sums[own]), receipt: share, locale: locale, workers: workers, control))
    }
    var builder = OverlayBuilder(overlay)
    builder.state = place[item: overlay.name]
    var model = try builder.model(of: models, locale: locale)
    model.drill = drill?.state(of: model)
    model.context = ChartContext(
      models.flatMap(\.context.parts).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    return try model.checked()
  }

  /// What narrows and changes what is shown.
  private func context(of model: ChartModel, _ locale: ChartLocale) -> ChartContext {
    let builder = ContextBuilder(dashboard, at: place, locale: locale)
    var parts = drill.map { builder.drill($0) } ?? []
    parts += chart.conditions.map { .init(.filter, text: $0) }
    parts += builder.filters(picks.filters, beside: drill?.arguments ?? QueryArguments())
    parts += builder.arguments(further, takenBy: requests.map(\.arguments))
    parts += builder.variables { depends(on: .variable($0)) }
    parts += builder.changes(of: chart.name)
    if chart.grains != nil || chart.period != nil || model.levels[model.visibleLevel].values.type.isTemporal {
      parts += model.period(coarsestFirst: chart.grains != nil)
    }
    return ChartContext(parts)
  }

  /// "Other" has no value where those of its categories do not add up: an average of averages is none.
  private func leaveOutOther(of model: inout ChartModel) -> [Warning] {
    guard let other = model.levels[0].other, chart.grains == nil,
      let aggregation = queries?.description(of: requests[requests.count - 1].query)?.aggregation
    else { return [] }
    let rollUp = RollUp(aggregation, aggregate: chart.aggregate)
    var warnings: [Warning] = []
    let rows = (0..<model.series.count * model.categoryCount).map { row in
      row % model.categoryCount == other ? -1 : Int32(truncatingIfNeeded: row)
    }
    for (index, value) in chart.values.enumerated() where rollUp.misleads(value.expression) {
      model.dimensions[index].cells = model.dimensions[index].cells.gathered(rows)
      if let before = model.baseline?[index] { model.baseline?[index] = before.gathered(rows) }
      warnings.append(
        Warning(
          .rollUpNotExact, "'Other' has no value of '\(value.expression)': those of its categories do not add up"))
    }
    return warnings
  }

  /// Nor has the whole, of a summary, unless it was asked for.
  private func leaveOutWhole(of model: inout ChartModel, isAsked: Bool) -> [Warning] {
    guard var summary = model.summary,
      let aggregation = queries?.description(of: requests[requests.count - 1].query)?.aggregation
    else { return [] }
    let rollUp = RollUp(aggregation, aggregate: chart.aggregate)
    var warnings: [Warning] = []
    for (index, value) in chart.values.enumerated()
    where summary.whole.indices.contains(index) && rollUp.misleads(value.expression) {
      summary.addsUp[index] = false
      if isAsked { continue }
      summary.whole[index] = summary.whole[index].map { _ in .null }
      warnings.append(
        Warning(
          .rollUpNotExact,
          "'\(summary.title)' has no value of '\(value.expression)': those of the categories do not add up"))
    }
    model.summary = summary
    return warnings
  }

  private func levels(
    _ tables: [Table], _ sums: [KeptSums], _ executor: TableQueryExecutor, _ control: RunControl
  ) throws -> [LevelTable] {
    if let grains = chart.grains {
      var levels = try GrainedTable(tables[0], chart: chart, grains: grains, query: requests[0].query)
        .levels(zoomedTo: zoom, sums[0], executor, control)
      for (level, table) in tables.dropFirst().enumerated() {
        levels[level].table = table
        levels[level].derived = []
        levels[level].sums = sums[level + 1]
      }
      return levels
    }
    return zip(chart.axes(zoomedTo: zoom), zip(requests, zip(tables, sums))).map { axis, answered in
      var level = LevelTable(axis, query: answered.0.query, answered.1.0)
      level.sums = answered.1.1
      return level
    }
  }

  private var variables: [(name: String, value: QueryArgument)] { dashboard.variableValues(at: place) }
}

extension Dashboard {
  /// The variables as they are set at a place.
  package func variableValues(at place: Exploration) -> [(name: String, value: QueryArgument)] {
    variables.map { ($0.name, .scalar($0.typed(place.variables[$0.name] ?? $0.value))) }
  }
}

extension VariableDefinition {
  /// A value as expressions get it: a number of a float variable is a float, however it was written.
  fileprivate func typed(_ value: Scalar) -> Scalar {
    type == .float ? value.doubleValue.map { .float($0) } ?? value : value
  }
}

extension ChartDefinition {
  /// Zooming levels; 1 for a chart that does not zoom.
  package var levelCount: Int { grains?.grains.count ?? max(1, zoomingLevels.count) }

  /// The coarsest first.
  var levelTitles: [String] {
    if let grains { return grains.grains.map(\.rawValue) }
    return zoomingLevels.isEmpty ? [category.shownTitle] : zoomingLevels.map(\.category.shownTitle)
  }

  /// One query for each level with one of its own; a column of grains is answered by the chart's.
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
  /// Those about data without rows with what was picked, which may be the reason.
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
