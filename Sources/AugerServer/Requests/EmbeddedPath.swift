/// The path of an embedded page: a token followed by the path of the page itself.
struct EmbeddedPath: Sendable {
  let token: Substring
  /// The path of the page, with a leading slash.
  let rest: String

  private static let prefix = "/e/"

  /// Returns nil for any other path.
  init?(_ path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let tail = path.dropFirst(Self.prefix.count)
    let end = tail.unicodeScalars.firstIndex(of: "/") ?? tail.endIndex
    token = tail[..<end]
    rest = String(tail[end...])
  }
}
