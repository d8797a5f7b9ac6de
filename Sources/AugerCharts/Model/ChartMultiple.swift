import AugerColumns

/// One of the small multiples of a chart, with the categories and series of the chart of all rows.
package struct ChartMultiple: Sendable {
  /// The common value of its rows.
  package var value: Scalar
  package var label: String
  package var model: ChartModel

  package init(value: Scalar, label: String, model: ChartModel) {
    self.value = value
    self.label = label
    self.model = model
  }

  /// Maximum number in one picture. More would be too small to read.
  package static let most = 24
}

extension ChartModel {
  /// Returns this chart of a part of the rows with the categories and series of the chart of all rows. Both are then
  /// comparable. Missing values are null.
  package func aligned(to whole: ChartModel) -> ChartModel {
    var model = whole
    model.multiples = []
    model.summary = nil
    model.drill = nil
    model.warnings = []
    for index in model.levels.indices.dropFirst() { model.levels[index].cells = nil }
    let numbers = Dictionary(whole.series.map(\.value).enumerated().map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
    let ownNumbers = Dictionary(series.map(\.value).enumerated().map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
    if let items {
      model.items = items
      model.items?.series = items.series.map { Int32(clamping: numbers[series[Int($0)].value] ?? 0) }
      model.colors = colors
      model.baselineCells = baselineCells
      return model
    }
    let keys = whole.categoryKeys
    let own = Dictionary(categoryKeys.enumerated().map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
    let rows = whole.series.flatMap { series in
      keys.map { key -> Int32 in
        guard let category = own[key], let number = ownNumbers[series.value] else { return -1 }
        return Int32(truncatingIfNeeded: number * categoryCount + category)
      }
    }
    for index in dimensions.indices where model.dimensions.indices.contains(index) {
      model.dimensions[index].cells = dimensions[index].cells.gathered(rows)
    }
    model.baselineCells = baselineCells?.map { $0.gathered(rows) }
    model.forecast = forecast?.gathered(rows)
    model.colors = colors.map { colors in rows.map { $0 < 0 ? nil : colors[Int($0)] } }
    model.outlines = outlines.map { colors in rows.map { $0 < 0 ? nil : colors[Int($0)] } }
    let places = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
    let ownKeys = categoryKeys
    model.outliers = outliers?.moved { category, number in
      guard let place = places[ownKeys[category]], let series = numbers[series[number].value] else { return nil }
      return (place, series)
    }
    return model
  }

  /// The key of each category of level 0: its value, and those of its ancestors.
  private var categoryKeys: [[Scalar]] {
    var keys = levels[0].values.scalars.map { [$0] }
    var children = keys.indices.map { $0..<$0 + 1 }
    for level in levels.dropFirst() {
      guard let first = level.firstChild, let last = level.lastChild else { break }
      var next: [Range<Int>] = []
      for category in first.indices {
        let (low, high) = (Int(first[category]), Int(last[category]))
        let range = low <= high ? children[low].lowerBound..<children[high].upperBound : 0..<0
        for index in range { keys[index].append(level.values[category]) }
        next.append(range)
      }
      children = next
    }
    return keys
  }
}
