import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Merges the groups of chunks in chunk order, for any timing of threads.
///
/// If the first chunk has many groups, all groups are distributed to shards by their keys.
struct GroupMerger: Sendable {
  private struct State: Sendable {
    /// Nil before the first chunk.
    var isSharded: Bool?
    var early: [(part: GroupedPart, chunk: Int)] = []
  }

  private let plan: GroupedPlan
  /// The minimum number of groups in the first chunk for sharding.
  private let manyGroups: Int
  private let state = Locked(State())
  /// All groups, if they are not sharded.
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

  /// Returns all groups, shard by shard.
  func finish(workers: Int) throws -> Table {
    if state.withLock({ $0.isSharded }) == true { return try shards.finish(workers: workers) }
    var result = groups.withLock { $0.result }
    return try result.finish(workers: workers)
  }
}
