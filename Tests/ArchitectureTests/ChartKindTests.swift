import Testing

/// Each chart kind is described in one file and drawn in one file. Other code reads a property of the kind.
@Suite struct ChartKindTests {
  private static let homes = ["Sources/AugerCharts/Kinds/", "Sources/AugerExport/Kinds/"]

  /// Files that may name chart kinds because they create or choose charts.
  private static let makers = [
    "Sources/Auger/Charts/ChartChoice.swift": "chooses a chart for data",
    "Sources/Auger/Charts/ChartRequest.swift": "the default of a request",
    "Sources/Auger/Charts/TableSource+Chart.swift": "the default of a parameter",
    "Sources/AugerAnalysis/Planning/ChartPlan.swift": "makes lines of the points in a layer",
    "Sources/AugerExport/ChartJSON/Fields/ChartModel+Fields.swift": "makes a chart before its type is read",
    "Sources/AugerExport/ChartJSON/Fields/ChartModel+KindFields.swift": "makes a layer before its type is read",
    "Sources/AugerAnalysis/Charts/ChartBuilder+Graph.swift": "makes graphs",
    "Sources/AugerAnalysis/Charts/ChartBuilder+Histogram.swift": "makes histograms, of columns of counts",
    "Sources/AugerAnalysis/Suggestion/ChartSuggestion.swift": "chooses a chart for data",
    "Sources/AugerAnalysis/Charts/CustomItemBuilder.swift": "makes custom items, which are tables",
    "Sources/AugerAnalysis/Charts/DiagramBuilder.swift": "makes diagrams, which are graphs",
    "Sources/AugerAnalysis/Charts/GridBuilder.swift": "makes data grids",
    "Sources/AugerAnalysis/Planning/TreeMapGroup+Chart.swift": "makes treemaps",
    "Sources/AugerAnalysis/Scenarios/ModelUnion.swift": "makes columns of the numbers of several diagrams",
    "Sources/AugerCharts/Model/ChartType.swift": "lists the types",
    "Sources/AugerMetadata/Reading/ChartReader.swift": "makes a definition before its type is read",
    "Sources/AugerMetadata/Reading/GroupReader.swift": "the default of a group of treemaps",
  ]

  private static let names: Set<String> = [
    "stackedColumn", "percentColumn", "stackedBar", "stackedArea", "stepLine", "spline", "pie", "donut", "scatter",
    "bubble", "candlestick", "ohlc", "histogram", "heatmap", "boxPlot", "waterfall", "errorBar", "horizontalBullet",
    "verticalBullet", "treeMap", "rangeColumn", "polygon", "contour",
  ]
  /// Kind names that other types also use. They count as kinds only on a line that mentions a chart type.
  private static let common: Set<String> = ["column", "bar", "line", "area", "band", "region", "graph", "dataGrid"]

  @Test func onlyListedFilesNameChartKinds() throws {
    var found: Set<String> = []
    for file in try Repository.files(below: "Sources")
    where file.isSwift && !file.isDocumentation && !Self.homes.contains(where: file.path.hasPrefix) {
      for (number, line) in file.code.lines.enumerated() where Self.namesKind(line) {
        found.insert(file.path)
        #expect(Self.makers[file.path] != nil, "\(file.path):\(number + 1): ask for a feature of the kind")
      }
    }
    found.insert("Sources/AugerCharts/Model/ChartType.swift")
    #expect(found == Set(Self.makers.keys), "files that name no kind")
  }

  @Test func scanFindsChartKinds() {
    #expect(Self.namesKind("if model.type == .heatmap {"))
    #expect(Self.namesKind("  case .line, .stepLine: true"))
    #expect(Self.namesKind("if [.column, .bar].contains(model.type) {"))
    #expect(!Self.namesKind("columns.map(\\.column)"))
    #expect(!Self.namesKind("if items.scatter == nil, let line = chart.spline { Kernel.scatter(side) }"))
    #expect(!Self.namesKind("case .line: out.line(x, y)"))
  }

  /// Returns true if a line has an implicit member with the name of a kind.
  private static func namesKind(_ line: String) -> Bool {
    var before: Character = " "
    var rest = line[...]
    let mentionsType = line.contains("type") || line.contains("Type")
    while let dot = rest.firstIndex(of: ".") {
      before = dot > line.startIndex ? line[line.index(before: dot)] : " "
      rest = rest[rest.index(after: dot)...]
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      let isImplicit = !(before.isLetter || before.isNumber || "_)]}?!.\\>".contains(before))
      guard isImplicit, !rest.dropFirst(name.count).hasPrefix("(") else { continue }
      if names.contains(name) || mentionsType && common.contains(name) { return true }
    }
    return false
  }
}
