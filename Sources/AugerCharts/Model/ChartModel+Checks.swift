import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Checks the consistency of the model and the requirements of its type. Analysis calls it for every model.
  ///
  /// - Throws: `invalidChart` if lengths or types are inconsistent, `negativeSlice` if a pie has a negative value.
  package func validate() throws(AugerError) {
    func fail(_ message: String) -> AugerError {
      AugerError(.invalidChart, operation: "make the chart '\(name)'", message)
    }
    guard !levels.isEmpty else { throw fail("it has no category level") }
    guard levels.indices.contains(visibleLevel) else { throw fail("it has no level \(visibleLevel)") }
    // A series column without rows has no series; then no categories exist either.
    guard !series.isEmpty || categoryCount == 0 else { throw fail("it has no series") }
    guard !dimensions.isEmpty else { throw fail("it has no value") }
    for (index, level) in levels.enumerated() {
      try level.values.validate(name: level.column)
      guard level.labels.count == level.count else {
        throw fail("level \(index) has \(level.labels.count) labels for \(level.count) categories")
      }
      if let short = level.shortLabels, short.count != level.count {
        throw fail("level \(index) has \(short.count) short labels for \(level.count) categories")
      }
      try validateChildren(of: index, fail)
      if let cells = level.cells {
        guard cells.count == dimensions.count else {
          throw fail("level \(index) has values for \(cells.count) of \(dimensions.count) dimensions")
        }
        for column in cells { try validate(column, count: series.count * level.count, "level \(index)", fail) }
      }
    }
    let cellCount = items == nil ? series.count * categoryCount : 0
    for dimension in dimensions {
      try validate(dimension.cells, count: cellCount, "value \(dimension.sequence)", fail)
    }
    if let baseline = baselineCells {
      guard baseline.count == dimensions.count else {
        throw fail("its baseline has \(baseline.count) of \(dimensions.count) values")
      }
      for column in baseline { try validate(column, count: items?.count ?? cellCount, "the baseline", fail) }
    }
    if let items { try validate(items, fail) }
    if let table { try validate(table, fail) }
    if let graph { try validate(graph, fail) }
    if let incompletePeriod, !(0..<max(1, categoryCount)).contains(incompletePeriod.category) {
      throw fail("category \(incompletePeriod.category), the incomplete one, does not exist")
    }
    if let colors, colors.count != items?.count ?? cellCount {
      throw fail("it has \(colors.count) colors for \(items?.count ?? cellCount) items")
    }
    if let outlines, items != nil || outlines.count != cellCount {
      throw fail("it has \(outlines.count) outlines for \(cellCount) items")
    }
    if let place = annotations.firstIndex(where: { !$0.hasPlace }) {
      throw fail("annotation \(place + 1) has neither a value nor a category")
    }
    for multiple in multiples {
      guard multiple.model.multiples.isEmpty, multiple.model.type == type, multiple.model.series == series,
        multiple.model.levels.map(\.count) == levels.map(\.count)
      else { throw fail("its small multiple '\(multiple.label)' has other categories or series") }
      try multiple.model.validate()
    }
    if let outliers { try validate(outliers, fail) }
    if let summary {
      let isWhole = summary.whole.count == dimensions.count && summary.whole.allSatisfy { $0.count == series.count }
      guard isWhole, summary.addsUp.count == dimensions.count else {
        throw fail("its summary has no value for each dimension and series")
      }
      guard summary.separateSeries.allSatisfy(series.indices.contains) else {
        throw fail("its summary names a series that does not exist")
      }
      let isInside = summary.ranges.allSatisfy { 0 <= $0.first && $0.first <= $0.last && $0.last < categoryCount }
      guard isInside else { throw fail("its summary has a range outside of its categories") }
    }
    try validateSurroundings(fail)
    if type.has(.links), graph == nil, diagram == nil { throw fail("it has neither links nor a diagram") }
    if let start = thresholds.predictiveStart, !(0..<max(1, categoryCount)).contains(start) {
      throw fail("category \(start), the start of the prediction, does not exist")
    }
    if type.has(.slices) { try validateSlices() }
  }

  /// Returns the model after a check in debug builds. Functions that create models validate external data and add only
  /// valid parts. The complete check in debug builds runs in every test.
  package func checked() throws(AugerError) -> ChartModel {
    #if DEBUG
      try validate()
    #endif
    return self
  }

  func validate(
    _ cells: Column, count: Int, _ what: String, _ fail: (String) -> AugerError
  ) throws(AugerError) {
    try cells.validate(name: what)
    guard cells.count == count else { throw fail("\(what) has \(cells.count) items instead of \(count)") }
    guard cells.type.isNumeric else { throw fail("\(what) holds \(cells.type), not numbers") }
  }

  private func validate(_ items: ChartItems, _ fail: (String) -> AugerError) throws(AugerError) {
    guard type.has(.items) else { throw fail("a \(type.rawValue) chart has no items") }
    try items.category.validate(name: "the items' category")
    guard items.series.count == items.count, items.series.allSatisfy({ series.indices.contains(Int($0)) }) else {
      throw fail("its \(items.count) items are not each of a series")
    }
    guard items.values.count == dimensions.count else {
      throw fail("its items have \(items.values.count) of \(dimensions.count) values")
    }
    for column in items.values { try validate(column, count: items.count, "the items' value", fail) }
  }

  private func validate(_ table: ChartTable, _ fail: (String) -> AugerError) throws(AugerError) {
    for column in table.columns {
      try column.cells.validate(name: column.title)
      guard column.cells.count == table.rowCount, column.texts.count == table.rowCount else {
        throw fail("column '\(column.title)' of its table does not have \(table.rowCount) rows")
      }
      for count in [column.colors?.count, column.charts?.count].compactMap(\.self) where count != table.rowCount {
        throw fail("column '\(column.title)' of its table has looks for \(count) of \(table.rowCount) rows")
      }
      for case let chart? in column.charts ?? [] { try chart.validate() }
    }
  }

  private func validate(_ graph: ChartGraph, _ fail: (String) -> AugerError) throws(AugerError) {
    guard type.has(.links), levels.count == 1 else { throw fail("only a Graph chart of one level has links") }
    let nodes = 0..<categoryCount
    guard graph.nodes.isEmpty || graph.nodes.count == categoryCount else {
      throw fail("its graph has styles for \(graph.nodes.count) of \(categoryCount) nodes")
    }
    guard graph.targets.count == graph.count, graph.series.count == graph.count,
      (graph.sources + graph.targets).allSatisfy({ nodes.contains(Int($0)) }),
      graph.series.allSatisfy({ series.indices.contains(Int($0)) })
    else { throw fail("its \(graph.count) links are not each between two of its nodes") }
    try validate(graph.weight.cells, count: graph.count, "the weight", fail)
  }

  private func validate(_ outliers: ChartOutliers, _ fail: (String) -> AugerError) throws(AugerError) {
    guard outliers.categories.count == outliers.count, outliers.series.count == outliers.count,
      outliers.categories.allSatisfy({ (0..<categoryCount).contains(Int($0)) }),
      outliers.series.allSatisfy({ series.indices.contains(Int($0)) }), outliers.values.nullCount == 0
    else { throw fail("one of its \(outliers.count) outliers has no category or series") }
    try validate(outliers.values, count: outliers.count, "the outliers", fail)
  }

  /// Checks that child ranges of a coarser level are contiguous and cover the finer one. A category can have none.
  private func validateChildren(of index: Int, _ fail: (String) -> AugerError) throws(AugerError) {
    let level = levels[index]
    guard index > 0 else {
      guard level.firstChild == nil, level.lastChild == nil else { throw fail("level 0 has sub-categories") }
      return
    }
    guard let first = level.firstChild, let last = level.lastChild, first.count == level.count,
      last.count == level.count
    else { throw fail("level \(index) does not list its subcategories") }
    var next = 0
    for category in 0..<level.count {
      guard Int(first[category]) == next, Int(last[category]) >= next - 1 else {
        throw fail("sub-categories of level \(index) are not contiguous at category \(category)")
      }
      next = Int(last[category]) + 1
    }
    guard next == levels[index - 1].count else { throw fail("level \(index) does not cover the finer level") }
  }

  /// Checks that slices, which are shares of a whole, are not negative.
  private func validateSlices() throws(AugerError) {
    for cells in dimensions.map(\.cells) {
      for row in 0..<cells.count where !cells.isNull(row) {
        guard let value = cells[row].doubleValue, value < 0 else { continue }
        let (s, c) = row.quotientAndRemainder(dividingBy: categoryCount)
        let place = (series.count > 1 ? "series '\(series[s].text)', " : "") + "category '\(levels[0].labels[c])'"
        throw AugerError(
          .negativeSlice, operation: "make the chart '\(name)'",
          "a \(type.rawValue.lowercased()) has no negative slices", place: place,
          hint: "A Column or Bar chart shows values below zero.")
      }
    }
  }

  /// Recommended maximum number of series in a column, line or bar chart (guide, "Best Practices").
  package static let advisedSeriesCount = 16
  /// Recommended maximum number of categories.
  package static let advisedCategoryCount = 2000
  /// Recommended maximum number of categories in a bubble chart.
  package static let advisedBubbleCount = 300

  /// Returns advice for the reader: too many series or categories to distinguish, formats that do not fit. Advice does
  /// not prevent output; analysis adds it to `warnings`.
  package func advice() -> [Warning] {
    var advice = Warnings()
    let hasCategories = type.has(.categories)
    if hasCategories, series.count > Self.advisedSeriesCount {
      advice.add(
        Warning(
          .tooManySeries,
          "\(series.count) series in a \(type.rawValue) chart; \(Self.advisedSeriesCount) are advised"))
    }
    let limit = hasCategories ? Self.advisedCategoryCount : type.has(.sizes) ? Self.advisedBubbleCount : nil
    let shown = items?.count ?? levels[visibleLevel].count
    if let limit, shown > limit {
      advice.add(
        Warning(.tooManyCategories, "\(shown) categories in a \(type.rawValue) chart; \(limit) are advised"))
    }
    for dimension in dimensions {
      ValueFormatter(dimension.format, locale: locale).mismatches(dimension.cells, warnings: &advice)
    }
    return advice.items
  }
}

extension Diagnostic.Code {
  package static let invalidChart = Self("invalidChart")
  package static let negativeSlice = Self("negativeSlice")
  package static let tooManySeries = Self("tooManySeries")
  package static let tooManyCategories = Self("tooManyCategories")
}
