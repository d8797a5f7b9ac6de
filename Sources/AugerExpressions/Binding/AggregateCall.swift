import AugerColumns
import AugerDiagnostics

/// An aggregate that an expression asks for, with what it is computed of.
package struct AggregateCall: Sendable {
  package var function: AggregateFunction
  /// Evaluated over the rows; none counts rows.
  package var arguments: [BoundExpression]
  package var type: DataType
  package var span: SourceSpan

  /// What is added up or looked at; beside it stand a weight, the other value of a pair, a part or a condition.
  package var argument: BoundExpression? { arguments.first }

  package var columns: [Int] { arguments.flatMap(\.columns) }
}

/// An aggregate expression in two parts: what the engine computes for each group, and what is computed of the results.
package struct AggregateSplit: Sendable {
  /// Equal calls once.
  package var calls: [AggregateCall]
  /// Over the scope's group keys at indices `0 ..< groupKeys.count`, then the calls' results.
  package var outer: BoundExpression
}
