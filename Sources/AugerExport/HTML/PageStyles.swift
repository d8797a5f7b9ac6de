import AugerDiagnostics

/// The styles that stand in a page, and what its policy knows them by.
///
/// In the page, not beside it: a browser draws nothing before it has them, and a request for them is a fifth of the
/// time to the first paint.
package struct PageStyles: Sendable, Hashable {
  /// Rules of CSS.
  package let text: String
  /// What `style-src` of a content security policy lets through, and nothing else (CSP 3, 2.3.1): `'sha256-...'`.
  package let source: String

  package init(_ text: String) {
    self.text = text
    source = Self.source(of: text)
  }

  /// What a policy knows a text by that stands in a page.
  static func source(of text: String) -> String { "'sha256-\(Base64.text(SHA256.digest(Array(text.utf8))))'" }

  func write(to out: inout SVGBytes) {
    out.raw("<style>")
    out.raw(text)
    out.raw("</style>\n")
  }
}
