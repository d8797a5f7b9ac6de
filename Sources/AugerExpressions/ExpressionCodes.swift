public import AugerDiagnostics

extension Diagnostic.Code {
  /// The text is not an expression.
  public static let syntaxError = Self("syntaxError")
  public static let unknownColumn = Self("unknownColumn")
  public static let unknownFunction = Self("unknownFunction")
  public static let unknownVariable = Self("unknownVariable")
  public static let wrongArgumentCount = Self("wrongArgumentCount")
  public static let wrongArgumentType = Self("wrongArgumentType")
  /// An argument of the right type whose value means nothing: `Date(2024,13,1)`, a comparison with `'2024-99-01'`.
  public static let wrongArgumentValue = Self("wrongArgumentValue")
  /// `today()` or `now()` where nobody has said what time it is.
  public static let noClock = Self("noClock")
  /// A column where only a constant or a variable may stand.
  public static let constantRequired = Self("constantRequired")
  /// Results of `if` and its like that have no type in common.
  public static let incompatibleBranches = Self("incompatibleBranches")
  /// An aggregate where there are no groups, or inside another aggregate.
  public static let aggregateNotAllowed = Self("aggregateNotAllowed")
  /// A column beside aggregates that is no group key.
  public static let columnOutsideAggregate = Self("columnOutsideAggregate")
  /// `Running` and its like where there are no categories to run over, or inside an aggregate.
  public static let windowNotAllowed = Self("windowNotAllowed")
  /// A list or a range where a single value belongs.
  public static let variableIsNotScalar = Self("variableIsNotScalar")
  /// A value that does not fit its type, or that cannot be computed, in a named row.
  public static let expressionEvaluation = Self("expressionEvaluation")
  /// A warning: x/0 and `Mod(x,0)` gave null.
  public static let divisionByZero = Self("divisionByZero")
  /// A warning: a function gave null for a value it has no result for, such as `Log(0)`.
  public static let domainError = Self("domainError")
}
