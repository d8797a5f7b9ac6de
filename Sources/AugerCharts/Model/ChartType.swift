import AugerDiagnostics

/// The type of a chart. The raw value is the name in metadata and chart JSON (guide, "Chart").
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
  // Types in addition to those of MAKit.
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
  case rangeColumn = "RangeColumn"
  case polygon = "Polygon"
  case contour = "Contour"
}

extension ChartType {
  /// Returns the type with a name. `ignoringCase` ignores letter case and the separators of `stacked-column`, as on a
  /// command line.
  ///
  /// - Throws: `unknownChartType` with a suggestion or the available types.
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
        .unknownChartType, "chart type '\(name)' does not exist", at: place,
        hint: DidYouMean.hint(for: name, among: allCases.map(\.rawValue), listing: "Chart types")))
  }
}

extension Diagnostic.Code {
  package static let unknownChartType = Self("unknownChartType")
}
