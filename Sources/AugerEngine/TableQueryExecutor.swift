import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// AugerEngine: executes table queries over anything that can be scanned. The query delegate of a workspace and the
/// analysis call it; it knows batches, never where they come from.

/// Runs a table query: bind, scan, filter, group, merge, finish, order, cut.
public struct TableQueryExecutor: Sendable {
  /// Threads that share the work. The result is the same for any number.
  public var workers: Int
  /// Rows of a chunk; only tests change it. A sum of floats depends on it in its last bits.
  package var chunkRows = Batch.standardRowCount
  /// Groups of the first chunk from which all are merged in shards; only tests change it.
  package var manyGroups = 1 << 13

  public init(workers: Int? = nil) { self.workers = workers ?? Workers.defaultCount }

  /// Executes a query on the table it names. Blocks: call it from a thread of its own.
  ///
  /// Throws `DiagnosticError` for wrong expressions and names, `AugerError` for limits, overflow, cancellation and what
  /// the source reports.
  public func execute(
    _ query: TableQuery, on table: any ScannableTable, arguments: QueryArguments = QueryArguments(),
    limits: QueryLimits = .none, _ control: RunControl = RunControl()
  ) throws -> Table {
    try execute(query, on: table, arguments: arguments, limits: limits, control, readsOn: false)
  }

  /// As above. `readsOn` says that rows beyond the limit are computed too, as they are where there are conditions: the
  /// table has applied them.
  func execute(
    _ query: TableQuery, on table: any ScannableTable, arguments: QueryArguments, limits: QueryLimits,
    _ control: RunControl, readsOn: Bool
  ) throws -> Table {
    // A source may find that its schema was too narrow. Types only ever widen, so this ends.
    while true {
      try control.check()
      let plan = try TableQueryPlan(query, schema: try table.schema(control), arguments: arguments)
      do {
        let result =
          plan.isAggregation
          ? try aggregate(plan, table, limits, control) : try select(plan, table, limits, control, readsOn: readsOn)
        return result
      } catch is ScanRestart {
        continue
      }
    }
  }

  /// The whole table as it is.
  public func load(
    _ table: any ScannableTable, limits: QueryLimits = .none, _ control: RunControl = RunControl()
  ) throws -> Table {
    try execute(TableQuery(from: table.name), on: table, limits: limits, control)
  }

  /// Very wide tables get shorter chunks, so that a chunk has a bounded number of cells.
  func chunkRows(columns: Int) -> Int {
    min(chunkRows, max(256, Self.mostCells / max(1, columns)))
  }

  private static let mostCells = 8 << 20

  // MARK: Rows grouped

  private func aggregate(
    _ plan: TableQueryPlan, _ table: any ScannableTable, _ limits: QueryLimits, _ control: RunControl
  ) throws -> Table {
    let grouped = GroupedPlan(plan)
    let merger = GroupMerger(grouped, limits, manyGroups: manyGroups)
    let request = ScanRequest(
      columns: plan.sourceColumns, chunkRows: chunkRows(columns: plan.sourceColumns.count), workers: workers)
    let summary = try table.scan(request, control) { chunk, batch in
      try control.check()
      try merger.add(try GroupedPart(grouped, batch), chunk: chunk)
    }
    var result = try merger.finish(workers: workers)
    result.warnings.add(contentsOf: summary.warnings)
    return try plan.finished(result, limits)
  }

  // MARK: Rows as they are

  private func select(
    _ plan: TableQueryPlan, _ table: any ScannableTable, _ limits: QueryLimits, _ control: RunControl, readsOn: Bool
  ) throws -> Table {
    let merger = Locked(InOrder(SelectedRows(plan), limits: limits))
    // Without conditions and order the first rows are the result, and no more are read.
    let rowLimit = plan.filters.isEmpty && plan.orderBy.isEmpty && !readsOn ? plan.limit : nil
    let request = ScanRequest(
      columns: plan.sourceColumns, rowLimit: rowLimit, chunkRows: chunkRows(columns: plan.sourceColumns.count),
      workers: workers)
    let summary = try table.scan(request, control) { chunk, batch in
      try control.check()
      let part = try SelectedPart(plan, batch)
      try merger.withLock { try $0.add(part, chunk: chunk) }
    }
    var result = merger.withLock { $0.result }
    result.warnings.add(contentsOf: summary.warnings)
    return try plan.finished(result.finish(), limits)
  }
}

/// What partial results of chunks are merged into.
protocol PartialMerging: Sendable {
  associatedtype Part: Sendable
  mutating func merge(_ part: Part) throws
  /// Rows of the result so far.
  var rowCount: Int { get }
  /// Bytes of the result so far and of what it is computed from.
  var byteCount: Int { get }
}

/// Merges parts by chunk number, keeping those that came early: what is computed does not depend on which thread was
/// first.
struct InOrder<Result: PartialMerging>: Sendable {
  private(set) var result: Result
  private let limits: QueryLimits
  private var next = 0
  private var waiting: [Int: Result.Part] = [:]

  init(_ result: Result, limits: QueryLimits) {
    self.result = result
    self.limits = limits
  }

  mutating func add(_ part: Result.Part, chunk: Int) throws {
    keep(part, chunk: chunk)
    try merge()
  }

  /// Takes a part without merging it yet.
  mutating func keep(_ part: Result.Part, chunk: Int) { waiting[chunk] = part }

  /// Merges all parts whose predecessors are there.
  mutating func merge() throws {
    while let part = waiting.removeValue(forKey: next) {
      try result.merge(part)
      try limits.check(rows: result.rowCount)
      if limits.memory != nil { try limits.check(memory: result.byteCount) }
      next += 1
    }
  }
}
