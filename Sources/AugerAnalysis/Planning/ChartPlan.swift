import AugerCharts
import AugerColumns
import AugerDiagnostics
public import AugerMetadata

/// What an item shows at a place: which queries it needs, and the model as a function of their tables.
///
/// Pure: a dashboard, a name and a place give a plan; a plan and tables give a model. Whoever holds a plan asks its
/// requests, wherever the answers come from.
public struct ChartPlan: Sendable {
  /// One for each level from the coarsest to the one in view.
  public let requests: [QueryRequest]
  private let chart: ChartDefinition
  private let dashboard: Dashboard
  private let place: Exploration
  private let drill: DrillContext?
  private let zoom: Int

  /// The plan of a chart or drilldown group.
  ///
  /// Throws `metadataObjectUndefined` for names, and what is impossible about the place.
  public init(_ item: String, of dashboard: Dashboard, at place: Exploration) throws(DiagnosticError) {
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
    requests = chart.queries(zoomedTo: zoom).map { QueryRequest($0, arguments: arguments) }
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

  /// The model of the tables that answered `requests`, in their order.
  public func model(from tables: [Table], receipt: Receipt, locale: ChartLocale) throws -> ChartModel {
    precondition(tables.count == requests.count, "a table for each request")
    var builder = ChartBuilder(chart, locale: locale, variables: variables)
    builder.state = place[item: chart.name]
    var model = try builder.model(from: try levels(tables), receipt: receipt)
    model.drill = drill?.state(of: model)
    if chart.levelCount > 1 {
      model.zoom = ZoomState(level: chart.levelCount - zoom, titles: chart.levelTitles.reversed())
    }
    return model
  }

  private func levels(_ tables: [Table]) throws -> [LevelTable] {
    if let grains = chart.grains {
      return try GrainedTable(tables[0], chart: chart, grains: grains, query: requests[0].query)
        .levels(zoomedTo: zoom)
    }
    return zip(chart.axes(zoomedTo: zoom), zip(requests, tables)).map { LevelTable($0, query: $1.0.query, $1.1) }
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
  /// A drill pick that a filter of the same name does not let through.
  public static let drillOutsideFilter = Self("drillOutsideFilter")
}
