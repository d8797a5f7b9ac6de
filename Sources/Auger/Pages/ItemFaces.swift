import AugerAnalysis
import AugerDiagnostics
import AugerMetadata

/// The URLs of an item in the state of its page.
package struct ItemFaces: Sendable {
  package var page: String
  package var downloads: [(label: String, address: String)]
  /// The page with the embed code, and the code. Nil if the item cannot be embedded.
  package var embed: (page: String, code: String)?
  /// The page with the definition. Nil for readers who must not see it.
  package var definition: String?

  package init(page: String, downloads: [(label: String, address: String)]) {
    (self.page, self.downloads) = (page, downloads)
  }
}

extension Pipeline {
  /// Returns the definition of an item as YAML, and the plan of its queries in a state, or the reason why it has none.
  /// The plan of an item without charts is empty. Neither contains the text of a query.
  package func definition(
    of name: String, in dashboard: Dashboard, at state: Exploration
  ) throws -> (yaml: String, plan: String) {
    let yaml = dashboard.definition(of: name) ?? ""
    guard dashboard.item(named: name)?.charts.isEmpty == false else { return (yaml, "") }
    let queries = try answers(of: dashboard).delegate
    do throws(DiagnosticError) {
      return (yaml, try ChartPlan(name, of: dashboard, at: state, adding: arguments, knowing: queries).text)
    } catch {
      return (yaml, error.diagnostics.map(\.message).joined(separator: "\n"))
    }
  }
}
