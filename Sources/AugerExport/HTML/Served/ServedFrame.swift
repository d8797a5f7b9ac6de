import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The frame of pages without a dashboard: the head of the document and the header with the workspace and the theme.
package struct ServedFrame: Sendable {
  package var texts: PageTexts
  package var styles: PageStyles
  /// The name of the workspace. Empty if it has none.
  package var workspace: String
  /// The URL of the list of dashboards. It contains the options that other links keep.
  package var home: String
  /// The path of the page.
  package var path = "/"
  /// Nil for a page without a script.
  package var script: String?
  /// The same page in other themes. The labels are names of themes.
  package var themes: [ServedWays.Link] = []
  /// The URL of the page without a theme.
  package var withoutTheme = "/"
  /// The theme of the page if it follows the reader's system.
  package var system: Theme?
  /// The page with the jobs. Nil for readers who must not see them.
  package var jobs: String?

  package init(_ texts: PageTexts, styles: PageStyles, workspace: String = "", home: String = "/") {
    (self.texts, self.styles, self.workspace, self.home) = (texts, styles, workspace, home)
  }

  /// Writes the page to the beginning of its main part.
  ///
  /// - Parameter isJobs: True for the page with the jobs, whose link is the current one.
  func begin(_ title: String, isJobs: Bool = false, to out: inout SVGBytes) {
    ServedPage.head(title, texts, styles, script, system, to: &out)
    out.raw("<body")
    if script != nil {
      out.attribute("data-path", path)
      out.attribute("data-events", "/-/events")
      out.attribute("data-texts", texts.ofScript)
    }
    out.raw(">\n<header class=\"top\">")
    Self.brand(home, workspace, texts, to: &out)
    out.raw("<span class=\"grow\"></span>")
    if let jobs {
      out.raw("<a class=\"button\"")
      out.attribute("href", jobs)
      if isJobs { out.raw(" aria-current=\"page\"") }
      out.raw(">")
      out.escaped(texts[.jobs])
      out.raw("</a>")
    }
    Self.themes(themes, system: withoutTheme, isSystem: system != nil, texts, to: &out)
    out.raw("</header>\n<main id=\"main\" tabindex=\"-1\">\n")
    out.raw("<p id=\"status\" class=\"v\" role=\"status\" aria-live=\"polite\"></p>\n")
  }

  func end(to out: inout SVGBytes) { out.raw("</main>\n</body>\n</html>\n") }

  /// Writes the link to the list of dashboards, with the name of the workspace.
  static func brand(_ home: String, _ workspace: String, _ texts: PageTexts, to out: inout SVGBytes) {
    out.raw("<a class=\"brand\"")
    out.attribute("href", home)
    out.attribute("aria-label", workspace.isEmpty ? texts[.dashboards] : "\(workspace), \(texts[.allDashboards])")
    out.raw(">")
    PageIcon.auger.write(to: &out)
    out.raw("<b>")
    out.escaped(workspace.isEmpty ? texts[.dashboards] : workspace)
    out.raw("</b></a>")
  }

  /// Writes the search form. Without a script, it opens the list of dashboards.
  ///
  /// - Parameters:
  ///   - home: The URL of the list. The form keeps its options.
  ///   - hasScript: True if the script of the page has a key for the form and searches while the reader types.
  static func search(_ home: String, _ text: String, hasScript: Bool, _ texts: PageTexts, to out: inout SVGBytes) {
    let pieces = home.split(separator: "?", maxSplits: 1)
    out.raw("<form role=\"search\" class=\"seek\"")
    out.attribute("action", String(pieces[0]))
    out.raw(">")
    for option in pieces.count < 2 ? [] : pieces[1].split(separator: "&") {
      let pair = option.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let value = PercentEncoding.decodedPart(pair[1]) else { continue }
      out.raw("<input type=\"hidden\"")
      out.attribute("name", String(pair[0]))
      out.attribute("value", value)
      out.raw("/>")
    }
    out.raw("<label class=\"find grow\">")
    PageIcon.search.write(to: &out)
    out.raw("<input class=\"field\" type=\"search\" name=\"q\" autocomplete=\"off\"")
    out.attribute("aria-label", texts[.searchDashboards])
    out.attribute("placeholder", texts[.searchDashboards])
    if !text.isEmpty { out.attribute("value", text) }
    out.raw(hasScript ? "/><kbd aria-hidden=\"true\">/</kbd></label>" : "/></label>")
    out.raw(hasScript ? "<button class=\"button line no-script\">" : "<button class=\"button line\">")
    out.escaped(texts[.search])
    out.raw("</button></form>\n")
  }

  /// Writes the theme menu.
  ///
  /// - Parameter links: The themes; their labels are names of themes.
  static func themes(
    _ links: [ServedWays.Link], system: String, isSystem: Bool, _ texts: PageTexts, to out: inout SVGBytes
  ) {
    guard links.count > 1 else { return }
    out.raw("<details class=\"pop end\" name=\"pop\"><summary class=\"button square\"")
    out.attribute("aria-label", texts[.theme])
    out.raw(">")
    PageIcon.theme.write(to: &out)
    out.raw("</summary><div class=\"panel menu\">\n")
    let all = [("system", system, isSystem)] + links.map { ($0.label, $0.address, $0.isCurrent && !isSystem) }
    for (name, address, isCurrent) in all {
      out.raw("<a")
      out.attribute("href", address)
      out.attribute("data-theme", name)
      out.raw(" data-whole=\"true\"")
      if isCurrent { out.raw(" aria-current=\"true\"") }
      out.raw(">")
      switch name {
      case "system": out.escaped(texts[.themeSystem])
      case "light": out.escaped(texts[.themeLight])
      case "dark": out.escaped(texts[.themeDark])
      case "high-contrast": out.escaped(texts[.themeContrast])
      default: out.escaped(name)
      }
      out.raw("</a>\n")
    }
    out.raw("</div></details>")
  }
}
