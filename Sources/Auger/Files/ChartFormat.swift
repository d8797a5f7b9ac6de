/// An output format of a chart: its model, a picture, a specification for other renderers, or a table of its numbers.
/// Dashboards support pictures, pages and an overview, and tables support the table formats.
package enum ChartFormat: String, Sendable, CaseIterable {
  case json, svg, png, pdf, html
  case vegaLite = "vega-lite"
  case vega
  case csv, tsv, arrow, arrows
  /// A message for mail programs.
  case eml

  /// The file extension of the format, without the period.
  package var ending: String {
    switch self {
    case .vegaLite: "vl.json"
    case .vega: "vg.json"
    default: rawValue
    }
  }

  /// True if the format is a picture of a chart or of a dashboard.
  package var isPicture: Bool { [.svg, .png, .pdf].contains(self) }

  /// True if the format shows marks, or lets another program draw them.
  package var hasMarks: Bool { isPicture || [.html, .vegaLite, .vega, .eml].contains(self) }

  /// The corresponding format of a table without a chart. Nil if none exists.
  package var ofTables: TableFormat? { TableFormat(rawValue: rawValue) }
}
