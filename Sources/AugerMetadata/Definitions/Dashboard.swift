public import AugerDiagnostics
public import AugerDocuments

/// AugerMetadata: what a dashboard is, in MAKit's words. `Definitions` are the values, `Reading` makes them from a
/// located tree. Analysis computes what they describe; a program may also write them in code.

/// Charts and grids that belong together.
public struct Dashboard: Sendable {
  public var name: String
  /// In the order they were written.
  public var items: [DashboardItem]
  /// Where the items stand; nil: one below the other.
  public var layout: DashboardLayout?
  /// What the file holds beside them and is not read yet: variables, panels, groups, diagrams.
  public var unread: [UnreadNode]

  public init(
    name: String, items: [DashboardItem], layout: DashboardLayout? = nil, unread: [UnreadNode] = []
  ) {
    self.name = name
    self.items = items
    self.layout = layout
    self.unread = unread
  }

  public init(name: String, charts: [ChartDefinition]) {
    self.init(name: name, items: charts.map { .chart($0) })
  }

  public var charts: [ChartDefinition] {
    items.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
  }

  public var dataGrids: [DataGridDefinition] {
    items.compactMap { if case .dataGrid(let grid) = $0 { grid } else { nil } }
  }

  /// The chart or grid of a name; among items of one name the first (guide, "Chart").
  public func item(_ name: String) throws(DiagnosticError) -> DashboardItem {
    if let item = items.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return item }
    throw DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "dashboard '\(self.name)' has no chart '\(name)'",
        hint: DidYouMean.hint(for: name, among: items.map(\.name), listing: "charts")))
  }
}

/// What a layout can place.
public enum DashboardItem: Sendable {
  case chart(ChartDefinition)
  case dataGrid(DataGridDefinition)

  public var name: String {
    switch self {
    case .chart(let chart): chart.name
    case .dataGrid(let grid): grid.name
    }
  }

  public var title: String {
    switch self {
    case .chart(let chart): chart.title
    case .dataGrid(let grid): grid.title
    }
  }
}

/// A node that belongs to the language and is not read yet: kept as it was written.
public struct UnreadNode: Sendable {
  public var node: AttributedNode
  /// The node that it stands in: `Chart 'Sales'`.
  public var owner: String

  public init(_ node: AttributedNode, in owner: String) {
    self.node = node
    self.owner = owner
  }
}
