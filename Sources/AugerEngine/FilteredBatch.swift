import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A batch, or a part of one, after derivation and filtering.
///
/// While many rows remain, the selected ones are only marked. If few remain, they are compacted.
struct FilteredBatch {
  /// The columns by index of the plan's schema. Nil for columns that are not needed.
  var columns: [Column?]
  var rowCount: Int
  let firstRow: Int
  /// The rows that satisfy all conditions. Nil means every row.
  var selection: Bitmap?
  /// The original positions of the rows in the batch, after compaction.
  private var rows: [Int32]?
  private let plan: TableQueryPlan
  /// The size of the derived strings in bytes.
  private var madeBytes = 0
  /// The reserved memory for computed columns.
  let share: MemoryShare
  var warnings = Warnings()

  /// The threshold: rows are compacted if less than one in `sparseness` remains.
  private static let sparseness = 6

  init(
    _ plan: TableQueryPlan, _ columns: [Column?], rowCount: Int, firstRow: Int, derived: [BoundExpression?]
  ) throws {
    self.columns = columns
    self.rowCount = rowCount
    self.firstRow = firstRow
    self.plan = plan
    share = MemoryShare(of: plan.memory)

    // Conditions that use only table columns run before any column is derived.
    var pending = plan.filters
    var ready = plan.sourceCount
    try filter(&pending, ready)
    for expression in derived {
      if let expression {
        let column = try value(of: expression)
        if share.isLimited { try share.add(column.byteCount) }
        if plan.limits.bytes != nil, column.type == .string { madeBytes += column.byteCount }
        self.columns[ready] = column
      }
      ready += 1
      try filter(&pending, ready)
    }
  }

  init(_ plan: TableQueryPlan, _ batch: borrowing Batch) throws {
    try self.init(
      plan, Self.columns(plan, batch), rowCount: batch.rowCount, firstRow: batch.firstRow, derived: plan.derived)
  }

  static func columns(_ plan: TableQueryPlan, _ batch: borrowing Batch) -> [Column?] {
    var columns = [Column?](repeating: nil, count: plan.schema.count)
    for (position, index) in plan.sourceColumns.enumerated() { columns[index] = batch.columns[position] }
    return columns
  }

  var isEmpty: Bool { rowCount == 0 || selection?.trueCount == 0 }

  /// Returns the value of each row. Values of rows that are not selected are unspecified.
  mutating func value(of expression: BoundExpression) throws -> Column {
    try expression.evaluate(
      columns, rowCount: rowCount, firstRow: firstRow, active: selection, rows: rows,
      room: plan.textRoom(beside: madeBytes), checkpoint: plan.checkpoint, warnings: &warnings)
  }

  /// Compacts the batch to the selected rows.
  mutating func compact() {
    guard let selection else { return }
    let indices = selection.trueIndices
    columns = columns.map { $0?.gathered(indices) }
    rows = rows.map { rows in indices.map { rows[Int($0)] } } ?? indices
    rowCount = indices.count
    self.selection = nil
  }

  /// Applies the conditions whose columns are all below `ready`, and removes them from `pending`.
  private mutating func filter(_ pending: inout [BoundExpression], _ ready: Int) throws {
    var rest: [BoundExpression] = []
    for condition in pending {
      guard condition.columns.allSatisfy({ $0 < ready }) else {
        rest.append(condition)
        continue
      }
      let truth = try value(of: condition).truth
      let remaining = selection.map { $0.intersection(truth) } ?? truth
      if remaining.falseCount == 0 { continue }
      selection = remaining
      if remaining.trueCount * Self.sparseness < rowCount { compact() }
    }
    pending = rest
  }
}
