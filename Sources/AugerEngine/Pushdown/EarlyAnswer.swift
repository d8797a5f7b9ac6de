import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Executes the likely statement of a query while the columns of its table are still being examined.
///
/// A statement depends on properties of all values of its columns, and some databases must read all rows to determine
/// them. The first rows usually suggest the same statement. Its result then takes no additional time.
enum EarlyAnswer {
  /// Returns the plan, and the result of its statement if it has been executed early.
  static func plan(
    _ query: TableQuery, on table: any PushdownTable, arguments: QueryArguments, limits: QueryLimits,
    _ control: RunControl
  ) throws -> (plan: PushdownPlan, answer: Table?) {
    guard let likely = try likelyPlan(query, on: table, arguments, limits, control) else {
      return (try PushdownPlan(query, on: table, arguments: arguments, limits: limits, control), nil)
    }
    // Cancelled with the query, or if its final plan differs.
    let own = RunControl(memory: control.memory, session: control.session)
    let settled = Locked<PushdownPlan?>(nil)
    let answer = Locked<Table?>(nil)
    try control.withCancellationHandler(own.cancel) {
      try Workers.run(2) { worker in
        if worker == 1 {
          // An error recurs, with its position, when the statement is executed normally.
          let early = try? table.execute(likely.statement, limits: limits.ofGroups, own)
          answer.withLock { $0 = early }
          return
        }
        do {
          let plan = try PushdownPlan(query, on: table, arguments: arguments, limits: limits, control)
          settled.withLock { $0 = plan }
          if !plan.asksTheSame(as: likely) { own.cancel() }
        } catch {
          own.cancel()
          throw error
        }
      }
    }
    let plan =
      try settled.withLock { $0 }
      ?? PushdownPlan(query, on: table, arguments: arguments, limits: limits, control)
    return (plan, plan.asksTheSame(as: likely) ? answer.withLock { $0 } : nil)
  }

  /// Returns the plan that the first rows suggest. Nil if the final plan is available immediately, or if the database
  /// would not group.
  private static func likelyPlan(
    _ query: TableQuery, on table: any PushdownTable, _ arguments: QueryArguments, _ limits: QueryLimits,
    _ control: RunControl
  ) throws -> PushdownPlan? {
    struct Settled: Error {}
    // A query that groups all rows is not pushed down until they are known (`PushdownPlan`).
    guard query.isAggregation, !query.filters.isEmpty else { return nil }
    do {
      let plan = try PushdownPlan(query, on: table, arguments: arguments, limits: limits, control) { columns in
        guard let likely = try table.likelyStorage(of: columns, control) else { throw Settled() }
        return likely
      }
      return plan.extent == .whole ? plan : nil
    } catch is Settled {
      return nil
    }
  }
}

extension PushdownPlan {
  fileprivate func asksTheSame(as other: PushdownPlan) -> Bool {
    extent == .whole && Name(statement.text) == Name(other.statement.text)
      && statement.bindings == other.statement.bindings
  }
}
