import AugerCharts

extension ChartModel {
  /// The message for a chart or table without values. It lists the selected values that match nothing.
  var noValuesText: String {
    let conditions = context.conditions
    let count = items?.count ?? table?.rowCount ?? categoryCount
    return conditions.isEmpty || count > 0
      ? locale.texts[.noValues] : locale.texts.text(.nothingMatches, ["conditions": conditions])
  }
}
