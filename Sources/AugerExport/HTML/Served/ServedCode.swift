import AugerCharts

/// A page with text for programs: the definition of an item, or the code that embeds it. It needs no script.
package struct ServedCode: Sendable {
  package struct Part: Sendable {
    /// The heading. Empty for none.
    package var heading: String
    package var text: String

    package init(_ heading: String = "", _ text: String) { (self.heading, self.text) = (heading, text) }
  }

  package var title: String
  /// A sentence about the parts. Empty for none.
  package var note: String
  package var parts: [Part]
  /// The dashboard in the same state.
  package var back: (label: String, address: String)

  package init(title: String, note: String = "", parts: [Part], back: (label: String, address: String)) {
    (self.title, self.note, self.parts, self.back) = (title, note, parts, back)
  }

  /// Returns the page with a final newline.
  package func data(_ texts: PageTexts, styles: PageStyles) -> [UInt8] {
    ServedPage.below(back, title: title, note: note, texts, styles) { out in
      for part in parts where !part.text.isEmpty { write(part, to: &out) }
    }
  }

  private func write(_ part: Part, to out: inout SVGBytes) {
    if !part.heading.isEmpty {
      out.raw("<h2>")
      out.escaped(part.heading)
      out.raw("</h2>\n")
    }
    out.raw("<pre class=\"code\" tabindex=\"0\" role=\"group\"")
    out.attribute("aria-label", part.heading.isEmpty ? title : part.heading)
    out.raw("><code>")
    // Escaping replaces line breaks.
    for line in part.text.split(separator: "\n", omittingEmptySubsequences: false) {
      out.escaped(String(line))
      out.raw("\n")
    }
    out.raw("</code></pre>\n")
  }

  /// Returns the element that embeds a page.
  ///
  /// - Parameter address: The URL of the page, with a placeholder for its token.
  package static func embedding(_ address: String, title: String) -> String {
    var out = SVGBytes(capacity: 512)
    out.raw("<iframe")
    out.attribute("src", address)
    out.attribute("title", title)
    out.raw(" width=\"100%\" height=\"480\" sandbox=\"allow-scripts allow-same-origin allow-forms allow-downloads\">")
    out.raw("</iframe>")
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

extension ServedPage {
  /// Returns a page that needs no script, with a link to its dashboard above the title.
  ///
  /// - Parameters:
  ///   - note: A sentence below the title. Empty for none.
  ///   - name: An additional class of the content.
  static func below(
    _ dashboard: (label: String, address: String), title: String, note: String, class name: String = "",
    _ texts: PageTexts, _ styles: PageStyles, content: (inout SVGBytes) -> Void
  ) -> [UInt8] {
    var out = SVGBytes(capacity: 16_384)
    head(title, texts, styles, nil, to: &out)
    out.raw("<body>\n<header><p class=\"up\"><a")
    out.attribute("href", dashboard.address)
    out.raw(">")
    out.escaped(dashboard.label)
    out.raw("</a></p>\n<h1>")
    out.escaped(title)
    out.raw("</h1></header>\n<main id=\"main\"><div")
    out.attribute("class", name.isEmpty ? "i" : "i " + name)
    out.raw(">\n")
    if !note.isEmpty {
      out.raw("<p class=\"r\">")
      out.escaped(note)
      out.raw("</p>\n")
    }
    content(&out)
    out.raw("</div></main>\n</body>\n</html>\n")
    return out.bytes
  }
}
