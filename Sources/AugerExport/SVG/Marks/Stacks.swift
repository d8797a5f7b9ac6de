import AugerCharts
import AugerColumns

/// Where the values of each category begin and end when they share one place: what is above zero is put on top of what
/// came before, what is below zero beneath it.
struct Stacks {
  /// For each series × category; NaN where there is no value.
  private let starts: [Double]
  private let ends: [Double]
  private let categoryCount: Int

  /// Nil where the values are not stacked.
  init?(_ channels: ChartChannels) {
    let stacking = channels.model.stacking
    guard stacking != .none else { return nil }
    categoryCount = channels.categoryCount
    var starts = [Double](repeating: .nan, count: channels.values[0].count)
    var ends = starts
    for category in 0..<channels.categoryCount {
      let wholes: (largest: Double, sum: Double) = stacking == .percent ? Self.wholes(channels, category) : (1, 1)
      var (above, below) = (0.0, 0.0)
      for series in 0..<channels.seriesCount {
        let value = channels.value(0, series, category)
        if value.isNaN { continue }
        // Divided twice, because the sum of the magnitudes may be beyond the largest double.
        let part = value / wholes.largest / wholes.sum
        let row = series * channels.categoryCount + category
        starts[row] = part < 0 ? below : above
        if part < 0 { below = (below + part).heldFinite } else { above = (above + part).heldFinite }
        ends[row] = part < 0 ? below : above
      }
    }
    self.starts = starts
    self.ends = ends
  }

  /// The largest magnitude of a category, and the sum of all as a multiple of it; 1 where all are zero.
  private static func wholes(_ channels: ChartChannels, _ category: Int) -> (largest: Double, sum: Double) {
    let magnitudes = (0..<channels.seriesCount).map { channels.value(0, $0, category).magnitude }
    guard let largest = magnitudes.extent?.upper, largest > 0 else { return (1, 1) }
    return (largest, magnitudes.reduce(0) { $1.isNaN ? $0 : $0 + $1 / largest })
  }

  func start(_ series: Int, _ category: Int) -> Double { starts[series * categoryCount + category] }
  func end(_ series: Int, _ category: Int) -> Double { ends[series * categoryCount + category] }

  var extent: Bounds? {
    [starts.extent, ends.extent].compactMap(\.self).union
  }
}
