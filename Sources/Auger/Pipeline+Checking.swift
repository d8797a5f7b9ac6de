import AugerAnalysis
import AugerMetadata
import AugerQuery

extension Pipeline {
  /// A state made elsewhere, such as one read from an address, with each of its moves made again - also against the
  /// data: what was picked in each level is looked for in that level's chart, and what is changed in its own.
  ///
  /// Throws `valueNotPresent` beside what `Dashboard.checked(_:)` throws.
  public func checked(_ state: Exploration, of dashboard: Dashboard) async throws -> Exploration {
    let state = try dashboard.checked(state)
    for group in dashboard.drillDownGroups {
      let path = state[item: group.name].drill
      // What a filter keeps out is reported as that, before it is missed in the data.
      if !path.isEmpty { _ = try ChartPlan(group.name, of: dashboard, at: state) }
      for level in path.indices {
        var below = state
        below[item: group.name].drill = Array(path[...level])
        guard let above = try dashboard.placeOfLastPick(in: group.name, at: below) else { continue }
        if try await isShown(lastOf: path[...level], in: group.name, of: dashboard, at: above) { continue }
        // The model of the parent has the other values, in their order.
        let parent = try await chart(group.name, of: dashboard, at: above)
        try dashboard.checkLastPick(in: group.name, at: below, seenIn: parent)
      }
    }
    for item in dashboard.changedCharts(at: state) {
      var unchanged = state
      unchanged[item: item].whatIf = []
      let model = try await chart(item, of: dashboard, at: unchanged)
      try dashboard.checkChanges(of: item, at: state, seenIn: model)
    }
    return state
  }

  /// Returns true if the rows that a parent chart is made of have the values that were last selected in it.
  private func isShown(
    lastOf path: ArraySlice<[Pick]>, in group: String, of dashboard: Dashboard, at above: Exploration
  ) async throws -> Bool {
    let answers = try answers(of: dashboard)
    let plan = try ChartPlan(group, of: dashboard, at: above, adding: arguments, knowing: answers.delegate)
    guard plan.showsAllCategories, let picks = path.last else { return false }
    return plan.shows(picks, in: try await answers.table(for: plan.mainRequest))
  }
}
