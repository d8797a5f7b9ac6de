import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The inputs of marks: the numbers of the current level as doubles, and its labels. Extracted from a model once.
package struct ChartChannels {
  let model: ChartModel
  let categoryLabels: [String]
  /// The labels on the axis, which can be shorter.
  let axisLabels: [String]
  /// The levels above the current one, the nearest first.
  let parents: [[ParentCategory]]
  let seriesLabels: [String]
  /// `values[dimension][series × category]`; NaN for values that are not drawn.
  let values: [[Double]]
  /// The original values before data changes; nil without changes.
  let baseline: [Double]?
  /// The ends of the forecast intervals in the layout of the values; nil without a forecast.
  let intervals: (low: [Double], high: [Double])?
  /// The first forecast category of the current level.
  let predictiveStart: Int?
  /// The category of the current level in which the data end.
  let incompleteCategory: Int?
  /// For each category, true if a line must be interrupted before it because a period has no data. Empty if no line is
  /// interrupted.
  let breaks: [Bool]
  /// The number of each displayed series in the original model. Hidden series are omitted.
  let seriesNumbers: [Int]
  /// The number of each displayed item among all items; nil if all are displayed.
  let itemNumbers: [Int]?
  /// The visible part of the axes.
  let window: VisibleWindow
  /// The number of each category in the original model. Categories that are not visible or not on the axis are omitted.
  let categoryNumbers: [Int]
  let given: ChartModel
  /// The model before its values were converted to series.
  let original: ChartModel
  /// Numbers of the categories on the axis. Nil if all are.
  private let placed: [Int]?
  /// True if categories are counted along their axis.
  private let isCounted: Bool
  private let isLayer: Bool
  /// The categories of its axis, if layers of an overlay have other ones. Nil for all.
  private let only: [Int]?
  /// The link targets of categories and series. Nil for a picture without links.
  var links: MarkLinks?
  /// True if marks have tooltips.
  var hasTooltips = true
  /// True if plots contain the positions of their categories for a script that shows tooltips. Instead of marks,
  /// categories have tooltips then.
  var namesPlot = false
  /// True if plots contain the tooltips of their categories too, because the table of the page omits some of them.
  var listsTitles = false
  /// True if each category has a tooltip. Regions cross the plot, and outliers have values of their own.
  var namesCategories: Bool { namesPlot && !listsTitles && !model.type.has(.regions) && model.outliers == nil }
  /// True if the columns of a model are drawn as bars, so that the ranges of its axes are exchanged.
  var isTurned = false

  init(_ model: ChartModel) {
    let whole = model.withValuesAsSeries
    self.init(whole, VisibleWindow(whole), original: model, over: nil, only: nil)
  }

  /// Creates the channels of an overlay's layer, with the categories and the window of the overlay. A separate chart of
  /// its type could have others.
  ///
  /// - Parameter categories: The numbers of the categories on the layer's category axis. Nil for all of the overlay.
  init(layer number: Int, of overlay: ChartChannels, categories: [Int]? = nil) {
    let model = overlay.given.model(ofLayer: number)
    self.init(model, overlay.window, original: model, over: overlay, only: categories)
  }

  /// Returns the channels of an overlay with only these categories.
  func with(categories: [Int]) -> ChartChannels {
    ChartChannels(given, window, original: original, over: nil, only: categories)
  }

  private init(
    _ whole: ChartModel, _ window: VisibleWindow?, original: ChartModel, over overlay: ChartChannels?, only: [Int]?
  ) {
    self.only = only
    given = whole
    self.original = original
    let shown = whole.withoutHiddenSeries
    isLayer = overlay != nil
    isCounted = overlay?.isCounted ?? whole.countsCategories
    let placed = only ?? (isLayer ? overlay?.placed : isCounted ? whole.categoriesOnAxis : nil)
    self.placed = placed
    let count = placed?.count ?? whole.levels[whole.visibleLevel].count
    let inView = isCounted ? window?.categories(of: count) : nil
    let kept = inView.map { range in placed.map { Array($0[range]) } ?? Array(range) } ?? placed
    let model = kept.map(shown.withCategories) ?? shown
    self.window = window ?? VisibleWindow(nil)
    categoryNumbers = kept ?? Array(0..<count)
    seriesNumbers = whole.series.indices.filter { !whole.state.isHidden(series: $0) }
    itemNumbers =
      whole.state.hiddenSeries.isEmpty
      ? nil
      : whole.items?.series.indices.filter { index in
        whole.items.map { !whole.state.isHidden(series: Int($0.series[index])) } ?? true
      }
    self.model = model
    let level = model.levels[model.visibleLevel]
    categoryLabels = level.shownLabels
    axisLabels = level.shortLabels ?? categoryLabels
    parents = ParentCategory.levels(of: model)
    seriesLabels = model.series.map { series in
      series.text.isEmpty && model.seriesColumn == nil ? model.dimensions[0].title : series.shownLabel
    }
    values = model.cellsInView.enumerated().map { index, cells in
      index < model.type.kind.placedValueCount ?? .max ? model.withPlace(cells.drawnDoubles) : cells.drawnDoubles
    }
    intervals =
      model.visibleLevel == 0 ? model.forecast.map { ($0.low.drawnDoubles, $0.high.drawnDoubles) } : nil
    baseline = model.items == nil && model.visibleLevel == 0 ? model.baselineCells?.first?.drawnDoubles : nil
    predictiveStart = Self.predictiveStart(shown).map { start in
      kept.map { kept in kept.firstIndex { $0 >= start } ?? kept.count } ?? start
    }
    breaks = whole.breaks(before: categoryNumbers)
    incompleteCategory =
      model.visibleLevel > 0
      ? nil
      : whole.incompletePeriod.flatMap { period in kept.map { $0.firstIndex(of: period.category) } ?? period.category }
  }

  /// The channels without a window. They determine the range of the value axis, so that it does not change during
  /// scrolling.
  var whole: ChartChannels {
    window.isWhole ? self : ChartChannels(given, nil, original: original, over: isLayer ? self : nil, only: only)
  }

  /// A description of the visible categories; nil if all are visible or if they are not counted.
  var partInView: String? {
    let count = given.levels[given.visibleLevel].count
    guard categoryCount < count else { return nil }
    let texts = given.locale.texts
    guard let first = categoryNumbers.first, let last = categoryNumbers.last else { return texts[.noCategoryInView] }
    if categoryCount == 1 { return texts.text(.categoryInView, ["number": "\(first + 1)", "count": "\(count)"]) }
    return last - first + 1 == categoryCount
      ? texts.text(.categoriesInView, ["first": "\(first + 1)", "last": "\(last + 1)", "count": "\(count)"])
      : texts.text(.countInView, ["shown": "\(categoryCount)", "count": "\(count)"])
  }

  /// The note about values that are too small to be drawn; nil if all values are drawn.
  var valuesBelowText: String? {
    let model = given
    guard let least = model.style.minDisplayValue, model.smallValueCount > 0 else { return nil }
    let formatter = ValueFormatter(model.dimensions[0].format, locale: model.locale)
    let text = formatter.text(.float(least)) ?? NumberText.shortest(least)
    return model.locale.texts.text(.valuesBelow, ["value": text, "count": "\(model.smallValueCount)"])
  }

  /// The groups of categories with the same parent. Empty if no coarser level exists.
  var nearestParents: [Range<Int>] { parents.first?.map(\.categories).filter { !$0.isEmpty } ?? [] }

  /// The label of each category with its ancestors: "Q1, 2012". Used if no other label distinguishes the quarters of
  /// different years.
  var qualifiedLabels: [String] {
    var labels = categoryLabels
    for level in parents {
      for parent in level { for category in parent.categories { labels[category] += ", " + parent.label } }
    }
    return labels
  }

  /// Returns true if readers can infer missing labels of a level (dates, numbers). `level` is counted from the current
  /// one.
  func isOrdered(level: Int) -> Bool {
    let type = model.levels[model.visibleLevel + level].values.type
    return type.isNumeric || type.isTemporal
  }

  package var categoryCount: Int { categoryLabels.count }
  package var seriesCount: Int { seriesLabels.count }

  /// Returns NaN if the chart does not have the value. It can have fewer values than its type supports, and all of its
  /// series can be hidden.
  package func value(_ dimension: Int, _ series: Int, _ category: Int) -> Double {
    dimension < values.count && series < seriesCount ? values[dimension][series * categoryCount + category] : .nan
  }

  func known(_ dimension: Int, _ series: Int, _ category: Int) -> Double? {
    let value = value(dimension, series, category)
    return value.isNaN ? nil : value
  }

  /// Returns the index of a pair among the cells of the original model.
  func number(series: Int, category: Int) -> Int {
    seriesNumbers[series] * given.levels[given.visibleLevel].count + categoryNumbers[category]
  }

  /// Returns the minimum and maximum of the first `count` values.
  func extent(ofValues count: Int) -> Bounds? {
    values.prefix(count).compactMap(\.extent).union
  }

  /// The minimum and maximum of the first values and of their baseline.
  var firstExtent: Bounds? {
    [values[0].extent, baseline?.extent, intervals?.low.extent, intervals?.high.extent].compactMap(\.self).union
  }

  /// Returns the baseline of a pair, if it differs from the displayed value.
  func changedFrom(_ series: Int, _ category: Int) -> Double? {
    guard let before = baseline?[series * categoryCount + category], !before.isNaN else { return nil }
    return before == value(0, series, category) ? nil : before
  }

  /// Returns true if an item is faded because others are selected. Always false at a coarser level, because selections
  /// refer to the finest level.
  func isFaded(_ series: Int, _ category: Int) -> Bool {
    model.visibleLevel == 0
      && !model.state.focuses(
        series: seriesNumbers[series],
        category: categoryNumbers.indices.contains(category) ? categoryNumbers[category] : -1)
  }

  /// Returns true if a row of the model's data items is faded.
  func isFaded(row: Int, _ series: Int, _ category: Int) -> Bool {
    model.state.hasSelection && model.visibleLevel == 0
      && !model.state.focuses(
        row: row, series: seriesNumbers[series],
        category: categoryNumbers.indices.contains(category) ? categoryNumbers[category] : -1)
  }

  /// True if values can exceed the ends of their axis.
  var isValueAxisCut: Bool { window.ofValues != nil || model.axes.value.lower != nil || model.axes.value.upper != nil }

  /// Returns true if the displayed values of a category are not final: they are a forecast, or their data are
  /// incomplete.
  func isProvisional(_ category: Int) -> Bool {
    category == incompleteCategory || predictiveStart.map { category >= $0 } ?? false
  }

  /// Returns true if a line must be interrupted between a category and the next one.
  func isBroken(after category: Int) -> Bool { breaks.indices.contains(category + 1) && breaks[category + 1] }

  /// Returns the ranges of consecutive categories with values, without a missing period between them.
  func runs(_ isPresent: (Int) -> Bool) -> [Range<Int>] {
    (0..<categoryCount).reduce(into: []) { runs, category in
      guard isPresent(category) else { return }
      if let last = runs.last, last.upperBound == category, !isBroken(after: category - 1) {
        runs[runs.count - 1] = last.lowerBound..<category + 1
      } else {
        runs.append(category..<category + 1)
      }
    }
  }

  private static func predictiveStart(_ model: ChartModel) -> Int? {
    guard var start = model.thresholds.predictiveStart else { return nil }
    for level in model.levels[...model.visibleLevel].dropFirst() {
      guard let last = level.lastChild, let parent = last.firstIndex(where: { Int($0) >= start }) else { return nil }
      start = parent
    }
    return start
  }
}

