import AugerCharts
import AugerColumns

/// Graphs, and the parts around the numbers: summary, subtitle, status and unit.
extension SVGCase {
  static let graphs: [SVGCase] = [
    SVGCase(name: "graph", isDark: true) { try ChartCase.graph.model() },
    SVGCase(name: "graph-series") { try graphOfKinds() },
    SVGCase(name: "graph-many") { try graphOfMany() },
    SVGCase(name: "summary", isDark: true) { try summedUp() },
    SVGCase(name: "summary-values") { try ChartCase.summary.model() },
  ]

  private static func model(
    _ title: String, nodes: [String], series: [String], links: [(Int, Int, Int, Double?)]
  ) -> ChartModel {
    let graph = ChartGraph(
      sources: links.map { Int32($0.0) }, targets: links.map { Int32($0.1) }, series: links.map { Int32($0.2) },
      weight: ValueDimension(sequence: 3, title: "Messages", cells: Column(links.map(\.3))))
    var model = ChartModel(
      name: title, title: title, type: .graph,
      levels: [CategoryLevel(column: "Node", values: Column(nodes))],
      series: series.isEmpty ? [ChartLabel()] : series.map { ChartLabel(value: .string($0)) },
      seriesColumn: series.isEmpty ? nil : "Kind", seriesTitle: series.isEmpty ? "" : "Kind",
      dimensions: [
        ValueDimension(title: "Links", cells: graph.linkCounts(nodes: nodes.count, series: max(1, series.count)))
      ])
    model.graph = graph
    return model
  }

  /// A graph with links in both directions, of two kinds, to the node itself, without a weight and with a negative
  /// weight. One node has no links.
  private static func graphOfKinds() throws -> ChartModel {
    var model = model(
      "Who writes to whom", nodes: ["Ada", "Grace", "Edsger", "Barbara", "Donald", "Tony"], series: ["mail", "chat"],
      links: [
        (0, 1, 0, 12), (1, 0, 0, 7), (0, 1, 1, 3), (1, 2, 0, 4), (2, 2, 0, 9), (2, 3, 1, nil), (3, 0, 0, -6),
        (3, 4, 1, 2),
      ])
    model.state.selectedCategories = [0]
    return model
  }

  /// A tree with cross links.
  private static func graphOfMany() throws -> ChartModel {
    let nodes = (0..<60).map { "Station \($0 + 1)" }
    var links: [(Int, Int, Int, Double?)] = (1..<60).map { ($0, ($0 - 1) / 3, 0, Double($0 * 7919 % 23 + 1)) }
    links += [(20, 45, 0, 5), (58, 13, 0, 8), (33, 34, 0, 2)]
    return model("Stations", nodes: nodes, series: [], links: links)
  }

  private static func summedUp() throws -> ChartModel {
    var model = titled(
      try ChartModel(
        .column, "Sales by month", categories: Array(months.prefix(8)), series: ["2025", "2024"], values: waves(8, 2),
        format: .currency("USD")), category: "Month", values: ["Sales"])
    model.subtitle = "Plan of the year: $6,000,000"
    model.status = "Updated at nine"
    model.dimensions[0].unit = "gross"
    model.summary = ChartSummary(
      title: "Eight months", whole: [[.float(4_934_000), .float(5_225_000)]], addsUp: [true], polarity: .up)
    model.state.selectedCategories = [1, 5]
    return model
  }
}
