import AugerColumns

/// One value of a chart, with everything that a view writes next to it.
public struct ChartPoint: Sendable, Hashable, Identifiable {
  /// The index in the points of the chart.
  public package(set) var id: Int
  /// The category. A data item has its position on the category axis.
  public package(set) var category: ChartLabel
  /// The series. Its text is empty in a chart without a series column.
  public package(set) var series: ChartLabel
  /// The title of the value in the chart's measures.
  public package(set) var measure: String
  /// The exact value. Null if it is missing.
  public package(set) var value: Scalar
  /// The formatted value with its unit. Empty if it is missing.
  public package(set) var text: String

  /// The value as a floating-point number. Nil if it is missing or not a number.
  public var number: Double? { value.doubleValue }

  package init(
    id: Int, category: ChartLabel, series: ChartLabel, measure: String, value: Scalar, text: String
  ) {
    self.id = id
    self.category = category
    self.series = series
    self.measure = measure
    self.value = value
    self.text = text
  }
}
