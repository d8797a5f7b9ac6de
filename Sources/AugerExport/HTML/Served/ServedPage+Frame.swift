import AugerCharts

extension ServedPage {
  private var ownTitle: String { html.title.isEmpty ? html.name : html.title }

  /// Writes the header with the switcher, the actions and the theme. An embedded page has none.
  func top(to out: inout SVGBytes) {
    guard let home = addresses.home else { return }
    let texts = html.texts
    out.raw("<header class=\"top\">")
    ServedFrame.brand(home, workspace, texts, to: &out)
    if dashboards.count > 1 { switcher(ownTitle, home, to: &out) }
    out.raw("<span class=\"grow\"></span>")
    share(to: &out)
    ServedFrame.themes(themes, system: withoutTheme, isSystem: followsSystem, texts, to: &out)
    out.raw("</header>\n")
  }

  /// Writes the title and the description of the dashboard.
  func heading(to out: inout SVGBytes) {
    out.raw("<div class=\"head\"><div class=\"grow\"><h1>")
    out.escaped(ownTitle)
    out.raw("</h1>")
    if !summary.isEmpty {
      out.raw("<p>")
      out.escaped(summary)
      out.raw("</p>")
    }
    out.raw("</div></div>\n")
  }

  /// Writes the time of the last publication, and the interval after which the page requests new data.
  func writeAge(to out: inout SVGBytes) {
    let interval = refresh.map { html.texts.text(.updatedEvery, ["interval": Self.duration($0)]) }
    let published = published.map { html.texts.text(.lastPublished, ["time": $0]) }
    let parts = [published, interval].compactMap(\.self)
    guard !parts.isEmpty else { return }
    out.raw("<p class=\"asof\">")
    out.escaped(parts.joined(separator: " · "))
    out.raw("</p>\n")
  }

  /// Returns a number of seconds in the largest unit that divides it. The units are international.
  private static func duration(_ seconds: Int) -> String {
    if seconds > 0, seconds.isMultiple(of: 86_400) { return "\(seconds / 86_400) d" }
    if seconds > 0, seconds.isMultiple(of: 3600) { return "\(seconds / 3600) h" }
    return seconds > 0 && seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
  }

  private func switcher(_ own: String, _ home: String, to out: inout SVGBytes) {
    let texts = html.texts
    out.raw("<span class=\"slash\" aria-hidden=\"true\">/</span>")
    out.raw("<details class=\"pop switch\" name=\"pop\"><summary class=\"button\"")
    out.attribute("aria-label", "\(texts[.switchDashboard]): \(own)")
    out.raw("><span>")
    out.escaped(own)
    out.raw("</span>")
    PageIcon.down.write(to: &out)
    out.raw("</summary><div class=\"panel\">")
    ServedFrame.search(home, "", hasScript: true, texts, to: &out)
    out.raw("<ul class=\"menu\"")
    out.attribute("data-none", texts[.noSuchDashboard])
    out.attribute("data-found", texts[.foundIn])
    out.raw(">\n")
    // The script adds the other dashboards that a search finds.
    for (index, link) in dashboards.enumerated() where link.isCurrent || index < Self.mostListed {
      out.raw("<li><a")
      out.attribute("href", link.address)
      if link.isCurrent { out.raw(" aria-current=\"page\"") }
      out.raw("><span>")
      out.escaped(link.label)
      out.raw("</span><small class=\"found\"></small></a></li>\n")
    }
    out.raw("</ul>")
    if dashboards.count > Self.mostListed {
      out.raw("<p class=\"menu\"><a")
      out.attribute("href", home)
      out.raw(">")
      out.escaped(texts.text(.showAllDashboards, count: dashboards.count))
      out.raw("</a></p>")
    }
    out.raw("</div></details>")
  }

  /// Maximum number of dashboards in the switcher before a search.
  private static let mostListed = 50

  private func share(to out: inout SVGBytes) {
    out.raw("<details class=\"pop end\" name=\"pop\"><summary class=\"button line\" data-share=\"\">")
    PageIcon.share.write(to: &out)
    out.raw("<span class=\"t\">")
    out.escaped(html.texts[.shareView])
    out.raw("</span></summary><div class=\"panel menu\"><a id=\"share\"")
    out.attribute("href", canonical)
    out.raw(">")
    PageIcon.link.write(to: &out)
    out.escaped(html.texts[.linkToView])
    out.raw("</a></div></details>")
  }

  /// The URL of the state without a theme.
  private var withoutTheme: String {
    let pieces = canonical.split(separator: "?", maxSplits: 1)
    let parts = pieces.count < 2 ? [] : pieces[1].split(separator: "&").filter { !$0.hasPrefix("_theme=") }
    return (html.served?.path ?? "") + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// Writes the drill path of the first group that has been drilled into.
  func crumbs(to out: inout SVGBytes) {
    guard let path = html.figures.first(where: { $0.path.count > 1 })?.path else { return }
    let writer = HTMLPage(html)
    out.raw("<nav")
    out.attribute("aria-label", html.texts[.path])
    out.raw("><ol class=\"crumbs\">")
    for link in path {
      out.raw("<li>")
      writer.write(link, to: &out)
      out.raw("</li>")
    }
    out.raw("</ol></nav>\n")
  }
}
