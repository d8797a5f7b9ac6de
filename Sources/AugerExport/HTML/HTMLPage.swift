import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Writes one page.
struct HTMLPage {
  let page: DashboardHTML
  /// The legend of the item that is written. Empty for a legend in the picture.
  var legend: [ServedLegend] = []
  /// The number of the state for each query string.
  private var numbers: [Name: Int] = [:]

  init(_ page: DashboardHTML) {
    self.page = page
    for (number, state) in page.states.enumerated() where numbers[Name(state.address)] == nil {
      numbers[Name(state.address)] = number
    }
  }

  /// Returns the `href` value of a link; nil if its target is not in the page.
  func target(of link: DashboardHTML.Link) -> String? {
    guard link.hindrance == nil else { return nil }
    guard let served = page.served else { return numbers[Name(link.address)].map { "#s\($0)" } }
    let query = [link.address, served.options].filter { !$0.isEmpty }.joined(separator: "&")
    return query.isEmpty ? served.path : "\(served.path)?\(query)"
  }

  func data() -> [UInt8] {
    let shared = SharedFigures(self)
    let figures = shared.figures()
    let styles = PageStyles(
      HTMLStyles.text(
        page.theme, areas: page.items.map(\.area),
        page.states.enumerated().map { (state: $0, parts: shared.parts(of: $1.figures)) })
        + (hasPlayer ? HTMLStyles.player : ""))
    var out = SVGBytes(capacity: 65_536 + figures.reduce(0) { $0 + $1.count })
    head(styles, to: &out)
    out.raw("<body>\n<header><h1>")
    out.escaped(title)
    out.raw("</h1></header>\n<main>\n")
    // The initial state comes last, so that targeted states can hide it with a selector.
    for number in page.states.indices.dropFirst() { section(number, to: &out) }
    if page.states.count == 1, page.states[0].address.isEmpty, page.states[0].filters.isEmpty {
      out.raw("<h2 class=\"v\">")
      out.escaped(page.texts[.charts])
      out.raw("</h2>\n")
    } else if !page.states.isEmpty {
      section(0, to: &out)
    }
    out.raw("<div class=\"g\">\n")
    for item in page.items.indices { write(item, figures, to: &out) }
    out.raw("</div>\n</main>\n")
    footer(to: &out)
    out.raw("</body>\n</html>\n")
    return out.bytes
  }

  private var hasPlayer: Bool { page.figures.contains { $0.animation != nil } }

  private var title: String { page.title.isEmpty ? page.name : page.title }

