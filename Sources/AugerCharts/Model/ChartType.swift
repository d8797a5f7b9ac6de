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
}

extension ChartType {
  /// Whether there is a horizontal and a vertical axis.
  public var hasAxes: Bool {
    switch self {
    case .pie, .dataGrid, .treeMap: false
    default: true
    }
  }

  /// Whether a legend can list the series.
  public var hasLegend: Bool {
    switch self {
    case .dataGrid, .treeMap: false
    default: true
    }
  }

  /// Whether the values of a category are drawn on top of one another.
  public var isStacked: Bool { self == .stackedColumn }

  /// The type of a name; case and the separators of `stacked-column` do not matter where `ignoringCase` is set, as on a
  /// command line.
  ///
  /// - Throws: `unknownChartType` with what was probably meant, or what there is.
  public static func parse(
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
  public static let unknownChartType = Self("unknownChartType")
}
