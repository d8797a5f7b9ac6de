import AugerCharts
public import AugerColumns
import AugerDiagnostics
import AugerExpressions
public import AugerMetadata
public import AugerQuery

/// What an item shows at a place: which queries it needs, and the model as a function of their tables.
///
/// Pure: a dashboard, a name and a place give a plan; a plan and tables give a model. Whoever holds a plan asks its
/// requests, wherever the answers come from.
public struct ChartPlan: Sendable {
  /// One for each level from the coarsest to the one in view; for dates the chart's own, and then one for each level
  /// where the parts of its values do not add up.
  public let requests: [QueryRequest]
  private let chart: ChartDefinition
  private let dashboard: Dashboard
  private let place: Exploration
  private let drill: DrillContext?
  private let zoom: Int

  private let queries: (any DescribedQueries)?

  /// The plan of a chart or drilldown group. Whoever knows what the queries are made of, says so by `queries`.
  /// `further` are arguments beside those of the place.
  ///
  /// Throws `metadataObjectUndefined` for names, what is impossible about the place, and `rollUpNotExact` for values
  /// that can neither be added up over dates nor asked again.
  public init(
    _ item: String, of dashboard: Dashboard, at place: Exploration, adding further: QueryArguments = QueryArguments(),
    knowing queries: (any DescribedQueries)? = nil
  ) throws(DiagnosticError) {
    self.queries = queries
    self.dashboard = dashboard
    self.place = place
    if let group = dashboard.drillDownGroups.first(where: { $0.name.utf8.elementsEqual(item.utf8) }) {
      let context = try DrillContext(group: group, place)
      drill = context
      chart = context.chart
    } else if !dashboard.items.contains(where: { $0.name.utf8.elementsEqual(item.utf8) }),
      let (group, level) = dashboard.groupLevel(item)
    {
      drill = try DrillContext(group: group, chart: level, place)
      chart = group.levels[level]
    } else {
      drill = nil
      chart = try dashboard.chart(item)
    }
    zoom = min(place[item: chart.name].zoom ?? 1, max(1, chart.levelCount))
    var arguments = drill?.arguments ?? QueryArguments()
    let inherited = drill.map { $0.level > 0 ? $0.group.levels[0].filters : [] } ?? []
    for reference in chart.filters + inherited {
      try Self.apply(reference.name, place, to: &arguments)
    }
    for (name, value) in further.entries { arguments[name] = value }
    let own = chart.queries(zoomedTo: zoom).map { QueryRequest($0, arguments: arguments) }
    requests = own + (try Self.again(chart, zoom, own[0], queries?.description(of: chart.query)))
  }

  /// For a chart of dates whose values do not add up, its query grouped by each level's grains.
  private static func again(
    _ chart: ChartDefinition, _ zoom: Int, _ own: QueryRequest, _ query: QueryDescription?
  ) throws(DiagnosticError) -> [QueryRequest] {
    guard let grains = chart.grains, let aggregation = query?.aggregation else { return [] }
    let rollUp = RollUp(aggregation, aggregate: chart.aggregate)
    guard let value = chart.values.first(where: { !rollUp.isExact($0.expression) }) else { return [] }
    func refuse(_ reason: String, _ hint: String) -> DiagnosticError {
      DiagnosticError(
        Diagnostic(
          .rollUpNotExact, "chart '\(chart.name)': '\(value.expression)' does not add up over dates, and \(reason)",
          at: value.place, hint: hint))
    }
    let kept = chart.series.map { [$0.column] } ?? []
    let keys = aggregation.keys.filter { key in
      !kept.contains { $0.utf8.elementsEqual(key.utf8) } && !key.utf8.elementsEqual(chart.category.column.utf8)
    }
    guard aggregation.keys.contains(where: { $0.utf8.elementsEqual(chart.category.column.utf8) }) else {
      throw refuse("its query is not grouped by '\(chart.category.column)'", "add it to groupBy")
    }
    guard !aggregation.isLimited else { throw refuse("its query has a limit", "take the limit off") }
    guard grains.timeZone == nil else {
      throw refuse("its days begin in a time zone of the chart", "derive the local date in the query")
    }
    for value in chart.values {
      if let key = keys.first(where: { key in value.expression.columnNames.contains { $0.utf8.elementsEqual(key.utf8) }
      }) {
        throw refuse("'\(key)' has several values in a category", "measures that name it belong into the query")
      }
    }
    return (1...zoom).map { level in
      let derived = grains.grains.prefix(level).map { grain in
        Regrouping.Key(
          GrainedTable.columnName(grain, of: chart.category.column),
          GrainedTable.expression(grain, of: "[\(chart.category.column)]", grains))
      }
      return QueryRequest(own.query, arguments: own.arguments, regrouping: Regrouping(derived: derived, kept: kept))
    }
  }

