import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

extension Visit {
  /// True if the reader may see definitions. They can quote values of other callers, so that a data policy shows them
  /// only to readers of the server's metrics. Embedded pages have none.
  var allowsDefinitions: Bool { embedding == nil && visitor.entitlement.allowsMetrics }
}

extension Site {
  /// Returns the page with the definition of an item and the plan of its queries.
  func definition(_ visit: Visit, _ name: String, _ item: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    guard visit.allowsDefinitions else { throw Problem.notFound("definition") }
    let (dashboard, item, query) = try subject(visit, name, item)
    let texts = texts(for: visit.request)
    let title = item.title.isEmpty ? item.name : item.title
    let parts = try await admission.run(visit.visitor.name) { [self] in
      try await within(limits.time) {
        let state = try await visit.pipeline.checked(query.state, of: dashboard)
        let found = try visit.pipeline.definition(of: item.name, in: dashboard, at: state)
        return [
          ServedCode.Part("", found.yaml), ServedCode.Part(texts.text(.queriesOf, ["title": title]), found.plan),
        ]
      }
    }
    let page = ServedCode(
      title: texts.text(.definitionOf, ["title": title]), parts: parts, back: back(to: dashboard, query))
    return try code(visit, page, query)
  }

  /// Returns the page with the code that embeds an item, and its dashboard.
  func embed(_ visit: Visit, _ name: String, _ item: String) throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    guard visit.embedding == nil, access.embeds != nil else { throw Problem.notFound("embedded page") }
    let (dashboard, item, query) = try subject(visit, name, item)
    let texts = texts(for: visit.request)
    let root = visit.request.authority.map { "\(access.isSecure ? "https" : "http")://\($0)" } ?? ""
    func part(_ title: String, _ path: String) -> ServedCode.Part {
      ServedCode.Part(title, ServedCode.embedding(root + Self.embedded(Self.address(path, query)), title: title))
    }
    let title = item.title.isEmpty ? item.name : item.title
    let parts = [
      part(title, Self.path(dashboard.name, item.name)),
      part(dashboard.title.isEmpty ? dashboard.name : dashboard.title, Self.path(dashboard.name)),
    ]
    let page = ServedCode(
      title: texts.text(.embedOf, ["title": title]), note: texts[.embedHint], parts: parts,
      back: back(to: dashboard, query))
    return try code(visit, page, query)
  }

  /// Returns the URL of an embedded page with a placeholder for its token.
  static func embedded(_ address: String) -> String { "/e/TOKEN\(address)" }

  /// Returns the item of a request with the state of its page.
  private func subject(
    _ visit: Visit, _ name: String, _ item: String
  ) throws -> (dashboard: Dashboard, item: ParsedItem, query: PageQuery) {
    let dashboard = try visit.dashboard(name)
    guard let found = dashboard.item(named: item) else { throw Problem.noItem(item, in: dashboard) }
    let query = try visit.query(visit.request.query)
    try checkSize(query.state)
    return (dashboard, found, query)
  }

  private static func address(_ path: String, _ query: PageQuery) -> String {
    let all = [query.state.description, query.options.address].filter { !$0.isEmpty }.joined(separator: "&")
    return all.isEmpty ? path : "\(path)?\(all)"
  }

  private func back(to dashboard: Dashboard, _ query: PageQuery) -> (label: String, address: String) {
    (dashboard.title.isEmpty ? dashboard.name : dashboard.title, Self.address(Self.path(dashboard.name), query))
  }

  private func code(_ visit: Visit, _ page: ServedCode, _ query: PageQuery) throws -> SiteResponse {
    var fields = visit.fields
    let styles = DashboardHTML.servedStyles(try DashboardView.theme(query, visit, isPage: true))
    let bytes = page.data(texts(for: visit.request), styles: styles)
    for field in PagePreferences.fields { fields[field.name] = field.value }
    for (name, value) in access.pagePolicy(styles) { fields[name] = value }
    fields[.vary] = PagePreferences.vary
    fields[.eTag] = etag(of: bytes, for: visit.visitor.entitlement, visit.content.version, "code")
    fields[.contentType] = Face.html.mediaType
    if let unmodified = Self.notModified(visit.request, fields) { return unmodified }
    return SiteResponse(.ok, Face.html.mediaType, bytes, fields: fields)
  }
}