extension ChartModel {
  /// The model with only the displayed series. Selections use the numbers of all series.
  fileprivate var withoutHiddenSeries: ChartModel {
    guard !state.hiddenSeries.isEmpty else { return self }
    let kept = series.indices.filter { !state.isHidden(series: $0) }
    func rows(_ width: Int) -> [Int32] {
      kept.flatMap { series in (0..<width).map { Int32(truncatingIfNeeded: series * width + $0) } }
    }
    var model = self
    model.series = kept.map { series[$0] }
    model.outliers = outliers?.moved { category, series in kept.firstIndex(of: series).map { (category, $0) } }
    if var items {
      let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { (Int32(truncatingIfNeeded: $1), $0) })
      let shown = items.series.indices.filter { places[items.series[$0]] != nil }
      let rows = shown.map { Int32(truncatingIfNeeded: $0) }
      items.series = shown.compactMap { places[items.series[$0]].map { Int32(truncatingIfNeeded: $0) } }
      items.category = items.category.gathered(rows)
      items.values = items.values.map { $0.gathered(rows) }
      model.items = items
      return model
    }
    for index in dimensions.indices {
      model.dimensions[index].cells = dimensions[index].cells.gathered(rows(categoryCount))
    }
    model.baselineCells = baselineCells?.map { $0.gathered(rows(categoryCount)) }
    model.forecast = forecast?.gathered(rows(categoryCount))
    for index in levels.indices {
      model.levels[index].cells = levels[index].cells?.map { $0.gathered(rows(levels[index].count)) }
    }
    return model
  }

  /// Returns the model with only these categories of the current level, ascending. Parents retain the remaining
  /// sub-categories. Levels below the current one are not drawn and do not change.
  fileprivate func withCategories(_ kept: [Int]) -> ChartModel {
    let numbers = kept.map { Int32(truncatingIfNeeded: $0) }
    func rows(_ count: Int) -> [Int32] {
      series.indices.flatMap { series in kept.map { Int32(truncatingIfNeeded: series * count + $0) } }
    }
    var model = self
    let level = levels[visibleLevel]
    model.levels[visibleLevel].values = level.values.gathered(numbers)
    let short = level.shortLabels.map { labels in kept.map { labels[$0] } }
    model.levels[visibleLevel].labels = kept.map { level.labels[$0] }
    model.levels[visibleLevel].shortLabels = short
    model.levels[visibleLevel].upperEdges = level.upperEdges?.gathered(numbers)
    model.levels[visibleLevel].cells = level.cells?.map { $0.gathered(rows(level.count)) }
    model.levels[visibleLevel].firstChild = level.firstChild.map { first in kept.map { first[$0] } }
    model.levels[visibleLevel].lastChild = level.lastChild.map { last in kept.map { last[$0] } }
    if visibleLevel == 0, items == nil {
      let all = rows(categoryCount)
      for index in dimensions.indices { model.dimensions[index].cells = dimensions[index].cells.gathered(all) }
      model.baselineCells = baselineCells?.map { $0.gathered(all) }
      model.forecast = forecast?.gathered(all)
      if outliers != nil {
        let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        model.outliers = outliers?.moved { category, series in places[category].map { ($0, series) } }
      }
    }
    var children = kept
    for index in levels.indices.dropFirst(visibleLevel + 1) {
      let parent = levels[index]
      guard let first = parent.firstChild, let last = parent.lastChild, !children.isEmpty else {
        model.levels.removeSubrange(index...)
        break
      }
      var parents: [Int] = []
      var counts: [Int32] = []
      var next = 0
      for category in first.indices {
        var count: Int32 = 0
        while next < children.count, children[next] <= Int(last[category]) {
          count += 1
          next += 1
        }
        if count > 0 {
          parents.append(category)
          counts.append(count)
        }
      }
      var starts: [Int32] = []
      var start: Int32 = 0
      for count in counts {
        starts.append(start)
        start += count
      }
      model.levels[index].values = parent.values.gathered(parents.map { Int32(truncatingIfNeeded: $0) })
      model.levels[index].labels = parents.map { parent.labels[$0] }
      model.levels[index].cells = nil
      model.levels[index].firstChild = starts
      model.levels[index].lastChild = zip(starts, counts).map { $0 + $1 - 1 }
      children = parents
    }
    return model
  }

  /// True unless points have numbers or dates as positions, which form a continuous axis.
  fileprivate var countsCategories: Bool {
    guard placesItems else { return true }
    if case .names = ItemAxis(self) { return true }
    return false
  }

  /// Returns the values with a position on the value axis, and NaN for all others. A logarithmic axis includes only
  /// values above zero, and gaps include none. Layers have their own axes.
  func withPlace(_ values: [Double]) -> [Double] {
    guard layers.isEmpty, !type.has(.steps) else { return values }
    let axis = fittedValueAxis
    let hasGaps = valuesArePlaces && !axis.gaps.isEmpty
    let least = leastDrawn ?? -.infinity
    if valueAxis == .linear, !hasGaps, least == -.infinity { return values }
    return values.map {
      valueAxis == .logarithmic && $0 <= 0 || hasGaps && axis.isInGap($0) || $0 < least ? .nan : $0
    }
  }

  /// The smallest value that is drawn; nil if all are.
  private var leastDrawn: Double? { valuesArePlaces && layers.isEmpty ? style.minDisplayValue : nil }

  /// The number of values that are too small to be drawn.
  var smallValueCount: Int {
    guard let leastDrawn else { return 0 }
    let cells =
      items.map { Array($0.values.prefix(1)) } ?? Array(cellsInView.prefix(type.kind.placedValueCount ?? .max))
    return cells.reduce(0) { $0 + $1.drawnDoubles.count { $0 < leastDrawn } }
  }
}

extension Column {
  /// Each number as a double; NaN if it is missing or has no position.
  var drawnDoubles: [Double] {
    var result = [Double](repeating: .nan, count: count)
    switch values {
    case .float64(let buffer):
      let span = buffer.span
      for row in 0..<count where span[row].isFinite { result[row] = span[row] }
    case .int64(let buffer):
      let span = buffer.span
      for row in 0..<count { result[row] = Double(span[row]) }
    case .date(let buffer):
      let span = buffer.span
      for row in 0..<count where CivilDate(days: span[row]).isFinite {
        result[row] = Double(span[row]) * Double(Timestamp.microsecondsPerDay)
      }
    case .timestamp(let buffer):
      let span = buffer.span
      for row in 0..<count where Timestamp(microseconds: span[row]).isFinite { result[row] = Double(span[row]) }
    case .decimal64, .decimal128, .bool, .string, .time, .interval, .binary:
      for row in 0..<count { result[row] = self[row].doubleValue ?? .nan }
    }
    if validity != nil { for row in 0..<count where isNull(row) { result[row] = .nan } }
    return result
  }
}
