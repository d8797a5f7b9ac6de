import AugerColumns

/// The pairs of category and series that have rows: one for each row of a folded level.
struct Pairs {
  private let categories: [UInt32]
  private let series: [UInt32]
  private let categoryCount: Int
  private let seriesCount: Int

  var count: Int { categories.count }

  init(_ category: Axis, _ series: [UInt32], seriesCount: Int) {
    categories = category.members
    self.series = series
    categoryCount = category.distinctCount
    self.seriesCount = seriesCount
  }

  /// Returns the pair of each cell, series × category in display order, or −1 if none exists.
  func rows(_ category: Axis, _ series: SeriesAxis) -> [Int32] {
    let width = category.order.count
    let seriesOrder = series.order
    var categoryAt = [Int32](repeating: -1, count: category.distinctCount)
    for (place, value) in category.order.enumerated() { categoryAt[Int(value)] = Int32(truncatingIfNeeded: place) }
    var seriesAt = [Int32](repeating: -1, count: seriesCount)
    for (place, value) in seriesOrder.enumerated() { seriesAt[Int(value)] = Int32(truncatingIfNeeded: place) }
    var cells = [Int32](repeating: -1, count: width * seriesOrder.count)
    for pair in categories.indices {
      let (c, s) = (Int(categoryAt[Int(categories[pair])]), Int(seriesAt[Int(self.series[pair])]))
      if c >= 0, s >= 0 { cells[s * width + c] = Int32(truncatingIfNeeded: pair) }
    }
    return cells
  }

  /// Returns the sum over all series for each category. Null if a category has no value.
  func totals(of values: Column) -> Column {
    var sums = [Double?](repeating: nil, count: categoryCount)
    for pair in categories.indices {
      guard let value = values[pair].doubleValue else { continue }
      sums[Int(categories[pair])] = (sums[Int(categories[pair])] ?? 0) + value
    }
    return Column(sums)
  }

  /// Returns the value of one series for each category. Null if a category has no value.
  func values(of values: Column, series number: Int) -> Column {
    var rows = [Int32](repeating: -1, count: categoryCount)
    for pair in categories.indices where Int(series[pair]) == number {
      rows[Int(categories[pair])] = Int32(truncatingIfNeeded: pair)
    }
    return values.gathered(rows)
  }
}
