import AugerCharts

/// Pages of a server that show no dashboard: the list of all, and what went wrong.
package enum ServedNotice {
  /// The dashboards that can be opened.
  package static func list(
    title: String, _ entries: [(title: String, address: String, detail: String)], styles: PageStyles
  ) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head(title, language: "en", styles, nil, to: &out)
    out.raw("<body>\n<header><h1>")
    out.escaped(title)
    out.raw("</h1></header>\n<main>\n")
    if entries.isEmpty { out.raw("<p class=\"r\">There is no dashboard here that you may see.</p>\n") }
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

  /// What is wrong with a request, each line with what helps.
  package static func problem(
    title: String, _ lines: [(message: String, hint: String?)], back: (label: String, address: String)?,
    styles: PageStyles
  ) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head(title, language: "en", styles, nil, to: &out)
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
  /// The styles of a served page: those of every page, and of its forms.
  package var servedStyles: PageStyles { PageStyles(HTMLStyles.served(theme, areas: items.map(\.area))) }

  /// The styles of pages that show no dashboard.
  package static func servedStyles(_ theme: Theme) -> PageStyles { PageStyles(HTMLStyles.served(theme, areas: [])) }
}

extension HTMLStyles {
  static func served(_ theme: Theme, areas: [DashboardHTML.Area?]) -> String {
    text(theme, areas: areas, [])
      + """
      .up,.d{font-size:13px;color:\(theme.mutedInk)}
      .up{margin:16px 0 0}
      .up+h1{margin-top:2px}
      .d a{margin-right:8px}
      .skip:focus{position:static;width:auto;height:auto;clip-path:none}
      .l{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:12px}
      .l a{font-weight:bold}
      form{display:inline-flex;flex-wrap:wrap;gap:6px 10px;align-items:center;margin:4px 16px 4px 0}
      .k form{display:flex;margin:6px 0}
      fieldset{border:0;margin:0;padding:0;min-width:0;flex-basis:100%}
      fieldset ul{columns:14em auto;list-style:none;max-height:50vh;overflow:auto}
      label{display:inline-flex;gap:6px;align-items:center}
      input,select,button{font:inherit;color:inherit;background:\(theme.background);border:1px solid \(theme.mutedInk);\
      border-radius:4px;padding:3px 8px;max-width:100%}
      input[type=range]{padding:0}
      .p label{max-width:100%;flex-wrap:wrap}
      input[type=text],input[type=number]{width:8em;min-width:0}
      .p form:has(output){display:flex;flex-wrap:nowrap}
      .p form:has(output) label{flex:1 1 auto;min-width:0}
      input[type=range]{flex:1 1 6em;min-width:5em;width:8em}
      output{min-width:3em;font-variant-numeric:tabular-nums;font-weight:bold}
      button{cursor:pointer}
      .js .a{display:none}
      .old{border-left:4px solid \(theme.alert);margin:6px 0;padding:4px 10px}
      .s:has(h2.v:only-child){position:static;overflow:visible;padding:0;margin:0;border:0;background:none}
      .w{touch-action:pan-x pan-y}
      .w:focus-visible{outline-offset:-2px}
      .y dl{grid-template-columns:minmax(5em,auto) 1fr;margin:4px 0 8px}
      .y dd{font-weight:normal}
      .auger-plot{display:none}
      .e{color:\(theme.ink);border-left:4px solid \(theme.alert);margin:6px 0;padding:4px 10px}
      .mark{position:absolute;z-index:2;pointer-events:none;background:\(theme.ink);opacity:.1}
      .p{border-top:1px solid \(theme.grid);margin-top:8px;padding-top:4px}
      .busy{opacity:.6}
      .tip{position:absolute;z-index:3;pointer-events:none;max-width:min(280px,90vw);padding:4px 8px;font-size:13px;\
      background:\(theme.ink);color:\(theme.background);border-radius:4px;white-space:pre-line}
      .i{position:relative;isolation:isolate}
      @media(pointer:coarse),(max-width:760px){button,select,input,.n a,.d a,.up a,.b a,.l a,td a,th a,main>p a,\
      summary,label{min-height:44px;min-width:44px}\
      .n a,.d a,.up a,.b a,.l a,td a,th a,main>p a{display:inline-flex;align-items:center}summary{padding:11px 0}\
      .n{align-items:center}}

      """
  }
}

extension ServedNotice {
  /// Asks a browser for its token.
  package static func signIn(styles: PageStyles) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head("Sign in", language: "en", styles, nil, to: &out)
    out.raw("<body>\n<header><h1>Sign in</h1></header>\n<main>\n<form method=\"post\" action=\"/-/session\">")
    out.raw("<label>Token <input type=\"password\" name=\"token\" autocomplete=\"current-password\"/></label>")
    out.raw("<button type=\"submit\">Sign in</button></form>\n</main>\n</body>\n</html>\n")
    return out.bytes
  }
}
