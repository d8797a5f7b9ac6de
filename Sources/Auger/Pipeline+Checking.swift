import AugerAnalysis
import AugerMetadata
import AugerQuery

extension Pipeline {
  /// Repeats each move of a state, such as one from a query string, and checks it against the data. The selected values
  /// of each level must occur in that level's chart, and changed categories in their own chart.
  ///
  /// Throws `valueNotPresent` and the errors of `Dashboard.checked(_:)`.
  package func checked(_ state: Exploration, of dashboard: Dashboard) async throws -> Exploration {
    let state = try dashboard.checked(state)
    for group in dashboard.drillDownGroups {
      let path = state[item: group.name].drill
      // Report a value that a filter excludes before a value that is missing in the data.
      if !path.isEmpty { _ = try ChartPlan(group.name, of: dashboard, at: state) }
      for level in path.indices {
        var below = state
        below[item: group.name].drill = Array(path[...level])
        guard var above = try dashboard.placeOfLastPick(in: group.name, at: below) else { continue }
        // A selection in another chart may exclude a drilled value. The group then shows no rows.
        for source in dashboard.crossFilterCharts(at: state) { above[item: source.chart.name].selection = Selection() }
        if try await isShown(lastOf: path[...level], in: group.name, of: dashboard, at: above) { continue }
        // The model of the parent contains the other values, in their order.
        let parent = try await chart(group.name, of: dashboard, at: above)
        try dashboard.checkLastPick(in: group.name, at: below, seenIn: parent)
      }
    }
    for item in dashboard.changedCharts(at: state) {
      var unchanged = state
      unchanged[item: item].whatIf = []
      for source in dashboard.crossFilterCharts(at: state) {
        unchanged[item: source.chart.name].selection = Selection()
      }
      let model = try await chart(item, of: dashboard, at: unchanged)
      try dashboard.checkChanges(of: item, at: state, seenIn: model)
    }
    return state
  }

  /// Returns true if the rows of a parent chart contain the values that were last selected in it.
  private func isShown(
    lastOf path: ArraySlice<[Pick]>, in group: String, of dashboard: Dashboard, at above: Exploration
  ) async throws -> Bool {
    let answers = try answers(of: dashboard)
    let plan = try ChartPlan(group, of: dashboard, at: above, adding: arguments, knowing: answers.delegate)
    guard plan.showsAllCategories, let picks = path.last else { return false }
    return plan.shows(picks, in: try await answers.table(for: plan.mainRequest))
  }
}
