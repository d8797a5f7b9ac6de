import AugerCharts
import AugerDiagnostics

extension ServedPage {
  /// Returns the card of an item: its title, its menu, its picture and its controls.
  func item(_ index: Int, _ writer: HTMLPage) -> [UInt8] {
    var out = SVGBytes()
    let item = html.items[index]
    let title = item.title.isEmpty ? item.name : item.title
    let controls = itemControls[index] ?? []
    if item.controls != nil, !item.title.isEmpty { writer.heading(item.title, to: &out) }
    if let absence = html.absences.first(where: { $0.item == index }) {
      writer.heading(title, to: &out)
      out.raw("<p class=\"r\" role=\"alert\">")
      out.escaped(absence.reason)
      out.raw("</p>\n<p>")
      if let remedy = itemRemedies[index] {
        out.raw("<a")
        out.attribute("href", remedy.address)
      } else {
        out.raw("<a data-whole=\"1\"")
        out.attribute("href", canonical)
      }
      out.raw(">")
      out.escaped(itemRemedies[index]?.label ?? html.texts[.tryAgain])
      out.raw("</a></p>\n")
    }
    var writer = writer
    writer.legend = itemLegends[index]?() ?? []
    for figure in html.figures where figure.item == index {
      out.raw(writer.write(figure, ids: "f\(index)", isAtStart: true, menu: menu(of: index, figure, title)))
      if !figure.model.isEmpty { continue }
      writeReset(to: &out)
    }
    if !controls.isEmpty {
      out.raw("<div class=\"p\">\n")
      for control in controls { write(control, to: &out) }
      out.raw("</div>\n")
    }
    if let share = itemShares[index] { write(share, of: title, id: "k\(index)", to: &out) }
    return out.bytes
  }

  /// Writes the link that removes filters and selections below an empty chart.
  private func writeReset(to out: inout SVGBytes) {
    guard let served = html.served, html.states.first?.address.isEmpty == false else { return }
    for selection in selections {
      out.raw("<p class=\"r\">")
      out.escaped(html.texts.text(.selectionEmpty, ["title": selection.title]))
      out.raw(" <a")
      out.attribute("href", selection.removal)
      out.raw(">")
      out.escaped(html.texts.text(.removeSelection, ["title": selection.title]))
      out.raw("</a></p>\n")
    }
    out.raw("<p><a")
    out.attribute("href", served.options.isEmpty ? served.path : "\(served.path)?\(served.options)")
    out.raw(">")
    out.escaped(html.texts[.backToStart])
    out.raw("</a></p>\n")
  }

  // MARK: Menu

  /// Returns the menu of a card. Entries that need a script are hidden without one.
  private func menu(of index: Int, _ figure: DashboardHTML.Figure, _ title: String) -> [UInt8] {
    let texts = html.texts
    let hasTable = !figure.isTable && figure.model.content == nil
    let ways = itemWays[index]?() ?? []
    let downloads = itemDownloads[index] ?? []
    var out = SVGBytes()
    out.raw("<details class=\"pop end more\" name=\"pop\" data-control=\"card\"><summary class=\"button square\"")
    out.attribute("aria-label", texts.text(.cardMenu, ["title": title]))
    out.raw(">")
    PageIcon.dots.write(to: &out)
    out.raw("</summary>\n<div class=\"panel menu\">")
    if hasTable { entry(.table, .table, "#t\(index)", act: "table", key: "T", to: &out) }
    if let rows = itemRows[index] { entry(.rows, .rows, rows, to: &out) }
    if let address = itemAddresses[index] { entry(.openAlone, .right, address, to: &out) }
    button(.fullScreen, .full, act: "full", key: "F", to: &out)
    write(ways, called: .arrange, of: title, icon: .sort, to: &out)
    if itemShares[index] != nil { entry(.share, .pen, "#k\(index)", act: "share", to: &out) }
    if !downloads.isEmpty {
      out.raw("<hr/><p class=\"cap\">")
      out.escaped(texts[.download])
      out.raw("</p><p class=\"formats\">")
      write(downloads, of: title, to: &out)
      out.raw("</p>")
    }
    out.raw("<hr/>")
    button(.copyLink, .link, act: "link", address: itemAddresses[index] ?? canonical, to: &out)
    if !figure.isTable { button(.copyPicture, .image, act: "picture", to: &out) }
    if let embed = itemEmbeds[index] {
      entry(.copyEmbed, .code, embed.page, act: "embed", code: embed.code, to: &out)
    }
    if let address = itemDefinitions[index] { entry(.definition, .info, address, to: &out) }
    out.raw("</div></details>\n")
    return out.bytes
  }

  private func entry(
    _ text: PageText, _ icon: PageIcon, _ address: String, act: String? = nil, code: String? = nil,
    key: String? = nil, to out: inout SVGBytes
  ) {
    out.raw("<a")
    out.attribute("href", address)
    if let act { out.attribute("data-act", act) }
    if let code { out.attribute("data-code", code) }
    out.raw(">")
    label(text, icon, key, to: &out)
    out.raw("</a>")
  }

  private func button(
    _ text: PageText, _ icon: PageIcon, act: String, address: String? = nil, key: String? = nil,
    to out: inout SVGBytes
  ) {
    out.raw("<button type=\"button\" class=\"j\"")
    out.attribute("data-act", act)
    if let address { out.attribute("data-address", address) }
    out.raw(">")
    label(text, icon, key, to: &out)
    out.raw("</button>")
  }

  private func label(_ text: PageText, _ icon: PageIcon, _ key: String?, to out: inout SVGBytes) {
    icon.write(to: &out)
    out.escaped(html.texts[text])
    if let key { out.raw(" <kbd aria-hidden=\"true\">\(key)</kbd>") }
  }

  func write(_ downloads: [(label: String, address: String)], of what: String, to out: inout SVGBytes) {
    Self.write(downloads, of: what, html.texts, to: &out)
  }

  /// Writes a link to each format of something.
  static func write(
    _ downloads: [(label: String, address: String)], of what: String, _ texts: PageTexts, to out: inout SVGBytes
  ) {
    for download in downloads {
      out.raw("<a download=\"\"")
      out.attribute("href", download.address)
      out.attribute("aria-label", texts.text(.downloadAs, ["title": what, "format": download.label]))
      out.raw(">")
      out.escaped(download.label)
      out.raw("</a> ")
    }
  }
}

extension ChartModel {
  /// True if the chart has no categories to show.
  fileprivate var isEmpty: Bool {
    content == nil && items == nil && graph == nil && table == nil && multiples.isEmpty && diagram == nil
      && levels[visibleLevel].count == 0
  }
}
