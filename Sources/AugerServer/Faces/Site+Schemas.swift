import Auger
import AugerDiagnostics
import HTTPTypes

extension Site {
  /// Returns the JSON Schema of a format. A versioned name such as `chart-1` never changes its meaning, and `chart` is
  /// the newest version.
  ///
  /// Every caller may read schemas, because they contain no data.
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
    // `chart` may gain optional members or become a newer version.
    let isVersion = Name(found.name) != Name(asked)
    fields.setCaching(isVersion ? .forever : .seconds(3600))
    fields[.eTag] = etag(of: bytes, for: .everything, "schema", found.name)
    if let unmodified = Self.notModified(request, fields) { return unmodified }
    return SiteResponse(.ok, "application/schema+json", bytes, fields: fields)
  }
}
