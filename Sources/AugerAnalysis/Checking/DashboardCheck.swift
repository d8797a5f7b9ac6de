import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// What is wrong between a dashboard and the queries that answer it: the drill contract, and the columns that results
/// must have (spec page 4.4). Reading a file finds what is wrong within it; this finds what is wrong between them.
///
/// Pure. The same check serves without a source, where signatures say what the queries' texts tell, and against one,
/// where they hold the columns of real results.
package struct DashboardCheck {
  let dashboard: Dashboard
  let contract: DrillContract
  /// Nil: no queries are known, and nothing is said about them.
  let queries: [QuerySignature]?
  private let byName: [[UInt8]: QuerySignature]
  /// Queries that are there and that could not be read.
  private let unread: [String]
  private(set) var findings: [Diagnostic] = []
  private var told: Set<Finding> = []
  /// For each query that some place of the dashboard asks, the arguments that are handed to it.
  package private(set) var handed: [[UInt8]: Set<[UInt8]>] = [:]

  private struct Finding: Hashable {
    var code: Diagnostic.Code
    var message: [UInt8]
    var span: SourceSpan?
  }

  /// What is wrong with a dashboard.
  ///
  /// - Parameters:
  ///   - queries: the queries that there are; nil where they are not known.
  ///   - unread: names of further queries, of which nothing is known.
  package init(_ dashboard: Dashboard, queries: [QuerySignature]?, unread: [String] = []) {
    self.dashboard = dashboard
    self.queries = queries
    self.unread = unread
    byName = Dictionary((queries ?? []).map { (Array($0.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    contract = DrillContract(dashboard, queries: queries ?? [])
  }

  /// The findings, in no order; each once.
  package mutating func run() -> [Diagnostic] {
    findings = []
    told = []
    handed = [:]
    checkFilters()
    for item in dashboard.items {
      switch item {
      case .chart(let chart): check(chart, subject: "chart '\(chart.name)'")
      case .drillDownGroup(let group): check(group)
      case .overlayGroup(let group):
        for layer in group.layers { check(layer.chart, subject: "layer '\(layer.chart.name)'") }
      case .treeMapGroup(let group): check(group)
      case .dataGrid(let grid): check(grid)
      case .diagram(let diagram): check(diagram)
      case .panel: break
      }
    }
    return findings
  }

  mutating func report(_ diagnostic: Diagnostic) {
    let finding = Finding(
      code: diagnostic.code, message: Array(diagnostic.message.utf8), span: diagnostic.place?.span)
    if told.insert(finding).inserted { findings.append(diagnostic) }
  }

  func signature(_ query: String) -> QuerySignature? { byName[Array(query.utf8)] }

  /// Reports a query that is not there.
  mutating func checkExistence(of query: String, at place: Diagnostic.Place?, for subject: String) {
    guard let queries, signature(query) == nil, !unread.contains(where: { $0.isSame(as: query) }) else { return }
    report(
      Diagnostic(
        .metadataObjectUndefined, "\(subject) asks query '\(query)', which is not there", at: place,
        hint: DidYouMean.hint(for: query, among: queries.map(\.name) + unread, listing: "queries"),
        details: [.init(.query, query)]))
  }

  mutating func note(asking query: String) { handed[Array(query.utf8), default: []].formUnion([]) }

  mutating func note(_ argument: String, isHandedTo query: String) {
    handed[Array(query.utf8), default: []].insert(Array(argument.utf8))
  }

  // MARK: Items

  private mutating func check(_ chart: ChartDefinition, subject: String) {
    for level in chart.levels {
      check(
        QuerySite(
          query: level.query, place: level.place, subject: subject, chart: chart.name,
          filters: chart.filters, filterArguments: contract.arguments(of: chart.filters)))
    }
    let named = naming(chart)
    checkColumns(of: named, subject: subject)
    checkValues(of: named)
  }

  /// The chart whose values mean the columns of its query that they name exactly.
  private func naming(_ chart: ChartDefinition) -> ChartDefinition {
    chart.naming(signature(chart.levels.last?.query ?? chart.query)?.columns?.map(\.name) ?? [])
  }

  private mutating func check(_ group: TreeMapGroupDefinition) {
    for chart in group.levels { check(chart, subject: "level '\(chart.name)'") }
    // The tables of finer levels carry the categories of the coarser ones, as zooming levels do.
    for (index, chart) in group.levels.enumerated().dropFirst() {
      checkAncestors(
        of: chart.category, above: group.levels[..<index].map(\.category), query: chart.query)
    }
  }

  private mutating func check(_ group: DrillDownGroupDefinition) {
    var picked = SelectedArguments()
    for (index, chart) in group.levels.enumerated() {
      let subject = "chart '\(chart.name)'"
      defer { picked.add(chart, contract) }
      let references = DrillContract.filters(ofLevel: index, of: group)
      for level in chart.levels {
        check(
          QuerySite(
            query: level.query, place: level.place, subject: subject, chart: chart.name, picked: picked,
            group: group, filters: references, filterArguments: contract.arguments(of: references)))
      }
      for chart in chart.overlay?.layers.map(\.chart) ?? [chart] {
        let named = naming(chart)
        checkColumns(of: named, subject: subject)
        checkValues(of: named)
      }
    }
    checkUse(of: group)
  }

  private mutating func check(_ grid: DataGridDefinition) {
    let subject = "grid '\(grid.name)'"
    check(
      QuerySite(
        query: grid.query, place: grid.places.query, subject: subject, chart: grid.name, filters: grid.filters,
        filterArguments: contract.arguments(of: grid.filters)))
    let grid = grid.naming(signature(grid.query)?.columns?.map(\.name) ?? [])
    checkValues(of: grid)
    guard let columns = signature(grid.query)?.columns else { return }
    for column in grid.columns {
      // The data of a chart in a cell come in a table of their own.
      if case .chart = column.kind { continue }
      check(column.value, in: columns, of: grid.query, chart: grid.name)
      if let color = column.color { check(color, in: columns, of: grid.query, chart: grid.name) }
    }
  }

  private mutating func check(_ diagram: DiagramDefinition) {
    check(
      QuerySite(
        query: diagram.query, place: diagram.queryPlace, subject: "diagram '\(diagram.name)'", chart: nil,
        filters: diagram.filters, filterArguments: contract.arguments(of: diagram.filters)))
    checkExpressions(of: diagram)
    guard let columns = signature(diagram.query)?.columns else { return }
    for node in diagram.nodes where node.expression == nil {
      guard !columns.contains(where: { $0.name.isSame(as: node.name) }) else { continue }
      report(missing(node.name, of: diagram.query, among: columns, at: node.place, chart: diagram.name))
    }
  }

  /// Any query may be a filter's source. Where no queries are known, one that nothing else asks may be misspelt.
  private mutating func noteSourceOfItsOwn(_ filter: FilterDefinition) {
    let grids = dashboard.items.compactMap { item -> String? in
      if case .dataGrid(let grid) = item { grid.query } else { nil }
    }
    let asked = dashboard.allCharts.flatMap { $0.levels.map(\.query) } + grids
    guard queries == nil, !asked.contains(where: { $0.isSame(as: filter.sourceQuery) }) else { return }
    report(
      Diagnostic(
        .sourceQueryAlone, level: .note,
        "no chart asks query '\(filter.sourceQuery)', which filter '\(filter.name)' takes its choices from",
        at: filter.queryPlace,
        hint: DidYouMean.nearest(to: filter.sourceQuery, among: asked).map { "Did you mean '\($0)'?" },
        details: [.init(.query, filter.sourceQuery)]))
  }

  private mutating func checkFilters() {
    for loop in contract.filterCycles {
      guard let last = loop.last else { continue }
      report(
        Diagnostic(
          .filterCycle, "filter '\(last.name)' depends on itself: \(loop.map(\.name).joined(separator: " → "))",
          at: last.place, hint: "Leave one of the DependsOn out; the choices of one filter must come first.",
          details: [.init(.value, last.name)]))
    }
    for filter in dashboard.filters {
      noteSourceOfItsOwn(filter)
      check(
        QuerySite(
          query: filter.sourceQuery, place: filter.queryPlace, subject: "filter '\(filter.name)'", chart: nil,
          filters: filter.dependsOn, filterArguments: contract.arguments(of: filter.dependsOn)))
      if let columns = signature(filter.sourceQuery)?.columns,
        !columns.contains(where: { $0.name.isSame(as: filter.column) })
      {
        report(missing(filter.column, of: filter.sourceQuery, among: columns, at: filter.columnPlace, chart: nil))
      }
    }
  }
}

extension ChartDefinition {
  /// Its queries with the places where they were named, the coarsest level's first.
  package var levels: [(query: String, place: Diagnostic.Place?)] {
    if let overlay { return overlay.layers.map { ($0.chart.query, $0.chart.places.query) } }
    if grains != nil || zoomingLevels.isEmpty { return [(query, places.query)] }
    return zoomingLevels.map { ($0.query, $0.queryPlace) }
  }
}

extension Diagnostic.Code {
  /// A filter's source that no chart of the dashboard asks.
  package static let sourceQueryAlone = Self("sourceQueryAlone")
  /// What is picked, or a filter, that no query takes.
  package static let argumentUnused = Self("argumentUnused")
  /// A query's argument that could only come from a pick that ByCategory or BySeries keeps out.
  package static let argumentExcluded = Self("argumentExcluded")
  /// A column whose values are not of the type of the parameter that they arrive at.
  package static let drillTypeMismatch = Self("drillTypeMismatch")
  /// A level of a drilldown group that no pick leads to.
  package static let levelUnreachable = Self("levelUnreachable")
  /// Filters that depend on each other in a loop.
  package static let filterCycle = Self("filterCycle")
  /// A zooming level whose table lacks the category of a level above it.
  package static let zoomAncestorMissing = Self("zoomAncestorMissing")
}
