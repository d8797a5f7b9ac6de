import AugerCharts

/// Pages of a server without a dashboard: the list of dashboards, and errors.
package enum ServedNotice {
  /// Returns the page with the dashboards that can be opened.
  package static func list(
    _ entries: [(title: String, address: String, detail: String)], _ texts: PageTexts, styles: PageStyles
  ) -> [UInt8] {
    var out = SVGBytes()
    let title = texts[.dashboards]
    ServedPage.head(title, texts, styles, nil, to: &out)
    out.raw("<body>\n<header><h1>")
    out.escaped(title)
    out.raw("</h1></header>\n<main>\n")
    if entries.isEmpty {
      out.raw("<p class=\"r\">")
      out.escaped(texts[.noDashboards])
      out.raw("</p>\n")
    }
    out.raw("<ul class=\"l\">\n")
    for entry in entries {
      out.raw("<li class=\"i\"><a")
      out.attribute("href", entry.address)
      out.raw(">")
      out.escaped(entry.title)
      out.raw("</a><p class=\"r\">")
      out.escaped(entry.detail)
      out.raw("</p></li>\n")
    }
    out.raw("</ul>\n</main>\n</body>\n</html>\n")
    return out.bytes
  }

  /// Returns the page with the errors of a request, each with a hint.
  package static func problem(
    title: String, _ lines: [(message: String, hint: String?)], back: (label: String, address: String)?,
    _ texts: PageTexts, styles: PageStyles
  ) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head(title, texts, styles, nil, to: &out)
    out.raw("<body>\n<header><h1>")
    out.escaped(title)
    out.raw("</h1></header>\n<main>\n<div role=\"alert\">")
    for line in lines {
      out.raw("<p>")
      out.escaped(line.message)
      if let hint = line.hint {
        out.raw(" <span class=\"r\">")
        out.escaped(hint)
        out.raw("</span>")
      }
      out.raw("</p>\n")
    }
    out.raw("</div>\n")
    if let back {
      out.raw("<p><a")
      out.attribute("href", back.address)
      out.raw(">")
      out.escaped(back.label)
      out.raw("</a></p>\n")
    }
    out.raw("</main>\n</body>\n</html>\n")
    return out.bytes
  }
}

extension DashboardHTML {
  package var servedStyles: PageStyles {
    PageStyles(HTMLStyles.served(theme, areas: items.map(\.area), portrait: items.map(\.portraitArea)))
  }

  /// The styles of pages without a dashboard.
  package static func servedStyles(_ theme: Theme) -> PageStyles { PageStyles(HTMLStyles.served(theme, areas: [])) }
}

extension ServedNotice {
  /// Returns the page that requests an access token.
  package static func signIn(_ texts: PageTexts, styles: PageStyles) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head(texts[.signIn], texts, styles, nil, to: &out)
    out.raw("<body>\n<header><h1>")
    out.escaped(texts[.signIn])
    out.raw("</h1></header>\n<main>\n<form method=\"post\" action=\"/-/session\"><label>")
    out.escaped(texts[.token])
    out.raw(" <input type=\"password\" name=\"token\" autocomplete=\"current-password\"/></label>")
    out.raw("<button type=\"submit\">")
    out.escaped(texts[.signIn])
    out.raw("</button></form>\n</main>\n</body>\n</html>\n")
    return out.bytes
  }
}
