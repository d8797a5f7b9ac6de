import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A batch after derivation and filtering: the rows that fulfil all conditions.
struct FilteredBatch {
  /// By index of the plan's schema; nil where nothing needs the column.
  var columns: [Column?]
  var rowCount: Int
  let firstRow: Int
  var warnings = Warnings()

  init(_ plan: TableQueryPlan, _ batch: borrowing Batch) throws {
    columns = [Column?](repeating: nil, count: plan.schema.count)
    for (position, index) in plan.sourceColumns.enumerated() { columns[index] = batch.columns[position] }
    rowCount = batch.rowCount
    firstRow = batch.firstRow

    // A condition over the table's own columns runs before anything is derived.
    var pending = plan.filters
    var ready = plan.sourceCount
    try filter(&pending, ready)
    for expression in plan.derived {
      if let expression {
        columns[ready] = try expression.evaluate(columns, rowCount: rowCount, firstRow: firstRow, warnings: &warnings)
      }
      ready += 1
      try filter(&pending, ready)
    }
  }

  /// Applies the conditions whose columns are all below `ready`, and removes them from `pending`.
  private mutating func filter(_ pending: inout [BoundExpression], _ ready: Int) throws {
    var rest: [BoundExpression] = []
    for condition in pending {
      guard condition.columns.allSatisfy({ $0 < ready }) else {
        rest.append(condition)
        continue
      }
      let truth = try condition.evaluate(columns, rowCount: rowCount, firstRow: firstRow, warnings: &warnings).truth
      if truth.falseCount == 0 { continue }
      let rows = truth.trueIndices
      columns = columns.map { $0?.gathered(rows) }
      rowCount = rows.count
    }
    pending = rest
  }
}
