import AugerColumns

/// The outliers of a box plot, with one entry in each list for each outlier.
package struct ChartOutliers: Sendable {
  /// The index of the category at level 0.
  package var categories: [Int32]
  /// The index of the series.
  package var series: [Int32]
  /// Numbers, never null.
  package var values: Column

  package init(categories: [Int32], series: [Int32], values: Column) {
    self.categories = categories
    self.series = series
    self.values = values
  }

  package var count: Int { values.count }

  /// Returns the outliers at the positions that `place` returns. Outliers without a position are omitted.
  package func moved(_ place: (_ category: Int, _ series: Int) -> (category: Int, series: Int)?) -> ChartOutliers {
    var kept: [Int32] = []
    var result = ChartOutliers(categories: [], series: [], values: values)
    for row in 0..<count {
      guard let place = place(Int(categories[row]), Int(series[row])) else { continue }
      kept.append(Int32(truncatingIfNeeded: row))
      result.categories.append(Int32(truncatingIfNeeded: place.category))
      result.series.append(Int32(truncatingIfNeeded: place.series))
    }
    result.values = values.gathered(kept)
    return result
  }
}

extension ChartModel {
  /// The formatted outliers, in the format of the first value.
  package var outlierTexts: [String] {
    guard let outliers else { return [] }
    let formatter = ValueFormatter(dimensions[0].format, locale: locale)
    return outliers.values.scalars.map { formatter.text($0) ?? $0.description }
  }
}
