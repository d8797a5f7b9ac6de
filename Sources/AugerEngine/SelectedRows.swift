import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The rows of one chunk that fulfil the conditions, with all columns of the result.
struct SelectedPart: Sendable {
  let columns: [Column]
  let rowCount: Int
  let warnings: Warnings

  init(_ plan: TableQueryPlan, _ batch: borrowing Batch) throws {
    var rows = try FilteredBatch(plan, batch)
    rows.compact()
    columns = plan.selected.compactMap { rows.columns[$0] }
    rowCount = rows.rowCount
    warnings = rows.warnings
  }
}

/// The rows of all chunks so far.
struct SelectedRows: PartialMerging {
  private let plan: TableQueryPlan
  private var builder: TableBuilder
  private(set) var rowCount = 0
  var warnings = Warnings()

  init(_ plan: TableQueryPlan) {
    self.plan = plan
    builder = TableBuilder(plan.outputSchema)
  }

  mutating func merge(_ part: SelectedPart) throws {
    warnings.add(contentsOf: part.warnings)
    builder.append(Batch(columns: part.columns, rowCount: part.rowCount, firstRow: rowCount))
    rowCount += part.rowCount
  }

  var byteCount: Int { builder.byteCount }

  mutating func finish() -> Table { builder.finish(warnings: warnings) }
}
