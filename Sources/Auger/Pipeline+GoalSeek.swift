import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Pipeline {
  /// Solves for a node of a diagram: returns the value of `driver` for which `node` reaches a goal. The nodes that are
  /// set in the state remain set.
  ///
  /// Throws `goalNotReached` with the reason, and `metadataObjectUndefined` for names.
  public func seek(
    _ node: String, of name: String, _ goal: Double, by driver: String, within bounds: ClosedRange<Double>? = nil,
    in dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> Double {
    guard let diagram = dashboard.diagrams.first(named: name) else {
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "dashboard '\(dashboard.name)' has no diagram '\(name)'",
          hint: DidYouMean.hint(for: name, among: dashboard.diagrams.map(\.name), listing: "diagrams")))
    }
    let answers = try answers(of: dashboard)
    let table = try await answers.table(
      for: try request(diagram.query, diagram.filters, at: state, adding: arguments, answers))
    return try DiagramBuilder(diagram, locale: locale, variables: dashboard.variableValues(at: state))
      .seek(
        node, goal, by: driver, within: bounds.map { Bounds($0) }, from: table,
        setting: state[item: name].nodes.entries.map { ($0.name, $0.value) })
  }
}
