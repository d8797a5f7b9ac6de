import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A dashboard in one state as a server shows it: a page with links and forms that lead to other states.
///
/// The page needs no script: every move is a link, or a form that is sent to `action`. The response is the URL of the
/// resulting state. The page consists of fragments with keys, so that a script can replace only those that a move has
/// changed. It computes nothing: models and controls are inputs. Equal values produce equal bytes.
package struct ServedPage: Sendable {
  /// A part of the page that is replaced as a unit.
  package struct Fragment: Sendable, Hashable {
    /// The `id` of its element: `bar`, `i0` for the first item, `foot`.
    package let key: String
    /// The content of the element.
    package let bytes: [UInt8]
    /// A digest that distinguishes the content from that in other states.
    package let digest: String

    init(key: String, bytes: [UInt8]) {
      self.key = key
      self.bytes = bytes
      digest = String(SHA256.text(bytes).prefix(12))
    }
  }

  /// The URLs of the page's parts and resources.
  package struct Addresses: Sendable {
    /// The list of dashboards. Nil for a page that is embedded in another page and has no links to the list.
    package var home: String?
    /// The target of forms.
    package var action: String
    /// The URL for fragments.
    package var parts: String
    /// The URL for publication events.
    package var events = "/-/events"
    /// Nil for a page without a script.
    package var script: String?
    /// Other output formats of the dashboard in the same state, with their labels.
    package var downloads: [(label: String, address: String)]

    package init(
      home: String?, action: String, parts: String, script: String?,
      downloads: [(label: String, address: String)]
    ) {
      self.home = home
      self.action = action
      self.parts = parts
      self.script = script
      self.downloads = downloads
    }
  }

  /// The dashboard with one state, and with `served` set.
  package let html: DashboardHTML
  package let addresses: Addresses
  /// Filters and variables that are not on a panel.
  package var controls: [ServedControl] = []
  /// The controls of panels and charts, by the index of the item.
  package var itemControls: [Int: [ServedControl]] = [:]
  package var itemDownloads: [Int: [(label: String, address: String)]] = [:]
  package var itemShares: [Int: ServedShare] = [:]
  /// The URL of the item's own page.
  package var itemAddresses: [Int: String] = [:]
  /// The URL of the page with the rows behind an item, by the index of the item.
  package var itemRows: [Int: String] = [:]
  /// The page with the embed code of an item, and the code with a URL that starts with its path.
  package var itemEmbeds: [Int: (page: String, code: String)] = [:]
  /// The page with the definition of an item. Empty for readers who must not see definitions.
  package var itemDefinitions: [Int: String] = [:]
  /// The alternative displays of an item's chart. They are computed with its fragment, because the client waits for the
  /// first fragment.
  package var itemWays: [Int: @Sendable () -> [ServedWays]] = [:]
  /// The legends of charts whose series can be hidden.
  package var itemLegends: [Int: @Sendable () -> [ServedLegend]] = [:]
  /// The URL without filters and variables. Nil if none is set.
  package var reset: String?
  /// True if the filters and variables are the whole state, so that their chips describe it.
  package var isInChips = false
  /// The selections that filter other charts.
  package var selections: [ServedSelection] = []
  /// An important notice for readers, for example about stale data.
  package var notice: String?
  /// The page with the runs of jobs. Nil for readers who must not see them.
  package var runs: String?
  /// The seconds after which a script requests new data. Nil if it only waits for publications.
  package var refresh: Int?
  /// The assumptions available for a comparison. Empty if none exist.
  package var comparisons: [ServedWays.Link] = []
  /// The same state in other themes.
  package var themes: [ServedWays.Link] = []
  /// The same state in other layouts. Empty if the dashboard has one layout.
  package var orientations: [ServedWays.Link] = []

  /// The name of the workspace. Empty if it has none.
  package var workspace = ""
  /// The description of the dashboard. Empty for none.
  package var summary = ""
  /// The time of the last publication, as text. Nil if no job publishes the dashboard.
  package var published: String?
  /// The links that remove the cause of items that cannot be shown, by the index of the item.
  package var itemRemedies: [Int: ServedWays.Link] = [:]
  /// The dashboards that the reader may open.
  package var dashboards: [ServedWays.Link] = []
  /// True if the page has the theme of the reader's system.
  package var followsSystem = false

  /// Returns nil if `html` is not a single state of a served page.
  package init?(_ html: DashboardHTML, _ addresses: Addresses) {
    guard html.served != nil, html.states.count == 1 else { return nil }
    self.html = html
    self.addresses = addresses
  }

  /// The URL of the state, as used in links.
  package var canonical: String {
    let query = [address, html.served?.options ?? ""].filter { !$0.isEmpty }.joined(separator: "&")
    return (html.served?.path ?? "") + (query.isEmpty ? "" : "?\(query)")
  }

  package var styles: PageStyles { html.servedStyles }

  private var address: String { html.states.first?.address ?? "" }

  /// The title of the state: the dashboard, with its drill path, zooming levels and filters.
  package var title: String {
    let own = html.title.isEmpty ? html.name : html.title
    guard let state = html.states.first, !state.address.isEmpty, !state.title.isEmpty else { return own }
    return "\(own) – \(state.title)"
  }

  /// Returns the fragments in page order.
  package func fragments() -> [Fragment] { keys().compactMap { fragment(key: $0) } }

  /// Returns the keys of all fragments in page order, with the fragment of one item first.
  package func keys(first: String? = nil) -> [String] {
    let keys = ["bar"] + html.items.indices.map { "i\($0)" } + ["foot"]
    guard let first, let index = html.items.firstIndex(named: first) else { return keys }
    return ["i\(index)"] + keys.filter { $0 != "i\(index)" }
  }

  /// Creates one fragment; nil if the key does not exist.
  package func fragment(key: String) -> Fragment? {
    switch key {
    case "bar": return Fragment(key: key, bytes: bar())
    case "foot": return Fragment(key: key, bytes: foot())
    default:
      guard key.hasPrefix("i"), let index = Int(key.dropFirst()), html.items.indices.contains(index) else { return nil }
      return Fragment(key: key, bytes: item(index, HTMLPage(html)))
    }
  }

  /// Creates the fragment of one item; nil if the item does not exist.
  package func fragment(of name: String) -> Fragment? {
    guard let index = html.items.firstIndex(named: name) else { return nil }
    return Fragment(key: "i\(index)", bytes: item(index, HTMLPage(html)))
  }

  /// Returns the whole page with a final newline.
  package func data(_ fragments: [Fragment]) -> [UInt8] {
    var out = SVGBytes(capacity: 16_384 + fragments.reduce(0) { $0 + $1.bytes.count })
    Self.head(title, html.texts, styles, addresses.script, followsSystem ? html.theme : nil, to: &out)
    out.raw("<body")
    out.attribute("data-address", address)
    out.attribute("data-path", html.served?.path ?? "")
    out.attribute("data-options", html.served?.options ?? "")
    out.attribute("data-parts", addresses.parts)
    out.attribute("data-events", addresses.events)
    if addresses.script != nil { out.attribute("data-texts", html.texts.ofScript) }
    if let refresh { out.attribute("data-refresh", "\(refresh)") }
    out.raw(">\n<a class=\"v skip\" href=\"#main\">")
    out.escaped(html.texts[.skipToCharts])
    out.raw("</a>\n")
    top(to: &out)
    out.raw("<main id=\"main\" tabindex=\"-1\">\n")
    heading(to: &out)
    out.raw("<p id=\"status\" class=\"v\" role=\"status\" aria-live=\"polite\"></p>\n")
    for fragment in fragments where fragment.key == "bar" { element("div", "bar", "s o", fragment, to: &out) }
    out.raw("<div class=\"g\">\n")
    for (index, item) in html.items.enumerated() {
      guard let fragment = fragments.first(where: { $0.key == "i\(index)" }) else { continue }
      element("div", fragment.key, "i c\(item.columns)", fragment, item.name, to: &out)
    }
    out.raw("</div>\n</main>\n")
    for fragment in fragments where fragment.key == "foot" { element("footer", "foot", nil, fragment, to: &out) }
    out.raw("</body>\n</html>\n")
    return out.bytes
  }

  private func element(
    _ name: String, _ id: String, _ classes: String?, _ fragment: Fragment, _ item: String? = nil,
    to out: inout SVGBytes
  ) {
    out.raw("<\(name)")
    out.attribute("id", id)
    out.attribute("data-digest", fragment.digest)
    if let classes { out.attribute("class", classes) }
    if let item { out.attribute("data-item", item) }
    out.raw(">")
    out.raw(fragment.bytes)
    out.raw("</\(name)>\n")
  }

  static func head(
    _ title: String, _ texts: PageTexts, _ styles: PageStyles, _ script: String?,
    _ system: Theme? = nil, to out: inout SVGBytes
  ) {
    out.raw("<!DOCTYPE html>\n<html")
    out.attribute("lang", texts.language)
    if texts.isRightToLeft { out.raw(" dir=\"rtl\"") }
    // The script compares it with the system, which not every browser reports.
    if let system { out.attribute("data-system", system.background.isLight ? "light" : "dark") }
    out.raw(">\n<head>\n<meta charset=\"utf-8\"/>\n")
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>")
    out.escaped(title)
    out.raw("</title>\n<link rel=\"icon\" href=\"data:,\"/>\n")
    styles.write(to: &out)
    if let script { ServedStart.write(script, to: &out) }
    out.raw("</head>\n")
  }

  // MARK: Fragments

  /// Returns the bar with the state, its filters and variables.
  private func bar() -> [UInt8] {
    var out = SVGBytes()
    guard let state = html.states.first else { return [] }
    crumbs(to: &out)
    if let notice { ServedNotice.line(notice, link: runs.map { (html.texts[.showRuns], $0) }, to: &out) }
    writeAge(to: &out)
    out.raw("<div class=\"b\"><h2")
    // Describe variables and sort orders at their controls instead.
    let isPlain = state.address.isEmpty || state.title.isEmpty
    if isPlain || isInChips { out.attribute("class", "v") }
    out.raw(">")
    out.escaped(isPlain ? html.texts[.charts] : state.title)
    out.raw("</h2>\n")
    if !state.address.isEmpty, !isInChips, let served = html.served {
      out.raw("<a")
      out.attribute("href", served.options.isEmpty ? served.path : "\(served.path)?\(served.options)")
      out.raw(">")
      out.escaped(html.texts[.backToStart])
      out.raw("</a>\n")
    }
    writeSelections(to: &out)
    for control in controls { write(control, to: &out) }
    if let reset {
      out.raw("<a")
      out.attribute("href", reset)
      out.raw(">")
      out.escaped(html.texts[.resetAll])
      out.raw("</a>\n")
    }
    if !comparisons.isEmpty {
      write(
        [ServedWays(html.texts[.compareWith], comparisons)], called: .compare, of: html.texts[.assumptions], to: &out)
    }
    out.raw("</div>\n")
    return out.bytes
  }

  private func foot() -> [UInt8] {
    var out = SVGBytes()
    for note in html.notes {
      out.raw("<p>")
      out.escaped(note)
      out.raw("</p>\n")
    }
    if orientations.count > 1 {
      out.raw("<p class=\"d n\"><span>")
      out.escaped(html.texts[.layout])
      out.raw("</span> ")
      write(orientations, to: &out)
      out.raw("</p>\n")
    }
    if !addresses.downloads.isEmpty {
      out.raw("<p class=\"d\">")
      out.escaped(html.texts[.downloadDashboard])
      out.raw(" ")
      write(addresses.downloads, of: html.title.isEmpty ? html.name : html.title, to: &out)
      out.raw("</p>\n")
    }
    return out.bytes
  }
}
