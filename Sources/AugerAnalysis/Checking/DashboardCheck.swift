import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// Validates a dashboard against its queries: the drill contract, and the columns that results must have (spec page
/// 4.4). Reading a file finds errors within it; this check finds inconsistencies with the queries.
///
/// The check is pure. Without a source, signatures contain the information from the text of the queries. With a source,
/// they contain the columns of real results.
package struct DashboardCheck {
  let dashboard: Dashboard
  let contract: DrillContract
  /// Nil if the queries are unknown and not checked.
  let queries: [QuerySignature]?
  private let byName: [[UInt8]: QuerySignature]
  /// Names of existing queries that could not be read.
  private let unread: [String]
  private(set) var findings: [Diagnostic] = []
  private var told: Set<Finding> = []
  /// For each query that the dashboard uses, the names of the arguments that it receives.
  package private(set) var handed: [[UInt8]: Set<[UInt8]>] = [:]

  private struct Finding: Hashable {
    var code: Diagnostic.Code
    var message: [UInt8]
    var span: SourceSpan?
  }

  /// Creates a check of a dashboard.
  ///
  /// - Parameters:
  ///   - queries: The existing queries. Nil if they are unknown.
  ///   - unread: Names of additional queries whose definition is unknown.
  package init(_ dashboard: Dashboard, queries: [QuerySignature]?, unread: [String] = []) {
    self.dashboard = dashboard
    self.queries = queries
    self.unread = unread
    byName = Dictionary((queries ?? []).map { (Array($0.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    contract = DrillContract(dashboard, queries: queries ?? [])
  }

  /// Returns the findings without duplicates, in no particular order.
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
      case .custom(let custom): check(custom)
      case .panel: break
      }
    }
    checkCrossFilters()
    return findings
  }

  mutating func report(_ diagnostic: Diagnostic) {
    let finding = Finding(
      code: diagnostic.code, message: Array(diagnostic.message.utf8), span: diagnostic.place?.span)
    if told.insert(finding).inserted { findings.append(diagnostic) }
  }

  func signature(_ query: String) -> QuerySignature? { byName[Array(query.utf8)] }

  /// Reports a query that does not exist.
  mutating func checkExistence(of query: String, at place: Diagnostic.Place?, for subject: String) {
    guard let queries, signature(query) == nil, !unread.contains(where: { $0.isSame(as: query) }) else { return }
    report(
      Diagnostic(
        .metadataObjectUndefined, "\(subject) uses query '\(query)', which does not exist", at: place,
        hint: DidYouMean.hint(for: query, among: queries.map(\.name) + unread, listing: "queries"),
        details: [.init(.query, query)]))
  }

  mutating func note(asking query: String) { handed[Array(query.utf8), default: []].formUnion([]) }

  mutating func note(_ argument: String, isHandedTo query: String) {
    handed[Array(query.utf8), default: []].insert(Array(argument.utf8))
  }

  // MARK: Items

  private mutating func check(_ chart: ParsedChart, subject: String) {
    for level in chart.levels {
      check(
        QuerySite(
          query: level.query, place: level.place, subject: subject, chart: chart.name,
          filters: chart.filters, filterArguments: contract.arguments(of: chart.filters)))
    }
    let named = naming(chart)
    checkColumns(of: named, subject: subject)
    checkValues(of: named)
    checkAnimation(of: chart)
  }

  /// Reports frames with a syntax error, too many frames, and frames of a variable or filter that does not exist.
  private mutating func checkAnimation(of chart: ParsedChart) {
    guard let animation = chart.animation else { return }
    do throws(DiagnosticError) {
      let steps = try Steps(animation.steps)
      if steps.values.count > ChartAnimation.most {
        throw DiagnosticError(
          Diagnostic(
            .tooManySteps, "an animation has at most \(ChartAnimation.most) frames",
            hint: "Use a larger step or a shorter range."))
      }
      for value in steps.values { _ = try steps.place(value, from: Exploration(), in: dashboard) }
      if case .argument(let name) = steps.target {
        for level in chart.levels { note(name, isHandedTo: level.query) }
      }
    } catch {
      for var diagnostic in error.diagnostics {
        diagnostic.place = animation.place
        diagnostic.message = "Animation of chart '\(chart.name)': \(diagnostic.message)"
        diagnostic.details = diagnostic.details.adding(.chart, chart.name)
        report(diagnostic)
      }
    }
  }

  /// Returns the chart with values that refer to exact column names of its query.
  private func naming(_ chart: ParsedChart) -> ParsedChart {
    chart.naming(signature(chart.levels.last?.query ?? chart.query)?.columns?.map(\.name) ?? [])
  }

  private mutating func check(_ group: TreeMapGroupDefinition) {
    for chart in group.levels { check(chart, subject: "level '\(chart.name)'") }
    // The tables of finer levels contain the categories of the coarser ones, like zooming levels.
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
      // The data of a chart in a cell come from a separate table.
      if case .chart = column.kind { continue }
      check(column.value, in: columns, of: grid.query, chart: grid.name)
      if let color = column.color { check(color, in: columns, of: grid.query, chart: grid.name) }
    }
  }

  private mutating func check(_ custom: CustomItemDefinition) {
    guard let query = custom.query else { return }
    check(
      QuerySite(
        query: query, place: custom.queryPlace, subject: "custom item '\(custom.name)'", chart: nil,
        filters: custom.filters, filterArguments: contract.arguments(of: custom.filters)))
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

  /// Reports a filter source that no chart uses. Any query may be a filter source, but if the queries are unknown, the
  /// name may be misspelled.
  private mutating func noteSourceOfItsOwn(_ filter: FilterDefinition) {
    let grids = dashboard.items.compactMap { item -> String? in
      if case .dataGrid(let grid) = item { grid.query } else { nil }
    }
    let asked = dashboard.allCharts.flatMap { $0.levels.map(\.query) } + grids
    guard queries == nil, !asked.contains(where: { $0.isSame(as: filter.sourceQuery) }) else { return }
    report(
      Diagnostic(
        .sourceQueryAlone, level: .note,
        "no chart uses query '\(filter.sourceQuery)', which provides the choices of filter '\(filter.name)'",
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

extension ParsedChart {
  /// The queries of the chart and the locations of their names, the coarsest level first.
  package var levels: [(query: String, place: Diagnostic.Place?)] {
    if let overlay { return overlay.layers.map { ($0.chart.query, $0.chart.places.query) } }
    if grains != nil || zoomingLevels.isEmpty { return [(query, places.query)] }
    return zoomingLevels.map { ($0.query, $0.queryPlace) }
  }
}

extension Diagnostic.Code {
  /// A filter source that no chart of the dashboard uses.
  package static let sourceQueryAlone = Self("sourceQueryAlone")
  /// A selected value or a filter that no query uses.
  package static let argumentUnused = Self("argumentUnused")
  /// An argument that only a selection excluded by ByCategory or BySeries could provide.
  package static let argumentExcluded = Self("argumentExcluded")
  /// A column whose type differs from the type of the parameter that receives its values.
  package static let drillTypeMismatch = Self("drillTypeMismatch")
  /// A level of a drilldown group that no selection reaches.
  package static let levelUnreachable = Self("levelUnreachable")
  /// Filters that depend on each other in a cycle.
  package static let filterCycle = Self("filterCycle")
  /// A zooming level whose table does not contain the category of a coarser level.
  package static let zoomAncestorMissing = Self("zoomAncestorMissing")
}
