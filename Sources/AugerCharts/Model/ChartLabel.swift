import AugerColumns

/// A category or a series of a chart: its value, and its text in the locale and the format of the chart.
public struct ChartLabel: Sendable, Hashable {
  /// The value. Null for the series of a chart without a series column.
  public package(set) var value: Scalar
  /// The text on an axis or in a legend.
  public package(set) var text: String
  /// The overlay layer of a series, from 0.
  package var layer: Int

  /// Creates a label. The default text is the plain value.
  package init(value: Scalar = .null, text: String? = nil, layer: Int = 0) {
    self.value = value
    self.text = text ?? value.description
    self.layer = layer
  }
}
