/// One layer of an overlay: charts of several types over the same categories.
public struct ChartLayer: Sendable, Hashable {
  /// The value axis that a layer is drawn against: on the left, or on the right.
  public enum Axis: String, Sendable, Hashable, CaseIterable { case primary, secondary }

  public var name: String
  public var title: String
  public var type: ChartType
  public var axis: Axis
  /// What its first value is called, and how it is written.
  public var valueTitle: String
  public var format: ValueFormat?
  /// What its first value is counted in; empty: nothing.
  public var unit = ""

  public init(
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