  /// A warning for each filter that is set and that a query of the chart does not use.
  private var filterWarnings: [Warning] {
    guard let queries else { return [] }
    var warnings: [Warning] = []
    let inherited = drill.map { $0.level > 0 ? $0.group.levels[0].filters : [] } ?? []
    for filter in chart.filters + inherited where place.filters[filter.name] != nil {
      for request in requests where request.regrouping == nil {
        guard let parameters = queries.description(of: request.query)?.parameters,
          !parameters.contains(where: { $0.utf8.elementsEqual(filter.name.utf8) })
        else { continue }
        warnings.append(
          Warning(
            .filterNotUsed,
            "filter '\(filter.name)' changes nothing: query '\(request.query)' has no parameter of that name"))
      }
    }
    return warnings
  }

  /// A filter's picks become an argument of its name. A drill pick of that name wins and must be one of them.
  private static func apply(
    _ filter: String, _ place: Exploration, to arguments: inout QueryArguments
  ) throws(DiagnosticError) {
    guard let state = place.filters[filter] else { return }
    if let picked = arguments[filter] {
      let values: [Scalar] =
        switch picked {
        case .scalar(let value): [value]
        case .list(let values): values
        case .range(let lower, let upper): [lower, upper]
        }
      if let stranger = values.first(where: { !state.contains($0) }) {
        throw DiagnosticError(
          Diagnostic(
            .drillOutsideFilter, "'\(stranger)' was drilled into and is not among the picks of filter '\(filter)'"))
      }
      return
    }
    arguments[filter] = state.argument
  }

  /// The model of the tables that answered `requests`, in their order. Blocks while many rows are added up by `workers`
  /// threads.
  public func model(
    from tables: [Table], receipt: Receipt, locale: ChartLocale, workers: Int? = nil
  ) throws -> ChartModel {
    try model(from: tables, sums: tables.map { _ in KeptSums() }, receipt: receipt, locale: locale, workers: workers)
  }

  /// As above; `sums` are kept beside each table by whoever keeps it.
  package func model(
    from tables: [Table], sums: [KeptSums], receipt: Receipt, locale: ChartLocale, workers: Int? = nil
  ) throws -> ChartModel {
    precondition(tables.count == requests.count && sums.count == tables.count, "a table for each request")
    var builder = ChartBuilder(chart, locale: locale, variables: variables)
    builder.state = place[item: chart.name]
    builder.workers = workers
    var model = try builder.model(from: try levels(tables, sums), receipt: receipt)
    model.drill = drill?.state(of: model)
    model.warnings += filterWarnings.filter { !model.warnings.contains($0) }
    if chart.levelCount > 1 {
      model.zoom = ZoomState(level: chart.levelCount - zoom, titles: chart.levelTitles.reversed())
    }
    return model
  }

  /// Whether the work of `model` is large enough for a thread of its own.
  public static func isLarge(_ tables: [Table]) -> Bool {
    tables.contains { $0.rowCount >= LargeLevels.leastRows }
  }

  private func levels(_ tables: [Table], _ sums: [KeptSums]) throws -> [LevelTable] {
    if let grains = chart.grains {
      var levels = try GrainedTable(tables[0], chart: chart, grains: grains, query: requests[0].query)
        .levels(zoomedTo: zoom)
      for level in levels.indices { levels[level].sums = sums[0] }
      for (level, table) in tables.dropFirst().enumerated() {
        levels[level].table = table
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

  /// The dashboard's variables as they are set.
  private var variables: [(name: String, value: QueryArgument)] {
    dashboard.variables.map { ($0.name, .scalar($0.typed(place.variables[$0.name] ?? $0.value))) }
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
    if grains != nil || zoomingLevels.isEmpty { return [query] }
    return zoomingLevels.prefix(level).map(\.query)
  }

  func axes(zoomedTo level: Int) -> [AxisDefinition] {
    zoomingLevels.isEmpty ? [category] : zoomingLevels.prefix(level).map(\.category)
  }
}

extension FilterState {
  /// Whether a value passes.
  func contains(_ value: Scalar) -> Bool {
    switch self {
    case .picks(let values): values.contains { Scalar.compare($0, value) == 0 }
    case .range(let lower, let upper): Scalar.compare(lower, value) <= 0 && Scalar.compare(value, upper) <= 0
    }
  }
}

extension Diagnostic.Code {
  /// Values of dates that can neither be added up nor asked again.
  public static let rollUpNotExact = Self("rollUpNotExact")
  /// A filter that is set and that a query of the chart does not use.
  public static let filterNotUsed = Self("filterNotUsed")
  /// A drill pick that a filter of the same name does not let through.
  public static let drillOutsideFilter = Self("drillOutsideFilter")
}
