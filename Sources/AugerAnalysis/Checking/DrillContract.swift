import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// Which arguments every query of a dashboard is handed, on every way to it (spec page 4.4).
///
/// A pure reading of the dashboard, apart from the moves that a user makes: what `Dashboard.place(after:from:)` and
/// `ChartPlan` bind on a way is what the contract says of it, and a test holds the two together.
package struct DrillContract: Sendable {
  /// One argument that arrives at a query.
  package struct Argument: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
      /// A category of a chart, or one of its ancestors where the chart was zoomed.
      case category(chart: String)
      case series(chart: String)
      /// Picks, or a range, of a filter: only after a user set it.
      case filter(FilterDefinition.Kind)
    }

    package var name: String
    package var origin: Origin
    /// The type of the column it was picked from; nil: only the source can tell.
    package var type: DataType?

    package init(_ name: String, _ origin: Origin, type: DataType? = nil) {
      self.name = name
      self.origin = origin
      self.type = type
    }
  }

  /// What is picked in one level of a drilldown group: categories, a series or both.
  package struct Step: Sendable, Hashable {
    package var chart: String
    /// How far the chart is zoomed when it is picked in, from 1, the coarsest.
    package var zoom: Int
    /// The columns of the category and its ancestors, the coarsest first; empty where no category is picked.
    package var categories: [String]
    package var series: String?

    package var columns: [String] { categories + (series.map { [$0] } ?? []) }
  }

  /// One way to a chart, grid, diagram or filter.
  package struct Path: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case item, filter }

    package var kind: Kind
    /// The item of the dashboard, or the filter whose choices are asked for.
    package var item: String
    /// The chart that is reached; equal to `item` for what stands by itself.
    package var chart: String
    package var steps: [Step]
    /// All that it can ask: one for each zooming level.
    package var queries: [String]
    /// What was picked on the way, in the order picked; a column picked again deeper has its later origin.
    package var arguments: [Argument]
    /// What filters hand over once they are set; a pick of the same name takes their place.
    package var filters: [Argument]
  }

  /// The ways of a dashboard, as far as they were listed.
  package struct Paths: Sendable {
    package var paths: [Path]
    /// The items of which there are more ways than are listed, with their number, saturated.
    package var cut: [(item: String, count: Int)]
    /// Filters that depend on themselves, as a loop of names: the first is the last.
    package var cycles: [[String]]
  }

  let dashboard: Dashboard
  private let types: [[UInt8]: QuerySignature]

  /// The contract of a dashboard; the queries tell the types of columns, where they know them.
  package init(_ dashboard: Dashboard, queries: [QuerySignature] = []) {
    self.dashboard = dashboard
    types = Dictionary(queries.map { (Array($0.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Every way, item by item in the dashboard's order, then the filters; of each item the first `limit`, those with
  /// fewer steps first.
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

  private func path(to chart: ChartDefinition, of item: String) -> Path {
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

// What may be picked and what arrives of it.
extension DrillContract {
  /// Everything that a user can pick in a chart: its category at each zooming level, a series, or both, as ByCategory
  /// and BySeries allow.
  package static func steps(in chart: ChartDefinition) -> [Step] {
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

  /// The filters that a level receives: its own and those of the first.
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

  /// What becomes of a column that is picked, as a category or as a series.
  func argument(_ column: String, picked isCategory: Bool, in chart: ChartDefinition) -> Argument {
    let type = chart.grains?.type(ofColumn: column, in: chart) ?? self.type(of: column, in: chart.allQueries)
    return Argument(column, isCategory ? .category(chart: chart.name) : .series(chart: chart.name), type: type)
  }

  /// What the filters of these names hand over.
  func arguments(of references: [NameReference]) -> [Argument] {
    references.compactMap { reference in
      dashboard.filter(reference.name).map { filter in
        Argument(filter.name, .filter(filter.kind), type: type(of: filter.column, in: [filter.sourceQuery]))
      }
    }
  }

  /// The type of a column, by the last query that knows it: the finest level's.
  private func type(of column: String, in queries: [String]) -> DataType? {
    queries.lazy.reversed().compactMap { types[Array($0.utf8)]?.column(column)?.type }.first
  }
}

extension ChartDefinition {
  /// All that it can ask, the coarsest level's first.
  var allQueries: [String] { queries(zoomedTo: levelCount) }
}

extension GrainDefinition {
  /// The type of a grain's column; nil for other columns.
  fileprivate func type(ofColumn name: String, in chart: ChartDefinition) -> DataType? {
    grains.first { $0.columnName.isSame(as: name) }.map(\.columnType)
  }
}
