import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Results that are merged shard by shard: each shard's tables stay in a cache, and threads merge different shards at
/// the same time.
struct ShardedResults<Result: FinishedMerging>: Sendable {
  private let plan: TableQueryPlan
  private let limits: QueryLimits
  private let memory: MemoryBudget?
  private let shards: [Locked<Shard>]
  /// Where the next part begins, so that two threads are seldom at the same shard.
  private let start = Locked(0)

  /// Parts wait until there are so many rows that going through the tables once for all of them pays. No more wait than
  /// a few thousand, or as many as there are in the result.
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

  /// Takes the pieces of a chunk, one for each shard.
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

  /// All rows, shard after shard.
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

/// Partial results that become a table.
protocol FinishedMerging: PartialMerging {
  /// The rows, of which `firstRow` others stand before.
  mutating func finish(firstRow: Int) throws -> Table
  /// The same without rows.
  var emptied: Self { get }
}
