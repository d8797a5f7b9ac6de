import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The type of value that a control sets.
package typealias VariableType = DashboardOverview.Control.ValueType

/// A value of a dashboard that users can set and that value expressions reference with a `$`.
package struct VariableDefinition: Sendable, Equatable, HasName {
  /// The name without the `$`.
  package var name: String
  /// DisplayName. Empty for the name.
  package var title: String
  package var type: VariableType
  /// The initial value. For an enum, the value of the choice at index `selection`.
  package var value: Scalar
  /// The bounds, inclusive; nil for no limit.
  package var bounds: ControlBounds
  /// The choices of an enum; otherwise empty.
  package var choices: [Choice]
  /// Selection, from 0.
  package var selection: Int
  @Uncompared package var place: Diagnostic.Place?

  package init(
    _ name: String, title: String = "", type: VariableType, value: Scalar, bounds: ControlBounds = ControlBounds(),
    at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.type = type
    self.value = value
    self.bounds = bounds
    choices = []
    selection = 0
    self.place = place
  }

  /// Creates an enum with at least one choice; `selection` is the index of one of them.
  package init(
    _ name: String, title: String = "", choices: [Choice], selection: Int = 0, at place: Diagnostic.Place? = nil
  ) {
    precondition(choices.indices.contains(selection), "the selection must be one of the choices")
    self.init(name, title: title, type: .enumeration, value: .string(choices[selection].value), at: place)
    self.choices = choices
    self.selection = selection
  }

  /// A value of an enum.
  package struct Choice: Sendable, Hashable {
    /// The value in expressions.
    package var value: String
    /// The label for readers.
    package var title: String

    package init(_ value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }
}

extension VariableDefinition {
  package var shownTitle: String { title.isEmpty ? name : title }
}

/// The values that a control can set.
package struct ControlBounds: Sendable, Hashable {
  /// Numbers or dates; nil for no limit.
  package var min: Scalar?
  package var max: Scalar?
  /// The step between valid values, counted from `min` or from 0; in days for dates.
  package var step: Double?
  /// The number of decimals.
  package var decimals: Int?
  /// The format of the value and the limits for readers. Nil for plain values.
  package var format: ValueFormat?

  package init(min: Scalar? = nil, max: Scalar? = nil, step: Double? = nil, decimals: Int? = nil) {
    self.min = min
    self.max = max
    self.step = step
    self.decimals = decimals
  }
}
