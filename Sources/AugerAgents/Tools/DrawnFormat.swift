import AugerCharts
import AugerExport

/// What `draw` makes of a chart.
enum DrawnFormat: String, Sendable, CaseIterable {
  case svg, vega = "vega", vegaLite = "vega-lite", json, csv

  static let themes = Theme.builtIn.map(\.name)

  var mediaType: String {
    switch self {
    case .svg: "image/svg+xml"
    case .vega: "application/vnd.vega.v6+json"
    case .vegaLite: "application/vnd.vegalite.v6+json"
    case .json: "application/json"
    case .csv: "text/csv"
    }
  }

  /// The chart in this form; pictures have the theme and the size.
  func bytes(of model: ChartModel, _ theme: Theme, _ size: ChartSize?) throws -> [UInt8] {
    switch self {
    case .svg:
      var svg = SVG(theme: theme, size: size)
      svg.mostMarks = AgentService.mostMarks
      try svg.check(model)
      return svg.data(for: model)
    case .vega: return try Vega(theme: theme, size: size ?? Self.standardSize).data(for: model)
    case .vegaLite: return try VegaLite(theme: theme, size: size ?? Self.standardSize).data(for: model)
    case .json: return ChartJSON().data(for: model)
    case .csv: return DelimitedText().data(for: model.tabulated())
    }
  }

  private static let standardSize = ChartSize(width: 640, height: 320)
}
