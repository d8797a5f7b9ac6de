import AugerColumns
import AugerExpressions

extension ChartDefinition {
  /// What its own expressions ask of the clock; nil: nothing.
  package var clockUse: ClockUse? { expressions.compactMap(\.clockUse).max() }

  /// The chart at a moment of UTC, which `today()` and `now()` in its expressions then say.
  package func at(_ now: Timestamp) -> ChartDefinition {
    guard clockUse != nil else { return self }
    var chart = self
    for index in values.indices { chart.values[index].expression = values[index].expression.at(now) }
    chart.spread = spread?.at(now)
    chart.itemColor = itemColor?.at(now)
    return chart
  }

  private var expressions: [Expression] { values.map(\.expression) + [spread, itemColor].compactMap(\.self) }
}

extension DataGridDefinition {
  /// What its own expressions, and those of the charts in it, ask of the clock; nil: nothing.
  package var clockUse: ClockUse? {
    (columns.flatMap { [$0.value.clockUse, $0.color?.clockUse] } + charts.map(\.clockUse)).compactMap(\.self).max()
  }

  /// The grid at a moment of UTC, with the charts in it.
  package func at(_ now: Timestamp) -> DataGridDefinition {
    var grid = self
    for index in columns.indices {
      grid.columns[index].value = columns[index].value.at(now)
      grid.columns[index].color = columns[index].color?.at(now)
    }
    grid.charts = charts.map { $0.at(now) }
    return grid
  }
}
