import Auger
import AugerDiagnostics
import AugerMetadata
import HTTPTypes
import NIOCore

extension Site {
  /// Returns the API description. All callers with the same access rights share one result.
  func openAPI(_ visit: Visit) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    let key = FaceCache.Key(
      generation: visit.content.generation, entitlement: visit.visitor.entitlement, path: Name(visit.request.path),
      query: Name(""), face: .json, isNamed: true, isEmbedded: false)
    if let kept = faces[key] {
      counters.countReused()
      return response(kept, visit)
    }
    // The empty name cannot collide with a dashboard.
    let asked = FaceCache.Work(
      generation: visit.content.generation, entitlement: visit.visitor.entitlement, dashboard: Name(""), item: nil,
      face: .json, isNamed: true, options: Name(""), state: Name(""), isEmbedded: false)
    let entry = try await work.value(asked) { [self] in
      try await admission.run(visit.visitor.name) { try await within(limits.time) { self.describe(visit) } }
    }
    counters.countMade()
    faces.keep(entry, key)
    return response(entry, visit)
  }

  private func describe(_ visit: Visit) -> FaceCache.Entry {
    let dashboards = visit.content.workspace.dashboards.filter { visit.visitor.allows(dashboard: $0.name) }
    let text = OpenAPI(dashboards, version: visit.content.version, schemas: visit.content.schemas.map(\.name)).text()
    let bytes = Array(text.utf8)
    var fields = visit.fields
    fields[.contentType] = Face.json.mediaType
    fields[.vary] = "Accept-Encoding"
    let tag = etag(of: bytes, for: visit.visitor.entitlement, visit.content.version, "openapi")
    fields[.eTag] = tag
    return FaceCache.Entry(
      bytes: ByteBuffer(bytes: bytes), compressed: Gzip.compressed(bytes, type: .json), fields: fields, etag: tag,
      trace: AnswerTrace())
  }
}
