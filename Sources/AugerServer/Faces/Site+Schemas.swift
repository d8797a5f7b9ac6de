import Auger
import AugerDiagnostics
import HTTPTypes

extension Site {
  /// The JSON Schema of something that is written or read. A name with the version's number, `chart-1`, means the same
  /// for ever; `chart` is the newest. Schemas are open: they say nothing of data.
  func schema(_ name: String, _ request: SiteRequest) throws -> SiteResponse {
    try Self.require(request, [.get, .head])
    let asked = name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    let schemas = current.schemas
    let found = schemas.first { Name($0.name) == Name(asked) || Name($0.name + "-1") == Name(asked) }
    guard let found else {
      throw Problem.notFound(
        "schema '\(asked.prefix(80))'",
        hint: DidYouMean.hint(for: asked, among: schemas.map(\.name), listing: "schemas"))
    }
    let bytes = Array(found.text.utf8)
    var fields = Self.plainFields
    fields[.crossOriginResourcePolicy] = "cross-origin"
    // Within a version a schema may gain what is optional.
    let isVersion = Name(found.name) != Name(asked)
    fields.setCaching(isVersion ? .forever : .seconds(3600))
    fields[.eTag] = etag(of: bytes, for: .everything, "schema", found.name)
    if let unmodified = Self.notModified(request, fields) { return unmodified }
    return SiteResponse(.ok, "application/schema+json", bytes, fields: fields)
  }
}
