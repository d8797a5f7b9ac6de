import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerDocuments
import AugerMetadata

// Reads the states in which a job computes its dashboards.
extension JobDefinition {
  /// Reads `exploration: "$hike=10"`, the state of all dashboards of the job, or `exploration: { sales: "$hike=10" }`.
  /// Errors of a query string are reported at their position in it.
  static func states(_ reader: inout DocumentReader, _ contents: [Content], _ workspace: Workspace) -> [State] {
    guard let node = reader.value("exploration") else { return [] }
    var dashboards: [String] = []
    for content in contents {
      switch content {
      case .dashboard(let name), .chart(_, dashboard: let name):
        if !dashboards.contains(name: name) { dashboards.append(name) }
      case .query: break
      }
    }
    if node.text != nil {
      if !reader.has("dashboards"), !reader.has("charts") {
        reader.reject(node, "a job without dashboards and charts has no state", hint: "Leave 'exploration' out.")
      }
      // Report the errors of one dashboard, because a name that does not exist is often missing in all of them.
      var states: [State] = []
      for dashboard in dashboards {
        guard let state = state(node, of: dashboard, workspace, reader.collector) else { break }
        states.append(state)
      }
      return states
    }
    return reader.namedEntries("exploration").compactMap { entry in
      guard let name = dashboards.first(where: { Name($0) == Name(entry.key.text) }) else {
        reader.collector.report(
          Diagnostic(
            .metadataObjectUndefined, "the job does not compute a dashboard '\(entry.key.text)'", at: entry.key.place,
            hint: DidYouMean.hint(for: entry.key.text, among: dashboards, listing: "dashboards")))
        return nil
      }
      return state(entry.value, of: name, workspace, reader.collector)
    }
  }

  private static func state(
    _ node: DocumentNode, of dashboard: String, _ workspace: Workspace, _ collector: DiagnosticCollector
  ) -> State? {
    guard let text = node.text else {
      collector.report(
        Diagnostic(.wrongKind, "a state must be a query string, not \(node.kindName)", at: node.place))
      return nil
    }
    do throws(DiagnosticError) {
      let exploration = try Exploration(text)
      let checked = try workspace.definition(ofDashboard: dashboard).checked(exploration)
      return State(dashboard: dashboard, exploration: checked)
    } catch {
      for var diagnostic in error.diagnostics {
        let isInText = diagnostic.place.map { $0.source.text == text } ?? false
        diagnostic.place = isInText ? diagnostic.place?.span.map { node.place(of: $0) } ?? node.place : node.place
        collector.report(diagnostic)
      }
      return nil
    }
  }
}
