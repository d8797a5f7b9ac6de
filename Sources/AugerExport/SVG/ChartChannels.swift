import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Initialise: what the marks read - the level in view, its numbers as doubles, its texts - taken from a model once.
struct ChartChannels {
  let model: ChartModel
  let categoryLabels: [String]
  let seriesLabels: [String]
  /// values[dimension][series × category]; NaN where there is none to draw.
  let values: [[Double]]
  /// What the values were before the data were changed, nil where nothing was.
  let baseline: [Double]?
  /// The first predicted category of the level in view.
  let predictiveStart: Int?
  /// For each series that is shown, its number in the model that was given: hidden ones are left out.
  let seriesNumbers: [Int]
  /// For each item that is shown, its number among all of them; nil where all are.
  let itemNumbers: [Int]?

  init(_ whole: ChartModel) {
    let model = whole.withoutHiddenSeries
    seriesNumbers = whole.series.indices.filter { !whole.state.isHidden(series: $0) }
    itemNumbers =
      whole.state.hiddenSeries.isEmpty
      ? nil
      : whole.items?.series.indices.filter { index in
        whole.items.map { !whole.state.isHidden(series: Int($0.series[index])) } ?? true
      }
    self.model = model
    let level = model.levels[model.visibleLevel]
    categoryLabels = level.labels.enumerated().map { $1.isEmpty && level.values.isNull($0) ? "–" : $1 }
    seriesLabels = model.series.map { series in
      if !series.label.isEmpty { return series.label }
      return model.seriesColumn == nil ? model.dimensions[0].title : "–"
    }
    values = model.cellsInView.map(\.drawnDoubles)
    baseline = model.items == nil && model.visibleLevel == 0 ? model.baseline?.first?.drawnDoubles : nil
    predictiveStart = Self.predictiveStart(model)
  }

  var categoryCount: Int { categoryLabels.count }
  var seriesCount: Int { seriesLabels.count }

  func value(_ dimension: Int, _ series: Int, _ category: Int) -> Double {
    values[dimension][series * categoryCount + category]
  }

  /// Smallest and largest of the first values and of their baseline.
  var firstExtent: ClosedRange<Double>? {
    [values[0].extent, baseline?.extent].compactMap(\.self).flatMap { [$0.lowerBound, $0.upperBound] }.extent
  }

  /// The baseline of a pair, where it differs from what is shown.
  func changedFrom(_ series: Int, _ category: Int) -> Double? {
    guard let before = baseline?[series * categoryCount + category], !before.isNaN else { return nil }
    return before == value(0, series, category) ? nil : before
  }

  /// Whether an item stands back because others are selected. Of a coarser level nothing does: selections are of the
  /// finest.
  func isFaded(_ series: Int, _ category: Int) -> Bool {
    model.visibleLevel == 0 && !model.state.focuses(series: seriesNumbers[series], category: category)
  }

  /// The colours of the series that are shown: they are those of all series.
  func theme(_ theme: Theme) -> Theme {
    guard seriesNumbers.count < (seriesNumbers.last ?? -1) + 1, !seriesNumbers.isEmpty else { return theme }
    var shown = theme
    shown.palette = seriesNumbers.map(theme.color)
    return shown
  }

  func isPredicted(_ category: Int) -> Bool { predictiveStart.map { category >= $0 } ?? false }

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
  /// The model as if it had only the series that are shown. What is selected keeps the numbers of all series.
  fileprivate var withoutHiddenSeries: ChartModel {
    guard !state.hiddenSeries.isEmpty else { return self }
    let kept = series.indices.filter { !state.isHidden(series: $0) }
    func rows(_ width: Int) -> [Int32] {
      kept.flatMap { series in (0..<width).map { Int32(truncatingIfNeeded: series * width + $0) } }
    }
    var model = self
    model.series = kept.map { series[$0] }
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
    model.baseline = baseline?.map { $0.gathered(rows(categoryCount)) }
    for index in levels.indices {
      model.levels[index].cells = levels[index].cells?.map { $0.gathered(rows(levels[index].count)) }
    }
    return model
  }

  /// The values of the level in view, a column for each dimension.
  var cellsInView: [Column] {
    visibleLevel == 0 ? dimensions.map(\.cells) : levels[visibleLevel].cells ?? dimensions.map(\.cells)
  }

  /// The text of each value of the level in view; empty where there is none.
  func textsInView(dimension: Int) -> [String] {
    var counted = Warnings()
    return ValueFormatter(dimensions[dimension].format, locale: locale)
      .texts(cellsInView[dimension], warnings: &counted)
  }
}

extension Column {
  /// Each number as a double; NaN where there is none, or none that has a place.
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
