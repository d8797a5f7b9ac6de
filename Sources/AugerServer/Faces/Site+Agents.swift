import Auger
import AugerAgents
import AugerDiagnostics
import AugerMetadata
import HTTPTypes

extension Site {
  /// Answers a message of an agent (Model Context Protocol over HTTP). Each message is independent, without a session.
  func agents(_ visit: Visit) async throws -> SiteResponse {
    try Self.require(visit.request, [.post])
    try access.check(visit.request, isChange: true)
    guard visit.request.fields[.contentType]?.lowercased().hasPrefix("application/json") ?? false else {
      throw Problem(.unsupportedMediaType, .notJSON, "The message is not JSON")
    }
    let revision = try visit.request.fields[.protocolVersion].map { text in
      guard let known = AgentRevision(rawValue: text) else {
        throw Problem(.badRequest, .unknownRevision, "This revision of the protocol is not known")
      }
      return known
    }
    let dashboards = visit.content.workspace.dashboards.filter { visit.visitor.allows(dashboard: $0.name) }
    let scheme = access.isSecure ? "https" : "http"
    let service = AgentService(
      visit.pipeline, dashboards: dashboards, themes: visit.content.workspace.themes, server: visit.content.version,
      baseAddress: visit.request.authority.map { "\(scheme)://\($0)" })
    let answer = try await admission.run(visit.visitor.name) { [limits] in
      try await within(limits.time) { await service.answer(to: visit.request.body, revision: revision) }
    }
    var fields = visit.fields
    fields.setCaching(.never)
    guard let answer else { return SiteResponse(.accepted, fields: fields) }
    return SiteResponse(.ok, "application/json", answer, fields: fields)
  }
}
