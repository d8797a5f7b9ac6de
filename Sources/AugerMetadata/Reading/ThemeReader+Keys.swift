import AugerCharts
import AugerDocuments

extension ThemeReader {
  static let color = ValueShape.text("color", matching: "^#[0-9A-Fa-f]{6}$")

  private static func color(_ name: String, _ summary: String, _ example: String) -> KeyDescription {
    KeyDescription(name, color, mayBeNull: false, summary, standard: "the color of the base", example: "\"\(example)\"")
  }

  /// The keys of a theme.
  package static let keys = MappingDescription(
    "themes.NAME",
    """
    A theme: a built-in theme with changes. A theme file, which `--theme FILE` names, has the same keys. Colors are
    red, green and blue in six hexadecimal digits. Low contrast causes a warning (`lowContrast`). Terminals show the
    colors of series only, and Vega-Lite shows no shapes, borders and areas.
    """,
    keys: [
      KeyDescription(
        "base", .choice(Theme.builtIn.map(\.name)), "the built-in theme to modify", standard: "light",
        example: "dark"),
      KeyDescription(
        "name", .text("text"), "the name; in a workspace, the key determines it",
        standard: "the file's name", example: "corporate"),
      color("background", "the background of a chart", "#101820"),
      color("backdrop", "the background of a dashboard, between its charts", "#0b1016"),
      color("ink", "the text color of titles and values", "#f2f4f6"),
      color("mutedInk", "the text color of axis labels and explanations", "#a8b3bd"),
      color("grid", "the grid lines", "#2a3640"),
      color("axis", "the axis lines", "#5a6873"),
      color("reference", "the line of the reference value", "#f2a541"),
      color("threshold", "the regions outside thresholds", "#5cc8a8"),
      color("alert", "the outline of values outside a threshold, and losses", "#ff6b6b"),
      diagramColor("diagramBackground", "the background of influence diagrams", standard: "background", "#0e2233"),
      diagramColor("diagramLink", "the lines between the nodes of diagrams", standard: "axis", "#5cc8a8"),
      diagramColor("diagramLabel", "the names of nodes", standard: "mutedInk", "#c8d2da"),
      diagramColor("diagramValue", "the values of nodes", standard: "ink", "#ffffff"),
      diagramColor(
        "diagramFill", "the nodes, their dials and sectors", standard: "the first color of the palette", "#f2a541"),
      diagramColor("diagramAlert", "the numbers of alerts of nodes", standard: "alert", "#ff6b6b"),
      diagramSize("diagramLabelSize", "the text size of the names of nodes in points, 4 to 60", standard: "11"),
      diagramSize("diagramValueSize", "the text size of the values of nodes in points, 4 to 60", standard: "12"),
      KeyDescription(
        "palette", .list(color), "the colors of series, in order", standard: "the colors of the base",
        example: "[\"#4fa3e0\", \"#f2a541\", \"#5cc8a8\"]"),
    ] + Theme.Part.allCases.map(partKey) + styleKeys,
    example: """
      themes:
        corporate:
          base: dark
          background: "#101820"
          palette: ["#4fa3e0", "#f2a541", "#5cc8a8"]
      """)
}
