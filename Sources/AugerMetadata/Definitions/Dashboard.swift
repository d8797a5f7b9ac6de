import AugerColumns
import AugerDiagnostics

/// AugerMetadata contains the definitions of dashboards with MAKit's terms. `Definitions` are the values, and `Reading`
/// creates them from a tree with locations. Analysis computes charts from them. Programs can also create them in code.

/// A dashboard: charts, groups, grids, panels and diagrams with common variables and filters.
public struct Dashboard: Sendable, HasName {
  /// The name in workspaces and URLs.
  public var name: String
  /// The title above the dashboard. Default: its name.
  public var title: String = ""
  /// The name of a theme. Nil if the renderer chooses.
  package var theme: String?
  package var variables: [VariableDefinition]
  /// The filters by Sequence.
  package var filters: [FilterDefinition]
  /// The items in definition order.
  package var items: [DashboardItem] { didSet { places = Places() } }
  /// The layout of the items. Nil to arrange them in sequence.
  package var layout: DashboardLayout?
  /// The location of the definition; nil without a file.
  public var place: Diagnostic.Place?
  private var places = Places()

  /// The indices of items and their charts, by name.
  private final class Places: Sendable {
    let items = NamePlaces()
    let charts = NamePlaces()
  }

  package init(
    name: String, variables: [VariableDefinition] = [], filters: [FilterDefinition] = [], items: [DashboardItem],
    layout: DashboardLayout? = nil, at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.variables = variables
    self.filters = filters
    self.items = items
    self.layout = layout
    self.place = place
  }

  package init(name: String, charts: [ChartDefinition]) {
    self.init(name: name, items: charts.map { .chart($0) })
  }

  /// Returns the item with a name, or the first of several items with one name (guide, "Chart"). Nil if none exists.
  package func item(named name: String) -> DashboardItem? { places.items.first(of: items, named: name, \.name) }

  /// Returns the item with a name. If it does not exist, throws with the available names.
  package func item(_ name: String) throws(DiagnosticError) -> DashboardItem {
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
  package var charts: [ChartDefinition] {
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
  package var allCharts: [ChartDefinition] { items.flatMap(\.charts) }

  /// Returns the first of `allCharts` with a name; nil if none exists.
  package func chart(named name: String) -> ChartDefinition? {
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
