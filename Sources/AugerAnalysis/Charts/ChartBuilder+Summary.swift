import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension ChartBuilder {
  /// Returns the values over all categories. They are computed from the rows, like those of a category, so that an
  /// average is the average of all rows. Window functions run over categories and have no such value.
  func summary(_ level: LevelTable, _ folding: LevelFolding, _ series: SeriesAxis) throws -> ChartSummary {
    let level = level.totals(.series)
    let all = try folding.folded(level, definition.series.map { [$0.column] } ?? [], state.whatIf)
    let numbers = series.numbers(of: definition.series.flatMap { all.sums[$0.column] }, rowCount: all.sums.rowCount)
    let whole = all.values.prefix(definition.values.count).map { values in
      series.order.map { number -> Scalar in
        guard case .ready(let column) = values,
          let row = numbers.firstIndex(of: UInt32(truncatingIfNeeded: number))
        else { return .null }
        return column[row]
      }
    }
    return ChartSummary(
      title: definition.summaryTitle.isEmpty ? locale.texts[.all] : definition.summaryTitle, whole: whole,
      addsUp: definition.values.map { addsUp($0.expression) }, polarity: definition.polarity)
  }

  /// Returns true if the value of several categories is the sum of their values.
  func addsUp(_ value: Expression) -> Bool {
    if value.containsWindow || value.columnNames.isEmpty && !value.containsAggregate { return false }
    let function = value.containsAggregate ? value.aggregateFunction : definition.aggregate
    return function == .sum || function == .count
  }
}

extension ChartModel {
  /// Sets the display options of the author: labels, colors and parts around the numbers.
  mutating func setLook(_ definition: ParsedChart) {
    subtitle = definition.subtitle
    status = definition.status
    theme = definition.theme
    for (part, isShown) in definition.shownParts { display[part] = isShown }
  }
}

extension Diagnostic.Code {
  /// A summary of a chart that has no value for each category.
  package static let summaryNotShown = Self("summaryNotShown")
}
