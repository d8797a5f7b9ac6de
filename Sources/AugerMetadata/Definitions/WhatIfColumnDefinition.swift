public import AugerColumns
public import AugerDiagnostics

/// A column of a chart's query whose values a person may change (guide, "What-If Analysis").
public struct WhatIfColumnDefinition: Sendable {
  public var column: String
  /// DisplayName; empty means the column's name.
  public var title: String
  /// Float or integer.
  public var type: VariableType
  /// Where its control starts; may lie outside of the bounds, which only hold what is set.
  public var value: Scalar?
  public var bounds: ControlBounds
  public var place: Diagnostic.Place?

  public init(
    _ column: String, title: String = "", type: VariableType, value: Scalar? = nil,
    bounds: ControlBounds = ControlBounds(), at place: Diagnostic.Place? = nil
  ) {
    self.column = column
    self.title = title
    self.type = type
    self.value = value
    self.bounds = bounds
    self.place = place
  }
}
