import AugerColumns

/// Data items of a scatter, bubble or error-bar chart, one row each, in data order. They are never aggregated.
///
/// Numeric or date categories form a value axis. String categories refer to categories of level 0.
package struct ChartItems: Sendable {
  package var category: Column
  /// The index of each item's series.
  package var series: [Int32]
  /// One column for each dimension of the chart.
  package var values: [Column]

  package init(category: Column, series: [Int32]? = nil, values: [Column]) {
    self.category = category
    self.series = series ?? [Int32](repeating: 0, count: category.count)
    self.values = values
  }

  package var count: Int { category.count }
}
