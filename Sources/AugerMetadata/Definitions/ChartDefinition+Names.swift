import AugerExpressions

extension ChartDefinition {
  /// The chart whose values and colors name columns of its query's result by their whole text (`Sub-Total`).
  package func naming(_ columns: [String]) -> ChartDefinition {
    var chart = self
    for index in values.indices { chart.values[index].expression = values[index].expression.naming(columns) }
    chart.spread = spread?.naming(columns)
    chart.itemColor = itemColor?.naming(columns)
    return chart
  }
}

extension DataGridDefinition {
  /// The grid whose columns name columns of its query's result by their whole text.
  package func naming(_ names: [String]) -> DataGridDefinition {
    var grid = self
    for index in columns.indices {
      grid.columns[index].value = columns[index].value.naming(names)
      grid.columns[index].color = columns[index].color?.naming(names)
    }
    return grid
  }
}
