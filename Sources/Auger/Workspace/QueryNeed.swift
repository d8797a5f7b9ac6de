import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// The requirements of dashboards for one query: its users, its possible arguments, and the columns that its result
/// must have.
///
/// Code that is generated from dashboards is based on them.
package struct QueryNeed: Sendable, HasName {
  package struct Column: Sendable, HasName {
    package var name: String
    /// The uses of the column: `category of chart 'Regions'`.
    package var uses: [String]
  }

  package struct Argument: Sendable, HasName {
    package enum Kind: Sendable { case picks, range }

    package var name: String
    package var kind: Kind
    /// The origins of the argument: `category selected in chart 'Regions'`.
    package var sources: [String]
    /// The type that the query declares. Nil for the type of the column from which the value was selected.
    package var type: DataType?
  }

  package var name: String
  /// The users of the query without duplicates: `chart 'Regions'`, `filter 'Region'`.
  package var askers: [String] = []
  package var columns: [Column] = []
  package var arguments: [Argument] = []

  init(_ name: String) { self.name = name }

  mutating func add(column name: String, _ use: String) {
    if let index = columns.firstIndex(named: name) {
      if !columns[index].uses.contains(use) { columns[index].uses.append(use) }
    } else {
      columns.append(Column(name: name, uses: [use]))
    }
  }

  mutating func add(argument name: String, _ kind: Argument.Kind, from source: String) {
    if let index = arguments.firstIndex(named: name) {
      // A selected value takes precedence over a filter of the same name.
      if kind == .picks { arguments[index].kind = .picks }
      if !arguments[index].sources.contains(source) { arguments[index].sources.append(source) }
    } else {
      arguments.append(Argument(name: name, kind: kind, sources: [source]))
    }
  }
}

extension QueryNeed {
  /// Returns the requirements for all queries of some dashboards, in the order of first use.
  package static func all(of dashboards: [Dashboard], declared: [QueryDefinition] = []) -> [QueryNeed] {
    var collector = QueryNeedCollector()
    for dashboard in dashboards { collector.add(dashboard) }
    for query in declared {
      guard let index = collector.needs.firstIndex(named: query.name) else {
        continue
      }
      for parameter in query.parameters {
        for argument in collector.needs[index].arguments.indices
        where Name(collector.needs[index].arguments[argument].name) == Name(parameter.name) {
          collector.needs[index].arguments[argument].type = parameter.type
        }
      }
    }
    return collector.needs
  }
}

/// Collects the query uses of dashboards.
private struct QueryNeedCollector {
  var needs: [QueryNeed] = []

  mutating func add(_ dashboard: Dashboard) {
    for item in dashboard.items {
      switch item {
      case .chart(let chart): add(chart, of: dashboard)
      case .drillDownGroup(let group):
        for level in group.levels.indices { add(level, of: group, dashboard) }
      case .overlayGroup(let group):
        for layer in group.layers { add(layer.chart, of: dashboard) }
      case .treeMapGroup(let treemap):
        for level in treemap.levels.indices { add(level, of: treemap, dashboard) }
      case .dataGrid(let grid): add(grid, of: dashboard)
      case .diagram(let diagram):
        change(diagram.query, askedBy: "diagram '\(diagram.name)'") { need in
          for filter in diagram.filters { Self.add(filter.name, to: &need, dashboard) }
          for node in diagram.nodes {
            let use = "node '\(node.name)' of diagram '\(diagram.name)'"
            need.add(column: node.name, node.expression == nil ? use : use + ", where it is stored")
          }
        }
      case .custom(let custom):
        change(custom.query ?? "", askedBy: "custom item '\(custom.name)'") { need in
          for filter in custom.filters { Self.add(filter.name, to: &need, dashboard) }
        }
      case .panel: break
      }
    }
    for filter in dashboard.filters {
      change(filter.sourceQuery, askedBy: "filter '\(filter.name)'") { need in
        need.add(column: filter.column, "choices of filter '\(filter.name)'")
        for other in filter.dependsOn { Self.add(other.name, to: &need, dashboard) }
      }
    }
  }

