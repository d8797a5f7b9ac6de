import AugerColumns
import AugerDiagnostics

/// A call of an aggregate in an expression, with its arguments.
package struct AggregateCall: Sendable {
  package var function: AggregateFunction
  /// The arguments, evaluated over the rows. A call without arguments counts rows.
  package var arguments: [BoundExpression]
  package var type: DataType
  package var span: SourceSpan

  /// The first argument, the value to aggregate. Others are a weight, the second value of a pair, a fraction or a
  /// condition.
  package var argument: BoundExpression? { arguments.first }

  package var columns: [Int] { arguments.flatMap(\.columns) }
}

/// An aggregate expression in two parts: the calls that the engine computes for each group, and an expression over
/// their results.
package struct AggregateSplit: Sendable {
  /// The distinct calls.
  package var calls: [AggregateCall]
  /// The expression over the scope's group keys at indices `0 ..< groupKeys.count`, followed by the results of the
  /// calls.
  package var outer: BoundExpression
}
