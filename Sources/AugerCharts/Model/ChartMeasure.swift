import AugerColumns

/// A value of a chart's definition over all of its series and categories. In an overlay, the value of one layer.
public struct ChartMeasure: Sendable, Hashable {
  /// The title, which the subscripts of a chart accept.
  public package(set) var title: String
  /// The unit, written after numbers. Empty for none.
  public package(set) var unit: String
  /// The number format. Nil for plain numbers.
  public package(set) var format: ValueFormat?
  package var statistics: ValueStatistics

  package init(title: String, unit: String, format: ValueFormat?, statistics: ValueStatistics) {
    self.title = title
    self.unit = unit
    self.format = format
    self.statistics = statistics
  }

  /// The smallest value, MAKit's `min`. Null if the chart has no values.
  public var minimum: Scalar { statistics.minimum }
  /// The largest value, MAKit's `max`. Null if the chart has no values.
  public var maximum: Scalar { statistics.maximum }
  /// The smallest sum of all series in one category. Null if the chart has no values or consists of data items.
  package var minimumSum: Scalar { statistics.minimumSum }
  /// The largest sum of all series in one category, MAKit's `maxSum`: the height of the highest stack. Null like
  /// `minimumSum`.
  package var maximumSum: Scalar { statistics.maximumSum }
}
