import AugerDiagnostics

extension Diagnostic.Code {
  /// The text is not an expression.
  package static let syntaxError = Self("syntaxError")
  package static let unknownColumn = Self("unknownColumn")
  package static let unknownFunction = Self("unknownFunction")
  package static let unknownVariable = Self("unknownVariable")
  package static let wrongArgumentCount = Self("wrongArgumentCount")
  package static let wrongArgumentType = Self("wrongArgumentType")
  /// An argument of the right type with an invalid value: `Date(2024,13,1)`, a comparison with `'2024-99-01'`.
  package static let wrongArgumentValue = Self("wrongArgumentValue")
  /// `today()` or `now()` in an expression that was not given the current time.
  package static let noClock = Self("noClock")
  /// A column in a position that requires a constant or a variable.
  package static let constantRequired = Self("constantRequired")
  /// Results of `if` or a similar function that have no common type.
  package static let incompatibleBranches = Self("incompatibleBranches")
  package static let aggregateNotAllowed = Self("aggregateNotAllowed")
  /// A column next to aggregates that is not a group key.
  package static let columnOutsideAggregate = Self("columnOutsideAggregate")
  /// `Running` or a similar function inside an aggregate or without categories.
  package static let windowNotAllowed = Self("windowNotAllowed")
  /// A list or a range in a position that requires a single value.
  package static let variableIsNotScalar = Self("variableIsNotScalar")
  /// A value in a named row that does not fit its type or cannot be computed.
  package static let expressionEvaluation = Self("expressionEvaluation")
  /// A warning: x/0 or `Mod(x,0)` returned null.
  package static let divisionByZero = Self("divisionByZero")
  /// A warning: a function returned null for a value outside its domain, such as `Log(0)`.
  package static let domainError = Self("domainError")
}
