public import AugerColumns
public import AugerDiagnostics

/// What a control sets (guide, "Variables").
public enum VariableType: String, Sendable, Hashable, CaseIterable {
  case integer, float, boolean, date
  /// Another word for `date`.
  case datetime
  case enumeration = "enum"
}

/// A value of a dashboard that a person may set and value expressions name with a `$`.
public struct VariableDefinition: Sendable {
  /// Without the `$`.
  public var name: String
  /// DisplayName; empty means the name.
  public var title: String
  public var type: VariableType
  /// Its value at the start; of an enum, that of the choice that Selection picks.
  public var value: Scalar
  /// Both ends are legal; nil: unbounded.
  public var bounds: ControlBounds
  /// Of an enum; else empty.
  public var choices: [Choice]
  /// Selection, from 0.
  public var selection: Int
  public var place: Diagnostic.Place?

  public init(
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
  public init(
    _ name: String, title: String = "", choices: [Choice], selection: Int = 0, at place: Diagnostic.Place? = nil
  ) {
    precondition(choices.indices.contains(selection), "the selection must be one of the choices")
    self.init(name, title: title, type: .enumeration, value: .string(choices[selection].value), at: place)
    self.choices = choices
    self.selection = selection
  }

  /// One value of an enum.
  public struct Choice: Sendable, Hashable {
    /// What expressions get.
    public var value: String
    /// What people read.
    public var title: String

    public init(_ value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }
}

extension VariableDefinition {
  /// The title, or the name where there is none.
  public var shownTitle: String { title.isEmpty ? name : title }
}

/// Which values a control can set.
public struct ControlBounds: Sendable, Hashable {
  /// Numbers, or dates; nil: unbounded.
  public var min: Scalar?
  public var max: Scalar?
  /// The distance of legal values, counted from `min`, or from 0; days for dates.
  public var step: Double?
  /// Digits after the point.
  public var decimals: Int?

  public init(min: Scalar? = nil, max: Scalar? = nil, step: Double? = nil, decimals: Int? = nil) {
    self.min = min
    self.max = max
    self.step = step
    self.decimals = decimals
  }
}
