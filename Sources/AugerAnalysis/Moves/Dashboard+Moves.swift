import AugerColumns
import AugerDiagnostics
import AugerMetadata

// Every move is a pure function: it maps a state and a move to a state, or throws a diagnostic with the reason. No
// query runs. `Dashboard.check(_:of:)` checks conditions that only the data determine, such as the existence of a
// value.
extension Dashboard {
  /// The initial state: nothing drilled, filtered, set or changed.
  package var start: Exploration { Exploration() }

  /// Returns the state after a move. Throws a diagnostic if the move is invalid.
  package func place(after move: StateChange, from state: Exploration) throws(DiagnosticError) -> Exploration {
    var next = state
    switch try inView(move, at: state) {
    case .drillDown(let item, let picks):
      let context = try DrillContext(group: try group(item), state)
      try context.check(picks)
      next[item: item].drill.append(picks.map { Pick($0.column, $0.values.unique) })
    case .drillUp(let item, let level):
      let levels = try DrillContext(group: try group(item), state).level
      guard (0...levels).contains(level) else {
        throw DiagnosticError(
          Diagnostic(
            .drillLevelUnknown, "cannot drill '\(item)' up to level \(level) from level \(levels)",
            hint: "Use a lower level. Level 0 is the first chart."
          ).nearest("\(min(max(level, 0), levels))"))
      }
      next[item: item].drill = Array(next[item: item].drill.prefix(level))
    case .zoom(let item, let level):
      let titles = try zoomTitles(of: item)
      guard titles.count > 1 else {
        throw DiagnosticError(Diagnostic(.notZoomable, "'\(item)' has no zooming levels"))
      }
      guard (1...titles.count).contains(level) else {
        let list = titles.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
        throw DiagnosticError(
          Diagnostic(.zoomOutOfRange, "'\(item)' has no zooming level \(level)", hint: "Levels: \(list).")
            .nearest("\(min(max(level, 1), titles.count))"))
      }
      if let (group, level) = groupLevel(item), level < next[item: group.name].drill.count {
        throw DiagnosticError(
          Diagnostic(
            .notInView, "the zooming level of chart '\(item)' is fixed by the drill-down from it",
            hint: "Drill up to the chart first."))
      }
      next[item: item].zoom = level == 1 ? nil : level
    case .filter(let name, let chosen):
      next.filters[name] = try chosen.map { chosen throws(DiagnosticError) in
        try checked(chosen, for: try filter(named: name))
      }
      if chosen == nil { _ = try filter(named: name) }
    case .set(let name, let value):
      let variable = try variable(named: name)
      next.variables[name] = try value.map { value throws(DiagnosticError) in try variable.checked(value) }
      if let set = next.variables[name], Scalar.compare(set, variable.value) == 0 { next.variables[name] = nil }
    case .change(let item, let change):
      let change = try checked(change, of: try chart(item))
      next[item: item].whatIf.removeAll { $0.hasTarget(of: change) }
      next[item: item].whatIf.append(change)
    case .reset(let item):
      _ = try chart(item)
      next[item: item].whatIf = []
    case .select(let item, let selection):
      if let diagram = diagrams.first(named: item) {
        try diagram.checkNodes(of: selection)
      } else {
        try checkShown(item)
      }
      next[item: item].selection = try selection.checked()
    case .sort(let item, let sort):
      if case .dataGrid? = self.item(named: item) {} else { try checkShown(item) }
      next[item: item].sort = try sort?.checked()
    case .hide(let item, let series):
      try checkShown(item)
      next[item: item].hidden = series.unique
    case .highlight(let item, let category):
      try checkShown(item)
      next[item: item].highlighted = category
    case .show(let item, let range):
      try checkShown(item)
      next[item: item].range = try range?.checked()
    case .setNode(let item, let node, let value):
      try check(node, ofDiagram: item, value)
      next[item: item].nodes[node] = value
    }
    return next
  }

  /// Returns a move in a drilldown group as a move in its current chart: `Sales.zoom=2` zooms the current level.
  private func inView(_ move: StateChange, at state: Exploration) throws(DiagnosticError) -> StateChange {
    func name(_ item: String) throws(DiagnosticError) -> String { try currentChart(of: item, at: state) }
    return switch move {
    case .zoom(let item, let level): .zoom(item: try name(item), level: level)
    case .change(let item, let change): .change(item: try name(item), change)
    case .reset(let item): .reset(item: try name(item))
    case .select(let item, let selection): .select(item: try name(item), selection)
    case .sort(let item, let sort): .sort(item: try name(item), sort)
    case .hide(let item, let series): .hide(item: try name(item), series: series)
    case .highlight(let item, let category): .highlight(item: try name(item), category: category)
    case .show(let item, let range): .show(item: try name(item), range)
    case .drillDown, .drillUp, .filter, .set, .setNode: move
    }
  }

