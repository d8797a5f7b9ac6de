import AugerColumns
import AugerDiagnostics

/// AugerMetadata: what a dashboard is, in MAKit's words. `Definitions` are the values, `Reading` makes them from a
/// located tree. Analysis computes what they describe; a program may also write them in code.

/// Charts, groups, grids, panels and diagrams that belong together, with the variables and filters they share.
public struct Dashboard: Sendable, HasName {
  /// The name by which a workspace and addresses know it.
  public var name: String
  /// What is written above it; its name where it has no title.
  public var title: String = ""
  /// The name of a theme; nil: whoever shows it chooses.
  package var theme: String?
  package var variables: [VariableDefinition]
  /// By Sequence.
  package var filters: [FilterDefinition]
  /// In the order they were written.
  package var items: [DashboardItem] { didSet { places = Places() } }
  /// Where the items stand; nil: one below the other.
  package var layout: DashboardLayout?
  /// Where it was written; nil for one without a file.
  public var place: Diagnostic.Place?
  private var places = Places()

  /// Where the names of items stand, and those of the charts in them.
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

  /// The item of a name, nil where none has it; among items of one name the first (guide, "Chart").
  package func item(named name: String) -> DashboardItem? { places.items.first(of: items, named: name, \.name) }

  /// The item of a name. Throws what there is instead.
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
  /// The charts that stand by themselves.
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

  /// Every chart that a query answers, by itself or in a group, in the order written; those in the cells of grids have
  /// no query and are not among them.
  package var allCharts: [ChartDefinition] { items.flatMap(\.charts) }

  /// The first of `allCharts` that has a name; nil where none has it.
  package func chart(named name: String) -> ChartDefinition? {
    let name = Name(name)
    guard items.count >= NamePlaces.fewest else {
      // Moves look for charts often, and most dashboards have few: none is copied but the one that is meant.
      for item in items { if let chart = item.chart(named: name) { return chart } }
      return nil
    }
    let place = places.charts.place(of: name, count: items.count) { items[$0].charts.map(\.name) }
    return place.flatMap { items[$0].chart(named: name) }
  }
}
