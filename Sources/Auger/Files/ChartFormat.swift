/// What a chart is written as: its model, a picture, a specification for others, or its numbers as a table. Dashboards
/// have pictures, pages and an overview of their own, and tables what is a table.
package enum ChartFormat: String, Sendable, CaseIterable {
  case json, svg, png, pdf, html
  case vegaLite = "vega-lite"
  case vega
  case csv, tsv, arrow, arrows

  /// What a file of the format ends with, after the point.
  package var ending: String {
    switch self {
    case .vegaLite: "vl.json"
    case .vega: "vg.json"
    default: rawValue
    }
  }

  /// Whether it is a picture: of a chart, and of a dashboard.
  package var isPicture: Bool { [.svg, .png, .pdf].contains(self) }

  /// Whether it shows marks to people, or makes others draw them.
  package var hasMarks: Bool { isPicture || [.html, .vegaLite, .vega].contains(self) }

  /// How a table, which is no chart, is written so; nil where it is not.
  package var ofTables: TableFormat? { TableFormat(rawValue: rawValue) }
}
