import AugerColumns
import AugerDiagnostics

/// An expression with resolved names, types and constants. It can be evaluated over any batch of its schema.
package struct BoundExpression: Sendable {
  /// The text, for messages.
  package let source: SourceText
  package let type: DataType
  /// True if a result can be null, judged by the expression alone.
  package let isNullable: Bool
  /// Indices of the schema's columns that are read, in ascending order.
  package let columns: [Int]
  /// Variables whose values were inserted, in the order of their first appearance.
  package let variables: [String]
  /// The tree, for translations.
  package let root: BoundNode
  /// The aggregates. If there are any, `root` reads the group keys and these calls. Requires a scope that allows
  /// aggregates.
  package let calls: [AggregateCall]

  /// True if the type of the values is undetermined: all are nulls or unknown columns.
  package private(set) var isUntyped = false

  /// The value if no column is read. `.null` for null, nil for an expression that is not constant.
  package var constant: Scalar? { root.constant }

  /// True if a window function is called. Evaluation then needs a frame.
  package var containsWindow: Bool { root.containsWindow }

  /// Resolves the names and types of an expression. Throws all errors that can be reported together, with their
  /// positions.
  package static func bind(_ expression: Expression, in scope: ExpressionScope) throws(DiagnosticError)
    -> BoundExpression
  {
    var binder = Binder(source: expression.source, scope: scope)
    let bound = binder.bind(expression.root)
    guard binder.diagnostics.isEmpty, let root = bound else { throw DiagnosticError(binder.diagnostics) }
    var finished = binder.finished(binder.settled(root))
    finished.isUntyped = root.isBareNull
    return finished
  }

  /// Returns the aggregates and the expression over their results. Requires a scope that allows aggregates.
  package func splitAggregates() -> AggregateSplit {
    AggregateSplit(
      calls: calls,
      outer: BoundExpression(
        source: source, type: type, isNullable: isNullable, columns: root.columnIndices, variables: variables,
        root: root, calls: []))
  }

  /// The built-in size limit for the distinct strings of one result. A string that is joined with itself repeatedly
  /// grows exponentially.
  package static let mostTextBytes = 1 << 30

  /// A function that throws if the work should stop.
  package typealias Checkpoint = @Sendable () throws -> Void

  /// Computes the value of each row of a batch.
  ///
  /// `columns[i]` is the column with schema index `i`; columns that are not read may be nil. The result has
  /// `rowCount` rows. Rows without a result (x/0, `Log(0)`) are null and counted in `warnings`.
  ///
  /// Each kind of warning occurs once, with its first row as `row N`. Numbers start at 1 and include the `firstRow`
  /// rows before the batch. Throws `DiagnosticError` (`expressionEvaluation`) with position and row if a value does
  /// not fit its type. `frame` contains the partitions for window functions and is needed only for those.
  package func evaluate(
    _ columns: [Column?], rowCount: Int, firstRow: Int = 0, frame: WindowFrame? = nil, warnings: inout Warnings
  ) throws -> Column {
    try evaluate(
      columns, rowCount: rowCount, firstRow: firstRow, frame: frame, active: nil, rows: nil, warnings: &warnings)
  }

  /// Computes the values of selected rows. Only problems of `active` rows count (nil means all), and values of other
  /// rows are unspecified.
  ///
  /// Strings that would exceed `room` fail with `lowMemory` or `limitExceeded` before they are created. `rows[i]` is
  /// the original position of row `i` in the batch, for messages. Nil means unchanged positions. `checkpoint` is
  /// called before each step and every few thousand strings. An error that it throws ends the evaluation.
  package func evaluate(
    _ columns: [Column?], rowCount: Int, firstRow: Int, frame: WindowFrame? = nil, active: Bitmap?, rows: [Int32]?,
    room: TextRoom? = nil, checkpoint: Checkpoint? = nil, warnings: inout Warnings
  ) throws -> Column {
    var evaluation = Evaluation(source: source, columns: columns, rowCount: rowCount, firstRow: firstRow)
    evaluation.frame = frame
    evaluation.active = active
    evaluation.rows = rows
    evaluation.room = evaluation.room.narrowed(to: room)
    evaluation.checkpoint = checkpoint
    let result = try evaluation.value(of: root)
    warnings.add(contentsOf: evaluation.warnings)
    return try evaluation.column(result, type)
  }
}
