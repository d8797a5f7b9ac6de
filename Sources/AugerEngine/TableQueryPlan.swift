import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A table query bound to the schema of its table and to its arguments: types known, names resolved, nothing run yet.
package struct TableQueryPlan: Sendable {
  /// The columns of the table, then the derived ones.
  package let schema: Schema
  package let sourceCount: Int
  /// Indices into the table's schema that the scan must deliver, ascending.
  package let sourceColumns: [Int]
  /// One for each derived column; nil where nothing needs it.
  package let derived: [BoundExpression?]
  package let filters: [BoundExpression]
  /// Indices into `schema`.
  package let keys: [Int]
  /// The query's measures, and behind them the aggregates that only conditions on groups ask for.
  package let measures: [AggregateSplit]
  /// How many of them the query has.
  let shownMeasureCount: Int
  /// The aggregate calls of all measures, equal ones kept apart.
  package let calls: [AggregateCall]
  package let isAggregation: Bool
  /// Indices into `schema` of the columns of a result that is not grouped.
  package let selected: [Int]
  /// Of a group: its keys and all of `measures`.
  let groupSchema: Schema
  /// Conditions on groups with their texts, bound to `groupSchema`.
  package let having: [(text: String, condition: BoundExpression)]
  /// The key whose values become columns.
  package let pivot: GroupPivot?
  /// The columns of the result; of a pivot those that are there before it.
  package let outputSchema: Schema
  /// Indices into `outputSchema`.
  package let orderBy: [(column: Int, isDescending: Bool)]
  package let limit: Int?
  /// What the run may take; nil: as much as there is.
  var memory: MemoryBudget?
  /// Of the query; its bytes bound what its expressions make, too.
  var limits = QueryLimits.none
  /// Whether the work should stop, asked within batches too; nil: it never should.
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

    // What is needed, from the result back to the table.
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

  /// The first rows by `orderBy`, ties in the order in which they stand.
  func first(_ count: Int, of table: Table) throws -> Table {
    let orders = orderBy.map { SortOrder(table.columns[$0.column], isDescending: $0.isDescending) }
    guard !orders.isEmpty else { return table[rows: 0..<count] }
    return try table.gathered(
      SortOrder.rows(by: orders, rowCount: table.rowCount, limit: count) { try checkpoint?() })
  }

  /// Whether conditions are followed, in rows that the limit cuts off, by what can fail or warn there.
  var canFailBeyondLimit: Bool {
    !filters.isEmpty
      && !(filters.allSatisfy(\.root.isHarmless) && derived.allSatisfy { $0?.root.isHarmless ?? true })
  }

  /// The groups that fulfil the conditions on them, in the columns of the result.
  private func shown(_ groups: Table, _ memory: MemoryBudget?) throws -> Table {
    let groups = try fulfilling(groups, memory)
    return try pivot?.spread(groups, memory, checkpoint) ?? groups
  }

  /// The table in its order and length: by `orderBy`, ties by the other columns; without it, groups by their keys and
  /// rows as they came. Groups are first asked the conditions on them, and spread into columns. `isInOrder` says that
  /// groups are in the order of their keys already.
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
      // The rows in order, a copy of them, and, for a moment, what is sorted.
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
  /// What the texts of a batch may always take, however few bytes the result may have: most of them are only looked at.
  package static let leastTextBytes = 16 << 20

  /// What the texts that an expression makes of a batch may take, beside those that were derived before.
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
