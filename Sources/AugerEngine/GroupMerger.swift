import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Merges the groups of chunks, in the order of the chunks whichever thread brings them.
///
/// Where the first chunk has many groups, all are shared out by their keys: each shard's tables stay in a cache, and
/// threads merge different shards at the same time.
struct GroupMerger: Sendable {
  private struct State: Sendable {
    /// Nil until the first chunk has come.
    var isSharded: Bool?
    var early: [(part: GroupedPart, chunk: Int)] = []
    /// Where the next part begins, so that two threads are seldom at the same shard.
    var start = 0
  }

  private let plan: GroupedPlan
  private let limits: QueryLimits
  private let memory: MemoryBudget?
  /// The first chunk's groups from which they are shared out.
  private let manyGroups: Int
  private let state = Locked(State())
  /// The first serves for all groups where they are few.
  private let shards: [Locked<Shard>]

  /// Parts wait until there are so many groups that going through the tables once for all of them pays. No more wait
  /// than a few thousand, or as many as there are.
  private struct Shard: Sendable {
    var groups: InOrder<GroupedResult>
    private var waiting = 0

    private static let patience = 1 << 14

    init(_ groups: InOrder<GroupedResult>) { self.groups = groups }

    mutating func add(_ part: GroupedPart, chunk: Int) throws {
      try groups.keep(part, chunk: chunk)
      waiting += part.groupCount
      guard waiting >= max(Self.patience, groups.result.rowCount) else { return }
      waiting = 0
      try groups.merge()
    }
  }

  init(_ plan: GroupedPlan, _ limits: QueryLimits, _ memory: MemoryBudget?, manyGroups: Int) {
    self.plan = plan
    self.limits = limits
    self.memory = memory
    self.manyGroups = manyGroups
    shards = (0..<GroupShards.count).map { _ in Locked(Shard(InOrder(GroupedResult(plan), limits, memory))) }
  }

  func add(_ part: GroupedPart, chunk: Int) throws {
    let (isSharded, parts) = state.withLock { state -> (Bool, [(part: GroupedPart, chunk: Int)]) in
      if state.isSharded == nil {
        state.early.append((part, chunk))
        guard chunk == 0 else { return (false, []) }
        state.isSharded = part.groupCount >= manyGroups && !plan.query.keys.isEmpty
        defer { state.early = [] }
        return (state.isSharded ?? false, state.early)
      }
      return (state.isSharded ?? false, [(part, chunk)])
    }
    for item in parts {
      guard isSharded else {
        try shards[0].withLock { shard in
          try shard.groups.add(item.part, chunk: item.chunk)
          shard.groups.change { $0.publish() }
        }
        continue
      }
      let start = state.withLock { state in
        state.start += shards.count / 2 + 1
        return state.start
      }
      let pieces = item.part.split(plan)
      for turn in shards.indices {
        let shard = (start + turn) % shards.count
        try shards[shard].withLock { try $0.add(pieces[shard], chunk: item.chunk) }
      }
      if limits.rows != nil || limits.bytes != nil {
        let sizes = shards.map { shard in
          shard.withLock { (rows: $0.groups.result.rowCount, bytes: $0.groups.result.byteCount) }
        }
        try limits.check(rows: sizes.reduce(0) { $0 + $1.rows }, bytes: sizes.reduce(0) { $0 + $1.bytes })
      }
    }
  }

  /// All groups, shard after shard.
  func finish(workers: Int) throws -> Table {
    guard state.withLock({ $0.isSharded }) == true else {
      var result = shards[0].withLock { $0.groups.result }
      return try result.finish()
    }
    try Workers.run(workers) { worker in
      for shard in stride(from: worker, to: shards.count, by: workers) {
        try plan.query.checkpoint?()
        try shards[shard].withLock { try $0.groups.merge() }
      }
    }
    let rowCounts = shards.map { shard in shard.withLock { $0.groups.result.rowCount } }
    try limits.check(rows: rowCounts.reduce(0, +))
    let tables = Locked([Table?](repeating: nil, count: shards.count))
    try Workers.run(workers) { worker in
      for shard in stride(from: worker, to: shards.count, by: workers) {
        try plan.query.checkpoint?()
        let firstRow = rowCounts[..<shard].reduce(0, +)
        let table = try shards[shard].withLock { shard in
          var result = shard.groups.result
          let share = MemoryShare(of: memory)
          if share.isLimited { try share.hold(result.byteCount * 2) }
          let table = try result.finish(firstRow: firstRow)
          try shard.groups.replace(by: GroupedResult(plan), bytes: table.byteCount)
          return table
        }
        tables.withLock { $0[shard] = table }
      }
    }
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(tables.withLock { $0.reduce(0) { $0 + ($1?.byteCount ?? 0) } } * 2) }
    var builder = TableBuilder(plan.query.outputSchema)
    var warnings = Warnings()
    for table in tables.withLock({ $0 }) {
      guard let table else { continue }
      try plan.query.checkpoint?()
      warnings.add(contentsOf: table.warnings)
      builder.append(Batch(columns: table.columns, rowCount: table.rowCount, firstRow: builder.rowCount))
    }
    return builder.finish(warnings: warnings)
  }
}
