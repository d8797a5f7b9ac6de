import AugerColumns

/// One thing that a user can do in a dashboard. `item` is the name of a chart, drilldown group, treemap or diagram.
public enum Move: Sendable, Hashable {
  /// Picks categories, a series or both in the level in view of a drilldown group, and goes to the next.
  case drillDown(item: String, picks: [Pick])
  /// Goes back to a level of a drilldown group; 0 is the first.
  case drillUp(item: String, toLevel: Int)
  /// Shows a zooming level, as listed from 1, the coarsest.
  case zoom(item: String, level: Int)
  /// Nil lets everything through.
  case filter(String, FilterState?)
  /// Sets a variable, named without the `$`; nil sets it back.
  case set(variable: String, to: Scalar?)
  /// Changes data behind a chart; a change of the same column and category is replaced.
  case change(item: String, WhatIfChange)
  /// Takes all changes of a chart's data back.
  case reset(item: String)
  /// Selects categories and series, and nothing else.
  case select(item: String, Selection)
  /// Nil orders as the chart says.
  case sort(item: String, SortState?)
  /// The series of a chart that are not shown.
  case hide(item: String, series: [Scalar])
  /// Puts one category in focus, as a pointer does that rests on it; nil: none.
  case highlight(item: String, category: Scalar?)
  /// Nil shows all of both axes.
  case show(item: String, VisibleRange?)
  /// Sets a node of a diagram; nil takes it back.
  case setNode(item: String, node: String, to: Scalar?)
}
