import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Pipeline {
  /// Finds the value of a driver for which a node of a diagram reaches a goal. Nodes that are set in the state remain
  /// set.
  ///
  /// ```swift
  /// let goal = Goal.node("Profit", of: "Plan", equals: 1_000_000)
  /// let solution = try await pipeline.seek(goal, varying: "Price", within: 5...20, from: plan.initialState)
  /// let chart = try await pipeline.chart("Plan", in: solution.state)
  /// ```
  ///
  /// - Parameters:
  ///   - goal: The node and the number that it should have.
  ///   - driver: The node to vary.
  ///   - bounds: The allowed values of the driver. Nil for any number.
  ///   - state: The state of the dashboard with the diagram.
  /// - Throws: `goalNotReached` with the reason, and the errors of ``chart(_:in:delegate:)``.
  public func seek(
    _ goal: Goal, varying driver: String, within bounds: ClosedRange<Double>? = nil, from state: DashboardState
  ) async throws(AugerError) -> GoalSolution {
    do { return try await solution(goal, driver, bounds, state) } catch { throw AugerError(error) }
  }

  private func solution(
    _ goal: Goal, _ driver: String, _ bounds: ClosedRange<Double>?, _ state: DashboardState
  ) async throws -> GoalSolution {
    let value = try await seek(
      goal.node, of: goal.diagram, goal.value, by: driver, within: bounds, in: state.dashboard, at: state.exploration)
    let move = StateChange.setNode(item: goal.diagram, node: driver, to: .float(value))
    let place = try state.dashboard.place(after: move, from: state.exploration)
    return GoalSolution(value: value, state: DashboardState(state.dashboard, place))
  }

  /// Solves for a node of a diagram: returns the value of `driver` for which `node` reaches a goal. The nodes that are
  /// set in the state remain set.
  ///
  /// Throws `goalNotReached` with the reason, and `metadataObjectUndefined` for names.
  package func seek(
    _ node: String, of name: String, _ goal: Double, by driver: String, within bounds: ClosedRange<Double>? = nil,
    in dashboard: Dashboard, at state: Exploration = Exploration()
  ) async throws -> Double {
    guard let diagram = dashboard.diagrams.first(named: name) else {
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "dashboard '\(dashboard.name)' has no diagram '\(name)'",
          hint: DidYouMean.hint(for: name, among: dashboard.diagrams.map(\.name), listing: "diagrams")))
    }
    let answers = try answers(of: dashboard)
    let table = try await answers.table(
      for: try request(
        diagram.query, diagram.filters, of: diagram.name, in: dashboard, at: state, adding: arguments, answers))
    return try DiagramBuilder(diagram, locale: locale, variables: dashboard.variableValues(at: state))
      .seek(
        node, goal, by: driver, within: bounds.map { Bounds($0) }, from: table,
        setting: state[item: name].nodes.entries.map { ($0.name, $0.value) })
  }
}
