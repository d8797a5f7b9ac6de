import AugerCharts
import AugerDiagnostics

/// The form with which a reader adds marks to a chart before sharing it. The URL of the page contains the marks, so its
/// links and downloads contain them too.
package struct ServedShare: Sendable {
  /// The name of the field with a mark in its text form.
  package var name: String
  /// The URL of the page without a query string.
  package var action: String
  /// The query string of the page: its state, options and existing marks.
  package var fields: [(name: String, value: String)]
  /// The URL without the marks of the chart. Nil if it has none.
  package var removal: String?

  package init(name: String, action: String, fields: [(name: String, value: String)], removal: String?) {
    self.name = name
    self.action = action
    self.fields = fields
    self.removal = removal
  }
}

extension ServedPage {
  /// Writes the form. The script adds tools to draw on the picture, and the field works without it.
  func write(_ share: ServedShare, of title: String, id: String, to out: inout SVGBytes) {
    let texts = html.texts
    out.raw("<details class=\"y fold\"")
    out.attribute("data-control", PageText.share.rawValue)
    out.raw("><summary>")
    out.escaped(texts[.share])
    out.raw("<span class=\"v\"> ")
    out.escaped(title)
    out.raw("</span></summary>\n<form method=\"get\" class=\"h\"")
    out.attribute("id", id)
    out.attribute("action", share.action)
    out.attribute("data-prompt", texts[.markPrompt])
    out.raw(">")
    for (name, value) in share.fields {
      out.raw("<input type=\"hidden\"")
      out.attribute("name", name)
      out.attribute("value", value)
      out.raw("/>")
    }
    for (kind, text) in [("text", PageText.markText), ("arrow", .markArrow), ("draw", .markDraw)] {
      out.raw("<button type=\"button\" class=\"j\" aria-pressed=\"false\"")
      out.attribute("data-mark", kind)
      out.raw(">")
      out.escaped(texts[text])
      out.raw("</button>")
    }
    out.raw("<label>")
    out.escaped(texts[.markForm])
    out.raw(" <input type=\"text\" placeholder=\"arrow 0.2,0.3 0.5,0.6: …\"")
    out.attribute("name", share.name)
    out.raw("/></label><button type=\"submit\">")
    out.escaped(texts[.apply])
    out.raw("</button></form>\n")
    if let removal = share.removal {
      out.raw("<p class=\"n\"><a")
      out.attribute("href", removal)
      out.raw(">")
      out.escaped(texts[.markNone])
      out.raw("</a></p>\n")
    }
    out.raw("</details>\n")
  }

  /// Returns the size of an item's picture: `860x430`. Nil for an item without a picture.
  package func pictureSize(ofItem index: Int) -> String? {
    guard let figure = html.figures.first(where: { $0.item == index }), !figure.isTable,
      let size = HTMLPage(html).svg(of: figure).size
    else { return nil }
    return [size.width, size.height].map { String(Int(clamping: $0.rounded())) }.joined(separator: "x")
  }
}
