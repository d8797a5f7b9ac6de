/// A layer of an overlay, which combines charts of several types over the same categories.
package struct ChartLayer: Sendable, Hashable {
  /// The value axis of a layer: on the left, or on the right.
  package enum Axis: String, Sendable, Hashable, CaseIterable { case primary, secondary }

  package var name: String
  package var title: String
  package var type: ChartType
  package var axis: Axis
  /// The name of another value axis than the first two, which the layers with this name share. Nil for none.
  package var axisName: String?
  /// The name of another category axis, which the layers with this name share. Nil for that of the chart.
  package var categoryAxis: String?
  /// The title and the format of its first value.
  package var valueTitle: String
  package var format: ValueFormat?
  /// The unit of its first value. Empty for none.
  package var unit = ""

  package init(
    name: String, title: String = "", type: ChartType, axis: Axis = .primary, valueTitle: String = "",
    format: ValueFormat? = nil
  ) {
    self.name = name
    self.title = title
    self.type = type
    self.axis = axis
    self.valueTitle = valueTitle
    self.format = format
  }
}
