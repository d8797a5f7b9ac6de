import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The arguments that every query of a dashboard receives, on every path to it (spec page 4.4).
///
/// The contract is computed from the dashboard alone, independent of the moves of a user. A test verifies that it
/// agrees with the arguments that `Dashboard.place(after:from:)` and `ChartPlan` bind.
package struct DrillContract: Sendable {
  /// An argument that a query receives.
  package struct Argument: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
      /// A category of a chart, or one of its ancestors if the chart was zoomed.
      case category(chart: String)
      case series(chart: String)
      /// Selected values or a range of a filter, after a user has set it.
      case filter(FilterDefinition.Kind)
    }

    package var name: String
    package var origin: Origin
    /// The type of the column from which the value was selected. Nil if only the source can report it.
    package var type: DataType?

    package init(_ name: String, _ origin: Origin, type: DataType? = nil) {
      self.name = name
      self.origin = origin
      self.type = type
    }
  }

  /// The selection in one level of a drilldown group: categories, a series or both.
  package struct Step: Sendable, Hashable {
    package var chart: String
    /// The zooming level of the chart at the time of selection, from 1, the coarsest.
    package var zoom: Int
    /// The columns of the category and its ancestors, the coarsest first. Empty if no category is selected.
    package var categories: [String]
    package var series: String?

    package var columns: [String] { categories + (series.map { [$0] } ?? []) }
  }

  /// A path to a chart, grid, diagram or filter.
  package struct Path: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case item, filter }

    package var kind: Kind
    /// The item of the dashboard, or the filter whose choices are queried.
    package var item: String
    /// The chart at the end of the path. Equal to `item` outside of a group.
    package var chart: String
    package var steps: [Step]
    /// The queries that the chart can use: one for each zooming level.
    package var queries: [String]
    /// The selected values along the path, in selection order. If a column is selected twice, the deeper origin
    /// applies.
    package var arguments: [Argument]
    /// The arguments that filters provide once they are set. A selected value of the same name takes precedence.
    package var filters: [Argument]
  }

  /// The paths of a dashboard, up to the limit.
  package struct Paths: Sendable {
    package var paths: [Path]
    /// The items with more paths than the limit, with the total number of paths, saturated.
    package var cut: [(item: String, count: Int)]
    /// Filters that depend on themselves, as cycles of names. The first name is repeated at the end.
    package var cycles: [[String]]
  }

  let dashboard: Dashboard
  private let types: [[UInt8]: QuerySignature]

  /// Creates the contract of a dashboard. The queries provide the types of columns, if known.
  package init(_ dashboard: Dashboard, queries: [QuerySignature] = []) {
    self.dashboard = dashboard
    types = Dictionary(queries.map { (Array($0.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the paths of each item in dashboard order, then those of the filters. If an item has more than `limit`
  /// paths, the paths with fewer steps come first.
  package func paths(atMost limit: Int = 200) -> Paths {
    var result = Paths(paths: [], cut: [], cycles: filterCycles.map { $0.map(\.name) })
    for item in dashboard.items {
      switch item {
      case .chart(let chart): result.paths.append(path(to: chart, of: item.name))
      case .drillDownGroup(let group): append(group, limit, to: &result)
      case .overlayGroup, .treeMapGroup:
        for chart in item.charts { result.paths.append(path(to: chart, of: item.name)) }
      case .dataGrid(let grid):
        result.paths.append(path(item.name, queries: [grid.query], grid.filters))
      case .diagram(let diagram):
        result.paths.append(path(item.name, queries: [diagram.query], diagram.filters))
      case .custom(let custom):
        if let query = custom.query { result.paths.append(path(item.name, queries: [query], custom.filters)) }
      case .panel: break
      }
    }
    for filter in dashboard.filters {
      var path = path(filter.name, queries: [filter.sourceQuery])
      path.kind = .filter
      path.filters = arguments(of: filter.dependsOn)
      result.paths.append(path)
    }
    return result
  }

  private func path(_ item: String, queries: [String], _ filters: [NameReference] = []) -> Path {
    Path(
      kind: .item, item: item, chart: item, steps: [], queries: queries, arguments: [], filters: arguments(of: filters))
  }

  private func path(to chart: ParsedChart, of item: String) -> Path {
    var path = path(item, queries: chart.allQueries)
    path.chart = chart.name
    path.filters = arguments(of: chart.filters)
    return path
  }

  private func append(_ group: DrillDownGroupDefinition, _ limit: Int, to result: inout Paths) {
    var (count, listed) = (0, 0)
    var ways: [[Step]] = [[]]
    var wayCount = 1
    for (level, chart) in group.levels.enumerated() {
      if wayCount == 0 { break }
      (count, _) = count.addingReportingOverflow(min(wayCount, .max - count))
      for steps in ways where listed < limit {
        result.paths.append(path(to: level, of: group, after: steps))
        listed += 1
      }
      let options = Self.steps(in: chart)
      var next: [[Step]] = []
      for steps in ways {
        for step in options where next.count < limit { next.append(steps + [step]) }
      }
      ways = next
      let (product, overflow) = wayCount.multipliedReportingOverflow(by: options.count)
      wayCount = overflow ? .max : product
    }
    if count > listed { result.cut.append((group.name, count)) }
  }

  func path(to level: Int, of group: DrillDownGroupDefinition, after steps: [Step]) -> Path {
    let chart = group.levels[level]
    var path = path(to: chart, of: group.name)
    path.steps = steps
    for (step, origin) in zip(steps, group.levels) {
      for name in step.columns {
        let isCategory = step.categories.contains { $0.isSame(as: name) }
        let argument = argument(name, picked: isCategory, in: origin)
        if let index = path.arguments.firstIndex(where: { $0.name.isSame(as: name) }) {
          path.arguments[index] = argument
        } else {
          path.arguments.append(argument)
        }
      }
    }
    path.filters = arguments(of: Self.filters(ofLevel: level, of: group)).filter { filter in
      !path.arguments.contains { $0.name.isSame(as: filter.name) }
    }
    return path
  }
}

// The selections that a chart allows, and the arguments that result from them.
extension DrillContract {
  /// Returns every selection that a user can make in a chart: its category at each zooming level, a series, or both.
  /// ByCategory and BySeries restrict the selections.
  package static func steps(in chart: ParsedChart) -> [Step] {
    let series = chart.drillsBySeries ? chart.series?.column : nil
    var steps: [Step] = []
    if chart.drillsByCategory {
      for zoom in 1...chart.levelCount {
        let columns = chart.categoryColumns(zoomedTo: zoom)
        steps.append(Step(chart: chart.name, zoom: zoom, categories: columns, series: nil))
        if let series, !columns.contains(where: { $0.isSame(as: series) }) {
          steps.append(Step(chart: chart.name, zoom: zoom, categories: columns, series: series))
        }
      }
    }
    if let series { steps.append(Step(chart: chart.name, zoom: 1, categories: [], series: series)) }
    return steps
  }

  /// Returns the filters that a level receives: its own and those of the first level.
  static func filters(ofLevel level: Int, of group: DrillDownGroupDefinition) -> [NameReference] {
    var references = group.levels[level].filters
    if level > 0 {
      for reference in group.levels[0].filters where !references.contains(where: { $0.name.isSame(as: reference.name) })
      {
        references.append(reference)
      }
    }
    return references
  }

  /// Returns the argument for a selected column, as a category or as a series.
  func argument(_ column: String, picked isCategory: Bool, in chart: ParsedChart) -> Argument {
    let type = chart.grains?.type(ofColumn: column, in: chart) ?? self.type(of: column, in: chart.allQueries)
    return Argument(column, isCategory ? .category(chart: chart.name) : .series(chart: chart.name), type: type)
  }

  /// Returns the arguments that these filters provide.
  func arguments(of references: [NameReference]) -> [Argument] {
    references.compactMap { reference in
      dashboard.filter(reference.name).map { filter in
        Argument(filter.name, .filter(filter.kind), type: type(of: filter.column, in: [filter.sourceQuery]))
      }
    }
  }

  /// Returns the type of a column from the finest level whose query reports it.
  private func type(of column: String, in queries: [String]) -> DataType? {
    queries.lazy.reversed().compactMap { types[Array($0.utf8)]?.column(column)?.type }.first
  }
}

extension ParsedChart {
  /// All queries that the chart can use, the coarsest level first.
  var allQueries: [String] { queries(zoomedTo: levelCount) }
}

extension GrainDefinition {
  /// Returns the type of a grain column; nil for other columns.
  fileprivate func type(ofColumn name: String, in chart: ParsedChart) -> DataType? {
    grains.first { $0.columnName.isSame(as: name) }.map(\.columnType)
  }
}
