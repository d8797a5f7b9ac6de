import AugerDiagnostics
import HTTPTypes
import NIOCore

/// The scripts of pages. Their URLs contain the digest of their contents, so the contents of a URL never change.
enum Assets {
  private struct Script {
    let bytes: [UInt8]
    let packed: ByteBuffer?
    let name: String

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      packed = Gzip.compressed(bytes)
      name = String(SHA256.text(bytes).prefix(20)) + ".js"
    }

    var address: String { "/assets/\(name)" }
  }

  private static let page = Script(PageScript.bytes)
  private static let embedded = Script(PageScript.embedded)

  static let script = page.address
  /// The script of embedded pages.
  static let embeddedScript = embedded.address

  static func response(_ name: String, _ request: SiteRequest) throws -> SiteResponse {
    guard let script = [page, embedded].first(where: { Name($0.name) == Name(name) }) else {
      throw Problem.notFound("asset '\(name.prefix(80))'")
    }
    var fields: HTTPFields = [
      .cacheControl: CacheControl.forever.field, .contentTypeOptions: "nosniff",
      .crossOriginResourcePolicy: "same-origin", .vary: "Accept-Encoding",
    ]
    let type = "text/javascript; charset=utf-8"
    guard let packed = script.packed, Site.acceptsGzip(request) else {
      return SiteResponse(.ok, type, script.bytes, fields: fields)
    }
    (fields[.contentType], fields[.contentEncoding]) = (type, "gzip")
    return SiteResponse(.ok, fields: fields, body: .bytes(packed))
  }
}