  /// Records a use of a query; the closure adds the requirements.
  private mutating func change(_ query: String, askedBy asker: String, _ body: (inout QueryNeed) -> Void) {
    if query.isEmpty { return }
    var index = needs.firstIndex(named: query)
    if index == nil {
      needs.append(QueryNeed(query))
      index = needs.count - 1
    }
    guard let index else { return }
    if !needs[index].askers.contains(asker) { needs[index].askers.append(asker) }
    body(&needs[index])
  }

  /// Adds one query, or one for each zooming level. Results of finer levels also contain the columns of the coarser
  /// levels.
  private mutating func add(
    _ chart: ParsedChart, of dashboard: Dashboard, _ arguments: (inout QueryNeed) -> Void = { _ in },
    above: [String] = []
  ) {
    if let overlay = chart.overlay {
      for layer in overlay.layers { add(layer.chart, of: dashboard, arguments, above: above) }
      return
    }
    let levels =
      chart.zoomingLevels.isEmpty
      ? [(query: chart.query, column: chart.category.column)]
      : chart.zoomingLevels.map { (query: $0.query, column: $0.category.column) }
    let what = "chart '\(chart.name)'"
    for (index, level) in levels.enumerated() {
      change(level.query, askedBy: what) { need in
        arguments(&need)
        for filter in chart.filters { Self.add(filter.name, to: &need, dashboard) }
        for column in above + levels[..<index].map(\.column) { need.add(column: column, "level above in \(what)") }
        // The bins of a histogram are its categories.
        if !level.column.isEmpty { need.add(column: level.column, "category of \(what)") }
        if let series = chart.series { need.add(column: series.column, "series of \(what)") }
        if let multiples = chart.multiples { need.add(column: multiples.column, "small charts of \(what)") }
        for value in chart.values {
          for column in value.expression.columnNames {
            need.add(column: column, "value \(value.sequence) of \(what)")
          }
        }
        for column in chart.whatIfColumns { need.add(column: column.column, "what-if column of \(what)") }
      }
    }
  }

  /// Adds a level of a drilldown, which receives all values selected above it and the filters of the first level.
  private mutating func add(_ level: Int, of group: DrillDownGroupDefinition, _ dashboard: Dashboard) {
    add(group.levels[level], of: dashboard) { need in
      for chart in group.levels[..<level] {
        if chart.drillsByCategory {
          for column in chart.pickedColumns {
            need.add(argument: column, .picks, from: "category selected in chart '\(chart.name)'")
          }
        }
        if chart.drillsBySeries, let series = chart.series {
          need.add(argument: series.column, .picks, from: "series selected in chart '\(chart.name)'")
        }
      }
      if level > 0 { for filter in group.levels[0].filters { Self.add(filter.name, to: &need, dashboard) } }
    }
  }

  private mutating func add(_ level: Int, of treemap: TreeMapGroupDefinition, _ dashboard: Dashboard) {
    add(treemap.levels[level], of: dashboard, above: treemap.levels[..<level].map(\.category.column))
  }

  private mutating func add(_ grid: DataGridDefinition, of dashboard: Dashboard) {
    change(grid.query, askedBy: "grid '\(grid.name)'") { need in
      for filter in grid.filters { Self.add(filter.name, to: &need, dashboard) }
      for column in grid.columns {
        // Charts in cells have their own data.
        if case .chart = column.kind { continue }
        let expressions = [column.value] + (column.color.map { [$0] } ?? [])
        for name in expressions.flatMap(\.columnNames) { need.add(column: name, "column of grid '\(grid.name)'") }
      }
    }
  }

  private static func add(_ filter: String, to need: inout QueryNeed, _ dashboard: Dashboard) {
    switch dashboard.filter(filter)?.kind {
    case .range: need.add(argument: filter, .range, from: "range of filter '\(filter)'")
    case .picklist, nil: need.add(argument: filter, .picks, from: "selected values of filter '\(filter)'")
    }
  }
}

extension ParsedChart {
  /// The columns that a selected category can provide, the coarsest first.
  fileprivate var pickedColumns: [String] {
    if let grains { return grains.grains.map(\.rawValue) }
    return zoomingLevels.isEmpty ? [category.column] : zoomingLevels.map(\.category.column)
  }
}
