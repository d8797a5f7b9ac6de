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
}
