import AugerColumns

/// The links of a graph, whose nodes are the categories of level 0 (PowerPlot's guide, "WSPlotGraph").
///
/// All lists are as long as there are links. The chart's dimension says how many links each node has, by series.
package struct ChartGraph: Sendable {
  /// The node that each link begins at.
  package var sources: [Int32]
  /// The node that each link ends at, perhaps the same.
  package var targets: [Int32]
  /// Index of each link's series.
  package var series: [Int32]
  /// The weight of each link, null where it has none.
  package var weight: ValueDimension
  /// What is written above the nodes that links begin and end at.
  package var sourceTitle: String
  package var targetTitle: String

  /// Links of one series unless `series` says otherwise.
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

  /// How many links begin or end at each of so many nodes, series by series; a link from a node to itself counts once.
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
  /// The text of each link's weight; empty where there is none.
  package var linkTexts: [String] {
    guard let graph else { return [] }
    let formatter = ValueFormatter(graph.weight.format, locale: locale)
    return graph.weight.cells.scalars.map { $0.isNull ? "" : formatter.text($0) ?? $0.description }
  }
}
