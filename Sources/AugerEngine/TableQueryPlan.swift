import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A table query bound to the schema of its table and to its arguments. Types and names are resolved, but execution
/// has not started.
package struct TableQueryPlan: Sendable {
  /// The columns of the table, followed by the derived columns.
  package let schema: Schema
  package let sourceCount: Int
  /// Indices into the table's schema of the columns that the scan must deliver, ascending.
  package let sourceColumns: [Int]
  /// The derived columns. Nil for those that are not needed.
  package let derived: [BoundExpression?]
  package let filters: [BoundExpression]
  /// Indices into `schema`.
  package let keys: [Int]
  /// The query's measures, followed by the aggregates that only conditions on groups use.
  package let measures: [AggregateSplit]
  /// The number of measures that the query has.
  let shownMeasureCount: Int
  /// The aggregate calls of all measures, including duplicates.
  package let calls: [AggregateCall]
  package let isAggregation: Bool
  /// Indices into `schema` of the columns of a result that is not grouped.
  package let selected: [Int]
  /// The columns of a group: its keys and all `measures`.
  let groupSchema: Schema
  /// Conditions on groups with their source, bound to `groupSchema`.
  package let having: [(text: String, condition: BoundExpression)]
  /// The key whose values become columns.
  package let pivot: GroupPivot?
  /// The columns of the result. For a pivot, the columns before it.
  package let outputSchema: Schema
  /// Indices into `outputSchema`.
  package let orderBy: [(column: Int, isDescending: Bool)]
  package let limit: Int?
  /// The memory limit of the run. Nil means no limit.
  var memory: MemoryBudget?
  /// The limits of the query. The byte limit also applies to the results of expressions.
  var limits = QueryLimits.none
  /// The check for cancellation, also used within batches. Nil means that the work is never cancelled.
  var checkpoint: BoundExpression.Checkpoint?

  package init(_ query: TableQuery, schema source: Schema, arguments: QueryArguments) throws(DiagnosticError) {
    var names = QueryNames(query, schema: source, arguments: arguments)
    var bound = names.derived()
    let filters = names.filters()
    var keys: [Int] = []
    for index in names.columns(query.groupBy) where !keys.contains(index) { keys.append(index) }
    let selected =
      query.isAggregation ? [] : query.select.map { names.columns($0) } ?? Array(names.schema.fields.indices)
    let conditions = GroupConditions(query, arguments)
    let keyNames = keys.map { names.schema[$0].name }
    let (measures, output) = names.measures(
      query.measures + conditions.aggregates, after: query.isAggregation ? keys : selected, over: keyNames)
    let groupSchema = Schema(output)
    let having = names.having(conditions, groupSchema)
    let pivot = query.pivot.flatMap { GroupPivot($0, keys: keyNames) }
    var outputSchema = Schema(Array(output.dropLast(min(output.count, conditions.aggregates.count))))
    if let pivot { outputSchema = Schema(pivot.rest.map { names.schema[keys[$0]] }) }
    let orderBy = names.ordering(by: outputSchema, isPivot: pivot != nil)
    try names.finish()

    // Collect the needed columns, from the result back to the table.
    let calls = measures.flatMap(\.calls)
    var needed = Set(keys + selected)
    for filter in filters { needed.formUnion(filter.columns) }
    for call in calls { needed.formUnion(call.columns) }
    for index in bound.indices.reversed() {
      if needed.contains(source.count + index) {
        needed.formUnion(bound[index]?.columns ?? [])
      } else {
        bound[index] = nil
      }
    }
    schema = names.schema
    sourceCount = source.count
    sourceColumns = source.fields.indices.filter { needed.contains($0) }
    derived = bound
    self.filters = filters
    self.keys = keys
    self.measures = measures
    shownMeasureCount = query.measures.count
    self.calls = calls
    isAggregation = query.isAggregation
    self.selected = selected
    self.groupSchema = groupSchema
    self.having = having
    self.pivot = pivot
    self.outputSchema = outputSchema
    self.orderBy = orderBy
    limit = query.limit
  }

  /// Returns the first rows by `orderBy`. Ties retain their order.
  func first(_ count: Int, of table: Table) throws -> Table {
    let orders = orderBy.map { SortOrder(table.columns[$0.column], isDescending: $0.isDescending) }
    guard !orders.isEmpty else { return table[rows: 0..<count] }
    return try table.gathered(
      SortOrder.rows(by: orders, rowCount: table.rowCount, limit: count) { try checkpoint?() })
  }

  /// True if, in rows that the limit cuts off, an expression evaluated after a condition could fail or warn.
  var canFailBeyondLimit: Bool {
    !filters.isEmpty
      && !(filters.allSatisfy(\.root.isHarmless) && derived.allSatisfy { $0?.root.isHarmless ?? true })
  }

  /// Returns the groups that satisfy the conditions, with the columns of the result.
  private func shown(_ groups: Table, _ memory: MemoryBudget?) throws -> Table {
    let groups = try fulfilling(groups, memory)
    return try pivot?.spread(groups, memory, checkpoint) ?? groups
  }

  /// Sorts and limits a table: by `orderBy`, with ties by the other columns. Without it, groups are sorted by keys
  /// and rows are in their original order.
  ///
  /// Groups are first filtered by conditions and pivoted. `isInOrder` means that groups are already sorted by keys.
  package func finished(
    _ table: Table, _ limits: QueryLimits, _ memory: MemoryBudget? = nil, isInOrder: Bool = false
  ) throws -> Table {
    let table = try isAggregation ? shown(table, memory) : table
    var result = table
    let share = MemoryShare(of: memory)
    var orders = orderBy.map { SortOrder(table.columns[$0.column], isDescending: $0.isDescending) }
    if isAggregation, !(isInOrder && pivot == nil && orders.isEmpty) {
      for key in 0..<keys.count - (pivot == nil ? 0 : 1) where !orderBy.contains(where: { $0.column == key }) {
        orders.append(SortOrder(table.columns[key]))
      }
    }
    if !orders.isEmpty {
      // Memory for the sorted row numbers, a copy of the rows, and temporary sort keys.
      let copied = limit.map { min($0, table.rowCount) } ?? table.rowCount
      if share.isLimited {
        try share.hold(
          SortOrder.memoryBytes(of: orders, rowCount: table.rowCount)
            + table.byteCount / max(1, table.rowCount) * copied)
      }
      result = table.gathered(
        try SortOrder.rows(by: orders, rowCount: table.rowCount, limit: limit) { try checkpoint?() })
    } else if let limit, limit < table.rowCount {
      result = table[rows: 0..<limit]
    }
    if result.rowCount < table.rowCount { result = result.compacted }
    result.properties.isSorted = !orderBy.isEmpty
    try limits.check(rows: result.rowCount, bytes: result.byteCount)
    return result
  }
}

extension TableQueryPlan {
  /// The minimum size limit for strings of a batch, for any limit on the result. Most of them are only intermediate
  /// values.
  package static let leastTextBytes = 16 << 20

  /// Returns the size limit for the strings that an expression creates from a batch. `madeBytes` is the size of those
  /// derived before.
  func textRoom(beside madeBytes: Int = 0) -> TextRoom? {
    let room = memory.map { budget in
      let share = MemoryShare(of: budget)
      return TextRoom(bytes: budget.remaining / 2, ofMemory: budget.limit) { (try? share.add($0)) != nil }
    }
    guard let bytes = limits.bytes else { return room }
    let most = max(bytes, Self.leastTextBytes)
    return TextRoom(bytes: max(0, most - madeBytes), ofQuery: most).narrowed(to: room)
  }
}
