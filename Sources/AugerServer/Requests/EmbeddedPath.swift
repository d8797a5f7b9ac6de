import AugerExport
import AugerQuery

/// The path of a page that stands in another: a token, and the path that it would have alone.
struct EmbeddedPath: Sendable {
  let token: Substring
  /// With a leading slash.
  let rest: String

  private static let prefix = "/e/"

  /// Nil for any other path.
  init?(_ path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let tail = path.dropFirst(Self.prefix.count)
    let end = tail.unicodeScalars.firstIndex(of: "/") ?? tail.endIndex
    token = tail[..<end]
    rest = String(tail[end...])
  }

  /// An address as it can be recorded: whoever reads it cannot open the page.
  static func withoutToken(_ request: SiteRequest) -> String {
    var path = request.path
    if let embedded = EmbeddedPath(path) {
      path = prefix + SHA256.text(Array(embedded.token.utf8)).prefix(12) + embedded.rest
    }
    return request.query.isEmpty ? path : "\(path)?\(request.query)"
  }
}
