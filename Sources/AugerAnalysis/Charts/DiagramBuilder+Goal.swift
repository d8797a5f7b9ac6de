import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension DiagramBuilder {
  /// The number that one node must be set to so that another reaches a goal: goal-seek.
  ///
  /// The goal is reached to a billionth of itself. Of several solutions it is the one nearest to what the driver is
  /// now,
  /// as far as steps that double find it.
  ///
  /// - Parameters:
  ///   - driver: The node to set.
  ///   - bounds: What it may be set to; nil: any number.
  ///   - nodes: What else is set.
  /// - Throws: `goalNotReached` where the driver does not change the node, or no number within the bounds reaches the
  ///   goal, with how near it comes; `metadataObjectUndefined` for names.
  package func seek(
    _ node: String, _ goal: Double, by driver: String, within bounds: Bounds? = nil, from table: Table,
    setting nodes: [(name: String, value: Scalar)] = []
  ) throws -> Double {
    let others = nodes.filter { Name($0.name) != Name(driver) }
    /// How far the node is from its goal; nil where it has no value.
    func distance(_ value: Double) throws -> Double? {
      let model = try model(from: table, setting: others + [(driver, .float(value))])
      guard let shown = model.diagram?.nodes.first(where: { Name($0.name) == Name(node) }) else {
        throw DiagnosticError(
          Diagnostic(
            .metadataObjectUndefined, "diagram '\(definition.name)' has no node '\(node)'",
            hint: DidYouMean.hint(for: node, among: definition.nodes.map(\.name), listing: "nodes")))
      }
      return shown.value.doubleValue.flatMap { $0.isFinite ? $0 - goal : nil }
    }
    let now = try model(from: table, setting: nodes).diagram?.nodes
      .first { Name($0.name) == Name(driver) }?.value.doubleValue
    let start = (now ?? 0).clamped(to: bounds)
    let tolerance = 1e-9 * max(1, goal.magnitude) / 4
    guard let first = try distance(start) else { throw refused(node, goal, driver, "it has no value") }
    if first.magnitude <= tolerance { return start }
    var nearest = (value: start, distance: first)
    var known: [(value: Double, distance: Double)] = [(start, first)]
    var step = max(1e-3, start.magnitude / 64)
    var hasMoved = false
    // Outwards on both sides, until the distance changes its sign.
    for _ in 0..<200 {
      for candidate in [start - step, start + step] {
        let value = candidate.clamped(to: bounds)
        guard value.isFinite, !known.contains(where: { $0.value == value }), let found = try distance(value) else {
          continue
        }
        if found != first { hasMoved = true }
        if found.magnitude < nearest.distance.magnitude { nearest = (value, found) }
        if found.magnitude <= tolerance { return value }
        // The neighbour on the side of the start.
        let neighbour =
          known.filter { ($0.value - start) * (value - start) >= 0 }
          .max { ($0.value - start).magnitude < ($1.value - start).magnitude } ?? known[0]
        known.append((value, found))
        if (neighbour.distance < 0) != (found < 0),
          let solution = try root(neighbour, (value, found), tolerance, distance)
        {
          return solution
        }
      }
      step *= 2
    }
    guard hasMoved else { throw refused(node, goal, driver, "'\(driver)' does not change it") }
    let reached = NumberTexts.short(nearest.distance + goal)
    throw refused(
      node, goal, driver,
      "the nearest that was found is \(reached), where '\(driver)' is \(NumberTexts.short(nearest.value))")
  }

  private func refused(_ node: String, _ goal: Double, _ driver: String, _ reason: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .goalNotReached,
        "node '\(node)' of diagram '\(definition.name)' does not reach \(NumberTexts.short(goal)) by '\(driver)': "
          + reason))
  }

  /// Between two numbers whose distances have different signs: by secants, and halves where those are slow. Nil where
  /// the sign changes at a gap, as of 1 ÷ x at zero.
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

/// Numbers in messages.
private enum NumberTexts {
  static func short(_ value: Double) -> String { Scalar.float(value).description }
}

extension Double {
  fileprivate func clamped(to bounds: Bounds?) -> Double {
    bounds?.clamp(self) ?? self
  }
}
