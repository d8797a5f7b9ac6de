import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The answer to the statement that a query probably becomes, begun while its table is still looked at.
///
/// What a statement may say depends on all values of its columns, which some databases have to read for it once. The
/// first rows mostly suggest the same statement: its answer then costs no more time than the looking.
enum EarlyAnswer {
  /// The plan, and the answer to its statement if that was executed meanwhile.
  static func plan(
    _ query: TableQuery, on table: any PushdownTable, arguments: QueryArguments, limits: QueryLimits,
    _ control: RunControl
  ) throws -> (plan: PushdownPlan, answer: Table?) {
    guard let likely = try likelyPlan(query, on: table, arguments, limits, control) else {
      return (try PushdownPlan(query, on: table, arguments: arguments, limits: limits, control), nil)
    }
    // Ends with the query, and when its plan turns out to be another one.
    let own = RunControl(memory: control.memory, session: control.session)
    let settled = Locked<PushdownPlan?>(nil)
    let answer = Locked<Table?>(nil)
    try control.withCancellationHandler(own.cancel) {
      try Workers.run(2) { worker in
        if worker == 1 {
          // What it throws is thrown again, with its place, when the statement is executed in its turn.
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

  /// The plan that the first rows suggest; nil where the true one costs nothing, or the database would not group.
  private static func likelyPlan(
    _ query: TableQuery, on table: any PushdownTable, _ arguments: QueryArguments, _ limits: QueryLimits,
    _ control: RunControl
  ) throws -> PushdownPlan? {
    struct Settled: Error {}
    // What groups all rows is not pushed down while they are not known (`PushdownPlan`).
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
