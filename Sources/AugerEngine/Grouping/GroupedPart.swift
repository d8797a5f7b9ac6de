import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The groups of one chunk: their keys and the partial results of every aggregate call.
struct GroupedPart: SizedPart {
  enum Keys: Sendable {
    /// Group numbers in a layout.
    case numbers([UInt16], KeyLayout)
    /// Key columns with one row for each group.
    case columns([Column])
  }

  let keys: Keys
  let groupCount: Int
  let accumulators: [Accumulator]
  private(set) var warnings = Warnings()
  /// The size in bytes. The groups of a chunk in one shard have a proportional share of the chunk's size.
  private(set) var memoryBytes = 0

  /// The number of rows that are filtered, computed and aggregated together. Intermediate results fit in the
  /// second-level cache.
  private static let blockRows = 1 << 14

  /// The maximum number of groups per row. Scanning a larger table takes longer than hashing its rows.
  private static let mostGroupsPerRow = 4

  init(_ plan: GroupedPlan, _ batch: borrowing Batch) throws {
    let columns = FilteredBatch.columns(plan.query, batch)
    if plan.isDense, let byValue = plan.byValue,
      let layout = plan.layouts.layout(byValue, byValue.bases.compactMap { columns[$0.column] }),
      layout.combinations <= max(1 << 10, batch.rowCount * Self.mostGroupsPerRow)
    {
      self = try Self.dense(plan, layout, byValue, columns, batch)
    } else {
      self = try Self.grouped(plan, columns, batch)
    }
  }

  private init(_ keys: Keys, _ groupCount: Int, _ accumulators: [Accumulator], _ warnings: Warnings) {
    self.keys = keys
    self.groupCount = groupCount
    self.accumulators = accumulators
    self.warnings = warnings
    memoryBytes = accumulators.reduce(0) { $0 + $1.byteCount }
    switch keys {
    case .columns(let columns): memoryBytes += columns.reduce(0) { $0 + $1.byteCount }
    case .numbers(let numbers, _): memoryBytes += numbers.count * 2
    }
  }

  /// Groups the rows in one pass over blocks. Every aggregate has a table with a cell for each group of the layout.
  /// Some calls are computed by value unless `byRow`.
  private static func dense(
    _ plan: GroupedPlan, _ layout: KeyLayout, _ keys: KeyPlan, _ columns: [Column?], _ batch: borrowing Batch,
    byRow: Bool = false
  ) throws -> GroupedPart {
    let groups = layout.combinations
    var byValue: [(calls: ColumnCalls, pairs: DensePairs)] = []
    for calls in byRow ? [] : plan.byColumn {
      guard let column = columns[calls.column], let pairs = calls.pairs(column, layout, rowCount: batch.rowCount)
      else { continue }
      byValue.append((calls, pairs))
    }
    let rowwise = plan.query.calls.indices.filter { index in !byValue.contains { $0.calls.calls.contains(index) } }
    var counts: DenseCounts?
    var accumulators = zip(plan.query.calls, plan.known.withLock { $0 }).map { call, known in
      DenseAccumulator(call.accumulation, call.argument?.type, groups: groups, known: known)
    }
    var warnings = Warnings()
    var first = 0
    while first < batch.rowCount {
      let range = first..<min(batch.rowCount, first + blockRows)
      first = range.upperBound
      var rows = try FilteredBatch(
        plan.query, columns.map { $0?[range] }, rowCount: range.count, firstRow: batch.firstRow + range.lowerBound,
        derived: keys.rowwise)
      if !rows.isEmpty {
        let numbers = layout.numbers(
          keys.bases.compactMap { rows.columns[$0.column] }, rowCount: rows.rowCount)
        let block = BlockRows(numbers: numbers, selection: rows.selection)
        var isMarked = !byValue.isEmpty
        for index in byValue.indices {
          if let column = rows.columns[byValue[index].calls.column] { byValue[index].pairs.add(column, block) }
        }
        for index in rowwise {
          let values = try plan.query.calls[index].argument.map { try rows.value(of: $0) }
          if accumulators[index].add(values, block) { isMarked = true }
        }
        if !isMarked {
          if counts == nil { counts = DenseCounts(groups: groups) }
          counts?.add(block)
        }
      }
      warnings.add(contentsOf: rows.warnings)
    }
    for (calls, pairs) in byValue where !calls.add(pairs, to: &accumulators, plan.query) {
      return try dense(plan, layout, keys, columns, batch, byRow: true)
    }
    var present = [Bool](repeating: false, count: groups)
    counts?.markPresent(&present)
    for (_, pairs) in byValue { pairs.markPresent(&present) }
    for accumulator in accumulators { accumulator.markPresent(&present) }
    let order = (0..<groups).filter { present[$0] }.map { UInt16(truncatingIfNeeded: $0) }
    return GroupedPart(
      .numbers(order, layout), order.count, accumulators.map { $0.accumulator(of: order) }, warnings)
  }

