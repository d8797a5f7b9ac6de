import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerMetadata
import HTTPTypes

/// One request with all that it is answered by.
struct Visit: Sendable {
  var request: SiteRequest
  var visitor: Visitor
  var content: SiteContent
  /// Sees what the visitor may.
  var pipeline: Pipeline
  var identifier: String
  /// Nil for a page of its own.
  var embedding: Embedding?
  /// The token in the address of an embedded page.
  var token: Substring?

  /// The header fields of every answer that depends on who asks.
  var fields: HTTPFields {
    var fields = Site.plainFields
    fields.setCaching(.untilChanged(isShared: visitor.isOpen))
    fields[.referrerPolicy] = "no-referrer"
    fields[.crossOriginResourcePolicy] = "same-origin"
    return fields
  }

  /// A dashboard that the visitor may see; one that they may not is one that there is not.
  func dashboard(_ name: String) throws -> Dashboard {
    let visible = content.workspace.dashboards.filter { visitor.allows(dashboard: $0.name) }
    if let found = visible.first(named: name) { return found }
    if content.workspace.damagedDashboards.map(\.name).contains(name: name),
      visitor.allows(dashboard: name)
    {
      throw Problem(
        .serviceUnavailable, "dashboardDamaged", "The definition of this dashboard has mistakes", retryAfter: 60)
    }
    throw Problem.notFound(
      "dashboard '\(name)'", hint: DidYouMean.hint(for: name, among: visible.map(\.name), listing: "dashboards"))
  }

  // MARK: Addresses

  /// What leads from the page of a dashboard, or of one item of it, to the root of the site. In a page that stands in
  /// another it is relative: its links hold while the token in its address is renewed, and bytes are alike for all.
  func root(of item: String?) -> String { embedding == nil ? "/" : item == nil ? "../" : "../../" }

  /// The address of a dashboard, or of an item, as the page of `page` has it.
  func path(_ dashboard: String, _ item: String? = nil, on page: String?) -> String {
    root(of: page) + "dashboards/" + PercentEncoding.part(dashboard)
      + (item.map { "/" + PercentEncoding.part($0) } ?? "")
  }

  // MARK: Places

  /// What an address asks for. Throws what `PageQuery` throws, and 422 for what is locked.
  func query(_ text: String) throws -> PageQuery {
    var query = try PageQuery(text)
    query.state = try held(query.state)
    return query
  }

  /// A state within what is locked. Throws 422 for one outside.
  func held(_ state: Exploration) throws -> Exploration {
    guard let embedding else { return state }
    return try embedding.locked.holding(state)
  }

  /// The assumptions of `_compare`, with those that are locked; nil: nothing is compared.
  func scenario(_ query: PageQuery) throws -> Scenario? {
    guard let scenario = try query.options.scenario() else { return nil }
    guard embedding != nil else { return scenario }
    return Scenario(scenario.name, of: try held(try Exploration(scenario.address)))
  }
}
