import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

extension ChartBuilder {
  /// Returns the chart of all rows, and one for each value of a column with the same categories and series.
  func model(
    from tables: [LevelTable], by column: AxisDefinition, receipt: Receipt, _ control: RunControl
  ) throws -> ChartModel {
    var builder = self
    builder.definition.multiples = nil
    guard definition.type.has(.multiples) else {
      var model = try builder.model(from: tables, receipt: receipt, control)
      model.warnings.append(
        Warning(.multiplesNotShown, "a \(definition.type.rawValue) chart has no small multiples"))
      return model
    }
    for level in tables where level.table[column.column] == nil { throw missing(column, of: level) }
    var warnings = Warnings()
    if builder.state.sort?.top != nil {
      builder.state.sort?.top = nil
      warnings.add(Warning(.sortNotApplied, "small multiples show all categories"))
    }
    var whole = try builder.model(from: tables.map { $0.totals(.categoriesAndSeries) }, receipt: receipt, control)
    for warning in whole.warnings { warnings.add(warning) }
    // The chart of all rows determines the categories and their order.
    builder.definition.categoryLimit = nil
    builder.definition.showsSummary = false
    builder.state.sort = nil
    let columns = tables.map { $0.table[column.column] ?? Column([String]()) }
    guard let finest = columns.last else { return whole }
    let axis = Axis(finest, rowCount: finest.count, isSorted: tables.last?.table.properties.isSorted ?? false)
    let values = axis.distinctValues
    let labels = ValueFormatter(column.format, locale: locale, role: .series).texts(values, warnings: &warnings)
    if values.count > ChartMultiple.most {
      warnings.add(
        Warning(
          .multiplesNotShown,
          "'\(column.column)' has \(values.count) values, "
            + "and only the first \(ChartMultiple.most) small multiples are shown",
          count: values.count - ChartMultiple.most))
    }
    for (index, label) in labels.prefix(ChartMultiple.most).enumerated() {
      try control.check()
      let value = values[index]
      let parts = zip(tables, columns).map { level, column in
        let rows = column.scalars.indices.filter { column[$0] == value }.map { Int32(truncatingIfNeeded: $0) }
        var part = level
        part.table = level.table.gathered(rows)
        (part.sums, part.totals) = (KeptSums(), [:])
        return part
      }
      let own = try builder.model(from: parts, receipt: Receipt(), control)
      for warning in own.warnings { warnings.add(warning) }
      var model = own.aligned(to: whole)
      model.title = label.isEmpty ? "–" : label
      model.subtitle = ""
      model.status = ""
      model.receipt = Receipt()
      model.display.legend = false
      model.display.title = true
      whole.multiples.append(ChartMultiple(value: value, label: label, model: model))
    }
    whole.multiplesTitle = column.shownTitle
    whole.warnings = warnings.items
    try whole.validate()
    return whole
  }
}

extension Diagnostic.Code {
  /// Small multiples that are not shown, because they are too many or the chart type does not support them.
  package static let multiplesNotShown = Self("multiplesNotShown")
}
