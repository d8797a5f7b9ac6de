import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension DiagramDefinition {
  /// Checks that a selection consists of nodes, whose names are its categories.
  ///
  /// Throws `metadataObjectUndefined` for unknown nodes, and `outOfBounds` for other parts of a selection.
  func checkNodes(of selection: Selection) throws(DiagnosticError) {
    var rest = selection
    rest.categories = []
    guard rest.isEmpty else {
      throw DiagnosticError(
        Diagnostic(
          .outOfBounds, "only the nodes of diagram '\(name)' can be selected", hint: "Select categories: node names.",
          details: [.init(.chart, name)]))
    }
    for category in selection.categories where node(category) == nil {
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "diagram '\(name)' has no node '\(category)'",
          hint: DidYouMean.hint(for: category.description, among: nodes.map(\.name), listing: "nodes")))
    }
  }

  /// Returns the indices of the selected nodes.
  package func selectedNodes(_ selection: Selection) -> [Int] { selection.categories.compactMap(node) }

  private func node(_ category: Scalar) -> Int? {
    guard case .string(let name) = category else { return nil }
    return nodes.firstIndex(named: name)
  }
}
