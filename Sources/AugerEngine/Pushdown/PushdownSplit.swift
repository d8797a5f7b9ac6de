import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The split of a bound plan. It collects the parts that can be expressed in SQL.
struct PushdownSplit {
  private(set) var remote: [String] = []
  private(set) var local: [PushdownPlan.LocalPart] = []
  private(set) var selection = RowSelection()
  private(set) var restOfFilters: [TableQuery.Filter] = []
  private(set) var grouped: GroupedReading?
  /// The statement if the database groups the whole query.
  private(set) var statement: SQLStatement?

  /// The pushed-down conditions of the data policy.
  private var visible: SQLFragment?
  /// The pushed-down conditions of the query.
  private var asked: SQLFragment?
  private let query: TableQuery
  private let plan: TableQueryPlan
  private let table: any PushdownTable
  private let limits: QueryLimits

  init(
    _ query: TableQuery, _ plan: TableQueryPlan, _ table: any PushdownTable, _ storage: [Int: ColumnStorage],
    _ rowCount: Int?, _ arguments: QueryArguments, _ limits: QueryLimits, pushesDown: Bool
  ) {
    self.query = query
    self.plan = plan
    self.table = table
    self.limits = limits
    // The filters of the plan, in their original form.
    let filters = query.filters.filter { filter in
      !filter.isOptional || filter.expression.variableNames.allSatisfy { arguments[$0] != nil }
    }
    restOfFilters = filters
    guard pushesDown else {
      note("all of it", "the query has 'pushdown: false'")
      return
    }
    guard table.deliversRows || plan.isAggregation else {
      note("all of it", "rows of joined tables are put together here")
      return
    }

    for (index, column) in storage.sorted(by: { $0.key < $1.key }) {
      if case .unsettled(let reason) = column.form {
        note("all of it", "'\(plan.schema[index].name)' \(reason)")
        return
      }
    }
    var translator = SQLTranslator(
      table, schema: Schema(Array(plan.schema.fields.prefix(plan.sourceCount))), storage: storage, rowCount: rowCount)
    for expression in plan.derived { translator.append(expression) }

    splitFilters(filters, translator)
    if plan.isAggregation {
      if restOfFilters.isEmpty { group(translator) } else { note("the groups", "conditions before them run here") }
      if statement == nil, !table.deliversRows {
        (selection, restOfFilters, remote) = (RowSelection(), filters, [])
        note("all of it", "rows of joined tables are put together here")
      }
    } else {
      splitOrder(translator)
    }
  }

  private mutating func note(_ what: String, _ reason: String) {
    local.append(PushdownPlan.LocalPart(what: what, reason: reason))
  }

  // MARK: Conditions

  /// Pushes conditions down in their local order of execution.
  ///
  /// Stops when an earlier local condition could warn or fail: it would no longer see the rows that later conditions
  /// remove.
  private mutating func splitFilters(_ filters: [TableQuery.Filter], _ translator: SQLTranslator) {
    var pushed: [Pushed] = []
    var visible: [Pushed] = []
    var isPushed = [Bool](repeating: false, count: filters.count)
    var blocker: String?
    func stage(_ index: Int) -> Int { (plan.filters[index].columns.last ?? -1) + 1 }
    for ready in plan.sourceCount...plan.sourceCount + plan.derived.count {
      if ready > plan.sourceCount, let derived = plan.derived[ready - 1 - plan.sourceCount], !derived.root.isHarmless {
        blocker = blocker ?? "'\(plan.schema[ready - 1].name)' is computed before it"
      }
      for index in filters.indices where max(stage(index), plan.sourceCount) == ready {
        let text = JoinedLayout.innerJoin(filters[index].expression) ?? "where \(filters[index].expression)"
        do throws(NotExpressible) {
          if let blocker { throw NotExpressible(blocker) }
          let condition = Pushed(try translator.filter(plan.filters[index]), plan.filters[index].root.isHarmless)
          if filters[index].isRestriction { visible.append(condition) } else { pushed.append(condition) }
          isPushed[index] = true
          remote.append(text)
        } catch {
          note(text, error.reason)
          if blocker == nil, filters[index].isRestriction || !plan.filters[index].root.isHarmless {
            blocker = "another condition runs before it"
          }
        }
      }
    }
    restOfFilters = filters.indices.filter { !isPushed[$0] }.map { TableQuery.Filter(filters[$0].expression) }
    self.visible = Self.all(visible, translator)
    asked = Self.all(pushed, translator)
    selection.condition = Self.condition(visible: self.visible, asked)
  }

  /// A condition in SQL, with a flag for conditions that cannot fail.
  private struct Pushed {
    let condition: SQLFragment
    let isHarmless: Bool

