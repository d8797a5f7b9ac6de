import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

// Variants of one chart: under two sets of assumptions, or for several values of a target.
extension Pipeline {
  /// Returns a comparison of a chart under two scenarios. Nil means the initial state of the dashboard. Variables and
  /// changes do not cause queries.
  package func comparison(
    of name: String, of dashboard: Dashboard, at state: Exploration = Exploration(), _ here: Scenario?,
    with there: Scenario
  ) async throws -> ChartModel {
    let both = try await models(of: name, of: dashboard, at: state, here, there)
    return try both[0].model.compared(with: both[1].model, names: (both[0].name, both[1].name))
  }

  /// Returns the chart for the picture of a comparison, with a series for each of the two scenarios.
  package func beside(
    of name: String, of dashboard: Dashboard, at state: Exploration = Exploration(), _ here: Scenario?,
    with there: Scenario
  ) async throws -> ChartModel {
    try ChartModel.beside(try await models(of: name, of: dashboard, at: state, here, there))
  }

  private func models(
    of name: String, of dashboard: Dashboard, at state: Exploration, _ here: Scenario?, _ there: Scenario
  ) async throws -> [(name: String, model: ChartModel)] {
    let start = Scenario("start", of: Exploration())
    var models: [(name: String, model: ChartModel)] = []
    for scenario in [here ?? start, there] {
      let state = try scenario.applied(to: state, in: dashboard)
      models.append((scenario.name, try await chart(name, of: dashboard, at: state)))
    }
    return models
  }

  /// Returns a chart for each value of a variable, filter or argument, in the order of the values. Filters and
  /// arguments query the source again.
  ///
  /// Throws `stepsUnused` if the chart does not depend on the target, and the errors of `chart`.
  package func frames(
    of name: String, of dashboard: Dashboard, at state: Exploration = Exploration(), _ steps: Steps
  ) async throws -> [(value: Scalar, model: ChartModel)] {
    // Report a target that does not exist before a chart that does not depend on it.
    let first = try steps.place(steps.values[0], from: state, in: dashboard)
    guard try depends(name, of: dashboard, at: first.state, on: steps.target) else {
      throw DiagnosticError(
        Diagnostic(
          .stepsUnused, "chart '\(name)' does not depend on \(steps.described): each step would be the same"))
    }
    var frames: [(value: Scalar, model: ChartModel)] = []
    for value in steps.values {
      let (state, stepped) = try steps.place(value, from: state, in: dashboard)
      var all = arguments
      for (name, value) in stepped.entries { all[name] = value }
      frames.append((value, try await chart(name, of: dashboard, at: state, adding: all)))
    }
    return frames
  }

  /// Returns a chart for each value of a variable, filter or argument as an animation: with common axes, categories and
  /// series. Throws the errors of `frames`, and `tooManySteps`.
  package func animation(
    of name: String, of dashboard: Dashboard, at state: Exploration = Exploration(), _ steps: Steps,
    interval: Int = AnimationDefinition.standardInterval
  ) async throws -> ChartAnimation {
    try ChartAnimation(
      title: steps.title(in: dashboard), checking: try await frames(of: name, of: dashboard, at: state, steps),
      interval: interval)
  }

  /// Returns the animation that the author of a chart defined. Nil for a chart without one.
  package func animation(
    of name: String, showing model: ChartModel, of dashboard: Dashboard, at state: Exploration
  ) async throws -> ChartAnimation? {
    guard let definition = dashboard.animation(of: model) else { return nil }
    return try await animation(
      of: name, of: dashboard, at: state, try Steps(definition.steps), interval: definition.interval)
  }

  /// Returns the state in which a node of a diagram is set so that another reaches a goal. Nodes that are already set
  /// remain set.
  ///
  /// Throws the errors of `seek`.
  package func place(
    reaching goal: GoalSeek, of diagram: String, in dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> Exploration {
    let value = try await seek(
      goal.node, of: diagram, goal.goal, by: goal.driver, within: goal.bounds?.range, in: dashboard, at: state)
    return try dashboard.place(after: .setNode(item: diagram, node: goal.driver, to: .float(value)), from: state)
  }

  /// Returns a chart with a series for each value of a variable, filter or argument.
  package func sweep(
    of name: String, of dashboard: Dashboard, at state: Exploration = Exploration(), _ steps: Steps
  ) async throws -> ChartModel {
    try ChartModel.swept(steps, try await frames(of: name, of: dashboard, at: state, steps).map(\.model))
  }
}

extension Dashboard {
  /// Returns the animation of a chart, or of the current chart of a drilldown group.
  package func animation(of model: ChartModel) -> AnimationDefinition? { chart(named: model.name)?.animation }
}

extension Warning {
  /// Creates the warning that a page does not show an animation.
  init(animationOf chart: String, failedWith reason: String?) {
    let reason = reason.map { ": \($0)" } ?? ""
    self.init(.animationNotShown, "the animation of chart '\(chart)' is not shown\(reason)")
  }
}

extension Diagnostic.Code {
  /// An animation that an output cannot show.
  package static let animationNotShown = Self("animationNotShown")
}