  /// Returns the name of the current chart of a drilldown group, or the name of another item unchanged.
  func currentChart(of item: String, at state: Exploration) throws(DiagnosticError) -> String {
    if chart(named: item) != nil { return item }
    guard let group = drillDownGroups.first(named: item) else { return item }
    return try DrillContext(group: group, state).chart.name
  }

  /// Repeats every part of a state that comes from a query string or from an older dashboard. Values are converted to
  /// the types of their targets.
  ///
  /// Throws one error with all invalid parts.
  package func checked(_ state: Exploration) throws(DiagnosticError) -> Exploration {
    var result = start
    var problems: [Diagnostic] = []
    for move in moves(to: state) {
      do throws(DiagnosticError) {
        result = try self.place(after: move, from: result)
      } catch {
        problems += error.diagnostics
      }
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    return result
  }
}

extension Dashboard {
  /// Selects categories, a series or both in the current level and drills down to the next: `drill(place, in:
  /// "Resellers", picking: ["Region": "Europe"])`. Throws if the selection is invalid or contains a range, because a
  /// range does not list its categories.
  package func drill(
    _ state: Exploration, in item: String, picking picks: QueryArguments
  ) throws(DiagnosticError) -> Exploration {
    try self.place(after: .drillDown(item: item, picks: try picks.picks()), from: state)
  }

  /// Returns the state after drilling up to `level`, where 0 is the first. Throws `DiagnosticError` if the level does
  /// not exist.
  package func drillUp(_ state: Exploration, in item: String, to level: Int) throws(DiagnosticError) -> Exploration {
    try self.place(after: .drillUp(item: item, toLevel: level), from: state)
  }

  /// Returns the state after zooming a chart to `level`, counted from 1, the coarsest. Throws if the level does not
  /// exist.
  package func zoom(_ state: Exploration, in item: String, to level: Int) throws(DiagnosticError) -> Exploration {
    try self.place(after: .zoom(item: item, level: level), from: state)
  }

  /// Returns the state after setting a variable, named without its `$`. If the value is out of bounds or between steps,
  /// throws with the nearest valid value.
  package func set(_ state: Exploration, _ variable: String, to value: Scalar) throws(DiagnosticError) -> Exploration {
    try self.place(after: .set(variable: variable, to: value), from: state)
  }
}

extension Dashboard {
  /// Returns moves that lead from the initial state to a state. Zooming levels come first, because drilling depends on
  /// them. Drill paths come next, because other parts of a group refer to its current chart.
  package func moves(to state: Exploration) -> [StateChange] {
    let items = state.items.entries
    func isChart(_ name: String) -> Bool { chart(named: name) != nil }
    func zooms(_ ofCharts: Bool) -> [StateChange] {
      items.filter { isChart($0.name) == ofCharts }.compactMap { item in
        item.value.zoom.map { .zoom(item: item.name, level: $0) }
      }
    }
    var moves = zooms(true)
    for item in items { moves += item.value.drill.map { .drillDown(item: item.name, picks: $0) } }
    moves += zooms(false)
    for item in items {
      let (name, own) = (item.name, item.value)
      for change in own.whatIf { moves.append(.change(item: name, change)) }
      if !own.selection.isEmpty { moves.append(.select(item: name, own.selection)) }
      if let sort = own.sort { moves.append(.sort(item: name, sort)) }
      if !own.hidden.isEmpty { moves.append(.hide(item: name, series: own.hidden)) }
      if let category = own.highlighted { moves.append(.highlight(item: name, category: category)) }
      if let range = own.range { moves.append(.show(item: name, range)) }
      for node in own.nodes.entries { moves.append(.setNode(item: name, node: node.name, to: node.value)) }
    }
    for filter in state.filters.entries { moves.append(.filter(filter.name, filter.value)) }
    for variable in state.variables.entries { moves.append(.set(variable: variable.name, to: variable.value)) }
    return moves
  }
}

extension QueryArguments {
  /// Returns selections from scalars and lists.
  func picks() throws(DiagnosticError) -> [Pick] {
    try entries.map { name, value throws(DiagnosticError) in
      switch value {
      case .scalar(let scalar): return Pick(name, [scalar])
      case .list(let scalars): return Pick(name, scalars)
      case .range(let lower, let upper):
        throw DiagnosticError(
          Diagnostic(
            .drillRangePicked, "'\(name)' cannot be selected from \(lower) to \(upper): only single values can",
            hint: "List the selected values. Only filters take ranges."))
      }
    }
  }
}
