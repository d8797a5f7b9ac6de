import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The rows of one chunk that fulfil the conditions, with all columns of the result: no more than the query asks for.
struct SelectedPart: SizedPart {
  let table: Table
  let held: MemoryShare?

  var memoryBytes: Int { table.byteCount }

  init(_ plan: TableQueryPlan, _ batch: borrowing Batch) throws {
    var rows = try FilteredBatch(plan, batch)
    rows.compact()
    held = rows.share
    let all = Table(
      plan.outputSchema, plan.selected.compactMap { rows.columns[$0] }, rowCount: rows.rowCount, warnings: rows.warnings
    )
    table = try plan.limit.map { $0 < all.rowCount ? try plan.first($0, of: all) : all } ?? all
  }
}

/// The rows of all chunks so far; where there is a limit, those that can still be among the first.
struct SelectedRows: PartialMerging {
  private let plan: TableQueryPlan
  private var builder: TableBuilder
  private var warnings = Warnings()

  /// Rows that are collected beyond the limit before the first are picked out.
  private static let patience = 1 << 14

  init(_ plan: TableQueryPlan) {
    self.plan = plan
    builder = TableBuilder(plan.outputSchema)
  }

  mutating func merge(_ part: SelectedPart) throws {
    warnings.add(contentsOf: part.table.warnings)
    var part = part.table
    if let limit = plan.limit, plan.orderBy.isEmpty {
      let room = limit - builder.rowCount
      if room == 0 { return }
      if room < part.rowCount { part = part[rows: 0..<room] }
    }
    append(part)
    if let limit = plan.limit, builder.rowCount > max(limit, Self.patience), builder.rowCount / 2 > limit {
      append(try plan.first(limit, of: builder.finish()))
    }
  }

  private mutating func append(_ table: Table) {
    builder.append(Batch(columns: table.columns, rowCount: table.rowCount, firstRow: builder.rowCount))
  }

  /// Rows of the result, of which there are more here only until the first are picked out.
  var rowCount: Int { min(builder.rowCount, plan.limit ?? .max) }

  /// Where there is a limit, rows are collected that the result will not have.
  var byteCount: Int { plan.limit == nil ? builder.byteCount : 0 }

  /// With the room that a column is moved to when it grows.
  var memoryBytes: Int { builder.memoryBytes }

  func growthBytes(merging part: SelectedPart) -> Int { 0 }

  mutating func finish() -> Table { builder.finish(warnings: warnings) }
}
