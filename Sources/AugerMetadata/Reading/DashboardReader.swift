import AugerDiagnostics
import AugerDocuments

struct DashboardReader {
  let collector: DiagnosticCollector
  /// Names of available themes, in addition to the built-in ones.
  let themes: [String]

  struct Result {
    var dashboard: Dashboard
    /// The names that a layout can reference, including those of invalid items.
    var names: [String]
    /// True if the dashboard has several items, or a panel of controls.
    var needsLayout: Bool
  }

  /// The kinds of items of a dashboard.
  private static let itemNames = [
    "Chart", "DrillDownGroup", "OverlayGroup", "TreeMapGroup", "DataGrid", "DAPanel", "Diagram", "CustomItem",
  ]

  func dashboard(_ node: AttributedNode) -> Result {
    let reader = NodeReader(node, as: MetadataVocabulary.dashboard, reporting: collector)
    let name = reader.text("Name") ?? ""
    let title = reader.text("Title") ?? ""
    let summary = reader.text("Description") ?? ""
    let theme = reader.theme(among: themes)
    var declarations = DeclarationReader(collector: collector).declarations(reader)
    declarations.theme = theme
    declarations.themes = themes
    reader.finish()
    let isItem = { (node: AttributedNode) in Self.itemNames.contains { $0.isSame(as: node.name) } }
    // Unknown nodes may be misspelled items.
    let nodes = node.children.filter { isItem($0) || MetadataVocabulary.dashboard.child($0.name) == nil }
    if nodes.isEmpty {
      reader.report(.metadataMissingNode, "the dashboard has no chart, grid, group, panel or diagram")
    }
    var names = NameSet(collector: collector, level: .warning, hint: "A layout places only the first of them.")
    for node in nodes {
      guard let name = node["Name"]?.trimmed, !name.isEmpty else { continue }
      _ = names.insert(name, of: node, MetadataVocabulary.chart)
    }
    var dashboard = Dashboard(
      name: name, variables: declarations.variables, filters: declarations.filters, items: [], at: node.place)
    dashboard.title = title
    dashboard.summary = summary
    dashboard.theme = theme
    dashboard.items = nodes.filter(isItem).compactMap {
      item($0, declarations, in: nodes.count == 1 ? .alone : .dashboard)
    }
    return Result(
      dashboard: dashboard, names: nodes.compactMap { $0["Name"]?.trimmed },
      needsLayout: nodes.count > 1 || nodes.contains { $0.name.isSame(as: "DAPanel") })
  }

  /// Returns a dashboard with the single item of a file.
  func lone(_ node: AttributedNode) -> Dashboard {
    let item = item(node, Declarations(themes: themes), in: .alone)
    return Dashboard(name: node["Name"]?.trimmed ?? "", items: item.map { [$0] } ?? [], at: node.place)
  }

  private func item(
    _ node: AttributedNode, _ declarations: Declarations, in surroundings: ChartReader.Surroundings
  ) -> ParsedItem? {
    let groups = GroupReader(collector: collector, declarations: declarations)
    switch node.name {
    case "Chart":
      return ChartReader(collector: collector, declarations: declarations).chart(node, in: surroundings)
        .map { .chart($0) }
    case "DrillDownGroup": return groups.drillDownGroup(node).map { .drillDownGroup($0) }
    case "OverlayGroup": return groups.overlayGroup(node).map { .overlayGroup($0) }
    case "TreeMapGroup": return groups.treeMapGroup(node).map { .treeMapGroup($0) }
    case "DAPanel": return groups.panel(node).map { .panel($0) }
    case "DataGrid":
      return DataGridReader(collector: collector, declarations: declarations).grid(node).map { .dataGrid($0) }
    case "CustomItem":
      return CustomItemReader(collector: collector, declarations: declarations).item(node).map { .custom($0) }
    default: return DiagramReader(collector: collector, declarations: declarations).diagram(node).map { .diagram($0) }
    }
  }
}
