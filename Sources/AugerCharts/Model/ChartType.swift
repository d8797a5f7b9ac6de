import AugerDiagnostics

/// How a chart draws its items. The raw value is the name in metadata and chart JSON (guide, "Chart").
public enum ChartType: String, Sendable, Hashable, CaseIterable {
  case column = "Column"
  case stackedColumn = "StackedColumn"
  case bar = "Bar"
  case line = "Line"
  case area = "Area"
  case pie = "Pie"
  case bubble = "Bubble"
  case scatter = "Scatter"
  case dataGrid = "DataGrid"
  case horizontalBullet = "HorizontalBullet"
  case verticalBullet = "VerticalBullet"
  case treeMap = "TreeMap"
  // Beyond MAKit.
  case stackedBar = "StackedBar"
  case stackedArea = "StackedArea"
  case percentColumn = "PercentColumn"
  case donut = "Donut"
  case stepLine = "StepLine"
  case spline = "Spline"
  case band = "Band"
  case candlestick = "Candlestick"
  case ohlc = "OHLC"
  case histogram = "Histogram"
  case heatmap = "Heatmap"
  case boxPlot = "BoxPlot"
  case waterfall = "Waterfall"
  case errorBar = "ErrorBar"
  case region = "Region"
  case graph = "Graph"
}

extension ChartType {
  /// Whether there is a horizontal and a vertical axis.
  package var hasAxes: Bool {
    switch self {
    case .pie, .donut, .dataGrid, .treeMap, .graph: false
    default: true
    }
  }

  /// Whether reference lines and thresholds are drawn: where there is one axis of single values.
  package var showsThresholds: Bool {
    switch self {
    case .percentColumn, .histogram, .heatmap, .waterfall: false
    default: hasAxes
    }
  }

  /// Whether each of its items can have a colour of its own. In others colours say what is meant: values, bins, names.
  package var hasItemColors: Bool {
    switch self {
    case .histogram, .heatmap, .region, .treeMap, .dataGrid, .graph: false
    default: true
    }
  }

  /// Whether predicted values look different: those of lines.
  package var showsPrediction: Bool {
    switch self {
    case .line, .area, .stackedArea, .stepLine, .spline: true
    default: false
    }
  }

  /// Whether a legend can list the series.
  package var hasLegend: Bool {
    switch self {
    case .dataGrid, .treeMap, .heatmap: false
    default: true
    }
  }

  /// Whether MAKit has it; the others are additions.
  package var isOfMAKit: Bool {
    switch self {
    case .column, .stackedColumn, .bar, .line, .area, .pie, .bubble, .scatter, .dataGrid, .horizontalBullet,
      .verticalBullet, .treeMap:
      true
    case .stackedBar, .stackedArea, .percentColumn, .donut, .stepLine, .spline, .band, .candlestick, .ohlc, .histogram,
      .heatmap, .boxPlot, .waterfall, .errorBar, .region, .graph:
      false
    }
  }

  /// True if it can show data items of their own, which are never added up.
  package var canHaveItems: Bool { self == .scatter || self == .bubble || self == .errorBar }

  /// Whether its categories are computed of its values: the bins of a histogram, the nodes of a graph.
  package var makesCategories: Bool { self == .histogram || self == .graph }

  /// What the values of a chart mean, by ValueSequence from 1.
  package var valueRoles: [String] {
    switch self {
    case .bubble: ["y", "size"]
    case .treeMap: ["area", "color"]
    case .horizontalBullet, .verticalBullet: ["actual", "bad below", "satisfactory below", "target"]
    case .candlestick, .ohlc: ["open", "high", "low", "close"]
    case .band: ["low", "high"]
    case .boxPlot: ["lower whisker", "first quartile", "median", "third quartile", "upper whisker"]
    case .errorBar: ["y", "±y", "±x", "correlation"]
    case .region: ["low", "high"]
    case .heatmap: ["color"]
    case .histogram: ["value"]
    case .graph: ["source", "target", "weight"]
    default: ["y"]
    }
  }

  /// How many values a chart has at least.
  package var leastValueCount: Int {
    switch self {
    case .horizontalBullet, .verticalBullet, .candlestick, .ohlc: 4
    case .bubble, .band, .errorBar, .region, .graph: 2
    default: 1
    }
  }

  /// The type of a name; case and the separators of `stacked-column` do not matter where `ignoringCase` is set, as on a
  /// command line.
  ///
  /// - Throws: `unknownChartType` with what was probably meant, or what there is.
  package static func parse(
    _ name: String, ignoringCase: Bool = false, at place: Diagnostic.Place? = nil
  ) throws(DiagnosticError) -> ChartType {
    if let type = ChartType(rawValue: name) { return type }
    if ignoringCase {
      let wanted = name.lowercased().filter { !" -_".contains($0) }
      if let type = allCases.first(where: { $0.rawValue.lowercased() == wanted }) { return type }
    }
    throw DiagnosticError(
      Diagnostic(
        .unknownChartType, "there is no chart type '\(name)'", at: place,
        hint: DidYouMean.hint(for: name, among: allCases.map(\.rawValue), listing: "Chart types")))
  }
}

extension Diagnostic.Code {
  package static let unknownChartType = Self("unknownChartType")
}
