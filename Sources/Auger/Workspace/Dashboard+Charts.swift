import AugerDiagnostics
import AugerMetadata

extension Dashboard {
  package var chartItems: [DashboardItem] { items.filter(\.hasChart) }
}

extension DashboardItem {
  /// True if the item has a model. A panel has controls and no numbers.
  package var hasChart: Bool {
    switch self {
    case .chart, .drillDownGroup, .dataGrid, .overlayGroup, .treeMapGroup, .diagram: true
    case .panel: false
    }
  }

  /// The error for a request of a model that does not exist.
  package var chartless: Diagnostic {
    Diagnostic(
      .itemHasNoChart, "\(nodeName) '\(name)' has controls and no numbers: there is no chart of it", at: place,
      hint: "it is drawn in the picture of its dashboard", details: [.init(.node, nodeName), .init(.chart, name)])
  }
}

extension Diagnostic.Code {
  package static let itemHasNoChart = Self("itemHasNoChart")
}
