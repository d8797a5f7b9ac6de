/// What a format says and loses: of a table, of a chart, of a dashboard.
struct FormatDescription {
  /// What is written, in a few words.
  var what: String
  /// What cannot be read from it any more.
  var loses: String
  /// Whether `export` writes one file of it for the dashboard, beside those of its charts.
  var hasDashboard = false
}

extension OutputFormat {
  var facts: FormatDescription {
    switch self {
    case .text:
      FormatDescription(
        what: "aligned columns, for people",
        loses: "types; on a terminal also rows, columns and digits that have no room (`--all` shows them)")
    case .json:
      FormatDescription(
        what:
          "rows as objects; of a chart its model, of a dashboard its overview, by the schemas of `auger schema`",
        loses:
          "of rows the types: dates and moments are ISO 8601 texts, bytes `\\x00ff`; of a chart the rows behind it",
        hasDashboard: true)
    case .csv:
      FormatDescription(
        what: "a line for each row, by RFC 4180; null is an empty field, an empty text `\"\"`",
        loses: "types; of a chart how its numbers are written and drawn")
    case .tsv:
      FormatDescription(what: "as `csv`, with tabs", loses: "as `csv`")
    case .arrow:
      FormatDescription(
        what: "Arrow's file (Feather version 2), for pyarrow, Polars, DuckDB and pandas",
        loses: "of a chart how its numbers are written and drawn; what Arrow cannot hold is refused (`unwritableValue`)"
      )
    case .arrows:
      FormatDescription(what: "Arrow's stream, which goes through pipes", loses: "as `arrow`")
    case .svg:
      FormatDescription(
        what: "a picture, with a name for each mark", loses: "digits beyond those that are shown", hasDashboard: true)
    case .png:
      FormatDescription(
        what: "the picture at twice its points, by `rsvg-convert`", loses: "everything but what is seen",
        hasDashboard: true)
    case .pdf:
      FormatDescription(what: "the picture, by `rsvg-convert`", loses: "as `svg`", hasDashboard: true)
    case .html:
      FormatDescription(
        what: "a page without script or network: charts, their tables, and links for moves",
        loses: "states beyond its size (`--page-limit`), which it names", hasDashboard: true)
    case .terminal:
      FormatDescription(
        what: "lines of characters, for people at a terminal", loses: "digits, and rows beyond fifty")
    case .vegaLite:
      FormatDescription(
        what: "a specification for Vega-Lite with the chart's data",
        loses: "charts that Vega-Lite has no marks for are refused (`noVegaLite`)")
    case .vega:
      FormatDescription(
        what: "a specification for Vega with the chart's data: treemaps and graphs",
        loses: "all other charts are refused (`noVega`)")
    }
  }

  private var places: [(name: String, isThere: Bool)] {
    [
      ("tables", Self.tables.contains(self)),
      ("charts", Self.charts.contains(self) || self == .text || self == .terminal),
      ("dashboards", facts.hasDashboard), ("`export`", ExportDestination.formats.contains(self)),
      ("jobs", ofCharts != nil),
    ]
  }

  /// A row of the reference: name, ending, what it writes, what it loses, and where it is taken.
  var referenceRow: [String] {
    [
      "`\(rawValue)`", "`.\(ending)`", facts.what, facts.loses,
      places.filter(\.isThere).map(\.name).joined(separator: ", "),
    ]
  }

  /// The page of all formats.
  static var reference: String {
    let rows = allCases.map { "| " + $0.referenceRow.joined(separator: " | ") + " |\n" }
    return """
      # Formats

      What results are written as, by `auger formats --markdown` from the list that commands choose from. `--format`
      names one; without it the ending of `-o` does, and an ending that is none of these is refused (`unknownFormat`).
      `--formats` of `auger export` and `formats` of a [job](workspace.md) take several, with a file of each for every
      chart.

      | format | ending | writes | loses | of |
      |---|---|---|---|---|

      """ + rows.joined() + """

        Equal results give equal bytes in each of them. *Tables* are results of `auger query` and of queries in jobs,
        *charts* those of `auger chart` and `auger export`; a *dashboard* has one file of its own beside those of its
        charts. What a chart writes as a table are its numbers as they are shown: its order and limit, a row for each
        category and a column for each series. [The command line](command-line.md) says more of each.

        """
  }
}
