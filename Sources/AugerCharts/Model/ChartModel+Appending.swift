import AugerColumns
import AugerDiagnostics

// Live data: new categories are appended and old ones removed at the start, without recomputing the others (PowerPlot's
// and ShinobiCharts' guides, "append data").
extension ChartModel {
  /// Returns the chart with the categories or data items of another appended.
  ///
  /// - Throws: `notAppendable` if the charts have different series or values, or if one is not a plain chart. Plain
  ///   charts have no levels, table, diagram, links, layers, forecast, data changes or summary.
  package func appending(_ other: ChartModel) throws(AugerError) -> ChartModel {
    func refuse(_ reason: String) -> AugerError {
      AugerError(.notAppendable, operation: "append to the chart '\(name)'", reason)
    }
    for model in [self, other] where !model.isPlain { throw refuse("'\(model.name)' is more than a plain chart") }
    guard series == other.series, seriesColumn == other.seriesColumn else { throw refuse("the series differ") }
    guard dimensions.count == other.dimensions.count, (items == nil) == (other.items == nil) else {
      throw refuse("the values differ")
    }
    var model = self
    let (mine, theirs) = (categoryCount, other.categoryCount)
    model.levels[0].values = try levels[0].values.joined(other.levels[0].values, refuse)
    let short = levels[0].shortLabels.flatMap { own in other.levels[0].shortLabels.map { own + $0 } }
    model.levels[0].labels += other.levels[0].labels
    model.levels[0].shortLabels = short
    if let first = items, let second = other.items {
      var values: [Column] = []
      for (a, b) in zip(first.values, second.values) { values.append(try a.joined(b, refuse)) }
      model.items = ChartItems(
        category: try first.category.joined(second.category, refuse), series: first.series + second.series,
        values: values)
    } else {
      // Series by series: rows of the first chart, then of the second.
      var rows: [Int32] = []
      let second = series.count * mine
      for number in series.indices {
        for category in 0..<mine { rows.append(Int32(truncatingIfNeeded: number * mine + category)) }
        for category in 0..<theirs { rows.append(Int32(truncatingIfNeeded: second + number * theirs + category)) }
      }
      for index in dimensions.indices {
        model.dimensions[index].cells =
          try dimensions[index].cells.joined(other.dimensions[index].cells, refuse).gathered(rows)
      }
    }
    try model.validate()
    model.warnings = model.advice()
    return model
  }

  /// Returns the chart without its first `count` categories. Not available for data items, which have no categories to
  /// count.
  ///
  /// - Throws: `notAppendable` like `appending`, and for data items.
  package func droppingFirst(_ count: Int) throws(AugerError) -> ChartModel {
    guard isPlain, items == nil else {
      throw AugerError(
        .notAppendable, operation: "drop categories of the chart '\(name)'", "it is more than a plain chart")
    }
    let kept = min(max(0, count), categoryCount)..<categoryCount
    var model = self
    model.levels[0].values = levels[0].values[kept]
    model.levels[0].labels = Array(levels[0].labels[kept])
    model.levels[0].shortLabels = levels[0].shortLabels.map { Array($0[kept]) }
    let rows = series.indices.flatMap { series in kept.map { Int32(truncatingIfNeeded: series * categoryCount + $0) } }
    for index in dimensions.indices { model.dimensions[index].cells = dimensions[index].cells.gathered(rows) }
    try model.validate()
    model.warnings = model.advice()
    return model
  }

  /// True if the chart contains only categories or items with their values. User state is excluded because it contains
  /// indices.
  private var isPlain: Bool {
    levels.count == 1 && levels[0].other == nil && levels[0].upperEdges == nil && layers.isEmpty && forecast == nil
      && multiples.isEmpty && colors == nil && outliers == nil && incompletePeriod == nil && diagram == nil
      && graph == nil && table == nil && summary == nil
      && baselineCells == nil && drill == nil
      && state.isEmpty && thresholds.predictiveStart == nil
  }
}

extension Column {
  /// Concatenates two columns.
  fileprivate func joined(_ other: Column, _ refuse: (String) -> AugerError) throws(AugerError) -> Column {
    let type: DataType? =
      other.nullCount == other.count ? self.type : nullCount == count ? other.type : self.type.common(with: other.type)
    guard let type else { throw refuse("\(other.type) cannot follow \(self.type)") }
    return try Column(type, (scalars + other.scalars).map { $0.converted(to: type) ?? $0 })
  }
}

extension Diagnostic.Code {
  /// Data that cannot be appended to a chart.
  package static let notAppendable = Self("notAppendable")
}
