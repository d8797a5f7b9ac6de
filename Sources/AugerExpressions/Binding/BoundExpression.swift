import AugerColumns
import AugerDiagnostics

/// An expression whose names, types and constants are known: ready to run over any batch of its schema.
package struct BoundExpression: Sendable {
  /// The text, for messages.
  package let source: SourceText
  package let type: DataType
  /// Whether a result can be null, as far as the expression itself tells.
  package let isNullable: Bool
  /// Indices of the schema's columns that are read, ascending.
  package let columns: [Int]
  /// Variables whose values are folded in, in the order of their first appearance.
  package let variables: [String]
  /// The tree, for those that translate it.
  package let root: BoundNode
  /// The aggregates; `root` reads the group keys and these where there are any, and where the scope allowed them.
  package let calls: [AggregateCall]

  /// Whether nothing says of which type the values are: nulls, or columns that are not known yet.
  package private(set) var isUntyped = false

  /// The value, where no column is read; null is `.null`.
  package var constant: Scalar? { root.constant }

  /// Whether a window form is called anywhere: evaluation then needs a frame.
  package var containsWindow: Bool { root.containsWindow }

  /// Gives types and meanings to an expression. Throws all mistakes that can be reported together, each with its place.
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

  /// The aggregates and what is computed of them; meaningful where the scope allowed aggregates.
  package func splitAggregates() -> AggregateSplit {
    AggregateSplit(
      calls: calls,
      outer: BoundExpression(
        source: source, type: type, isNullable: isNullable, columns: root.columnIndices, variables: variables,
        root: root, calls: []))
  }

  /// What the distinct texts of one result may take, whatever else is allowed: texts that are joined with themselves
  /// double with each step.
  package static let mostTextBytes = 1 << 30

  /// Throws if the work should stop.
  package typealias Checkpoint = @Sendable () throws -> Void

  /// Computes the value of each row of a batch.
  ///
  /// `columns[i]` is the column of schema index `i`; those that are not read may be nil. The result has `rowCount`
  /// rows. Rows without a result (x/0, `Log(0)`) are null and counted in `warnings`, each kind once, with the first
  /// row as `row N`, counted from 1 with `firstRow` rows before the batch. Throws `DiagnosticError`
  /// (`expressionEvaluation`) with the place in the expression and the row where a value does not fit its type.
  /// `frame` says what window forms run over; only an expression that has some needs it.
  package func evaluate(
    _ columns: [Column?], rowCount: Int, firstRow: Int = 0, frame: WindowFrame? = nil, warnings: inout Warnings
  ) throws -> Column {
    try evaluate(
      columns, rowCount: rowCount, firstRow: firstRow, frame: frame, active: nil, rows: nil, warnings: &warnings)
  }

  /// As above, for rows that were chosen: only problems of `active` rows count (nil is all), and what stands in the
  /// others is unspecified. The texts of a result that would take more than `room` are refused with `lowMemory` or
  /// `limitExceeded` before they are made. `rows[i]` is where row `i` stood in the batch, for messages; nil: where it
  /// stands. `checkpoint` is called before each step and every few thousand texts; what it throws ends the
  /// evaluation.
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