    init(_ condition: SQLFragment, _ isHarmless: Bool) { (self.condition, self.isHarmless) = (condition, isHarmless) }
  }

  /// Returns both conditions combined. The second one applies only to visible rows.
  ///
  /// Otherwise a database might find rows by an index on the second condition and remove invisible ones afterwards.
  /// The time this takes would reveal their existence.
  private static func condition(visible: SQLFragment?, _ condition: SQLFragment?) -> SQLFragment? {
    guard let visible, let condition else { return visible ?? condition }
    return "\(visible) AND (CASE WHEN \(visible) THEN \(condition) ELSE (1 = 0) END)"
  }

  private static func all(_ conditions: [Pushed], _ translator: SQLTranslator) -> SQLFragment? {
    guard translator.provesSuccess, !conditions.isEmpty else { return inOrder(conditions) }
    return SQLFragment.all(conditions.map(\.condition))
  }

  /// Returns all conditions combined. A database evaluates a conjunction in any order. A condition that can fail is
  /// therefore evaluated before those that follow it here, so that they do not remove the row at which it fails.
  private static func inOrder(_ conditions: [Pushed]) -> SQLFragment? {
    guard var result = conditions.last?.condition else { return nil }
    for item in conditions.dropLast().reversed() {
      result =
        item.isHarmless
        ? SQLFragment.all([item.condition, result]) : "(CASE WHEN \(item.condition) THEN \(result) ELSE (1 = 0) END)"
    }
    return result
  }

  // MARK: Rows

  private mutating func splitOrder(_ translator: SQLTranslator) {
    guard let limit = plan.limit else {
      if !plan.orderBy.isEmpty { note(orderText, "without a limit all rows are read anyway") }
      return
    }
    guard restOfFilters.isEmpty else {
      let what = plan.orderBy.isEmpty ? "limit \(limit)" : "\(orderText), limit \(limit)"
      return note(what, "after a condition that runs here")
    }
    // Rows after the limit are not computed by the database. Here they are, unless the query has no conditions.
    if plan.orderBy.isEmpty, plan.filters.isEmpty { return remote.append("limit \(limit)") }
    do throws(NotExpressible) {
      guard translator.provesSuccess || plan.filters.allSatisfy(\.root.isHarmless) else {
        throw NotExpressible("a condition that can fail must be evaluated for all rows")
      }
      for (index, derived) in plan.derived.enumerated() {
        guard let derived, !derived.root.isHarmless else { continue }
        throw NotExpressible("'\(plan.schema[plan.sourceCount + index].name)' is computed before it")
      }
      if plan.orderBy.isEmpty { return remote.append("limit \(limit)") }
      guard limits.rows == nil else { throw NotExpressible("rows are counted for the query's limit") }
      guard table.hasFixedOrder else { throw NotExpressible("the table has no order of its own to break ties") }
      var terms: [SQLFragment] = []
      for order in plan.orderBy {
        let term = try translator.column(plan.selected[order.column])
        guard term.guards.isEmpty else { throw NotExpressible("rows whose divisor is 0 are counted here") }
        terms.append(translator.ordering(term, isDescending: order.isDescending))
      }
      selection.order = SQLFragment.list(terms)
      selection.limit = limit
      remote.append("\(orderText), limit \(limit)")
    } catch {
      note(plan.orderBy.isEmpty ? "limit \(limit)" : "\(orderText), limit \(limit)", error.reason)
    }
  }

  private var orderText: String {
    "order by "
      + plan.orderBy.map { ($0.isDescending ? "-" : "") + plan.outputSchema[$0.column].name }
      .joined(separator: ", ")
  }

  // MARK: Groups

  /// Returns a derived column in a branch that can fail. Here it is computed for every row, but in a database only
  /// for rows that take the branch. Nil if none exists.
  private func leftOut(of node: BoundNode) -> Int? {
    // Derived columns may refer to each other repeatedly, so each is visited once.
    var seen: Set<Int> = []
    var seenInBranches: Set<Int> = []
    func find(_ node: BoundNode, isBranch: Bool) -> Int? {
      var always = node.children
      var branches: [BoundNode] = []
      switch node.kind {
      case .column(let index):
        guard index >= plan.sourceCount, let derived = plan.derived[index - plan.sourceCount] else { return nil }
        if isBranch, !derived.root.isHarmless { return index }
        guard isBranch ? seenInBranches.insert(index).inserted : seen.insert(index).inserted else { return nil }
        always = [derived.root]
      case .choose, .coalesce, .logic:
        branches = Array(always.dropFirst())
        always = Array(always.prefix(1))
      default: break
      }
      for child in always { if let found = find(child, isBranch: isBranch) { return found } }
      for child in branches { if let found = find(child, isBranch: true) { return found } }
      return nil
    }
    return find(node, isBranch: false)
  }

