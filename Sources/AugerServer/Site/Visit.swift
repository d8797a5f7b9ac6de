import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerMetadata
import HTTPTypes

/// A request with the context for its response.
struct Visit: Sendable {
  var request: SiteRequest
  var visitor: Visitor
  var content: SiteContent
  /// The pipeline, restricted to the access rights of the visitor.
  var pipeline: Pipeline
  var identifier: String
  /// The embedding. Nil for a page that is not embedded.
  var embedding: Embedding?
  /// The token in the URL of an embedded page.
  var token: Substring?

  /// The preferences of the reader. The page that embeds a page decides on its theme.
  var preferences: PagePreferences {
    var own = PagePreferences(request).known(content.workspace.themes)
    if embedding != nil { (own.theme, own.prefersDark, own.followsSystem) = (nil, nil, false) }
    return own
  }

  /// The header fields of every response that depends on the caller.
  var fields: HTTPFields {
    var fields = Site.plainFields
    fields.setCaching(.untilChanged(isShared: visitor.isOpen))
    fields[.referrerPolicy] = "no-referrer"
    fields[.crossOriginResourcePolicy] = "same-origin"
    return fields
  }

  /// Returns a dashboard that the visitor may see. Other dashboards are reported as unknown.
  func dashboard(_ name: String) throws -> Dashboard {
    let visible = content.workspace.dashboards.filter { visitor.allows(dashboard: $0.name) }
    if let found = visible.first(named: name) { return found }
    if content.workspace.damagedDashboards.map(\.name).contains(name: name),
      visitor.allows(dashboard: name)
    {
      throw Problem(
        .serviceUnavailable, .dashboardDamaged, .problemDashboardDamaged, retryAfter: 60)
    }
    throw Problem.noDashboard(name).suggesting(visible.map(\.name), for: name, listing: "dashboards")
  }

  // MARK: URLs

  /// Returns the prefix from the page of a dashboard or item to the root of the site.
  ///
  /// In an embedded page the prefix is relative. Links remain valid when the token in the URL is renewed, and the bytes
  /// are equal for all tokens.
  func root(of item: String?) -> String { embedding == nil ? "/" : item == nil ? "../" : "../../" }

  /// Returns the path of a dashboard or item, as a link on the page of `page`.
  func path(_ dashboard: String, _ item: String? = nil, on page: String?) -> String {
    root(of: page) + "dashboards/" + PercentEncoding.part(dashboard)
      + (item.map { "/" + PercentEncoding.part($0) } ?? "")
  }

  // MARK: States

  /// Parses the query string of a request. Throws the errors of `PageQuery`, and 422 for locked values.
  func query(_ text: String) throws -> PageQuery {
    var query = try PageQuery(text)
    query.state = try held(query.state)
    return query
  }

  /// Returns the state with locked values applied. Throws 422 if a value is outside the lock.
  func held(_ state: Exploration) throws -> Exploration {
    guard let embedding else { return state }
    return try embedding.locked.holding(state)
  }

  /// Returns the assumptions of `_compare` with the locked ones, or nil without a comparison.
  func scenario(_ query: PageQuery) throws -> Scenario? {
    guard let scenario = try query.options.scenario() else { return nil }
    guard embedding != nil else { return scenario }
    return Scenario(scenario.name, of: try held(try Exploration(scenario.address)))
  }
}
