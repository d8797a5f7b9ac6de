import AugerDiagnostics
import HTTPTypes

/// The script of pages. Its URL contains the digest of its contents, so the contents of a URL never change.
enum Assets {
  private static let bytes = PageScript.bytes
  private static let name = String(SHA256.text(bytes).prefix(20)) + ".js"

  static let script = "/assets/\(name)"

  static func response(_ name: String) throws -> SiteResponse {
    guard Name(name) == Name(Self.name) else { throw Problem.notFound("asset '\(name.prefix(80))'") }
    return SiteResponse(
      .ok, "text/javascript; charset=utf-8", bytes,
      fields: [
        .cacheControl: CacheControl.forever.field, .contentTypeOptions: "nosniff",
        .crossOriginResourcePolicy: "same-origin",
      ])
  }
}
