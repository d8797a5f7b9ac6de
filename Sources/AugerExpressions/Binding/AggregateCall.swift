public import AugerColumns
public import AugerDiagnostics

/// An aggregate that an expression asks for, with what it is computed of.
public struct AggregateCall: Sendable {
  public var function: AggregateFunction
  /// Evaluated over the rows; none counts rows.
  public var arguments: [BoundExpression]
  public var type: DataType
  public var span: SourceSpan

  /// What is added up or looked at; beside it stand a weight, the other value of a pair, a part or a condition.
  public var argument: BoundExpression? { arguments.first }

  /// The columns of all arguments.
  package var columns: [Int] { arguments.flatMap(\.columns) }
}

/// An aggregate expression in two parts: what the engine computes for each group, and what is computed of the results.
public struct AggregateSplit: Sendable {
  /// Equal calls once.
  public var calls: [AggregateCall]
  /// Over the scope's group keys at indices `0 ..< groupKeys.count`, then the calls' results.
  public var outer: BoundExpression
}
