import AugerDiagnostics
import HTTPTypes
import NIOCore

/// The script of pages. Its URL contains the digest of its contents, so the contents of a URL never change.
enum Assets {
  private static let bytes = PageScript.bytes
  private static let packed = Gzip.compressed(bytes)
  private static let name = String(SHA256.text(bytes).prefix(20)) + ".js"

  static let script = "/assets/\(name)"

  static func response(_ name: String, _ request: SiteRequest) throws -> SiteResponse {
    guard Name(name) == Name(Self.name) else { throw Problem.notFound("asset '\(name.prefix(80))'") }
    var fields: HTTPFields = [
      .cacheControl: CacheControl.forever.field, .contentTypeOptions: "nosniff",
      .crossOriginResourcePolicy: "same-origin", .vary: "Accept-Encoding",
    ]
    let type = "text/javascript; charset=utf-8"
    guard let packed, Site.acceptsGzip(request) else { return SiteResponse(.ok, type, bytes, fields: fields) }
    (fields[.contentType], fields[.contentEncoding]) = (type, "gzip")
    return SiteResponse(.ok, fields: fields, body: .bytes(packed))
  }
}
