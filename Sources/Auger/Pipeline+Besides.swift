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
    let there = try other.applied(to: place, in: dashboard)
    var names = place.variables.entries.map(\.name)
    for entry in there.variables.entries where !names.contains(name: entry.name) {
      names.append(entry.name)
    }
    let differing = names.filter { place.variables[$0] != there.variables[$0] }
    let item = dashboard.items.first { Name($0.name) == Name(name) }
    let charts = [name] + (item?.charts.map(\.name) ?? [])
    var differs = charts.contains { place[item: $0].whatIf != there[item: $0].whatIf }
    for variable in differing where !differs {
      differs = try depends(name, of: dashboard, at: place, on: .variable(variable))
    }
    guard differs else { return try await chart(name, of: dashboard, at: place) }
    do {
      return try await beside(of: name, of: dashboard, at: place, Scenario("now", of: place), with: other)
    } catch let error as DiagnosticError where error.diagnostics.contains(where: { $0.code == .notComparable }) {
      var model = try await chart(name, of: dashboard, at: place)
      model.warnings += error.diagnostics.map { Warning(.notComparable, $0.message) }
      return model
    }
  }
}
