import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Aggregate calls that the set of one column's values decides, however many rows have each: extremes and distinct
/// counts of what is computed of it.
struct ColumnCalls: Sendable {
  /// Index into the table's schema.
  let column: Int
  /// Indices into the plan's calls.
  let calls: [Int]
  /// The pairs whose results are in those of a chunk: others need not compute them. One set for each table that chunks
  /// share, the latest first.
  private let done = Locked<[DensePairs]>([])

  /// The pairs of a chunk; nil where its column has many values.
  func pairs(_ column: Column, _ groups: KeyLayout, rowCount: Int) -> DensePairs? {
    let limit = PairTable.mostValues(rowCount: rowCount)
    guard let domain = ValueDomain(column, limit: limit) else { return nil }
    return done.withLock { done in
      let shared = done.map(\.table).first { $0.groups === groups && $0.domain.covers(domain) }
      if let shared { return DensePairs(shared) }
      let united = domain.united(with: done.first?.table.domain, limit: limit)
      guard
        let table = PairTable(united, groups: groups, rowCount: rowCount)
          ?? PairTable(domain, groups: groups, rowCount: rowCount)
      else { return nil }
      done.insert(DensePairs(table), at: 0)
      if done.count > KeyLayouts.mostKept { done.removeLast() }
      return DensePairs(table)
    }
  }

  /// The calls of a query by their columns, where computing them of values can pay.
  static func all(of query: TableQueryPlan) -> [ColumnCalls] {
    var calls: [Int: [Int]] = [:]
    for (index, call) in query.calls.enumerated() {
      guard let argument = call.argument, let column = argument.columns.first, argument.columns.count == 1,
        column < query.sourceCount
      else { continue }
      switch call.function {
      case .min, .max, .countDistinct: calls[column, default: []].append(index)
      default: break
      }
    }
    return calls.keys.sorted().compactMap { column in
      guard let indices = calls[column] else { return nil }
      // One extreme of the values themselves is found as fast among the rows.
      let isPlain = indices.count == 1 && indices.allSatisfy { query.calls[$0].isExtremeOfColumn }
      return isPlain ? nil : ColumnCalls(column: column, calls: indices)
    }
  }

  /// Adds what stands in the pairs of groups and values. False, and some of it added, where a value fails or warns:
  /// the rows are to say it.
  func add(_ pairs: DensePairs, to accumulators: inout [DenseAccumulator], _ query: TableQueryPlan) -> Bool {
    let done = done.withLock { $0.first { $0.table === pairs.table } }
    for (rows, values) in pairs.blocks(of: 1 << 14, except: done) {
      var columns = [Column?](repeating: nil, count: query.schema.count)
      columns[column] = values
      for index in calls {
        var warnings = Warnings()
        let computed = try? query.calls[index].argument?.evaluate(
          columns, rowCount: values.count, firstRow: 0, active: nil, rows: nil, room: query.textRoom(),
          checkpoint: query.checkpoint, warnings: &warnings)
        guard let computed, warnings.isEmpty else { return false }
        accumulators[index].add(computed, rows)
      }
    }
    self.done.withLock { done in
      if let index = done.firstIndex(where: { $0.table === pairs.table }) { done[index].formUnion(pairs) }
    }
    return true
  }

  private init(column: Int, calls: [Int]) {
    self.column = column
    self.calls = calls
  }
}

extension AggregateCall {
  fileprivate var isExtremeOfColumn: Bool {
    guard function != .countDistinct, case .column? = argument?.root.kind else { return false }
    return true
  }
}
