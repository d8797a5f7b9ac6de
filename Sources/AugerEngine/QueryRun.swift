import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The part of a scan that belongs to one query. It computes the results of chunks, by groups or row by row.
struct QueryRun: Sendable {
  private enum Merger: Sendable {
    case groups(GroupedPlan, GroupMerger)
    case wide(WidePlan, ShardedResults<WideResult>)
    case rows(Locked<InOrder<SelectedRows>>)
  }

  let plan: TableQueryPlan
  private let limits: QueryLimits
  private let workers: Int
  private let merger: Merger
  /// The failure of the earliest chunk. It does not depend on the speed of the workers.
  private let failure = Locked<(chunk: Int, error: any Error)?>(nil)

  init(
    _ plan: TableQueryPlan, of table: any ScannableTable, _ limits: QueryLimits, _ executor: TableQueryExecutor,
    _ control: RunControl
  ) {
    var plan = plan
    let memory = control.memory
    plan.memory = memory
    plan.limits = limits
    plan.checkpoint = { try control.check() }
    self.plan = plan
    self.limits = limits
    workers = executor.workers
    if plan.isAggregation, let whole = table.whole, let wide = WidePlan(plan, whole.columns, rowCount: whole.rowCount) {
      let results = (0..<wide.shardCount).map { WideResult(wide, shard: $0) }
      merger = .wide(wide, ShardedResults(results, plan, limits, memory))
    } else if plan.isAggregation {
      let grouped = GroupedPlan(plan)
      merger = .groups(grouped, GroupMerger(grouped, limits, memory, manyGroups: executor.manyGroups))
    } else {
      merger = .rows(Locked(InOrder(SelectedRows(plan), limits, memory)))
    }
  }

  /// Processes a chunk with the columns that the plan reads.
  func take(_ batch: borrowing Batch, chunk: Int) throws {
    if let failed = failure.withLock({ $0?.chunk }), failed < chunk { return }
    switch merger {
    case .groups(let grouped, let merger): try merger.add(try GroupedPart(grouped, batch), chunk: chunk)
    case .wide(let wide, let merger): try merger.add(try wide.pieces(batch), chunk: chunk)
    case .rows(let merger):
      let part = try SelectedPart(plan, batch)
      try merger.withLock { try $0.add(part, chunk: chunk) }
    }
  }

  func fail(_ error: any Error, chunk: Int) {
    failure.withLock { if chunk < $0?.chunk ?? .max { $0 = (chunk, error) } }
  }

  /// True if the result has reached the row limit of the query.
  var isFull: Bool {
    guard case .rows(let merger) = merger, let limit = plan.limit else { return false }
    return merger.withLock { $0.result.rowCount } >= limit
  }

  /// Returns the result after the last chunk.
  func finished(_ summary: ScanSummary) throws -> Table {
    if let failure = failure.withLock({ $0 }) { throw failure.error }
    var result: Table
    var isInOrder = false
    switch merger {
    case .groups(_, let merger): result = try merger.finish(workers: workers)
    case .wide(_, let merger):
      result = try merger.finish(workers: workers)
      isInOrder = true
    case .rows(let merger):
      var rows = merger.withLock { $0.result }
      result = rows.finish()
    }
    result.warnings.add(contentsOf: summary.warnings(ofColumns: plan.sourceColumns))
    return try plan.finished(result, limits, plan.memory, isInOrder: isInOrder)
  }
}
