import AugerCharts

/// The styles of a page: its appearance, and the visibility of states.
enum HTMLStyles {
  /// - Parameters:
  ///   - areas: The positions of the items. All are ignored if one is nil.
  ///   - states: The number of each state and the ids of the elements that it shows.
  static func text(
    _ theme: Theme, areas: [DashboardHTML.Area?], _ states: [(state: Int, parts: [String])]
  ) -> String {
    var text = tokens + look(theme) + page + parts(theme) + grid(areas.compactMap(\.self), of: areas.count)
    for (state, parts) in states where !parts.isEmpty {
      let names = parts.map { "#\($0)" }.joined(separator: ",")
      text += "#s\(state):target~.g :is(\(names)){display:block}\n"
    }
    return text
  }

  /// Returns the styles of a page with forms.
  ///
  /// - Parameter portrait: The positions of the items on screens that are too narrow for `areas`. All are ignored if
  ///   one is nil. Positions that equal `areas` apply to all screens except phones.
  static func served(
    _ theme: Theme, areas: [DashboardHTML.Area?], portrait: [DashboardHTML.Area?] = []
  ) -> String {
    let wide = text(theme, areas: portrait == areas ? [] : areas, [])
    let narrow = portrait.compactMap(\.self)
    let most = portrait == areas ? nil : portraitWidth
    return wide + player + grid(narrow, of: portrait.count, from: phoneWidth, to: most) + home + forms + card + pointing
  }

  /// Returns a file of rules without comments and indentation. A comment fills its line.
  static func stripped(_ rules: [UInt8]) -> String {
    let lines = String(decoding: rules, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { !$0.hasPrefix("/*") }.map { $0 + "\n" }.joined()
  }

  /// The maximum width of a page with its portrait layout: below it, pages have two columns.
  static let portraitWidth = 1199
  /// The maximum width of a page with one column.
  static let phoneWidth = 599

  private static func grid(
    _ areas: [DashboardHTML.Area], of count: Int, from least: Int = portraitWidth, to most: Int? = nil
  ) -> String {
    guard !areas.isEmpty, areas.count == count else { return "" }
    let places = areas.enumerated().map { index, area in
      let (rows, columns) = (area.rows, area.columns)
      return ".g>:nth-child(\(index + 1)){grid-area:\(rows.lowerBound)/\(columns.lowerBound)/"
        + "\(rows.upperBound)/\(columns.upperBound)}"
    }
    let widths = "(min-width:\(least + 1)px)" + (most.map { " and (max-width:\($0)px)" } ?? "")
    return "@media\(widths){.g{grid-template-columns:repeat(\(PageGrid.columnCount),minmax(0,1fr))}\n"
      + places.joined(separator: "\n") + "}\n"
  }

  /// Returns the styles that depend on the theme: the colors, and the text style of drawings.
  private static func look(_ theme: Theme) -> String {
    let rules = ":root{\(colors(theme));--font:\(FontMetrics.family)}\nsvg{\(SVG.partStyle)}\n"
    if theme.background.isLight { return rules }
    // Paper is white. The pictures contain the colors of the theme.
    return rules + "@media print{:root{\(colors(.light))}svg{filter:invert(1) hue-rotate(180deg)}}\n"
  }

  private static func colors(_ theme: Theme) -> String {
    let scheme = theme.background.isLight ? "light" : "dark"
    return "color-scheme:\(scheme)" + PageColors(theme).roles.map { ";--\($0):\($1)" }.joined()
  }

  /// Returns the styles of the parts for which a theme has colors or fonts.
  private static func parts(_ theme: Theme) -> String {
    let rules: [(Theme.Part, String, String)] = [
      (.dashboardBorder, "body", "outline:1px solid "), (.itemTitle, ".i h2", "color:"),
      (.itemBackground, ".i", "--background:var(--surface);--surface:"), (.itemBorder, ".i", "border-color:"),
      (.variableName, ".i label", "color:"), (.variableValue, ".i :is(output,input,select)", "color:"),
      (.sliderFill, "input", "accent-color:"), (.dataGridBackground, "table", "background:"),
      (.dataGridHeaderBackground, "thead th", "background:"), (.dataGridCategoryText, "th[scope=row]", "color:"),
      (.dataGridLines, "td+td,th+td", "border-left:1px solid "), (.dataGridBottomLine, "td,th", "border-bottom-color:"),
      (.dataGridTopLine, "tbody tr", "border-top:1px solid "),
    ]
    let colors = rules.compactMap { part, selector, property in
      theme.style.colors[part].map { "\(selector){\(property)\($0)}\n" }
    }
    let font = theme.style.fonts[.dataGrid].map { "table{\(css($0))}\n" } ?? ""
    return colors.joined() + font
  }

  /// Returns a font as properties. Names of fonts need no escaping.
  private static func css(_ font: ThemeStyle.Font) -> String {
    let parts = [
      font.family.map { "font-family:\($0)" }, font.weight.map { "font-weight:\($0.rawValue)" },
      font.slant.map { "font-style:\($0.rawValue)" },
    ]
    return parts.compactMap(\.self).joined(separator: ";")
  }

  /// The styles of animations.
  static let player = stripped(PackageResources.player_css)

  private static let tokens = stripped(PackageResources.tokens_css)
  private static let page = stripped(PackageResources.page_css)
  private static let home = stripped(PackageResources.home_css)
  private static let forms = stripped(PackageResources.forms_css)
  private static let card = stripped(PackageResources.card_css)
  private static let pointing = stripped(PackageResources.pointing_css)
}
