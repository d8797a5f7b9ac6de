import AugerCharts

extension ChartModel {
  /// What stands in the place of a chart or table without values: which choices match nothing, if any were made.
  var noValuesText: String {
    let conditions = context.conditions
    let count = items?.count ?? table?.rowCount ?? categoryCount
    return conditions.isEmpty || count > 0 ? "No values" : "Nothing matches \(conditions)"
  }
}
