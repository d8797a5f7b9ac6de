import AugerDiagnostics
import AugerMetadata

extension Dashboard {
  package var chartItems: [ParsedItem] { items.filter(\.hasChart) }
}

extension ParsedItem {
  /// True if the item has a model. A panel has controls and no numbers.
  package var hasChart: Bool {
    switch self {
    case .chart, .drillDownGroup, .dataGrid, .overlayGroup, .treeMapGroup, .diagram, .custom: true
    case .panel: false
    }
  }

  /// The error for a request of a model that does not exist.
  package var chartless: Diagnostic {
    Diagnostic(
      .itemHasNoChart, "\(nodeName) '\(name)' has only controls, so it has no chart", at: place,
      hint: "Export its dashboard instead, whose picture includes it.",
      details: [.init(.node, nodeName), .init(.chart, name)])
  }
}

extension Diagnostic.Code {
  package static let itemHasNoChart = Self("itemHasNoChart")
}
