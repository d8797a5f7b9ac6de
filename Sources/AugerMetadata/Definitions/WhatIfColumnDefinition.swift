import AugerColumns
import AugerDiagnostics

/// A column of a chart's query with values that users can change (guide, "What-If Analysis").
package struct WhatIfColumnDefinition: Sendable, Equatable {
  package var column: String
  /// DisplayName. Empty for the column's name.
  package var title: String
  /// Float or integer.
  package var type: VariableType
  /// The initial value of its control. It can be out of bounds, because bounds apply only to values that users set.
  package var value: Scalar?
  package var bounds: ControlBounds
  @Uncompared package var place: Diagnostic.Place?

  package init(
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
