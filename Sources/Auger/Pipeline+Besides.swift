import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Pipeline {
  /// An item's chart with a series for each of two sets of assumptions: those of the place, and others. If it depends
  /// on none that differ, or its kind cannot be compared, which its warnings say then, it is the chart alone.
  package func chart(
    _ name: String, of dashboard: Dashboard, at place: Exploration, besides other: Scenario
  ) async throws -> ChartModel {
    guard try differs(name, of: dashboard, at: place, and: try other.applied(to: place, in: dashboard)) else {
      return try await chart(name, of: dashboard, at: place)
    }
    do {
      return try await beside(of: name, of: dashboard, at: place, Scenario("now", of: place), with: other)
    } catch let error as DiagnosticError where error.diagnostics.contains(where: { $0.code == .notComparable }) {
      var model = try await chart(name, of: dashboard, at: place)
      model.warnings += error.diagnostics.map { Warning(.notComparable, $0.message) }
      return model
    }
  }

  /// Whether an item depends on assumptions that differ between two places.
  ///
  /// On its own, and not inlined, as the optimizer of Swift 6.3 ends on the asynchronous function with it.
  @inline(never)
  private func differs(
    _ name: String, of dashboard: Dashboard, at place: Exploration, and other: Exploration
  ) throws -> Bool {
    let charts = [name] + (dashboard.item(named: name)?.charts.map(\.name) ?? [])
    if charts.contains(where: { place[item: $0].whatIf != other[item: $0].whatIf }) { return true }
    var names = place.variables.entries.map(\.name)
    for entry in other.variables.entries where !names.contains(name: entry.name) { names.append(entry.name) }
    return try names.contains {
      try place.variables[$0] != other.variables[$0] && depends(name, of: dashboard, at: place, on: .variable($0))
    }
  }
}
