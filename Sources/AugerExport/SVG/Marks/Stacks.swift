import AugerCharts
import AugerColumns

/// The ends of stacked values in each category. Positive values are stacked upwards, negative values downwards.
struct Stacks {
  /// The start of each series × category; NaN if the value is missing.
  private let starts: [Double]
  private let ends: [Double]
  private let categoryCount: Int
  /// The stack of each series in a category. All are in the first one unless the author specified several.
  let numbers: [Int]
  let count: Int

  /// Returns nil if the values are not stacked.
  init?(_ channels: ChartChannels) {
    let stacking = channels.model.stacking
    guard stacking != .none else { return nil }
    categoryCount = channels.categoryCount
    let (numbers, count) = channels.model.stackNumbers(of: channels.model.series.map(\.text))
    (self.numbers, self.count) = (numbers, count)
    var starts = [Double](repeating: .nan, count: channels.values[0].count)
    var ends = starts
    for category in 0..<channels.categoryCount {
      var wholes: (largest: Double, sum: Double) = stacking == .percent ? Self.wholes(channels, category) : (1, 1)
      var (aboves, belows) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
      for series in 0..<channels.seriesCount {
        let stack = numbers.indices.contains(series) ? numbers[series] : 0
        if stacking == .percent, count > 1 {
          wholes = Self.wholes(channels, category) { numbers.indices.contains($0) && numbers[$0] == stack }
        }
        var (above, below) = (aboves[stack], belows[stack])
        defer { (aboves[stack], belows[stack]) = (above, below) }
        let value = channels.value(0, series, category)
        if value.isNaN { continue }
        // Divide twice, because the sum of the magnitudes can exceed the largest double.
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

  /// Returns the largest magnitude of a category, and the sum of all magnitudes as a multiple of it; 1 if all are zero.
  private static func wholes(
    _ channels: ChartChannels, _ category: Int, of isMember: (Int) -> Bool = { _ in true }
  ) -> (largest: Double, sum: Double) {
    let magnitudes = (0..<channels.seriesCount).filter(isMember).map { channels.value(0, $0, category).magnitude }
    guard let largest = magnitudes.extent?.upper, largest > 0 else { return (1, 1) }
    return (largest, magnitudes.reduce(0) { $1.isNaN ? $0 : $0 + $1 / largest })
  }

  func start(_ series: Int, _ category: Int) -> Double { starts[series * categoryCount + category] }
  func end(_ series: Int, _ category: Int) -> Double { ends[series * categoryCount + category] }

  var extent: Bounds? {
    [starts.extent, ends.extent].compactMap(\.self).union
  }
}
