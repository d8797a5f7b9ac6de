import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Aggregate calls that depend only on the set of one column's values, not on their frequency: extremes and distinct
/// counts of functions of the column.
struct ColumnCalls: Sendable {
  /// Index into the table's schema.
  let column: Int
  /// Indices into the plan's calls.
  let calls: [Int]
  /// The pairs with results that are already included, so that other chunks skip them. One set for each table that
  /// chunks share, latest first.
  private let done = Locked<[DensePairs]>([])

  /// Returns the pairs of a chunk. Nil if its column has many values.
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

  /// Returns the calls of a query by column, if computation by value can pay off.
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
      // A single extreme of the values themselves is as fast by row.
      let isPlain = indices.count == 1 && indices.allSatisfy { query.calls[$0].isExtremeOfColumn }
      return isPlain ? nil : ColumnCalls(column: column, calls: indices)
    }
  }

  /// Adds the results for pairs of groups and values. Returns false, with some pairs added, if a value fails or
  /// warns. The caller must then evaluate the rows.
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
