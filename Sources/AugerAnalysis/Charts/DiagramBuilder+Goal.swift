import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension DiagramBuilder {
  /// Returns the number to which one node must be set so that another reaches a goal (goal seek).
  ///
  /// The relative tolerance is one billionth. If several solutions exist, the search doubles its steps and returns the
  /// solution nearest to the present value of the driver that it finds.
  ///
  /// - Parameters:
  ///   - driver: The node to set. It has no expression and is not the goal node.
  ///   - bounds: The range of values to try. Default: any number.
  ///   - nodes: Other nodes that are set.
  /// - Throws: `goalNotReached` with the nearest value if the driver does not affect the node, or if no number in the
  ///   bounds reaches the goal. `goalDriver` if the driver cannot be set. `metadataObjectUndefined` if a name does not
  ///   exist.
  package func seek(
    _ node: String, _ goal: Double, by driver: String, within bounds: Bounds? = nil, from table: Table,
    setting nodes: [(name: String, value: Scalar)] = []
  ) throws -> Double {
    guard let target = number(of: node) else { throw unknown(node) }
    guard let lever = number(of: driver) else { throw unknown(driver) }
    try checkDriver(lever, of: target)
    let others = nodes.filter { Name($0.name) != Name(driver) }
    func reached(_ model: ChartModel) -> Double? {
      model.diagram?.nodes[target].value.doubleValue.flatMap { $0.isFinite ? $0 : nil }
    }
    /// The difference between the node and its goal. Nil if the node has no value.
    func distance(_ value: Double) throws -> Double? {
      reached(try model(from: table, setting: others + [(driver, .float(value))])).map { $0 - goal }
    }
    let now = try model(from: table, setting: nodes)
    let start = (now.diagram?.nodes[lever].value.doubleValue ?? 0).clamped(to: bounds)
    let tolerance = 1e-9 * max(1, goal.magnitude) / 4
    guard let first = try distance(start) else { throw refused(node, goal, driver, "it has no value") }
    if first.magnitude <= tolerance { return start }
    let present = (reached(now) ?? goal + first) - goal
    /// Float arithmetic changes the last digits even if the driver cancels out.
    func isMoved(_ found: Double) -> Bool {
      (found - present).magnitude > 1e-9 * max(1, goal.magnitude, (present + goal).magnitude)
    }
    var nearest = (value: start, distance: first)
    var known: [(value: Double, distance: Double)] = [(start, first)]
    var step = max(1e-3, start.magnitude / 64)
    var hasMoved = isMoved(first)
    // Search outwards on both sides until the distance changes its sign.
    for _ in 0..<200 {
      for candidate in [start - step, start + step] {
        let value = candidate.clamped(to: bounds)
        guard value.isFinite, !known.contains(where: { $0.value == value }), let found = try distance(value) else {
          continue
        }
        if isMoved(found) { hasMoved = true }
        if found.magnitude < nearest.distance.magnitude { nearest = (value, found) }
        if found.magnitude <= tolerance { return value }
        // The neighbor on the side of the start.
        let neighbor =
          known.filter { ($0.value - start) * (value - start) >= 0 }
          .max { ($0.value - start).magnitude < ($1.value - start).magnitude } ?? known[0]
        known.append((value, found))
        if (neighbor.distance < 0) != (found < 0),
          let solution = try root(neighbor, (value, found), tolerance, distance)
        {
          return solution
        }
      }
      step *= 2
    }
    guard hasMoved else { throw refused(node, goal, driver, "'\(driver)' does not change it") }
    let nearestGoal = NumberTexts.short(nearest.distance + goal)
    throw refused(
      node, goal, driver,
      "the nearest value is \(nearestGoal), with '\(driver)' at \(NumberTexts.short(nearest.value))",
      hint: now.warnings.contains { $0.code == .dataContradictsExpression }
        ? "Resolve the warnings \(Diagnostic.Code.dataContradictsExpression) of the diagram first." : nil)
  }

  /// Throws `goalDriver` if the node cannot be set to reach a goal of `target`.
  private func checkDriver(_ driver: Int, of target: Int) throws(DiagnosticError) {
    let node = definition.nodes[driver]
    let reason: String
    if driver == target {
      reason = "it is the node of the goal itself"
    } else if node.expression != nil {
      reason = "its expression computes it from other nodes"
    } else {
      return
    }
    let inputs = inputs(of: target).map { definition.nodes[$0].name }
    let place = node.expression.flatMap { node.place == nil ? nil : Diagnostic.Place($0.source, $0.span) } ?? node.place
    throw DiagnosticError(
      Diagnostic(
        .goalDriver, "node '\(node.name)' of diagram '\(definition.name)' cannot be set to reach a goal: \(reason)",
        at: place,
        hint: inputs.isEmpty
          ? "Choose a goal of a node with an expression."
          : "Choose a node without an expression: \(inputs.joined(separator: ", "))."))
  }

  /// Returns the nodes without an expression on which a node depends, in diagram order.
  private func inputs(of node: Int) -> [Int] {
    let parts = parts
    var isReached = [Bool](repeating: false, count: parts.count)
    var open = parts[node]
    while let next = open.popLast() {
      guard !isReached[next] else { continue }
      isReached[next] = true
      open += parts[next]
    }
    return parts.indices.filter { isReached[$0] && definition.nodes[$0].expression == nil }
  }

  private func refused(
    _ node: String, _ goal: Double, _ driver: String, _ reason: String, hint: String? = nil
  ) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .goalNotReached,
        "node '\(node)' of diagram '\(definition.name)' does not reach \(NumberTexts.short(goal)) by '\(driver)': "
          + reason, hint: hint))
  }

  /// Finds a root between two numbers whose distances have different signs. Uses secants, and bisection if they
  /// converge slowly. Nil if the sign changes at a discontinuity, like that of 1 ÷ x at zero.
  private func root(
    _ a: (value: Double, distance: Double), _ b: (value: Double, distance: Double), _ tolerance: Double,
    _ distance: (Double) throws -> Double?
  ) throws -> Double? {
    var (low, high) = a.value < b.value ? (a, b) : (b, a)
    for round in 0..<400 {
      let middle = low.value / 2 + high.value / 2
      let secant = low.value - low.distance * ((high.value - low.value) / (high.distance - low.distance))
      let isInside = secant > low.value && secant < high.value
      let value = isInside && round % 3 != 2 ? secant : middle
      guard value > low.value, value < high.value, let found = try distance(value) else { break }
      if found.magnitude <= tolerance { return value }
      if (found < 0) == (low.distance < 0) { low = (value, found) } else { high = (value, found) }
    }
    let best = low.distance.magnitude < high.distance.magnitude ? low : high
    return best.distance.magnitude <= 4 * tolerance ? best.value : nil
  }
}

/// Formats numbers for messages.
private enum NumberTexts {
  static func short(_ value: Double) -> String { Scalar.float(value).description }
}

extension Double {
  fileprivate func clamped(to bounds: Bounds?) -> Double {
    bounds?.clamp(self) ?? self
  }
}

extension Diagnostic.Code {
  package static let goalNotReached = Self("goalNotReached")
  /// A node that cannot be set to reach a goal.
  package static let goalDriver = Self("goalDriver")
}
