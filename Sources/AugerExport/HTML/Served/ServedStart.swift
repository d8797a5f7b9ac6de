/// The inline start of a page's script. It requests the module after the page is painted, so that loading it does not
/// delay the page. The module only makes links and forms faster. A page that is not painted, for example in a
/// background tab, requests it after a second.
///
/// If the module does not run, the page works without it.
package enum ServedStart {
  static let text = String(decoding: PackageResources.start_js, as: UTF8.self)

  /// The allowed source of `script-src` in a content security policy (CSP 3, 2.3.1): `'sha256-...'`.
  package static let source = PageStyles.source(of: text)

  /// - Parameter address: The URL of the module, absolute or relative to the page.
  static func write(_ address: String, to out: inout SVGBytes) {
    out.raw("<script")
    out.attribute("data-src", address)
    out.raw(">")
    out.raw(text)
    out.raw("</script>\n")
  }
}
