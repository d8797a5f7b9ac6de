import Auger

/// An output format of the tool `draw`.
enum DrawnFormat: String, Sendable, CaseIterable {
  case svg, vega, vegaLite = "vega-lite", json, csv

  var mediaType: String {
    switch self {
    case .svg: "image/svg+xml"
    case .vega: "application/vnd.vega.v6+json"
    case .vegaLite: "application/vnd.vegalite.v6+json"
    case .json: "application/json"
    case .csv: "text/csv"
    }
  }

  /// The corresponding chart format.
  var ofCharts: ChartFormat {
    switch self {
    case .svg: .svg
    case .vega: .vega
    case .vegaLite: .vegaLite
    case .json: .json
    case .csv: .csv
    }
  }
}