  /// Groups all rows of the chunk at once, for keys with many values and aggregates that depend on the order of rows.
  private static func grouped(
    _ plan: GroupedPlan, _ columns: [Column?], _ batch: borrowing Batch
  ) throws -> GroupedPart {
    var rows = try FilteredBatch(
      plan.query, columns, rowCount: batch.rowCount, firstRow: batch.firstRow, derived: plan.query.derived)
    rows.compact()
    let keyColumns = plan.query.keys.compactMap { rows.columns[$0] }
    let grouping = Grouping(keys: keyColumns, rowCount: rows.rowCount)
    try plan.query.checkpoint?()
    var accumulators: [Accumulator] = []
    for (call, known) in zip(plan.query.calls, plan.known.withLock { $0 }) {
      var accumulator = call.emptyAccumulator(known: known)
      let values = try call.argument.map { try rows.value(of: $0) }
      try accumulator.update(values, beside: try call.secondArgument.map { try rows.value(of: $0) }, grouping)
      accumulators.append(accumulator)
      try plan.query.checkpoint?()
    }
    return GroupedPart(
      .columns(keyColumns.map { $0.gathered(grouping.firstRows) }), grouping.count, accumulators, rows.warnings)
  }
}

extension GroupedPart {
  /// Returns the key columns with one row for each group.
  func keyColumns(_ plan: GroupedPlan) -> [Column] {
    switch keys {
    case .columns(let columns): columns
    case .numbers(let order, let layout): plan.keyColumns(of: order, layout)
    }
  }

  /// Returns the groups of each shard. The first shard has the warnings.
  func split(_ plan: GroupedPlan) -> [GroupedPart] {
    let keys = keyColumns(plan)
    let shards = GroupShards(keys: keys, groupCount: groupCount)
    let accumulators = accumulators.map { $0.split(shards) }
    return shards.groups.enumerated().map { shard, groups in
      var part = GroupedPart(
        .columns(keys.map { $0.gathered(groups) }), groups.count, accumulators.map { $0[shard] },
        shard == 0 ? warnings : Warnings())
      // All shards share the dictionaries.
      part.memoryBytes = memoryBytes / max(1, groupCount) * groups.count
      return part
    }
  }
}

/// A query and its grouping method.
struct GroupedPlan: Sendable {
  let query: TableQueryPlan
  let byValue: KeyPlan?
  let layouts: KeyLayouts
  /// True if every aggregate can use a table with a cell for each group.
  let isDense: Bool
  /// The calls that can be computed from the values of a column instead of its rows.
  let byColumn: [ColumnCalls]
  /// The distinct values of the merged chunks, for each call.
  let known: Locked<[KnownValues?]>

  init(_ query: TableQueryPlan) {
    self.query = query
    byValue = KeyPlan.byValue(query)
    layouts = KeyLayouts(query)
    known = Locked(query.calls.map { _ in nil })
    byColumn = ColumnCalls.all(of: query)
    isDense = query.calls.allSatisfy { DenseAccumulator.serves($0.accumulation, $0.argument?.type) }
  }

  /// Returns the keys of groups by their numbers in a layout.
  func keyColumns(of numbers: [UInt16], _ layout: KeyLayout) -> [Column] {
    var keys = [Column?](repeating: nil, count: query.keys.count)
    for (base, columns) in zip(byValue?.bases ?? [], layout.keys(of: numbers)) {
      for (position, column) in zip(base.keys, columns) { keys[position] = column }
    }
    return keys.compactMap { $0 }
  }
}
