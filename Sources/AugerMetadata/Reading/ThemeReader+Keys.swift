import AugerCharts
import AugerDocuments

extension ThemeReader {
  private static let color = ValueShape.text("colour", matching: "^#[0-9A-Fa-f]{6}$")

  private static func color(_ name: String, _ summary: String, _ example: String) -> KeyDescription {
    KeyDescription(name, color, mayBeNull: false, summary, standard: "the base's", example: "\"\(example)\"")
  }

  /// What may be written in a theme.
  package static let keys = MappingDescription(
    "themes.NAME",
    """
    A theme: a built-in one, and what is different in it. The same keys stand in a theme file, which `--theme FILE`
    names. Colours are red, green and blue in six hexadecimal digits; one that is hard to see is warned of
    (`lowContrast`).
    """,
    keys: [
      KeyDescription(
        "base", .choice(Theme.builtIn.map(\.name)), "the theme that it begins with", standard: "light",
        example: "dark"),
      KeyDescription(
        "name", .text("text"), "what it is called; in a workspace it has the name that it stands under",
        standard: "the file's name", example: "corporate"),
      color("background", "behind a chart", "#101820"),
      color("backdrop", "behind a dashboard, between its charts", "#0b1016"),
      color("ink", "titles and values", "#f2f4f6"),
      color("mutedInk", "labels of axes and what explains", "#a8b3bd"),
      color("grid", "lines behind marks", "#2a3640"),
      color("axis", "lines of axes", "#5a6873"),
      color("reference", "the line of the reference value", "#f2a541"),
      color("threshold", "the regions beyond thresholds", "#5cc8a8"),
      color("alert", "the edges of what is beyond a threshold, and losses", "#ff6b6b"),
      KeyDescription(
        "palette", .list(color), "the colours of series, in their order", standard: "the base's",
        example: "[\"#4fa3e0\", \"#f2a541\", \"#5cc8a8\"]"),
    ],
    example: """
      themes:
        corporate:
          base: dark
          background: "#101820"
          palette: ["#4fa3e0", "#f2a541", "#5cc8a8"]
      """)
}
