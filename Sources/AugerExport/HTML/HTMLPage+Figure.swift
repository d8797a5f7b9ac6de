import AugerCharts
import AugerColumns
import AugerDiagnostics

extension HTMLPage {
  /// A chart with its title, the ways that lead from it, its picture and the table behind it.
  ///
  /// - Parameters:
  ///   - ids: begins the ids in it, and is its own.
  ///   - isAtStart: whether it is shown when the page is opened.
  func write(_ figure: DashboardHTML.Figure, ids: String, isAtStart: Bool) -> [UInt8] {
    var out = SVGBytes()
    out.raw(isAtStart ? "<figure class=\"f o\"" : "<figure class=\"f\"")
    out.attribute("id", ids)
    out.raw(">\n<figcaption>")
    let title = ChartDescription.title(figure.model)
    heading(title, to: &out)
    if figure.path.count > 1 {
      out.raw("<ol class=\"n\" aria-label=\"Path\">")
      for link in figure.path { entry(link, to: &out) }
      out.raw("</ol>\n")
    }
    if !figure.levels.isEmpty {
      out.raw("<ul class=\"n\" aria-label=\"Levels\">")
      for link in figure.levels { entry(link, to: &out) }
      out.raw("</ul>\n")
    }
    let leads = figure.categories.contains { $0.flatMap(target) != nil }
    if leads, let level = figure.model.levels.first {
      out.raw("<p class=\"r\">")
      out.escaped("Select a \(level.title.isEmpty ? "category" : level.title.lowercased()) to look into it.")
      out.raw("</p>\n")
    }
    out.raw("<p class=\"v\">")
    out.escaped(ChartDescription.text(ChartChannels(figure.model)))
    out.raw("</p></figcaption>\n")
    picture(figure, ids: ids, to: &out)
    write(figure.controls, to: &out)
    for warning in figure.model.warnings + SVG.notices(for: figure.model) {
      out.raw("<p class=\"r\">")
      out.escaped("Note: \(warning.message)\(warning.count > 1 ? " (\(warning.count) times)" : "").")
      out.raw("</p>\n")
    }
    reason(figure.links.filter { !$0.isCurrent && target(of: $0) == nil }, to: &out)
    table(figure, title, to: &out)
    out.raw("</figure>\n")
    return out.bytes
  }

  /// About how many bytes a figure takes, links and all.
  func weight(of figure: DashboardHTML.Figure) -> Int {
    write(figure, ids: "f", isAtStart: true).count + 220 * figure.picks.count
  }

  private func entry(_ link: DashboardHTML.Link, to out: inout SVGBytes) {
    out.raw("<li>")
    write(link, to: &out)
    out.raw("</li>")
  }

  private func picture(_ figure: DashboardHTML.Figure, ids: String, to out: inout SVGBytes) {
    if figure.isTable { return }
    let item = page.items[figure.item]
    var svg = SVG(theme: page.theme)
    svg.themes = page.themes
    svg.mostMarks = page.mostMarks
    // Drawn narrower than it is shown on wide screens, so that it can be read on narrow ones too.
    let isWide = item.columns > 6
    let width = item.columns > 8 ? 860 : max(290, Double(item.columns) * 76)
    svg.size = ChartSize(width: width, height: max(170, min(520, width * item.ratio)))
    do throws(AugerError) {
      try svg.check(figure.model)
    } catch {
      out.raw("<p class=\"r\">")
      out.escaped(error.message + ".")
      out.raw("</p>\n")
      return
    }
    var model = figure.model
    model.display.title = false
    if isWide {
      // On narrow screens it is scrolled, by keys too.
      out.raw("<div class=\"w wide\" tabindex=\"0\" role=\"group\"")
      out.attribute("aria-label", "Picture of \(ChartDescription.title(figure.model))")
      out.raw(">")
    } else {
      out.raw("<div class=\"w\">")
    }
    out.raw(
      svg.part(
        for: model, ids: ids,
        links: MarkLinks(categories: figure.categories.map(shown), series: figure.series.map(shown)),
        hasTooltips: page.hasTooltips, namesPlot: page.served != nil && figure.hasCategoryTable))
    out.raw("</div>\n")
  }

  /// A link as marks have it; nil where it leads nowhere.
  private func shown(_ link: DashboardHTML.Link?) -> MarkLinks.Link? {
    link.flatMap { link in target(of: link).map { MarkLinks.Link(target: $0, label: link.label) } }
  }
}

extension DashboardHTML.Figure {
  /// Those of its marks.
  var picks: [DashboardHTML.Link] { categories.compactMap(\.self) + series.compactMap(\.self) }

  /// Whether its table shows all that its picture would.
  var isTable: Bool {
    model.table.map { table in table.columns.allSatisfy { $0.colors == nil && $0.charts == nil } } ?? false
  }

  /// Whether the rows of its table are the categories in view, each of them shown.
  var hasCategoryTable: Bool {
    model.items == nil && model.graph == nil && model.table == nil && model.multiples.isEmpty && model.diagram == nil
      && model.levels[model.visibleLevel].count <= TableCells.mostRows
  }

  var links: [DashboardHTML.Link] { path + levels + picks }
}
