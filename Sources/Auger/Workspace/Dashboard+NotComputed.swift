import AugerCharts
import AugerDiagnostics
import AugerMetadata

// What the language says and the pipeline does not compute yet. Nothing of it is silent: the workspace notes each, and
// asking for one by its name is refused.
extension Dashboard {
  /// The items that the pipeline answers, in their order.
  package var computedItems: [DashboardItem] { items.filter(\.isComputed) }

  /// A note for each thing that is read and checked, and not computed.
  package var notComputedNotes: [Diagnostic] { items.flatMap(\.notComputedNotes) }
}

extension DashboardItem {
  /// Whether there is a model of it.
  package var isComputed: Bool {
    switch self {
    case .chart, .drillDownGroup, .dataGrid, .overlayGroup, .treeMapGroup, .diagram: true
    case .panel: false
    }
  }

  /// Why there is no model of it, for a caller that asks for one.
  package var notComputed: Diagnostic {
    Diagnostic(
      .notComputedYet, "\(nodeName) '\(name)' is read and checked, but not computed by this version", at: place,
      details: [.init(.node, nodeName), .init(.chart, name)])
  }

  /// A note for the item, or for each part of its charts, that is not computed.
  package var notComputedNotes: [Diagnostic] {
    // A panel has controls and no numbers: nothing of it is missing from a chart.
    if case .panel = self { return [] }
    guard isComputed else {
      var note = notComputed
      note.level = .note
      return [note]
    }
    return charts.flatMap { chart in
      chart.notComputed.map { part in
        Diagnostic(
          .notComputedYet, level: .note, "Chart '\(chart.name)': \(part) not computed by this version",
          at: chart.places.chart, details: [.init(.node, "Chart"), .init(.chart, chart.name)])
      }
    }
  }
}

extension ChartDefinition {
  /// Parts of it that its model lacks, with their verbs.
  fileprivate var notComputed: [String] {
    var parts: [String] = []
    if forecast != nil { parts.append("Forecast is") }
    if !unit.isEmpty || values.contains(where: { !$0.unit.isEmpty }) { parts.append("Unit is") }
    if showsSummary { parts.append("Summary is") }
    if let theme, Theme.named(theme) == nil { parts.append("Theme '\(theme)' is none of this version and") }
    if !type.hasMarks { parts.append("\(type.rawValue) is drawn as a table; the marks are") }
    return parts
  }
}
