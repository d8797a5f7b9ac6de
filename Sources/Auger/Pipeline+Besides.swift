import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Pipeline {
  /// Returns an item's chart with a series for each of two sets of assumptions: those of the state, and others. If the
  /// item does not depend on the differing assumptions, or its type cannot be compared, the result is the chart alone.
  /// In the second case, its warnings contain the reason.
  package func chart(
    _ name: String, of dashboard: Dashboard, at state: Exploration, besides other: Scenario
  ) async throws -> ChartModel {
    guard try differs(name, of: dashboard, at: state, and: try other.applied(to: state, in: dashboard)) else {
      return try await chart(name, of: dashboard, at: state)
    }
    do {
      return try await beside(of: name, of: dashboard, at: state, Scenario("now", of: state), with: other)
    } catch let error as DiagnosticError where error.diagnostics.contains(where: { $0.code == .notComparable }) {
      var model = try await chart(name, of: dashboard, at: state)
      model.warnings += error.diagnostics.map { Warning(.notComparable, $0.message) }
      return model
    }
  }

  /// Returns true if an item depends on assumptions that differ between two states.
  ///
  /// A separate function without inlining, because the Swift 6.3 optimizer crashes on the asynchronous function that
  /// contains it.
  @inline(never)
  private func differs(
    _ name: String, of dashboard: Dashboard, at state: Exploration, and other: Exploration
  ) throws -> Bool {
    let charts = [name] + (dashboard.item(named: name)?.charts.map(\.name) ?? [])
    if charts.contains(where: { state[item: $0].whatIf != other[item: $0].whatIf }) { return true }
    var names = state.variables.entries.map(\.name)
    for entry in other.variables.entries where !names.contains(name: entry.name) { names.append(entry.name) }
    return try names.contains {
      try state.variables[$0] != other.variables[$0] && depends(name, of: dashboard, at: state, on: .variable($0))
    }
  }
}
