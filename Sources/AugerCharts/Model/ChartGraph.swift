import AugerColumns

/// The links of a graph, whose nodes are the categories of level 0 (PowerPlot's guide, "WSPlotGraph").
///
/// All lists have one entry for each link. The dimension of the chart contains the number of links of each node, by
/// series.
package struct ChartGraph: Sendable {
  /// The source node of each link.
  package var sources: [Int32]
  /// The target node of each link, which can equal the source.
  package var targets: [Int32]
  /// The index of each link's series.
  package var series: [Int32]
  /// The weight of each link; null for none.
  package var weight: ValueDimension
  /// The appearance of each node. Empty if the author chose none.
  package var nodes: [NodeStyle] = []
  /// The titles of the source and target nodes.
  package var sourceTitle: String
  package var targetTitle: String

  /// Creates links of a single series, unless `series` is specified.
  package init(
    sources: [Int32], targets: [Int32], series: [Int32]? = nil, weight: ValueDimension,
    sourceTitle: String = "Source", targetTitle: String = "Target"
  ) {
    self.sources = sources
    self.targets = targets
    self.series = series ?? [Int32](repeating: 0, count: sources.count)
    self.weight = weight
    self.sourceTitle = sourceTitle
    self.targetTitle = targetTitle
  }

  package var count: Int { sources.count }

  /// The appearance of a node in the data (PowerPlot's guide, "The MVC design pattern").
  package struct NodeStyle: Sendable, Hashable {
    package enum Shape: String, Sendable, Hashable, CaseIterable { case circle, square, diamond, triangle }

    /// A part of the appearance that an expression provides.
    package enum Part: String, Sendable, Hashable, CaseIterable { case color, shape, size, textColor, textSize }

    /// The name of a color, or `#rrggbb`. Nil for the color of the theme.
    package var color: String?
    package var shape = Shape.circle
    /// The factor of the default size, from 0.25 to 4.
    package var size = 1.0
    /// The color of the name. Nil for that of the theme.
    package var textColor: String?
    /// The size of the name in points. Nil for the default size.
    package var textSize: Double?

    package init() {}

    /// The factors that a size can have.
    package static let sizes = 0.25...4.0
  }

  /// Returns the appearance of a node.
  package func style(ofNode node: Int) -> NodeStyle { nodes.indices.contains(node) ? nodes[node] : NodeStyle() }

  /// Returns the number of links at each node, series by series. A link from a node to itself counts once.
  package func linkCounts(nodes: Int, series seriesCount: Int) -> Column {
    var counts = [Int64](repeating: 0, count: nodes * seriesCount)
    for link in 0..<count {
      let row = Int(series[link]) * nodes
      counts[row + Int(sources[link])] += 1
      if sources[link] != targets[link] { counts[row + Int(targets[link])] += 1 }
    }
    return Column(counts)
  }
}

extension ChartModel {
  /// The formatted weight of each link; empty for null.
  package var linkTexts: [String] {
    guard let graph else { return [] }
    let formatter = ValueFormatter(graph.weight.format, locale: locale)
    return graph.weight.cells.scalars.map { $0.isNull ? "" : formatter.text($0) ?? $0.description }
  }
}