  private func head(_ styles: PageStyles, to out: inout SVGBytes) {
    out.raw("<!DOCTYPE html>\n<html")
    out.attribute("lang", page.texts.language)
    out.raw(">\n<head>\n<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
    let script = hasPlayer ? "script-src \(PlayerScript.source); " : ""
    out.escaped(
      "default-src 'none'; \(script)style-src \(styles.source); img-src data:; base-uri 'none'; form-action 'none'")
    out.raw("\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
    out.raw("<meta name=\"referrer\" content=\"no-referrer\"/>\n<title>")
    out.escaped(title)
    out.raw("</title>\n")
    styles.write(to: &out)
    if hasPlayer {
      out.raw("<script>")
      out.raw(PlayerScript.text)
      out.raw("</script>\n")
    }
    out.raw("</head>\n")
  }

  /// Writes the description of a state: its path, filters and link.
  private func section(_ number: Int, to out: inout SVGBytes) {
    let state = page.states[number]
    out.raw("<section class=\"s\"")
    out.attribute("id", "s\(number)")
    out.attribute("aria-labelledby", "h\(number)")
    out.attribute("data-address", state.address)
    out.raw(">\n<div class=\"b\"><h2")
    out.attribute("id", "h\(number)")
    out.raw(">")
    out.escaped(state.title.isEmpty ? page.texts[.start] : state.title)
    out.raw("</h2>\n")
    if number > 0 {
      out.raw("<a href=\"#s0\">")
      out.escaped(page.texts[.backToStart])
      out.raw("</a>\n")
    }
    for filter in state.filters { write(filter, to: &out) }
    out.raw("</div>\n</section>\n")
  }

  private func write(_ filter: DashboardHTML.Filter, to out: inout SVGBytes) {
    out.raw("<details><summary>")
    out.escaped(filter.title)
    out.raw(": <b>")
    out.escaped(filter.text)
    out.raw("</b></summary>")
    let choices = filter.choices.filter { target(of: $0) != nil || $0.isCurrent }
    let others = filter.choices.filter { target(of: $0) == nil && !$0.isCurrent }
    if !filter.choices.isEmpty {
      out.raw("<ul>\n")
      for choice in choices + others.prefix(Self.mostDisabled) {
        out.raw("<li>")
        write(choice, to: &out)
        out.raw("</li>\n")
      }
      out.raw("</ul>")
    }
    reason(others, to: &out)
    if !filter.note.isEmpty { note(filter.note, to: &out) }
    out.raw("</details>\n")
  }

  /// Maximum number of disabled links to list. Others are counted.
  static let mostDisabled = 24

  func write(_ link: DashboardHTML.Link, to out: inout SVGBytes) {
    if link.isCurrent {
      out.raw("<a aria-current=\"true\">")
    } else if let target = target(of: link) {
      out.raw("<a")
      out.attribute("href", target)
      out.raw(">")
    } else {
      out.raw("<a role=\"link\" aria-disabled=\"true\">")
    }
    out.escaped(link.label.isEmpty ? "–" : link.label)
    out.raw("</a>")
  }

  /// Writes the reason for disabled links. Writes nothing if none is disabled.
  func reason(_ links: [DashboardHTML.Link], to out: inout SVGBytes) {
    guard let example = links.first(where: { $0.hindrance == nil }) ?? links.first else { return }
    let reason = example.hindrance ?? page.limit
    let names = links.count == 1 ? example.label : page.texts.text(.ofThese, count: links.count)
    note(
      page.texts.text(reason.isEmpty ? .notInPage : .notInPageBecause, ["links": names, "reason": reason]), to: &out)
  }

  func note(_ text: String, to out: inout SVGBytes) {
    out.raw("<p class=\"r\">")
    out.escaped(text)
    out.raw("</p>\n")
  }

  private func write(_ index: Int, _ figures: [[UInt8]], to out: inout SVGBytes) {
    let item = page.items[index]
    out.raw("<div class=\"i c\(item.columns)\"")
    out.attribute("data-item", item.name)
    out.raw(">\n")
    if let controls = item.controls {
      if !item.title.isEmpty { heading(item.title, to: &out) }
      write(controls, to: &out)
    }
    for number in page.figures.indices where page.figures[number].item == index { out.raw(figures[number]) }
    if let absence = page.absences.first(where: { $0.item == index }) {
      heading(item.title.isEmpty ? item.name : item.title, to: &out)
      note(absence.reason, to: &out)
    }
    out.raw("</div>\n")
  }

  func heading(_ text: String, to out: inout SVGBytes) {
    out.raw("<h3>")
    out.escaped(text)
    out.raw("</h3>\n")
  }

  /// Writes controls with their values. Without a server, they cannot be changed.
  func write(_ controls: [DashboardSVG.Panel.Row], to out: inout SVGBytes) {
    guard !controls.isEmpty else { return }
    out.raw("<dl>")
    for control in controls {
      out.raw("<dt>")
      out.escaped(control.title)
      out.raw("</dt><dd>")
      out.escaped(control.text)
      out.raw("</dd>")
    }
    out.raw("</dl>\n")
  }

  private func footer(to out: inout SVGBytes) {
    let addresses = Set(page.states.map { Name($0.address) })
    var others: Set<Name> = []
    for link in links where link.hindrance == nil && !link.isCurrent && !addresses.contains(Name(link.address)) {
      others.insert(Name(link.address))
    }
    out.raw("<footer>\n<p>")
    let texts = page.texts
    out.escaped(texts.text(others.isEmpty ? .pageStates : .partOfStates, count: page.states.count))
    if !others.isEmpty {
      let key = page.limit.isEmpty ? PageText.missingStates : .missingStatesBecause
      out.escaped(" \(texts.text(key, count: others.count, ["reason": page.limit])) \(texts[.askForMore])")
    }
    out.raw("</p>\n")
    for note in page.notes {
      out.raw("<p>")
      out.escaped(note)
      out.raw("</p>\n")
    }
    out.raw("</footer>\n")
  }

  private var links: [DashboardHTML.Link] {
    var links: [DashboardHTML.Link] = []
    for figure in page.figures { links += figure.links }
    for filter in page.states.flatMap(\.filters) { links += filter.choices }
    return links
  }
}
