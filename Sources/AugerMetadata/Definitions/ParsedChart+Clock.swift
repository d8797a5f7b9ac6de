import AugerColumns
import AugerExpressions

extension ParsedChart {
  /// The use of the clock by its own expressions; nil for none.
  package var clockUse: ClockUse? { expressions.compactMap(\.clockUse).max() }

  /// Returns the chart with `today()` and `now()` in its expressions replaced by a UTC time.
  package func at(_ now: Timestamp) -> ParsedChart {
    guard clockUse != nil else { return self }
    var chart = self
    for index in values.indices { chart.values[index].expression = values[index].expression.at(now) }
    chart.spread = spread?.at(now)
    chart.itemColor = itemColor?.at(now)
    chart.itemOutline = itemOutline?.at(now)
    for index in nodeStyles.indices { chart.nodeStyles[index].expression = nodeStyles[index].expression.at(now) }
    return chart
  }

  private var expressions: [Expression] { values.map(\.expression) + [spread].compactMap(\.self) + lookExpressions }
}

extension DataGridDefinition {
  /// The use of the clock by its own expressions and those of its charts; nil for none.
  package var clockUse: ClockUse? {
    (columns.flatMap { [$0.value.clockUse, $0.color?.clockUse] } + charts.map(\.clockUse)).compactMap(\.self).max()
  }

  /// Returns the grid with `today()` and `now()` replaced by a UTC time, including its charts.
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
