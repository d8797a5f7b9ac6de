import AugerCharts
import AugerColumns
import AugerDiagnostics

/// What a control sets.
package typealias VariableType = DashboardModel.Control.ValueType

/// A value of a dashboard that a user may set and value expressions name with a `$`.
package struct VariableDefinition: Sendable, HasName {
  /// Without the `$`.
  package var name: String
  /// DisplayName; empty means the name.
  package var title: String
  package var type: VariableType
  /// Its value at the start; of an enum, that of the choice that Selection picks.
  package var value: Scalar
  /// Both ends are legal; nil: unbounded.
  package var bounds: ControlBounds
  /// Of an enum; else empty.
  package var choices: [Choice]
  /// Selection, from 0.
  package var selection: Int
  package var place: Diagnostic.Place?

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

  /// An enum; there is at least one choice, and `selection` is one of them.
  package init(
    _ name: String, title: String = "", choices: [Choice], selection: Int = 0, at place: Diagnostic.Place? = nil
  ) {
    precondition(choices.indices.contains(selection), "the selection must be one of the choices")
    self.init(name, title: title, type: .enumeration, value: .string(choices[selection].value), at: place)
    self.choices = choices
    self.selection = selection
  }

  /// One value of an enum.
  package struct Choice: Sendable, Hashable {
    /// What expressions get.
    package var value: String
    /// What people read.
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

/// Which values a control can set.
package struct ControlBounds: Sendable, Hashable {
  /// Numbers, or dates; nil: unbounded.
  package var min: Scalar?
  package var max: Scalar?
  /// The distance of legal values, counted from `min`, or from 0; days for dates.
  package var step: Double?
  /// Digits after the point.
  package var decimals: Int?

  package init(min: Scalar? = nil, max: Scalar? = nil, step: Double? = nil, decimals: Int? = nil) {
    self.min = min
    self.max = max
    self.step = step
    self.decimals = decimals
  }
}
