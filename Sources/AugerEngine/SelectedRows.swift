import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The rows of one chunk that satisfy the conditions, with all columns of the result. At most the number that the
/// query requests.
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

/// The rows of all chunks so far. With a limit, only those that can still be among the first.
struct SelectedRows: PartialMerging {
  private let plan: TableQueryPlan
  private var builder: TableBuilder
  private var warnings = Warnings()

  /// The number of rows collected in excess of the limit before the first ones are selected.
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

  /// The number of rows of the result. More may be stored until the first ones are selected.
  var rowCount: Int { min(builder.rowCount, plan.limit ?? .max) }

  /// The size of the result. Zero with a limit, because some stored rows will be dropped.
  var byteCount: Int { plan.limit == nil ? builder.byteCount : 0 }

  /// The allocated memory, including unused capacity of growing columns.
  var memoryBytes: Int { builder.memoryBytes }

  func growthBytes(merging part: SelectedPart) -> Int { 0 }

  mutating func finish() -> Table { builder.finish(warnings: warnings) }
}
