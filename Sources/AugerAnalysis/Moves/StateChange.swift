import AugerColumns

/// An action of a user in a dashboard. `item` is the name of a chart, drilldown group, treemap or diagram.
package enum StateChange: Sendable, Hashable {
  /// Selects categories, a series or both in the current level of a drilldown group and drills down to the next.
  case drillDown(item: String, picks: [Pick])
  /// Drills up to a level of a drilldown group; 0 is the first.
  case drillUp(item: String, toLevel: Int)
  /// Zooms to a level, counted from 1, the coarsest.
  case zoom(item: String, level: Int)
  /// Sets a filter. Nil accepts all values.
  case filter(String, FilterState?)
  /// Sets a variable, named without the `$`. Nil resets it.
  case set(variable: String, to: Scalar?)
  /// Changes the data of a chart. Replaces a change of the same column and category.
  case change(item: String, WhatIfChange)
  /// Resets all data changes of a chart.
  case reset(item: String)
  /// Replaces the selection with the given categories and series.
  case select(item: String, Selection)
  /// Sorts the chart. Nil restores its default order.
  case sort(item: String, SortState?)
  /// Hides the given series of a chart and shows all others.
  case hide(item: String, series: [Scalar])
  /// Highlights one category, like a pointer over it. Nil removes the highlight.
  case highlight(item: String, category: Scalar?)
  /// Sets the visible part of the axes. Nil shows both axes completely.
  case show(item: String, VisibleRange?)
  /// Sets a node of a diagram. Nil resets it.
  case setNode(item: String, node: String, to: Scalar?)
}
