import AugerColumns
import AugerDiagnostics
import AugerDocuments

/// AugerMetadata contains the definitions of dashboards with MAKit's terms. `Definitions` are the values, and `Reading`
/// creates them from a tree with locations. Analysis computes charts from them. Programs can also create them in code.

/// A dashboard: charts, groups, grids, panels and diagrams with common variables and filters.
///
/// It is built in Swift from its parts, or read from XML, YAML, JSON or a property list. Two dashboards are equal if
/// they have the same meaning.
///
/// ```swift
/// let sales = Dashboard("sales", title: "Sales") {
///   Variable("hike", value: 0.0, in: 0...18, step: 0.5)
///   ChartDefinition(
///     "Regions", type: .bar, query: "Sales", category: "Region", values: "sum(Amount * (1 + $hike / 100))")
/// }
/// let chart = try await pipeline.chart("Regions", in: sales.initialState)
/// ```
public struct Dashboard: Sendable, HasName {
  /// The name in workspaces and URLs.
  public package(set) var name: String
  /// The title above the dashboard. Default: its name.
  public package(set) var title: String = ""
  /// One or two sentences about its purpose. Empty for none.
  package var summary = ""
  /// The name of a theme. Nil if the renderer chooses.
  package var theme: String?
  package var variables: [VariableDefinition]
  /// The filters by Sequence.
  package var filters: [FilterDefinition]
  /// The items in definition order.
  package var items: [ParsedItem] { didSet { places = Places() } }
  /// The layout of the items. Nil to arrange them in sequence.
  package var layout: DashboardLayout?
  /// The location of the definition; nil without a file.
  package var place: Diagnostic.Place?
  /// The tree that it was read from. Nil if it was created from definitions.
  package var tree: AttributedNode? {
    get { root?.node }
    set { root = newValue.map { Root(node: $0) } }
  }
  private var root: Root?
  /// Problems of a dashboard in Swift: errors and warnings, in the order of its parts.
  package var findings: [Diagnostic] = []
  private var places = Places()

  /// The tree, shared by all copies of the dashboard.
  private final class Root: Sendable {
    let node: AttributedNode

    init(node: AttributedNode) { self.node = node }
  }

  /// The indices of items and their charts, by name.
  private final class Places: Sendable {
    let items = NamePlaces()
    let charts = NamePlaces()
  }

  package init(
    name: String, variables: [VariableDefinition] = [], filters: [FilterDefinition] = [], items: [ParsedItem],
    layout: DashboardLayout? = nil, at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.variables = variables
    self.filters = filters
    self.items = items
    self.layout = layout
    self.place = place
  }

  package init(name: String, charts: [ParsedChart]) {
    self.init(name: name, items: charts.map { .chart($0) })
  }

  /// Returns the item with a name, or the first of several items with one name (guide, "Chart"). Nil if none exists.
  package func item(named name: String) -> ParsedItem? { places.items.first(of: items, named: name, \.name) }

  /// Returns the item with a name. If it does not exist, throws with the available names.
  package func item(_ name: String) throws(DiagnosticError) -> ParsedItem {
    if let item = item(named: name) { return item }
    throw DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "dashboard '\(self.name)' has no chart '\(name)'",
        hint: DidYouMean.hint(for: name, among: items.map(\.name), listing: "charts"),
        details: [Diagnostic.Detail(.chart, name)]
      ).nearest(DidYouMean.nearest(to: name, among: items.map(\.name))))
  }

  package func variable(_ name: String) -> VariableDefinition? {
    variables.first(named: name)
  }

  package func filter(_ name: String) -> FilterDefinition? {
    filters.first(named: name)
  }
}

extension Dashboard {
  /// The charts that are not in a group.
  package var charts: [ParsedChart] {
    items.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
  }

  package var dataGrids: [DataGridDefinition] {
    items.compactMap { if case .dataGrid(let grid) = $0 { grid } else { nil } }
  }

  package var drillDownGroups: [DrillDownGroupDefinition] {
    items.compactMap { if case .drillDownGroup(let group) = $0 { group } else { nil } }
  }

  package var diagrams: [DiagramDefinition] {
    items.compactMap { if case .diagram(let diagram) = $0 { diagram } else { nil } }
  }

  /// All charts with a query, standalone or in a group, in definition order. Charts in the cells of grids have no query
  /// and are not included.
  package var allCharts: [ParsedChart] { items.flatMap(\.charts) }

  /// Returns the first of `allCharts` with a name; nil if none exists.
  package func chart(named name: String) -> ParsedChart? {
    let name = Name(name)
    guard items.count >= NamePlaces.fewest else {
      // Moves find charts often, and most dashboards have few. Copy only the chart that matches.
      for item in items { if let chart = item.chart(named: name) { return chart } }
      return nil
    }
    let place = places.charts.place(of: name, count: items.count) { items[$0].charts.map(\.name) }
    return place.flatMap { items[$0].chart(named: name) }
  }
}
