import AugerCharts
import AugerColumns

/// Pages of a server without a dashboard: the list of dashboards, and errors.
package enum ServedNotice {
  /// A dashboard in the list.
  package struct Entry: Sendable {
    package var title: String
    package var address: String
    /// Its description, or the titles of its first cards.
    package var summary: String
    package var chartCount: Int
    /// The URL of a picture of its first chart. Nil for a dashboard without charts.
    package var picture: String?
    /// The time of the last publication. Nil if no job publishes the dashboard.
    package var published: Timestamp?
    /// The cards and columns that a search has found. Empty if it has found the title or the description.
    package var found = ""
    /// True if a search has not found it. A script can then search without another page.
    package var isHidden = false

    package init(title: String, address: String, summary: String, chartCount: Int, picture: String?) {
      (self.title, self.address, self.summary) = (title, address, summary)
      (self.chartCount, self.picture) = (chartCount, picture)
    }
  }

  /// Returns the page with the dashboards that can be opened, as cards.
  ///
  /// - Parameters:
  ///   - search: The text that the entries contain. Empty for all dashboards.
  ///   - summary: The description of the workspace. Empty for none.
  package static func list(
    _ entries: [Entry], search: String = "", summary: String = "", in frame: ServedFrame, _ time: PageTime
  ) -> [UInt8] {
    var out = SVGBytes()
    let texts = frame.texts
    let title = frame.workspace.isEmpty ? texts[.dashboards] : frame.workspace
    frame.begin(title, to: &out)
    out.raw("<div class=\"head\"><div class=\"grow\"><h1>")
    out.escaped(title)
    out.raw("</h1>")
    if !summary.isEmpty {
      out.raw("<p>")
      out.escaped(summary)
      out.raw("</p>")
    }
    out.raw("</div>")
    if !entries.isEmpty {
      ServedFrame.search(frame.home, search, hasScript: frame.script != nil, texts, to: &out)
    }
    out.raw("</div>\n")
    if entries.isEmpty {
      out.raw("<p class=\"r\">")
      out.escaped(texts[.noDashboards])
      out.raw("</p>\n")
    } else {
      out.raw("<h2 class=\"v\">")
      let count = entries.count { !$0.isHidden }
      out.escaped(
        count == 0
          ? texts.text(.noDashboardFound, ["text": search]) : texts.text(.dashboardCount, count: count))
      out.raw("</h2>\n<ul class=\"l\"")
      out.attribute("data-none", texts[.noSuchDashboard])
      out.attribute("data-found", texts[.foundIn])
      out.raw(">\n")
      for entry in entries { write(entry, texts, time, to: &out) }
      out.raw("</ul>\n")
    }
    if !search.isEmpty {
      out.raw("<p><a")
      out.attribute("href", frame.home)
      out.raw(">")
      out.escaped(texts[.allDashboards])
      out.raw("</a></p>\n")
    }
    frame.end(to: &out)
    return out.bytes
  }

  private static func write(_ entry: Entry, _ texts: PageTexts, _ time: PageTime, to out: inout SVGBytes) {
    out.raw(entry.isHidden ? "<li class=\"i tile\" hidden>" : "<li class=\"i tile\">")
    if let picture = entry.picture {
      out.raw("<img alt=\"\" loading=\"lazy\" width=\"360\" height=\"166\"")
      out.attribute("src", picture)
      out.raw("/>")
    }
    out.raw("<a")
    out.attribute("href", entry.address)
    out.raw(">")
    out.escaped(entry.title)
    out.raw("</a>")
    if !entry.summary.isEmpty {
      out.raw("<p>")
      out.escaped(entry.summary)
      out.raw("</p>")
    }
    out.raw("<p class=\"found\">")
    out.escaped(entry.found)
    out.raw("</p><p class=\"r\">")
    if let published = entry.published {
      let parts = texts[.lastPublished].split(separator: "{time}", maxSplits: 1, omittingEmptySubsequences: false)
      out.raw("<span>")
      out.escaped(String(parts[0]))
      time.writeDistance(to: published, to: &out)
      if parts.count > 1 { out.escaped(String(parts[1])) }
      out.raw("</span>")
    }
    out.raw("<span>")
    out.escaped(texts.text(.chartCount, count: entry.chartCount))
    out.raw("</span></p></li>\n")
  }

  /// Returns the page with the errors of a request, each with a hint.
  package static func problem(
    title: String, _ lines: [(message: String, hint: String?)], back: (label: String, address: String)?,
    _ texts: PageTexts, styles: PageStyles
  ) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head(title, texts, styles, nil, to: &out)
    out.raw("<body class=\"alone\">\n<header><h1>")
    out.escaped(title)
    out.raw("</h1></header>\n<main>\n<div class=\"notice bad\" role=\"alert\">")
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
      out.raw("<p><a class=\"button line\"")
      out.attribute("href", back.address)
      out.raw(">")
      out.escaped(back.label)
      out.raw("</a></p>\n")
    }
    out.raw("</main>\n</body>\n</html>\n")
    return out.bytes
  }
}

extension ServedNotice {
  /// Writes a line about a problem, with a link to more about it.
  static func line(
    _ text: String, isBad: Bool = false, link: (label: String, address: String)? = nil, to out: inout SVGBytes
  ) {
    out.raw(isBad ? "<div class=\"notice bad\" role=\"note\">" : "<div class=\"notice\" role=\"note\">")
    PageIcon.warn.write(to: &out)
    out.raw("<p>")
    out.escaped(text)
    out.raw("</p>")
    if let link {
      out.raw("<a class=\"button line\"")
      out.attribute("href", link.address)
      out.raw(">")
      out.escaped(link.label)
      out.raw("</a>")
    }
    out.raw("</div>\n")
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
  ///
  /// - Parameter action: The URL to which the form is sent.
  package static func signIn(_ texts: PageTexts, styles: PageStyles, action: String) -> [UInt8] {
    var out = SVGBytes()
    ServedPage.head(texts[.signIn], texts, styles, nil, to: &out)
    out.raw("<body class=\"alone\">\n<header><h1>")
    out.escaped(texts[.signIn])
    out.raw("</h1></header>\n<main>\n<form class=\"seek\" method=\"post\"")
    out.attribute("action", action)
    out.raw("><label class=\"grow\">")
    out.escaped(texts[.token])
    out.raw(" <input class=\"field\" type=\"password\" name=\"token\" autocomplete=\"current-password\"/></label>")
    out.raw("<button class=\"button main\" type=\"submit\">")
    out.escaped(texts[.signIn])
    out.raw("</button></form>\n</main>\n</body>\n</html>\n")
    return out.bytes
  }
}
