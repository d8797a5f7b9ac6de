import AugerCharts

/// The styles of a page: its appearance, and the visibility of states.
enum HTMLStyles {
  /// - Parameters:
  ///   - areas: The positions of the items. All are ignored if one is nil.
  ///   - states: The number of each state and the ids of the elements that it shows.
  static func text(
    _ theme: Theme, areas: [DashboardHTML.Area?], _ states: [(state: Int, parts: [String])]
  ) -> String {
    var text = look(theme) + page + parts(theme) + grid(areas.compactMap(\.self), of: areas.count)
    for (state, parts) in states where !parts.isEmpty {
      let names = parts.map { "#\($0)" }.joined(separator: ",")
      text += "#s\(state):target~.g :is(\(names)){display:block}\n"
    }
    return text
  }

  /// Returns the styles of a page with forms.
  ///
  /// - Parameter portrait: The positions of the items on screens that are too narrow for `areas`. All are ignored if
  ///   one is nil.
  static func served(
    _ theme: Theme, areas: [DashboardHTML.Area?], portrait: [DashboardHTML.Area?] = []
  ) -> String {
    text(theme, areas: areas, []) + player + grid(portrait.compactMap(\.self), of: portrait.count, below: portraitWidth)
      + forms
  }

  /// The width of a page below which its portrait layout is used: a tablet in landscape orientation has 1024.
  private static let portraitWidth = 1023

  private static func grid(_ areas: [DashboardHTML.Area], of count: Int, below width: Int? = nil) -> String {
    guard !areas.isEmpty, areas.count == count else { return "" }
    let places = areas.enumerated().map { index, area in
      let (rows, columns) = (area.rows, area.columns)
      return ".g>:nth-child(\(index + 1)){grid-area:\(rows.lowerBound)/\(columns.lowerBound)/"
        + "\(rows.upperBound)/\(columns.upperBound)}"
    }
    let widths = "(min-width:761px)" + (width.map { " and (max-width:\($0)px)" } ?? "")
    return "@media\(widths){.g{grid-template-columns:repeat(\(PageGrid.columnCount),minmax(0,1fr))}\n"
      + places.joined(separator: "\n") + "}\n"
  }

  /// Returns the styles that depend on the theme: the colors, and the text style of drawings.
  private static func look(_ theme: Theme) -> String {
    let colors = [
      ("background", theme.background), ("backdrop", theme.backdrop), ("ink", theme.ink), ("muted", theme.mutedInk),
      ("grid", theme.grid), ("alert", theme.alert),
    ]
    return ":root{color-scheme:\(theme.background.isLight ? "light" : "dark")"
      + colors.map { ";--\($0):\($1)" }.joined() + ";--font:\(FontMetrics.family)}\nsvg{\(SVG.partStyle)}\n"
  }

  /// Returns the styles of the parts for which a theme has colors or fonts.
  private static func parts(_ theme: Theme) -> String {
    let rules: [(Theme.Part, String, String)] = [
      (.dashboardBorder, "body", "outline:1px solid "), (.itemTitle, ".i h2", "color:"),
      (.itemBackground, ".i", "--background:"), (.itemBorder, ".i", "border-color:"),
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
  static let player = String(decoding: PackageResources.player_css, as: UTF8.self)

  private static let page = String(decoding: PackageResources.page_css, as: UTF8.self)
  private static let forms = String(decoding: PackageResources.forms_css, as: UTF8.self)
}
