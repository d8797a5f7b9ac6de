import AugerCharts
import AugerColumns
import AugerDiagnostics

extension HTMLPage {
  /// The caption of a figure in one state: the path, the levels and the selection.
  struct Caption {
    var bytes: [UInt8]
    /// The `id` of its element. Nil if the figure has only this caption.
    var id: String?
    /// True if it is shown when the page is opened.
    var isAtStart = true
  }

  /// Writes a chart with its title, its links, its picture and its table.
  ///
  /// - Parameters:
  ///   - ids: The `id` of the figure, which is also the prefix of all other ids in it.
  ///   - isAtStart: True if it is shown when the page is opened.
  ///   - captions: One for each state that shows this figure. Nil for the caption of the figure itself.
  ///   - menu: The menu of its card on a served page.
  func write(
    _ figure: DashboardHTML.Figure, ids: String, isAtStart: Bool, captions: [Caption]? = nil,
    menu: [UInt8] = []
  ) -> [UInt8] {
    var out = SVGBytes()
    out.raw(isAtStart ? "<figure class=\"f o\"" : "<figure class=\"f\"")
    out.attribute("id", ids)
    out.raw(">\n<figcaption>")
    let title = ChartDescription.title(figure.model)
    heading(title, to: &out)
    for caption in captions ?? [Caption(bytes: caption(of: figure))] where !caption.bytes.isEmpty {
      guard let id = caption.id else {
        out.raw(caption.bytes)
        continue
      }
      out.raw(caption.isAtStart ? "<div class=\"q o\"" : "<div class=\"q\"")
      out.attribute("id", id)
      out.raw(">")
      out.raw(caption.bytes)
      out.raw("</div>\n")
    }
    let leads = figure.categories.contains { $0.flatMap(target) != nil }
    if leads, let level = figure.model.levels.first {
      let isSelection = figure.selectsCategories
      note(isSelection ? page.texts.selectHint(level.title) : page.texts.drillHint(level.title), to: &out)
    }
    out.raw("<p class=\"v\">")
    out.escaped(ChartDescription.text(ChartChannels(figure.shared)))
    out.raw("</p></figcaption>\n")
    out.raw(menu)
    writeLegend(figure, to: &out)
    picture(figure, ids: ids, to: &out)
    player(figure, ids: ids, title, to: &out)
    write(figure.controls, to: &out)
    for text in figure.notes { note(text, to: &out) }
    reason(figure.picks.filter { !$0.isCurrent && target(of: $0) == nil }, to: &out)
    table(figure, title, to: &out)
    out.raw("</figure>\n")
    return out.bytes
  }

  /// Returns the caption of a figure. Empty outside of a drilldown group if the figure has one level and no selection.
  func caption(of figure: DashboardHTML.Figure) -> [UInt8] {
    var out = SVGBytes(capacity: 256)
    if figure.path.count > 1 {
      out.raw("<ol class=\"n\"")
      out.attribute("aria-label", page.texts[.path])
      out.raw(">")
      for link in figure.path { entry(link, to: &out) }
      out.raw("</ol>\n")
    }
    if !figure.levels.isEmpty {
      out.raw("<ul class=\"n\"")
      out.attribute("aria-label", page.texts[.levels])
      out.raw(">")
      for link in figure.levels { entry(link, to: &out) }
      out.raw("</ul>\n")
    }
    if !figure.model.context.isEmpty { note(figure.model.context.text, to: &out) }
    reason((figure.path + figure.levels).filter { !$0.isCurrent && target(of: $0) == nil }, to: &out)
    return out.bytes
  }

  /// Returns the size of a figure before the target states of its links are known.
  func weight(of figure: DashboardHTML.Figure) -> DashboardHTML.Weight {
    let content = write(figure, ids: "f", isAtStart: true, captions: [])
    let targets = figure.picks.map { "\($0.address)\n" }.joined()
    return DashboardHTML.Weight(
      content: content + Array(targets.utf8), contentBytes: content.count + 220 * figure.picks.count,
      captionBytes: caption(of: figure).count + 40)
  }

  private func entry(_ link: DashboardHTML.Link, to out: inout SVGBytes) {
    out.raw("<li>")
    write(link, to: &out)
    out.raw("</li>")
  }

