import AugerColumns
import AugerDiagnostics

// Data that come in time: what is new stands at the end, what is old goes at the beginning, and nothing between is
// computed anew (PowerPlot's and ShinobiCharts' guides, "append data").
extension ChartModel {
  /// The chart with the categories, or data items, of another behind its own.
  ///
  /// - Throws: `notAppendable` where the two differ in their series or values, or one is more than a plain chart: has
  ///   levels, a table, a diagram, links, layers, a forecast, changed data or a summary.
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
    model.levels[0].labels += other.levels[0].labels
    if let first = items, let second = other.items {
      var values: [Column] = []
      for (a, b) in zip(first.values, second.values) { values.append(try a.joined(b, refuse)) }
      model.items = ChartItems(
        category: try first.category.joined(second.category, refuse), series: first.series + second.series,
        values: values)
    } else {
      // Series by series: those of the first, then those of the second.
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

  /// The chart without so many of its first categories. Data items have no number of categories to count by.
  ///
  /// - Throws: `notAppendable` as `appending` does, and for data items.
  package func droppingFirst(_ count: Int) throws(AugerError) -> ChartModel {
    guard isPlain, items == nil else {
      throw AugerError(
        .notAppendable, operation: "drop categories of the chart '\(name)'", "it is more than a plain chart")
    }
    let kept = min(max(0, count), categoryCount)..<categoryCount
    var model = self
    model.levels[0].values = levels[0].values[kept]
    model.levels[0].labels = Array(levels[0].labels[kept])
    let rows = series.indices.flatMap { series in kept.map { Int32(truncatingIfNeeded: series * categoryCount + $0) } }
    for index in dimensions.indices { model.dimensions[index].cells = dimensions[index].cells.gathered(rows) }
    try model.validate()
    model.warnings = model.advice()
    return model
  }

  /// Whether it is nothing but categories, or items, and their values; what a person did to it goes by indices.
  private var isPlain: Bool {
    levels.count == 1 && levels[0].other == nil && levels[0].upperEdges == nil && layers.isEmpty && forecast == nil
      && multiples.isEmpty && colors == nil && outliers == nil && incompletePeriod == nil && diagram == nil
      && graph == nil && table == nil && summary == nil
      && baseline == nil && drill == nil
      && state.isEmpty && thresholds.predictiveStart == nil
  }
}

extension Column {
  /// Both columns, one behind the other.
  fileprivate func joined(_ other: Column, _ refuse: (String) -> AugerError) throws(AugerError) -> Column {
    let type: DataType? =
      other.nullCount == other.count ? self.type : nullCount == count ? other.type : self.type.common(with: other.type)
    guard let type else { throw refuse("\(other.type) cannot stand behind \(self.type)") }
    return try Column(type, (scalars + other.scalars).map { $0.converted(to: type) ?? $0 })
  }
}

extension Diagnostic.Code {
  /// Data that do not fit behind those of a chart.
  package static let notAppendable = Self("notAppendable")
}
