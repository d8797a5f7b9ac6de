import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Merges the groups of chunks, in the order of the chunks whichever thread brings them.
///
/// Where the first chunk has many groups, all are shared out by their keys.
struct GroupMerger: Sendable {
  private struct State: Sendable {
    /// Nil until the first chunk has come.
    var isSharded: Bool?
    var early: [(part: GroupedPart, chunk: Int)] = []
  }

  private let plan: GroupedPlan
  /// The first chunk's groups from which they are shared out.
  private let manyGroups: Int
  private let state = Locked(State())
  /// All groups, where they are few.
  private let groups: Locked<InOrder<GroupedResult>>
  private let shards: ShardedResults<GroupedResult>

  init(_ plan: GroupedPlan, _ limits: QueryLimits, _ memory: MemoryBudget?, manyGroups: Int) {
    self.plan = plan
    self.manyGroups = manyGroups
    groups = Locked(InOrder(GroupedResult(plan), limits, memory))
    shards = ShardedResults((0..<GroupShards.count).map { _ in GroupedResult(plan) }, plan.query, limits, memory)
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
      if isSharded {
        try shards.add(item.part.split(plan).map { ($0, $0.groupCount) }, chunk: item.chunk)
      } else {
        try groups.withLock { groups in
          try groups.add(item.part, chunk: item.chunk)
          groups.change { $0.publish() }
        }
      }
    }
  }

  /// All groups, shard after shard.
  func finish(workers: Int) throws -> Table {
    if state.withLock({ $0.isSharded }) == true { return try shards.finish(workers: workers) }
    var result = groups.withLock { $0.result }
    return try result.finish(workers: workers)
  }
}
