import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension ChartBuilder {
  /// Adds the summary, if the definition has one.
  func addSummary(
    to model: inout ChartModel, _ level: LevelTable, _ folding: LevelFolding, _ series: SeriesAxis
  ) throws {
    guard definition.showsSummary else { return }
    model.summary = try summary(level, folding, series)
    model.setSummaryRanges(definition.summaryRanges)
    try model.validate()
  }

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
    var summary = ChartSummary(
      title: definition.summaryTitle.isEmpty ? locale.texts[.all] : definition.summaryTitle, whole: whole,
      addsUp: definition.values.map { addsUp($0.expression) }, polarity: definition.polarity)
    summary.keepsTrendHeight = definition.keepsTrendHeight
    return summary
  }

  /// Returns true if the value of several categories is the sum of their values.
  func addsUp(_ value: Expression) -> Bool {
    if value.containsWindow || value.columnNames.isEmpty && !value.containsAggregate { return false }
    let function = value.containsAggregate ? value.aggregateFunction : definition.aggregate
    return function == .sum || function == .count
  }
}

extension OverlayBuilder {
  /// Adds the summary of the layers, if the overlay has one. Each layer computes the values of its series.
  func addSummary(to model: inout ChartModel, of models: [ChartModel]) {
    guard let summary = definition.summary else { return }
    var whole = model.dimensions.map { _ in [Scalar](repeating: .null, count: model.series.count) }
    var parts: [(series: Int, addsUp: Bool)] = []
    var start = 0
    for (layer, own) in zip(definition.layers, models) {
      // The additional values of a layer are additional series, like in the model.
      let spreads = layer.chart.type.has(.categories) && own.dimensions.count > 1
      for dimension in spreads ? Array(own.dimensions.indices) : [0] {
        for index in own.series.indices {
          for target in spreads ? [dimension] : Array(own.dimensions.indices) {
            guard let own = own.summary, own.whole.indices.contains(target) else { continue }
            whole[spreads ? 0 : target][start] = own.whole[target][index]
          }
          parts.append((start, own.summary?.addsUp[dimension] == true))
          start += 1
        }
      }
    }
    let addsUp = parts.contains { $0.addsUp }
    var result = ChartSummary(
      title: summary.title.isEmpty ? model.locale.texts[.all] : summary.title, whole: whole,
      addsUp: model.dimensions.map { _ in addsUp }, polarity: summary.polarity)
    if addsUp { result.separateSeries = parts.filter { !$0.addsUp }.map(\.series) }
    result.keepsTrendHeight = summary.keepsTrendHeight
    model.summary = result
    model.setSummaryRanges(summary.ranges)
  }
}

extension ChartModel {
  /// Sets the display options of the author: labels, colors and parts around the numbers.
  mutating func setLook(_ definition: ParsedChart) {
    subtitle = definition.subtitle
    status = definition.status
    theme = definition.theme
    plot = definition.plot
    style = definition.style
    // A thumbnail shows only its marks and its title, and the parts that the author chose.
    if style.isThumbnail { for part in ChartDisplay.Part.allCases where part != .title { display[part] = false } }
    for (part, isShown) in definition.shownParts { display[part] = isShown }
  }
}

extension ChartModel {
  /// Sets the author's ranges of categories. A range with an unknown category is omitted with a warning.
  mutating func setSummaryRanges(_ ranges: [SummaryRangeDefinition]) {
    guard summary != nil, !ranges.isEmpty else { return }
    var found = Warnings()
    let level = levels[0]
    func place(_ text: String) -> Int? {
      if let place = level.labels.firstIndex(where: { Name($0) == Name(text) }) { return place }
      guard let value = Scalar(text: text, type: level.values.type) else { return nil }
      return level.values.scalars.firstIndex(of: value)
    }
    for range in ranges {
      let ends = [range.first, range.last].map(place)
      if let first = ends[0], let last = ends[1], first <= last {
        summary?.ranges.append(ChartSummary.CategoryRange(first: first, last: last, title: range.title))
      } else {
        found.add(
          Warning(
            .summaryNotShown, "chart '\(name)' has no categories from '\(range.first)' to '\(range.last)'"))
      }
    }
    warnings += found.items
  }
}

extension Diagnostic.Code {
  /// A summary of a chart that has no value for each category.
  package static let summaryNotShown = Self("summaryNotShown")
}
