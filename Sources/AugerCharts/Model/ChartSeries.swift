import AugerColumns

/// A series: values that are drawn in the same style.
package struct ChartSeries: Sendable, Hashable {
  /// Null in a chart without a series column.
  package var value: Scalar
  package var label: String
  /// The overlay layer of the series, from 0.
  package var layer: Int

  /// Creates a series. The default label is the plain value.
  package init(value: Scalar = .null, label: String? = nil, layer: Int = 0) {
    self.value = value
    self.label = label ?? value.description
    self.layer = layer
  }
}