  private mutating func group(_ translator: SQLTranslator) {
    var columns: [SQLFragment] = []
    var guards: [SQLFragment] = []
    var reading = GroupedReading()
    var keys: [SQLTerm] = []
    var calls: [SQLAggregate] = []
    var obstacles: [PushdownPlan.LocalPart] = []
    func take(_ aggregate: SQLAggregate, _ type: DataType) -> GroupedReading.Item {
      defer { columns += aggregate.columns }
      for item in aggregate.guards where !guards.contains(item) { guards.append(item) }
      return .init(first: columns.count, count: aggregate.columns.count, reading: aggregate.reading, type: type)
    }
    for key in plan.keys {
      do throws(NotExpressible) {
        let term = try translator.column(key)
        reading.keys.append(take(try translator.selected(term), plan.schema[key].type))
        keys.append(term)
      } catch {
        obstacles.append(.init(what: "group by \(plan.schema[key].name)", reason: error.reason))
      }
    }
    for call in plan.calls {
      do throws(NotExpressible) {
        for argument in [call.argument, call.secondArgument] {
          guard let argument, let column = leftOut(of: argument.root) else { continue }
          throw NotExpressible("'\(plan.schema[column].name)' is computed of all rows, and may fail")
        }
        let aggregate = try translator.aggregate(call)
        reading.calls.append(take(aggregate, call.type))
        calls.append(aggregate)
      } catch {
        obstacles.append(.init(what: call.text, reason: error.reason))
      }
    }
    guard obstacles.isEmpty else {
      local += obstacles
      if !plan.keys.isEmpty { note("the groups", "all measures of a group are computed in one place") }
      return
    }
    if !plan.keys.isEmpty {
      remote.append("group by " + plan.keys.map { plan.schema[$0].name }.joined(separator: ", "))
    }
    for call in plan.calls where !remote.contains(call.text) { remote.append(call.text) }
    for measure in plan.measures {
      if case .column = measure.outer.root.kind { continue }
      note("measures from their aggregates", "over the groups")
      break
    }
    if columns.isEmpty { columns = ["count(*)"] }
    if !guards.isEmpty {
      reading.guardColumn = columns.count
      columns.append(translator.any(of: guards))
    }
    let seen = visible.flatMap { table.sqlSource(where: $0) }
    var sql: SQLFragment = "SELECT \(SQLFragment.list(columns)) FROM \(seen ?? table.sqlSource)"
    if let condition = seen == nil ? selection.condition : asked { sql = sql + " WHERE \(condition)" }
    if !keys.isEmpty {
      let terms = keys.enumerated().map { number, key in
        key.groupsAsIs ? key.sql : SQLFragment(verbatim: "\(number + 1)")
      }
      sql = sql + " GROUP BY \(SQLFragment.list(terms))"
    }
    let (condition, isComplete) = having(translator, keys, calls, hasGuards: !guards.isEmpty)
    if let condition { sql = sql + " HAVING \(condition)" }
    if let pivot = plan.pivot {
      note("pivot \(plan.schema[plan.keys[pivot.key]].name)", "values become columns once the groups are known")
    }
    sql = sql + (cut(translator, keys, calls, reading, hasGuards: !guards.isEmpty, isComplete: isComplete))
    statement = sql.statement(table.dialect)
    grouped = reading
  }

  /// Throws if groups that the database omits matter here: they count toward a limit, or computing them may fail.
  private func requireNoneMissed(_ translator: SQLTranslator, hasGuards: Bool) throws(NotExpressible) {
    guard limits.rows == nil else { throw NotExpressible("groups are counted for the query's limit") }
    guard !hasGuards else { throw NotExpressible("all groups must be checked for a divisor of 0") }
    // A database that omits groups does not report an overflow in them.
    let canFail = plan.calls.contains { call in
      !call.arguments.allSatisfy(\.root.isHarmless) || call.function == .sum && call.type == .int64
    }
    let areRowsHarmless =
      plan.filters.allSatisfy(\.root.isHarmless) && plan.derived.allSatisfy { $0?.root.isHarmless ?? true }
    guard translator.provesSuccess || !canFail && areRowsHarmless else {
      throw NotExpressible("all groups are computed, for one that overflows")
    }
  }

