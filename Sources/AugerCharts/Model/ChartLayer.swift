/// One layer of an overlay: charts of several types over the same categories.
package struct ChartLayer: Sendable, Hashable {
  /// The value axis that a layer is drawn against: on the left, or on the right.
  package enum Axis: String, Sendable, Hashable, CaseIterable { case primary, secondary }

  package var name: String
  package var title: String
  package var type: ChartType
  package var axis: Axis
  /// What its first value is called, and how it is written.
  package var valueTitle: String
  package var format: ValueFormat?
  /// What its first value is counted in; empty: nothing.
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
