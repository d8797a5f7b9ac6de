import AugerCharts

/// The styles of a page: its appearance, and the visibility of states.
enum HTMLStyles {
  /// - Parameters:
  ///   - areas: The positions of the items. All are ignored if one is nil.
  ///   - states: The number of each state and the ids of the elements that it shows.
  static func text(
    _ theme: Theme, areas: [DashboardHTML.Area?], _ states: [(state: Int, parts: [String])]
  ) -> String {
    var text = look(theme) + page + grid(areas.compactMap(\.self), of: areas.count)
    for (state, parts) in states where !parts.isEmpty {
      let names = parts.map { "#\($0)" }.joined(separator: ",")
      text += "#s\(state):target~.g :is(\(names)){display:block}\n"
    }
    return text
  }

  /// Returns the styles of a page with forms.
  static func served(_ theme: Theme, areas: [DashboardHTML.Area?]) -> String { text(theme, areas: areas, []) + forms }

  private static func grid(_ areas: [DashboardHTML.Area], of count: Int) -> String {
    guard !areas.isEmpty, areas.count == count else { return "" }
    let places = areas.enumerated().map { index, area in
      let (rows, columns) = (area.rows, area.columns)
      return ".g>:nth-child(\(index + 1)){grid-area:\(rows.lowerBound)/\(columns.lowerBound)/"
        + "\(rows.upperBound)/\(columns.upperBound)}"
    }
    return "@media(min-width:761px){.g{grid-template-columns:repeat(\(PageGrid.columnCount),minmax(0,1fr))}\n"
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

  private static let page = String(decoding: PackageResources.page_css, as: UTF8.self)
  private static let forms = String(decoding: PackageResources.forms_css, as: UTF8.self)
}
