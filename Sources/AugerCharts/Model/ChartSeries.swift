import AugerColumns

/// One series: the values that are drawn alike.
public struct ChartSeries: Sendable, Hashable {
  /// Null where the chart has no series column.
  public var value: Scalar
  public var label: String
  /// The layer of an overlay that the series belongs to, from 0.
  package var layer: Int

  /// The label defaults to the value's plain text.
  package init(value: Scalar = .null, label: String? = nil, layer: Int = 0) {
    self.value = value
    self.label = label ?? value.description
    self.layer = layer
  }
}
