import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Results that are merged shard by shard. The tables of each shard fit in a cache, and threads merge different
/// shards in parallel.
struct ShardedResults<Result: FinishedMerging>: Sendable {
  private let plan: TableQueryPlan
  private let limits: QueryLimits
  private let memory: MemoryBudget?
  private let shards: [Locked<Shard>]
  /// The first shard for the next part. It varies, so that two threads rarely use the same shard.
  private let start = Locked(0)

  /// A shard with parts that wait to be merged. Merging traverses the tables, so it waits for a few thousand rows or
  /// the number of rows of the result.
  private struct Shard: Sendable {
    var results: InOrder<Result>
    private var waiting = 0

    private static var patience: Int { 1 << 14 }

    init(_ results: InOrder<Result>) { self.results = results }

    mutating func add(_ part: Result.Part, rows: Int, chunk: Int) throws {
      try results.keep(part, chunk: chunk)
      waiting += rows
      guard waiting >= max(Self.patience, results.result.rowCount) else { return }
      waiting = 0
      try results.merge()
    }
  }

  init(_ results: [Result], _ plan: TableQueryPlan, _ limits: QueryLimits, _ memory: MemoryBudget?) {
    self.plan = plan
    self.limits = limits
    self.memory = memory
    shards = results.map { Locked(Shard(InOrder($0, limits, memory))) }
  }

  /// Adds the pieces of a chunk, one for each shard.
  func add(_ pieces: [(part: Result.Part, rows: Int)], chunk: Int) throws {
    let start = start.withLock { start in
      start += shards.count / 2 + 1
      return start
    }
    for turn in shards.indices {
      let shard = (start + turn) % shards.count
      try shards[shard].withLock { try $0.add(pieces[shard].part, rows: pieces[shard].rows, chunk: chunk) }
    }
    if limits.rows != nil || limits.bytes != nil {
      let sizes = shards.map { shard in
        shard.withLock { (rows: $0.results.result.rowCount, bytes: $0.results.result.byteCount) }
      }
      try limits.check(rows: sizes.reduce(0) { $0 + $1.rows }, bytes: sizes.reduce(0) { $0 + $1.bytes })
    }
  }

  /// Returns all rows, shard by shard.
  func finish(workers: Int) throws -> Table {
    try Workers.run(workers) { worker in
      for shard in stride(from: worker, to: shards.count, by: workers) {
        try plan.checkpoint?()
        try shards[shard].withLock { try $0.results.merge() }
      }
    }
    let rowCounts = shards.map { shard in shard.withLock { $0.results.result.rowCount } }
    try limits.check(rows: rowCounts.reduce(0, +))
    let tables = Locked([Table?](repeating: nil, count: shards.count))
    try Workers.run(workers) { worker in
      for shard in stride(from: worker, to: shards.count, by: workers) {
        try plan.checkpoint?()
        let firstRow = rowCounts[..<shard].reduce(0, +)
        let table = try shards[shard].withLock { shard in
          var result = shard.results.result
          let share = MemoryShare(of: memory)
          if share.isLimited { try share.hold(result.byteCount * 2) }
          let table = try result.finish(firstRow: firstRow)
          try shard.results.replace(by: result.emptied, bytes: table.byteCount)
          return table
        }
        tables.withLock { $0[shard] = table }
      }
    }
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(tables.withLock { $0.reduce(0) { $0 + ($1?.byteCount ?? 0) } } * 2) }
    var builder = TableBuilder(plan.groupSchema)
    var warnings = Warnings()
    for table in tables.withLock({ $0 }) {
      guard let table else { continue }
      try plan.checkpoint?()
      warnings.add(contentsOf: table.warnings)
      builder.append(Batch(columns: table.columns, rowCount: table.rowCount, firstRow: builder.rowCount))
    }
    return builder.finish(warnings: warnings)
  }
}

/// A partial result that can be finished to a table.
protocol FinishedMerging: PartialMerging {
  /// Returns the rows. `firstRow` is the number of rows before them.
  mutating func finish(firstRow: Int) throws -> Table
  /// The result without rows.
  var emptied: Self { get }
}
