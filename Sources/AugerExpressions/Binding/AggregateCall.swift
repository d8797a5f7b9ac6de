public import AugerColumns
public import AugerDiagnostics

/// An aggregate that an expression asks for, with what it is computed of.
public struct AggregateCall: Sendable {
  public var function: AggregateFunction
  /// Evaluated over the rows; nil counts rows.
  public var argument: BoundExpression?
  public var type: DataType
  public var span: SourceSpan
}

/// An aggregate expression in two parts: what the engine computes for each group, and what is computed of the results.
public struct AggregateSplit: Sendable {
  /// Equal calls once.
  public var calls: [AggregateCall]
  /// Over the scope's group keys at indices `0 ..< groupKeys.count`, then the calls' results.
  public var outer: BoundExpression
}
