import AugerDiagnostics

extension Diagnostic.Code {
  /// The text is not an expression.
  package static let syntaxError = Self("syntaxError")
  package static let unknownColumn = Self("unknownColumn")
  package static let unknownFunction = Self("unknownFunction")
  package static let unknownVariable = Self("unknownVariable")
  package static let wrongArgumentCount = Self("wrongArgumentCount")
  package static let wrongArgumentType = Self("wrongArgumentType")
  /// An argument of the right type whose value means nothing: `Date(2024,13,1)`, a comparison with `'2024-99-01'`.
  package static let wrongArgumentValue = Self("wrongArgumentValue")
  /// `today()` or `now()` where nobody has said what time it is.
  package static let noClock = Self("noClock")
  /// A column where only a constant or a variable may stand.
  package static let constantRequired = Self("constantRequired")
  /// Results of `if` and its like that have no type in common.
  package static let incompatibleBranches = Self("incompatibleBranches")
  package static let aggregateNotAllowed = Self("aggregateNotAllowed")
  /// A column beside aggregates that is no group key.
  package static let columnOutsideAggregate = Self("columnOutsideAggregate")
  /// `Running` and its like where there are no categories to run over, or inside an aggregate.
  package static let windowNotAllowed = Self("windowNotAllowed")
  /// A list or a range where a single value belongs.
  package static let variableIsNotScalar = Self("variableIsNotScalar")
  /// A value that does not fit its type, or that cannot be computed, in a named row.
  package static let expressionEvaluation = Self("expressionEvaluation")
  /// A warning: x/0 and `Mod(x,0)` gave null.
  package static let divisionByZero = Self("divisionByZero")
  /// A warning: a function gave null for a value it has no result for, such as `Log(0)`.
  package static let domainError = Self("domainError")
}
