/// What begins a page's script, and stands in the page itself: it asks for the module when the page has been painted,
/// so that nobody waits for what only makes links and forms quicker. A page that is not painted, as in a tab behind
/// others, gets it after a second.
///
/// Where the module does not run, the page is as it is without a script.
package enum ServedStart {
  static let text = String(decoding: PackageResources.start_js, as: UTF8.self)

  /// What `script-src` of a content security policy lets through (CSP 3, 2.3.1): `'sha256-...'`.
  package static let source = PageStyles.source(of: text)

  /// - Parameter address: The module, absolute or from the page.
  static func write(_ address: String, to out: inout SVGBytes) {
    out.raw("<script")
    out.attribute("data-src", address)
    out.raw(">")
    out.raw(text)
    out.raw("</script>\n")
  }
}
