import AugerCharts
import AugerDiagnostics

/// An item of a layout. Indirect, because definitions are large and often copied: a copy is one reference.
package indirect enum ParsedItem: Sendable, Equatable, HasName {
  case chart(ParsedChart)
  case drillDownGroup(DrillDownGroupDefinition)
  case overlayGroup(OverlayGroupDefinition)
  case treeMapGroup(TreeMapGroupDefinition)
  case dataGrid(DataGridDefinition)
  case panel(PanelDefinition)
  case diagram(DiagramDefinition)
  case custom(CustomItemDefinition)
}

extension ParsedItem {
  package var name: String {
    switch self {
    case .chart(let chart): chart.name
    case .drillDownGroup(let group): group.name
    case .overlayGroup(let group): group.name
    case .treeMapGroup(let group): group.name
    case .dataGrid(let grid): grid.name
    case .panel(let panel): panel.name
    case .diagram(let diagram): diagram.name
    case .custom(let custom): custom.name
    }
  }

  package var title: String {
    switch self {
    case .chart(let chart): chart.title
    case .drillDownGroup(let group): group.title
    case .overlayGroup(let group): group.title
    case .treeMapGroup(let group): group.title
    case .dataGrid(let grid): grid.title
    case .panel(let panel): panel.title
    case .diagram(let diagram): diagram.title
    case .custom(let custom): custom.title
    }
  }

  package var kind: DashboardOverview.Item.Kind {
    switch self {
    case .chart: .chart
    case .drillDownGroup: .drillDownGroup
    case .overlayGroup: .overlayGroup
    case .treeMapGroup: .treeMapGroup
    case .dataGrid: .dataGrid
    case .panel: .panel
    case .diagram: .diagram
    case .custom: .custom
    }
  }

  /// The name of its node: `DrillDownGroup`.
  package var nodeName: String { kind.rawValue }

  package var place: Diagnostic.Place? {
    switch self {
    case .chart(let chart): chart.places.chart
    case .drillDownGroup(let group): group.place
    case .overlayGroup(let group): group.place
    case .treeMapGroup(let group): group.place
    case .dataGrid(let grid): grid.places.chart
    case .panel(let panel): panel.place
    case .diagram(let diagram): diagram.place
    case .custom(let custom): custom.place
    }
  }

  /// Its charts with queries, in sequence order.
  package var charts: [ParsedChart] {
    switch self {
    case .chart(let chart): [chart]
    case .drillDownGroup(let group): group.levels
    case .overlayGroup(let group): group.layers.map(\.chart)
    case .treeMapGroup(let group): group.levels
    case .dataGrid, .panel, .diagram, .custom: []
    }
  }

  /// Returns the first of `charts` with a name.
  func chart(named name: Name) -> ParsedChart? {
    switch self {
    // Compare before copying, because most charts do not match.
    case .chart where Name(self.name) != name: nil
    case .chart(let chart): chart
    case .drillDownGroup(let group): group.levels.first { Name($0.name) == name }
    case .overlayGroup(let group): group.layers.first { Name($0.chart.name) == name }?.chart
    case .treeMapGroup(let group): group.levels.first { Name($0.name) == name }
    case .dataGrid, .panel, .diagram, .custom: nil
    }
  }
}

extension ParsedItem {
  /// True if annotations of its charts have picture files that were not read.
  package var hasImageFiles: Bool { charts.contains(where: \.hasImageFiles) }

  /// Changes the annotations of all charts.
  package mutating func changeAnnotations(_ change: (inout AnnotationDefinition) -> Void) {
    switch self {
    case .chart(var chart):
      chart.changeAnnotations(change)
      self = .chart(chart)
    case .drillDownGroup(var group):
      for index in group.levels.indices { group.levels[index].changeAnnotations(change) }
      self = .drillDownGroup(group)
    case .overlayGroup(var group):
      group.changeAnnotations(change)
      self = .overlayGroup(group)
    case .treeMapGroup(var group):
      for index in group.levels.indices { group.levels[index].changeAnnotations(change) }
      self = .treeMapGroup(group)
    case .dataGrid, .panel, .diagram, .custom: break
    }
  }
}

extension ParsedChart {
  fileprivate var hasImageFiles: Bool {
    annotations.contains { $0.imageFile != nil && $0.image == nil }
      || overlay?.layers.contains { $0.chart.hasImageFiles } == true
  }

  fileprivate mutating func changeAnnotations(_ change: (inout AnnotationDefinition) -> Void) {
    for index in annotations.indices { change(&annotations[index]) }
    overlay?.changeAnnotations(change)
  }
}

extension OverlayGroupDefinition {
  fileprivate mutating func changeAnnotations(_ change: (inout AnnotationDefinition) -> Void) {
    for index in layers.indices { layers[index].chart.changeAnnotations(change) }
  }
}
