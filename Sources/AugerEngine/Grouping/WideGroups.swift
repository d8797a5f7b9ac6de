import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A plan for many groups in a table in memory, not much fewer than all combinations of keys.
///
/// Rows are distributed to shards by group number, and each shard has a table with a cell for each of its numbers. No
/// key is hashed or sorted.
package struct WidePlan: Sendable {
  let query: TableQueryPlan
  let layout: WideLayout
  private let keys: KeyPlan
  /// The number of bits of the numbers within a shard.
  private let shardBits: Int

  private static let mostShards = 64
  private static let mostCombinations = 1 << 22

  /// Creates the plan. Nil if another method is better. `columns` are all columns of the table.
  package init?(_ query: TableQueryPlan, _ columns: [Column], rowCount: Int) {
    // If fewer than half of the combinations have rows, the table is slower than hashing.
    let limit = min(rowCount / 2, Self.mostCombinations)
    guard query.isAggregation, limit > KeyLayout.limit, query.calls.allSatisfy(\.isSum),
      let keys = KeyPlan.byValue(query)
    else { return nil }
    guard let layout = WideLayout(keys, keys.bases.map { columns[$0.column] }, query, limit: limit) else { return nil }
    let tables = layout.combinations * (1 + query.calls.reduce(0) { $0 + $1.bytesOfGroup })
    if let memory = query.memory, memory.remaining / 4 < tables { return nil }
    self.query = query
    self.layout = layout
    self.keys = keys
    shardBits =
      (layout.combinations / Self.mostShards).bitWidth - (layout.combinations / Self.mostShards).leadingZeroBitCount
  }

  var shardCount: Int { (layout.combinations - 1) >> shardBits + 1 }

  func numbers(of shard: Int) -> Range<Int> {
    shard << shardBits..<min(layout.combinations, (shard + 1) << shardBits)
  }

  /// Returns the rows of a chunk, distributed to shards.
  func pieces(_ batch: borrowing Batch) throws -> [(part: WidePart, rows: Int)] {
    var rows = try FilteredBatch(
      query, FilteredBatch.columns(query, batch), rowCount: batch.rowCount, firstRow: batch.firstRow,
      derived: keys.rowwise)
    rows.compact()
    let numbers = layout.numbers(rows.columns, rowCount: rows.rowCount)
    let (order, bounds) = shared(numbers)
    var values: [Column?] = []
    for call in query.calls {
      values.append(try call.argument.map { try rows.value(of: $0).gathered(order) })
      try query.checkpoint?()
    }
    let mask = UInt32(truncatingIfNeeded: 1 << shardBits - 1)
    let own = order.map { numbers[Int($0)] & mask }
    return (0..<shardCount).map { shard in
      let range = bounds[shard]..<bounds[shard + 1]
      let part = WidePart(
        numbers: Array(own[range]), values: values.map { $0?[range] },
        warnings: shard == 0 ? rows.warnings : Warnings())
      return (part, range.count)
    }
  }

  /// Returns the rows sorted by shard and the start of each shard. Within a shard, rows are in their original order.
  private func shared(_ numbers: [UInt32]) -> (order: [Int32], bounds: [Int]) {
    var bounds = [Int](repeating: 0, count: shardCount + 1)
    for number in numbers { bounds[Int(number) >> shardBits + 1] += 1 }
    for shard in 0..<shardCount { bounds[shard + 1] += bounds[shard] }
    var next = bounds
    var order = [Int32](repeating: 0, count: numbers.count)
    for row in numbers.indices {
      let shard = Int(numbers[row]) >> shardBits
      order[next[shard]] = Int32(truncatingIfNeeded: row)
      next[shard] += 1
    }
    return (order, bounds)
  }
}

/// Rows of one chunk whose groups are in one shard.
struct WidePart: SizedPart {
  /// The group numbers within the shard.
  let numbers: [UInt32]
  /// The values for each call. Nil if rows are counted.
  let values: [Column?]
  let warnings: Warnings

  var memoryBytes: Int { numbers.count * (4 + 8 * values.count) }
}

/// The groups of one shard. The tables have cells for all of its numbers and are created with the first row.
struct WideResult: FinishedMerging {
  private let plan: WidePlan
  private let shard: Int
  private var accumulators: [Accumulator]
  private var isPresent: [Bool] = []
  private var warnings = Warnings()
  private(set) var rowCount = 0

  init(_ plan: WidePlan, shard: Int) {
    self.plan = plan
    self.shard = shard
    accumulators = plan.query.calls.map(\.emptyAccumulator)
  }

  var emptied: WideResult { WideResult(plan, shard: shard) }

  /// The size of the keys. The size of the measures is known when they are finished.
  var byteCount: Int { rowCount * plan.query.keys.reduce(0) { $0 + plan.query.schema[$1].type.bytesOfKey } }

  var memoryBytes: Int { isPresent.count + accumulators.reduce(0) { $0 + $1.byteCount } }

  func growthBytes(merging part: WidePart) -> Int {
    isPresent.isEmpty && !part.numbers.isEmpty
      ? plan.numbers(of: shard).count * (1 + plan.query.calls.reduce(0) { $0 + $1.bytesOfGroup }) : 0
  }

  mutating func merge(_ part: WidePart) throws {
    warnings.add(contentsOf: part.warnings)
    guard !part.numbers.isEmpty else { return }
    let count = plan.numbers(of: shard).count
    if isPresent.isEmpty { isPresent = [Bool](repeating: false, count: count) }
    for number in part.numbers where !isPresent[Int(number)] {
      isPresent[Int(number)] = true
      rowCount += 1
    }
    let grouping = Grouping(groups: part.numbers, count: count)
    for index in accumulators.indices {
      try plan.query.checkpoint?()
      try accumulators[index].update(part.values[index], grouping)
    }
  }

  mutating func finish(firstRow: Int) throws -> Table {
    let range = plan.numbers(of: shard)
    let present = isPresent.indices.filter { isPresent[$0] }.map { Int32(truncatingIfNeeded: $0) }
    let keys = plan.layout.keys(of: present.map { UInt32(truncatingIfNeeded: range.lowerBound + Int($0)) })
    var warnings = warnings
    return try plan.query.table(of: keys, count: present.count, firstRow: firstRow, &warnings) { call in
      let all = try accumulators[call].finish(count: isPresent.count)
      return present.count == isPresent.count ? all : all.gathered(present)
    }
  }
}

extension AggregateCall {
  /// True if the state of a group is a few numbers, for any number of rows.
  fileprivate var isSum: Bool {
    switch function {
    case .count, .sum, .avg, .stddev, .variance: true
    default: false
    }
  }

  /// The size of a group's state in an accumulator.
  fileprivate var bytesOfGroup: Int { function == .count ? 8 : 24 }
}

extension DataType {
  fileprivate var bytesOfKey: Int {
    switch self {
    case .bool: 1
    case .string, .date: 4
    default: 8
    }
  }
}
