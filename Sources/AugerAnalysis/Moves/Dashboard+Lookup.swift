import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Dashboard {
  func group(_ name: String) throws(DiagnosticError) -> DrillDownGroupDefinition {
    let item = try item(name)
    if case .drillDownGroup(let group) = item { return group }
    throw DiagnosticError(
      Diagnostic(
        .notDrillable, "\(item.nodeName) '\(name)' is not a drilldown group",
        hint: DidYouMean.hint(for: name, among: drillDownGroups.map(\.name), listing: "groups")))
  }

  func groupLevel(_ chart: String) -> (DrillDownGroupDefinition, Int)? {
    for group in drillDownGroups {
      if let level = group.levels.firstIndex(named: chart) {
        return (group, level)
      }
    }
    return nil
  }

  /// Returns the chart with a name, standalone or in a group, for zooming, sorting and selection.
  func chart(_ name: String) throws(DiagnosticError) -> ParsedChart {
    if let chart = chart(named: name) { return chart }
    throw DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "dashboard '\(self.name)' has no chart '\(name)'",
        hint: DidYouMean.hint(for: name, among: namesToAskFor, listing: "charts")
      ).nearest(DidYouMean.nearest(to: name, among: namesToAskFor)))
  }

  /// The names by which charts can be referenced: items with a chart, and the levels of groups.
  private var namesToAskFor: [String] {
    var names = items.compactMap { item -> String? in if case .panel = item { nil } else { item.name } }
    for chart in allCharts where !names.contains(name: chart.name) {
      names.append(chart.name)
    }
    return names
  }

  /// Returns the chart with a name, or the chart of a treemap at one of its levels.
  func chart(_ name: String, zoomedTo level: Int) throws(DiagnosticError) -> ParsedChart {
    if case .treeMapGroup(let treemap)? = item(named: name) { return treemap.chart(zoomedTo: level) }
    return try chart(name)
  }

  func overlay(_ name: String) -> OverlayGroupDefinition? {
    if case .overlayGroup(let overlay)? = item(named: name) { overlay } else { nil }
  }

  /// Checks that the name is a chart, a treemap or an overlay, which support selection, scrolling and sorting.
  func checkShown(_ name: String) throws(DiagnosticError) {
    switch item(named: name) {
    case .treeMapGroup?, .overlayGroup?: return
    default: _ = try chart(name)
    }
  }

  /// Returns the titles of the levels that a chart or treemap can show, the coarsest first.
  package func zoomTitles(of name: String) throws(DiagnosticError) -> [String] {
    if case .treeMapGroup(let treemap)? = item(named: name) {
      return treemap.levels.map { $0.title.isEmpty ? $0.category.shownTitle : $0.title }
    }
    let chart = try chart(name)
    if let grains = chart.grains { return grains.grains.map(\.rawValue) }
    return chart.zoomingLevels.map(\.category.shownTitle)
  }

  func filter(named name: String) throws(DiagnosticError) -> FilterDefinition {
    if let filter = filter(name) { return filter }
    throw DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "dashboard '\(self.name)' has no filter '\(name)'",
        hint: DidYouMean.hint(for: name, among: filters.map(\.name), listing: "filters")
      ).nearest(DidYouMean.nearest(to: name, among: filters.map(\.name))))
  }

  func variable(named name: String) throws(DiagnosticError) -> VariableDefinition {
    if let variable = variable(name) { return variable }
    throw DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "dashboard '\(self.name)' has no variable '$\(name)'",
        hint: DidYouMean.hint(for: "$" + name, among: variables.map { "$" + $0.name }, listing: "variables")
      ).nearest(DidYouMean.nearest(to: name, among: variables.map(\.name))))
  }

  func check(_ node: String, ofDiagram name: String, _ value: Scalar?) throws(DiagnosticError) {
    let item = try item(name)
    guard case .diagram(let diagram) = item else {
      throw DiagnosticError(Diagnostic(.metadataObjectUndefined, "\(item.nodeName) '\(name)' is not a diagram"))
    }
    guard diagram.nodes.contains(named: node) else {
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "diagram '\(name)' has no node '\(node)'",
          hint: DidYouMean.hint(for: node, among: diagram.nodes.map(\.name), listing: "nodes")
        ).nearest(DidYouMean.nearest(to: node, among: diagram.nodes.map(\.name))))
    }
    guard value == nil || value?.type?.isNumeric == true else {
      throw DiagnosticError(Diagnostic(.variableType, "node '\(node)' is a number"))
    }
  }
}
