import AugerColumns

/// One series: the values that are drawn alike.
package struct ChartSeries: Sendable, Hashable {
  /// Null where the chart has no series column.
  package var value: Scalar
  package var label: String
  /// The layer of an overlay that the series belongs to, from 0.
  package var layer: Int

  /// The label defaults to the value's plain text.
  package init(value: Scalar = .null, label: String? = nil, layer: Int = 0) {
    self.value = value
    self.label = label ?? value.description
    self.layer = layer
  }
}
