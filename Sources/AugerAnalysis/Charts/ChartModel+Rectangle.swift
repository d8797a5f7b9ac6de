import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Marks that lie in a rectangle of a chart's plot area.
extension ChartModel {
  /// Returns a predicate that is true for categories between two ends, inclusive and in either order. Nil ends accept
  /// all categories.
  ///
  /// Numbers, dates and times are compared by value, all other categories by position in the chart. Nil, with a
  /// warning, if an end is not a category of the chart and cannot be compared with one.
  func categories(within ends: [Scalar]?, _ warnings: inout Warnings) -> ((Scalar) -> Bool)? {
    guard let ends else { return { _ in true } }
    let type = items?.category.type ?? levels[0].values.type
    if type.isNumeric || type.isDay || type == .time {
      for end in ends where end.type.map({ !$0.isComparable(with: type) }) ?? true {
        warnings.add(Warning(.valueNotPresent, "'\(end)' is not within the categories of chart '\(name)'"))
        return nil
      }
      let (low, high) = Scalar.compare(ends[0], ends[1]) <= 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
      return { !$0.isNull && Scalar.compare(low, $0) <= 0 && Scalar.compare($0, high) <= 0 }
    }
    let values = levels[0].values.scalars
    let places = Dictionary(values.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var bounds: [Int] = []
    for end in ends {
      guard let place = places[end] else {
        warnings.add(Warning(.valueNotPresent, "chart '\(name)' has no category '\(end)'"))
        return nil
      }
      bounds.append(place)
    }
    let (first, last) = (bounds.min() ?? 0, bounds.max() ?? 0)
    return { places[$0].map { first <= $0 && $0 <= last } ?? false }
  }

  /// Returns the pairs, and the rows of data items, that are drawn completely inside the rectangle. For columns and
  /// bars this includes the whole length, for candles, boxes and bands each of their values.
  func pairs(
    whose isInside: (Scalar) -> Bool, within bounds: Bounds?
  ) -> (pairs: [ChartState.Item], rows: [Int]) {
    func holds(_ values: [Double]) -> Bool {
      values.allSatisfy { !$0.isNaN } && (bounds.map { values.allSatisfy($0.contains) } ?? true)
    }
    if let items {
      let values = items.values[0]
      let rows = (0..<items.count).filter { row in
        isInside(items.category[row]) && holds([values[row].doubleValue ?? .nan])
      }
      return ([], rows)
    }
    let categories = levels[0].values.scalars
    let edges = levels[0].upperEdges
    let inside = categories.indices.filter { place in
      isInside(categories[place]) && (edges.map { isInside($0[place]) } ?? true)
    }
    var pairs: [ChartState.Item] = []
    for series in self.series.indices {
      for category in inside where holds(drawnValues(series, category)) {
        pairs.append(ChartState.Item(series: series, category: category))
      }
    }
    return (pairs, [])
  }

  /// Returns the extent of a pair's mark along the value axis. NaN if the pair has no mark.
  private func drawnValues(_ series: Int, _ category: Int) -> [Double] {
    func value(_ dimension: Int, _ series: Int) -> Double {
      self[dimension: dimension, series: series, category: category].doubleValue ?? .nan
    }
    if type.has(.spread), !type.has(.errors) { return dimensions.indices.map { value($0, series) } }
    let own = value(0, series)
    guard stacking != .none else { return type.has(.fromZero) ? [0, own] : [own] }
    // The stacked values between zero and this mark, on the same side of zero.
    var below = 0.0
    var whole = 0.0
    for other in self.series.indices where !state.isHidden(series: other) {
      let part = value(0, other)
      if part.isNaN { continue }
      whole += part.magnitude
      if other < series, (part < 0) == (own < 0) { below += part }
    }
    guard stacking == .percent else { return [below, below + own] }
    return whole > 0 ? [below / whole * 100, (below + own) / whole * 100] : [.nan]
  }
}

extension DataType {
  /// Returns true if values of the two types can be compared.
  fileprivate func isComparable(with other: DataType) -> Bool {
    if isNumeric || other.isNumeric { return isNumeric && other.isNumeric }
    return self == other || isDay && other.isDay
  }

  fileprivate var isDay: Bool {
    switch self {
    case .date, .timestamp: true
    default: false
    }
  }
}
