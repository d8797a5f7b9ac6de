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
  /// The first predicted category of the level in view.
  let predictiveStart: Int?

  init(_ model: ChartModel) {
    self.model = model
    let level = model.levels[model.visibleLevel]
    categoryLabels = level.labels.enumerated().map { $1.isEmpty && level.values.isNull($0) ? "–" : $1 }
    seriesLabels = model.series.map { series in
      if !series.label.isEmpty { return series.label }
      return model.seriesColumn == nil ? model.dimensions[0].title : "–"
    }
    values = model.cellsInView.map(\.drawnDoubles)
    predictiveStart = Self.predictiveStart(model)
  }

  var categoryCount: Int { categoryLabels.count }
  var seriesCount: Int { seriesLabels.count }

  func value(_ dimension: Int, _ series: Int, _ category: Int) -> Double {
    values[dimension][series * categoryCount + category]
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
