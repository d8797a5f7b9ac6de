import AugerColumns
import AugerDiagnostics

/// A column of a chart's query whose values a user may change (guide, "What-If Analysis").
package struct WhatIfColumnDefinition: Sendable {
  package var column: String
  /// DisplayName; empty means the column's name.
  package var title: String
  /// Float or integer.
  package var type: VariableType
  /// Where its control starts; may lie outside of the bounds, which only hold what is set.
  package var value: Scalar?
  package var bounds: ControlBounds
  package var place: Diagnostic.Place?

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