  /// Writes the picture of a figure. A served page has one for each possible width, of which the styles show one.
  private func picture(_ figure: DashboardHTML.Figure, ids: String, to out: inout SVGBytes) {
    if figure.isTable { return }
    var svg = svg(of: figure)
    do throws(AugerError) {
      try svg.check(figure.model)
    } catch {
      note(page.texts[.chartTooManyMarks], to: &out)
      return
    }
    var model = figure.shared
    model.display.title = false
    if colorsOfLegend(figure) != nil { model.display.legend = false }
    let links = MarkLinks(categories: figure.categories.map(shown), series: figure.series.map(shown))
    let served = ServedPicture(figure, in: page)?.sizes
    let sizes: [ChartSize?] = served ?? [svg.size]
    if served != nil { out.raw(sizes.count > 1 ? "<div class=\"pics both\">" : "<div class=\"pics\">") }
    for (number, size) in sizes.enumerated() {
      svg.size = size
      if served == nil, page.items[figure.item].columns > 6 {
        // On narrow screens users can scroll it, also with the keyboard.
        out.raw("<div class=\"w wide\" tabindex=\"0\" role=\"group\"")
        out.attribute("aria-label", page.texts.text(.pictureOf, ["title": ChartDescription.title(figure.model)]))
        out.raw(">")
      } else {
        out.raw(figure.selectsCategories ? "<div class=\"w selects\">" : "<div class=\"w\">")
      }
      let bars = served == nil ? nil : size.flatMap { ServedPicture.lying(model, width: $0.width, theme: page.theme) }
      out.raw(
        svg.part(
          for: bars ?? model, ids: number == 0 ? ids : "\(ids)-n", links: links, hasTooltips: page.hasTooltips,
          namesPlot: page.served != nil && figure.hasCategories(most: DashboardHTML.Figure.mostTitles),
          listsTitles: !figure.hasCategoryTable, isTurned: bars != nil))
      out.raw("</div>\n")
    }
    if served != nil { out.raw("</div>\n") }
  }

  /// Returns the settings of a figure's picture. The frames of an animation share their axes.
  func svg(of figure: DashboardHTML.Figure) -> SVG {
    let item = page.items[figure.item]
    var svg = SVG(theme: page.theme)
    svg.themes = page.themes
    svg.mostMarks = page.mostMarks
    svg.compared = figure.animation?.frames ?? []
    if let served = ServedPicture(figure, in: page) {
      svg.size = served.sizes.first
      return svg
    }
    // Draw the picture narrower than it is shown on wide screens, so that it is readable on narrow ones too.
    let width = item.columns > 8 ? 860 : max(290, Double(item.columns) * 76)
    svg.size = ChartSize(width: width, height: max(170, min(520, width * item.ratio)))
    return svg
  }

  /// Returns a link for marks; nil if it has no target.
  func shown(_ link: DashboardHTML.Link?) -> MarkLinks.Link? {
    link.flatMap { link in target(of: link).map { MarkLinks.Link(target: $0, label: link.label) } }
  }
}

extension DashboardHTML.Figure {
  /// The model without the selection, which is part of the caption. Figures with equal numbers are then equal.
  var shared: ChartModel {
    var model = model
    model.context = ChartContext()
    return model
  }

  /// The drill links of its marks.
  var picks: [DashboardHTML.Link] { categories.compactMap(\.self) + series.compactMap(\.self) }

  /// True if its table shows the complete content of its picture.
  var isTable: Bool {
    if let content = model.content, content.kind != .text { return false }
    return model.table.map { table in table.columns.allSatisfy { $0.colors == nil && $0.charts == nil } } ?? false
  }

  /// True if the rows of its table are the visible categories and none is omitted.
  var hasCategoryTable: Bool { hasCategories(most: TableCells.mostRows) }

  /// Maximum number of categories with a tooltip.
  static let mostTitles = 2000

  func hasCategories(most: Int) -> Bool {
    model.items == nil && model.graph == nil && model.table == nil && model.multiples.isEmpty && model.diagram == nil
      && model.levels[model.visibleLevel].count <= most
  }

  var links: [DashboardHTML.Link] { path + levels + picks }
}
