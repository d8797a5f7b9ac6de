import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerMetadata
import AugerQuery

/// The execution of a plan: the delegate describes the queries, and their results become the model.
extension ChartPlan {
  /// Creates the plan with the delegate's query descriptions and time.
  package init(
    _ item: String, of dashboard: Dashboard, at state: Exploration, adding further: QueryArguments = QueryArguments(),
    knowing delegate: any QueryDelegate
  ) throws(DiagnosticError) {
    let chart = try Self.definition(of: item, in: dashboard, at: state).chart
    let charts = [chart] + (chart.overlay?.layers.map(\.chart) ?? [])
    let queries = QueryDescriptions(of: charts.flatMap { [$0.query] + $0.allQueries }, by: delegate)
    try self.init(item, of: dashboard, at: state, adding: further, knowing: queries)
  }

  /// Returns requests that are needed after `requests`, usually none. They determine whether the rows of a last period
  /// cover days, weeks or months, if the dates are ambiguous.
  package func furtherRequests(after tables: [Table]) -> [QueryRequest] {
    guard let period = chart.period, requests.count == 1, tables.count >= 1,
      let span = DateSpan(of: period, in: tables[0], steps: nil), span.mayHaveSteps,
      span.endAfterData(period.grain, of: [period.grain], fiscalYearStart: 1) != nil
    else { return [] }
    var request = requests[0]
    request.regrouping = Regrouping(derived: [], kept: [], measures: DateSpan.steps(of: period.date))
    return [request]
  }

  /// Returns the model for the results of `requests`, or of `allRequests` followed by `furtherRequests`, in their
  /// order. Blocks while `workers` threads aggregate rows.
  package func model(
    from tables: [Table], receipt: Receipt, locale: ChartLocale, workers: Int? = nil
  ) throws -> ChartModel {
    try model(
      from: tables, sums: tables.map { _ in KeptSums() }, receipt: receipt, locale: locale, workers: workers,
      RunControl())
  }

  /// Returns the model. The caller caches `sums` with each table, and `control` can stop the work.
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
    var builder = ChartBuilder(named, locale: locale, variables: dashboard.variableValues(at: state))
    builder.state = state[item: chart.name]
    builder.workers = workers
    var levels = try levelTables(
      Array(tables.prefix(requests.count)), Array(sums.prefix(requests.count)), TableQueryExecutor(workers: workers),
      control)
    let further = Array(zip(tables, sums).dropFirst(requests.count))
    if let last = levels.indices.last, further.count >= totals.count {
      for case (let keys?, let answer) in zip(totals.map(\.totals), further) {
        levels[last].totals[keys] = LevelTable.Answer(table: answer.0, sums: answer.1)
      }
      levels[last].steps = further.dropFirst(totals.count).first?.0
    }
    var model = try builder.model(from: levels, receipt: receipt, control)
    model.drill = drill?.state(of: model)
    if model.forecast != nil, let start = model.thresholds.predictiveStart, let picks = model.drill?.categoryPicks {
      // Forecast categories have no data for a drilldown.
      model.drill?.categoryPicks = picks.enumerated().map { $0 < start ? $1 : nil }
    }
    let isWholeAsked = levels.last?.totals[.series] != nil
    let sums = leaveOutOther(of: &model) + leaveOutWhole(of: &model, isAsked: isWholeAsked)
    for warning in rollUpWarnings + sums + filterWarnings where !model.warnings.contains(warning) {
      model.warnings.append(warning)
    }
    model.context = context(of: model, locale)
    model.warnings = model.warnings.naming(model.context)
    if chart.levelCount > 1 {
      model.zoom = ZoomInfo(level: chart.levelCount - zoom, titles: chart.levelTitles.reversed())
    }
    return try model.checked()
  }

  /// Computes the model of each layer from its tables, then overlays them.
  private func model(
    of overlay: OverlayGroupDefinition, from tables: [Table], sums: [KeptSums], receipt: Receipt, locale: ChartLocale,
    workers: Int?, _ control: RunControl
  ) throws -> ChartModel {
    var models: [ChartModel] = []
    // The tables of all layers, followed by their totals, if the caller has them.
    var start = 0
    var total = tables.count >= requests.count + totals.count ? requests.count : tables.count
    for layer in layers {
      let own = start..<start + layer.requests.count
      let further = total..<min(tables.count, total + layer.totals.count)
      (start, total) = (own.upperBound, further.upperBound)
      var share = receipt
      share.queries =
        receipt.queries.count == tables.count ? Array(receipt.queries[own]) + Array(receipt.queries[further]) : []
      models.append(
        try layer.model(
          from: Array(tables[own]) + Array(tables[further]), sums: Array(sums[own]) + Array(sums[further]),
          receipt: share, locale: locale, workers: workers, control))
    }
    var builder = OverlayBuilder(overlay)
    builder.state = state[item: overlay.name]
    var model = try builder.model(of: models, locale: locale)
    model.drill = drill?.state(of: model)
    model.context = ChartContext(
      models.flatMap(\.context.parts).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    return try model.checked()
  }

  /// Returns the description of the restrictions of rows.
  package func rowContext(locale: ChartLocale) -> [ChartContext.Part] {
    if let lowest = layers.first { return lowest.rowContext(locale: locale) }
    let builder = ContextBuilder(dashboard, at: state, locale: locale)
    return (drill.map { builder.drill($0) } ?? []) + chart.conditions.map { .init(.filter, text: $0) }
      + builder.filters(picks.filters, beside: drill?.arguments ?? QueryArguments())
      + builder.selections(crossFilters, takenBy: requests)
      + builder.arguments(further, takenBy: requests.map(\.arguments))
  }

  /// Returns the description of the restrictions and changes.
  private func context(of model: ChartModel, _ locale: ChartLocale) -> ChartContext {
    let builder = ContextBuilder(dashboard, at: state, locale: locale)
    var parts = rowContext(locale: locale)
    parts += builder.variables { depends(on: .variable($0)) }
    parts += builder.changes(of: chart.name)
    if chart.grains != nil || chart.period != nil || model.levels[model.visibleLevel].values.type.isTemporal {
      parts += model.period(coarsestFirst: chart.grains != nil)
    }
    return ChartContext(parts)
  }

  /// Removes the value of "Other" if the values of its categories do not add up: an average of averages is not exact.
  private func leaveOutOther(of model: inout ChartModel) -> [Warning] {
    guard let other = model.levels[0].other, chart.grains == nil else { return [] }
    var warnings: [Warning] = []
    let rows = (0..<model.series.count * model.categoryCount).map { row in
      row % model.categoryCount == other ? -1 : Int32(truncatingIfNeeded: row)
    }
    for (index, value) in chart.values.enumerated() where misleads[index] {
      model.dimensions[index].cells = model.dimensions[index].cells.gathered(rows)
      if let before = model.baselineCells?[index] { model.baselineCells?[index] = before.gathered(rows) }
      warnings.append(
        Warning(
          .rollUpNotExact, "'Other' has no value of '\(value.expression)': those of its categories do not add up"))
    }
    return warnings
  }

  /// Removes the total of a summary likewise, unless it was queried.
  private func leaveOutWhole(of model: inout ChartModel, isAsked: Bool) -> [Warning] {
    guard var summary = model.summary else { return [] }
    var warnings: [Warning] = []
    for (index, value) in chart.values.enumerated() where misleads[index] && summary.whole.indices.contains(index) {
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

  private func levelTables(
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
}

extension QueryDescriptions {
  package init(of names: [String], by delegate: any QueryDelegate) {
    self.init(at: delegate.now())
    for name in names { self[name] = delegate.description(of: name) }
  }
}
