import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// One change of a state, such as a drilldown or a new value of a variable.
///
/// ```swift
/// let europe = try state.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 10))
/// let back = try europe.applying(.drillUp(in: "Resellers"))
/// ```
///
/// Items are charts, drilldown groups, treemaps, overlays, grids and diagrams, by their names. A move of a drilldown
/// group, except drilling, changes its current chart.
public struct Move: Sendable, Hashable, CustomStringConvertible {
  /// A move as it was written. Some depend on the state and the dashboard to which they are applied.
  private enum Form: Sendable, Hashable {
    case change(StateChange)
    case drill(String, QueryArguments)
    case up(String)
    case zoom(String, title: String)
  }

  private let form: Form

  private init(_ form: Form) { self.form = form }

  package init(_ change: StateChange) { form = .change(change) }

  /// Drills down to the next level of a group, with values that were selected in the current one: `["Region":
  /// "Europe"]` or `["Region": ["Europe", "Pacific"]]`.
  public static func drillDown(in group: String, to selection: QueryArguments) -> Move {
    Move(.drill(group, selection))
  }

  /// Drills up to a level of a group, where 0 is the first. Nil drills up by one level.
  public static func drillUp(in group: String, to level: Int? = nil) -> Move {
    level.map { Move(StateChange.drillUp(item: group, toLevel: $0)) } ?? Move(.up(group))
  }

  /// Zooms a chart or treemap to a level, where 0 is the coarsest.
  package static func zoom(_ chart: String, to level: Int) -> Move {
    Move(StateChange.zoom(item: chart, level: level == .max ? level : level + 1))
  }

  /// Zooms a chart or treemap to a level by its title or column: `"Month"`.
  public static func zoom(_ chart: String, to level: String) -> Move { Move(.zoom(chart, title: level)) }

  /// Selects values, or a range, of a filter. Nil accepts all values.
  public static func filter(_ filter: String, by selection: QueryArgument?) -> Move {
    Move(StateChange.filter(filter, selection.map { FilterState($0) }))
  }

  /// Sets a variable, named without its `$`. Nil resets it to its initial value.
  public static func set(_ variable: String, to value: Scalar?) -> Move {
    Move(StateChange.set(variable: variable, to: value))
  }

  /// Assumes other data: changes a what-if column of a chart, for one category or all. It replaces a change of the same
  /// column and category.
  public static func change(
    _ column: String, of chart: String, category: Scalar? = nil, by amount: Amount
  ) -> Move {
    Move(StateChange.change(item: chart, WhatIfChange(column, category: category, amount)))
  }

  /// Undoes all changes of the data of a chart.
  public static func reset(_ chart: String) -> Move { Move(StateChange.reset(item: chart)) }

  /// Replaces the selection in a chart. An empty selection clears it.
  public static func select(_ selection: Selection, in item: String) -> Move {
    Move(StateChange.select(item: item, selection))
  }

  /// Sorts a chart. Nil restores its default order. `top` is the maximum number of categories; the others are combined
  /// into "Other".
  public static func sort(
    _ item: String, by key: SortKey?, order: ChartDefinition.SortOrder = .ascending, top: Int? = nil
  ) -> Move {
    Move(
      StateChange.sort(item: item, key.map { SortState($0, isDescending: order == .descending, top: top) }))
  }

  /// Hides series of a chart, by their values, and shows all others. An empty list shows all.
  public static func hide(_ series: [Scalar], in item: String) -> Move {
    Move(StateChange.hide(item: item, series: series))
  }

  /// Sets a node of a diagram to a number. Nil restores its computed value.
  public static func setNode(_ node: String, of diagram: String, to value: Scalar?) -> Move {
    Move(StateChange.setNode(item: diagram, node: node, to: value))
  }

  /// The new value of a what-if column.
  public enum Amount: Sendable, Hashable {
    /// Replaces the value of the column.
    case value(Scalar)
    /// Increases the value by a percentage. A negative percentage decreases it.
    case percent(Scalar)
  }

  /// The sort key of a chart.
  public enum SortKey: Sendable, Hashable {
    /// Sorts the categories by name.
    case category
    /// Sorts the categories by their first value over all series.
    case value
    /// Sorts the categories by the first value of one series.
    case seriesValue(Scalar)
    /// Sorts the series by name.
    case series
  }

  /// The kind of the move and its fields: `drill(item: Resellers, picks: Region:Europe)`.
  public var description: String {
    switch form {
    case .change(let change): change.text
    case .drill(let item, let selection):
      "\(MoveKind.drill.name)(item: \(item), picks: \(selection.entries.map { "\($0.name):\($0.value.text)" }.listed))"
    case .up(let item): "\(MoveKind.up.name)(item: \(item))"
    case .zoom(let item, let title): "\(MoveKind.zoom.name)(item: \(item), level: \(title))"
    }
  }

  /// Returns the change that the move makes in a state. Throws if it depends on a name that does not exist.
  package func change(in dashboard: Dashboard, at state: Exploration) throws(DiagnosticError) -> StateChange {
    switch form {
    case .change(let change): return change
    case .drill(let item, let selection): return .drillDown(item: item, picks: try selection.picks())
    case .up(let item):
      let context = try DrillContext(group: try dashboard.group(item), state)
      return .drillUp(item: item, toLevel: context.level - 1)
    case .zoom(let item, let title):
      let chart = try dashboard.currentChart(of: item, at: state)
      return .zoom(item: chart, level: try dashboard.zoomLevel(title, of: chart))
    }
  }
}

extension Dashboard {
  /// Returns the number of a zooming level, from 1, by its title or column.
  fileprivate func zoomLevel(_ title: String, of name: String) throws(DiagnosticError) -> Int {
    let titles = try zoomTitles(of: name)
    let columns = (chart(named: name)?.zoomingLevels ?? []).map(\.category.column)
    for names in [titles, columns] {
      if let index = names.firstIndex(where: { Name($0) == Name(title) }) { return index + 1 }
    }
    throw DiagnosticError(
      Diagnostic(
        .zoomOutOfRange, "'\(name)' has no zooming level '\(title)'",
        hint: DidYouMean.hint(for: title, among: titles, listing: "levels"), details: [.init(.chart, name)]))
  }
}

extension FilterState {
  fileprivate init(_ argument: QueryArgument) {
    switch argument {
    case .scalar(let value): self = .picks([value])
    case .list(let values): self = .picks(values)
    case .range(let lower, let upper): self = .range(lower: lower, upper: upper)
    }
  }
}
