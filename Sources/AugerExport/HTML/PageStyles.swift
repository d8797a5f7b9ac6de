import AugerDiagnostics

/// The inline styles of a page, and their source expression in its content security policy.
///
/// Styles are inline because a browser renders nothing without them. A separate request takes a fifth of the time to
/// the first paint.
package struct PageStyles: Sendable, Hashable {
  /// CSS rules.
  package let text: String
  /// The only allowed source of `style-src` in a content security policy (CSP 3, 2.3.1): `'sha256-...'`.
  package let source: String

  package init(_ text: String) {
    self.text = text
    source = Self.source(of: text)
  }

  /// Returns the source expression for inline text.
  static func source(of text: String) -> String { "'sha256-\(Base64.text(SHA256.digest(Array(text.utf8))))'" }

  func write(to out: inout SVGBytes) {
    out.raw("<style>")
    out.raw(text)
    out.raw("</style>\n")
  }
}
