import AugerExpressions

extension ParsedChart {
  /// Returns the chart with values and colors that refer to columns of its query's result if their whole text is a
  /// column name (`Sub-Total`).
  package func naming(_ columns: [String]) -> ParsedChart {
    var chart = self
    for index in values.indices { chart.values[index].expression = values[index].expression.naming(columns) }
    chart.spread = spread?.naming(columns)
    chart.itemColor = itemColor?.naming(columns)
    chart.itemOutline = itemOutline?.naming(columns)
    for index in nodeStyles.indices {
      chart.nodeStyles[index].expression = nodeStyles[index].expression.naming(columns)
    }
    return chart
  }
}

extension DataGridDefinition {
  /// Returns the grid with columns that refer to columns of its query's result if their whole text is a column name.
  package func naming(_ names: [String]) -> DataGridDefinition {
    var grid = self
    for index in columns.indices {
      grid.columns[index].value = columns[index].value.naming(names)
      grid.columns[index].color = columns[index].color?.naming(names)
    }
    return grid
  }
}
