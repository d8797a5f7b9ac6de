import AugerCharts
import AugerColumns

/// A number that a node of a diagram should have, for goal seek.
public struct Goal: Sendable, Hashable {
  package let node: String
  package let diagram: String
  package let value: Double

  /// The goal that a node of a diagram equals a number.
  public static func node(_ node: String, of diagram: String, equals value: Double) -> Goal {
    Goal(node: node, diagram: diagram, value: value)
  }
}

/// The result of a goal seek.
public struct GoalSolution: Sendable, Hashable {
  /// The value of the driver that reaches the goal.
  package let value: Double
  /// The state in which the driver has this value.
  public let state: DashboardState

  package init(value: Double, state: DashboardState) {
    self.value = value
    self.state = state
  }
}

/// The chart of one step of a sweep.
public struct Frame: Sendable {
  /// The value of the variable, filter or argument in this step.
  public let value: Scalar
  /// The chart in this step.
  public let chart: ChartModel

  package init(value: Scalar, chart: ChartModel) {
    self.value = value
    self.chart = chart
  }
}