  /// Returns the HAVING condition, and true if it includes all conditions on groups.
  ///
  /// All conditions are evaluated again here, which does not change the result. A local condition that could warn or
  /// fail still sees all groups that earlier ones accept.
  private mutating func having(
    _ translator: SQLTranslator, _ keys: [SQLTerm], _ calls: [SQLAggregate], hasGuards: Bool
  ) -> (condition: SQLFragment?, isComplete: Bool) {
    guard !plan.having.isEmpty else { return (nil, true) }
    let groups = translator.over(groupColumns(translator, keys.count, calls))
    var pushed: [SQLFragment] = []
    var blocker: String?
    for (text, condition) in plan.having {
      do throws(NotExpressible) {
        guard !keys.isEmpty else { throw NotExpressible("there is one group") }
        if let blocker { throw NotExpressible(blocker) }
        try requireNoneMissed(translator, hasGuards: hasGuards)
        guard plan.measures.allSatisfy(\.outer.root.isHarmless) else {
          throw NotExpressible("the measures of all groups are computed before it")
        }
        pushed.append(try groups.filter(condition))
        remote.append("having \(text)")
      } catch {
        note("having \(text)", error.reason)
        if !condition.root.isHarmless { blocker = "another condition on groups runs before it" }
      }
    }
    return (pushed.isEmpty ? nil : SQLFragment.all(pushed), pushed.count == plan.having.count)
  }

  /// Returns the SQL terms for the columns of a group in a condition on it.
  private func groupColumns(
    _ translator: SQLTranslator, _ keyCount: Int, _ calls: [SQLAggregate]
  ) -> [Result<SQLTerm, NotExpressible>] {
    let keys = [Result<SQLTerm, NotExpressible>](
      repeating: .failure(NotExpressible("conditions on keys of groups run here")), count: keyCount)
    var columns = keys
    var next = 0
    for measure in plan.measures {
      let results = measure.calls.map { call -> Result<SQLTerm, NotExpressible> in
        defer { next += 1 }
        return Self.term(calls[next], call)
      }
      let own = translator.over(keys + results)
      columns.append(Result { () throws(NotExpressible) in try own.term(measure.outer) })
    }
    return columns
  }

  /// Returns an aggregate that the database compares exactly like this engine: an exact integer.
  private static func term(_ aggregate: SQLAggregate, _ call: AggregateCall) -> Result<SQLTerm, NotExpressible> {
    guard aggregate.isExact else { return .failure(NotExpressible("the last digits of '\(call.text)' decide it")) }
    guard call.type == .int64, aggregate.reading == .value, aggregate.columns.count == 1 else {
      return .failure(NotExpressible("'\(call.text)' is compared here"))
    }
    return .success(SQLTerm(aggregate.columns[0], .int64))
  }

  /// Returns ORDER BY and LIMIT if the database would select the same groups.
  private mutating func cut(
    _ translator: SQLTranslator, _ keys: [SQLTerm], _ calls: [SQLAggregate], _ reading: GroupedReading,
    hasGuards: Bool, isComplete: Bool
  ) -> SQLFragment {
    guard let limit = plan.limit, !keys.isEmpty else {
      if !keys.isEmpty { note(plan.orderBy.isEmpty ? "order by the keys" : orderText, "over the groups") }
      return ""
    }
    let what = plan.orderBy.isEmpty ? "limit \(limit)" : "\(orderText), limit \(limit)"
    do throws(NotExpressible) {
      guard plan.pivot == nil else { throw NotExpressible("the rows are those after the pivot") }
      guard isComplete else { throw NotExpressible("after a condition on groups that runs here") }
      try requireNoneMissed(translator, hasGuards: hasGuards)
      var terms: [SQLFragment] = []
      var isOrdered = [Bool](repeating: false, count: keys.count)
      for order in plan.orderBy {
        if order.column < keys.count {
          isOrdered[order.column] = true
          terms.append(translator.ordering(keys[order.column], isDescending: order.isDescending))
          continue
        }
        let measure = order.column - keys.count
        let name = plan.outputSchema[order.column].name
        guard case .column(let index) = plan.measures[measure].outer.root.kind, index >= keys.count else {
          throw NotExpressible("'\(name)' is computed from its aggregates here")
        }
        let call = plan.measures[..<measure].reduce(0) { $0 + $1.calls.count } + index - keys.count
        guard calls[call].isExact else { throw NotExpressible("the last digits of '\(name)' decide it") }
        let number = SQLFragment(verbatim: "\(reading.calls[call].first + 1)")
        terms.append(translator.ordering(number, isDescending: order.isDescending))
      }
      for (key, term) in keys.enumerated() where !isOrdered[key] {
        terms.append(translator.ordering(term, isDescending: false))
      }
      remote.append(what)
      return " ORDER BY \(SQLFragment.list(terms)) LIMIT \(SQLFragment(verbatim: "\(limit)"))"
    } catch {
      note(what, error.reason)
      return ""
    }
  }
}

extension AggregateCall {
  /// The call in its original notation.
  var text: String {
    guard let argument else { return "\(function.rawValue)()" }
    let text = argument.source[span]
    return text.isEmpty ? function.rawValue : String(text)
  }
}
