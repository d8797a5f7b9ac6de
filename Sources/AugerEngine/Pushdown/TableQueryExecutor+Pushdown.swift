import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A result, with the extent of pushdown.
package struct PushedResult: Sendable {
  package let table: Table
  package let extent: PushdownPlan.Extent
  /// The reason if the pushed-down result was discarded and the query was executed here.
  package let voided: String?
}

extension TableQueryExecutor {
  /// Executes a query and pushes down every part with an identical result. Blocks and throws like `execute`.
  package func executePushingDown(
    _ query: TableQuery, on table: any PushdownTable, arguments: QueryArguments = QueryArguments(),
    limits: QueryLimits = .none, _ control: RunControl = RunControl()
  ) throws -> PushedResult {
    let query = try answering(query, arguments) {
      try executePushingDown($0, on: table, arguments: arguments, control).table
    }
    var voided = "the database was written to meanwhile"
    // Column properties are valid while the table does not change. Retries are limited in case it changes constantly.
    for _ in 0..<3 {
      let version = try table.version(control)
      let (plan, early) = try control.measure(.read) {
        try EarlyAnswer.plan(query, on: table, arguments: arguments, limits: limits, control)
      }
      do {
        let result = try run(plan, early, table, arguments, limits, control)
        if plan.extent == .none { return PushedResult(table: result, extent: .none, voided: nil) }
        guard try table.version(control) == version else { continue }
        return PushedResult(table: result, extent: plan.extent, voided: nil)
      } catch let problem as PushdownVoid {
        voided = problem.reason
        break
      } catch let error as AugerError where error.code == .queryFailed && plan.extent != .none {
        // This is probably an overflow. Local execution reports it with its position.
        voided = error.message
        break
      }
    }
    let result = try execute(query, on: table, arguments: arguments, limits: limits, control)
    return PushedResult(table: result, extent: .none, voided: voided)
  }

  private func run(
    _ plan: PushdownPlan, _ early: Table?, _ table: any PushdownTable, _ arguments: QueryArguments,
    _ limits: QueryLimits, _ control: RunControl
  ) throws -> Table {
    guard let grouped = plan.grouped else {
      let rows: any ScannableTable = plan.extent == .none ? table : table.narrowed(to: plan.selection)
      return try execute(
        Request(plan.rest, arguments: arguments, limits: limits), on: rows, control,
        readsOn: plan.plan.canFailBeyondLimit)
    }
    let answer =
      try early
      ?? control.measure(.read) {
        try table.execute(plan.statement, limits: limits.ofGroups, control)
      }
    let (keys, calls) = try grouped.columns(of: answer)
    var groups = plan.plan
    (groups.memory, groups.limits, groups.checkpoint) = (control.memory, limits, { try control.check() })
    return try groups.finished(try groups.grouped(keys, calls, rowCount: answer.rowCount), limits, control.memory)
  }
}

extension QueryLimits {
  /// The limits of a grouping statement. Bytes are counted after its groups are finished.
  var ofGroups: QueryLimits { QueryLimits(rows: rows, time: time) }
}

extension TableQueryPlan {
  /// Returns the table of groups: their keys, and the measures computed from the results of calls.
  func grouped(_ keys: [Column], _ calls: [Column], rowCount: Int) throws -> Table {
    var warnings = Warnings()
    var columns = keys
    var next = 0
    for measure in measures {
      let inputs = (keys + calls[next..<next + measure.calls.count]).map(Optional.some)
      next += measure.calls.count
      columns.append(
        try measure.outer.evaluate(
          inputs, rowCount: rowCount, firstRow: 0, active: nil, rows: nil, room: textRoom(), checkpoint: checkpoint,
          warnings: &warnings))
    }
    return Table(groupSchema, columns, rowCount: rowCount, warnings: warnings)
  }
}
