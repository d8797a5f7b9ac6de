import AugerColumns
import AugerDiagnostics

/// Checks parts around the values: edges, layers, forecasts, diagrams, and parts that contain indices.
extension ChartModel {
  func validateSurroundings(_ fail: (String) -> AugerError) throws(AugerError) {
    // If only the series name the layers, as in a data source, their number is at most the number of series.
    let layers = 0..<max(layers.count, series.count, 1)
    if let series = series.first(where: { !layers.contains($0.layer) }) {
      throw fail("series '\(series.text)' belongs to layer \(series.layer), which does not exist")
    }
    for (index, level) in levels.enumerated() {
      if let edges = level.upperEdges {
        try edges.validate(name: "the upper edges")
        guard edges.count == level.count else {
          throw fail("level \(index) has \(edges.count) upper edges for \(level.count) categories")
        }
      }
      if let other = level.other, !(0..<level.count).contains(other) {
        throw fail("level \(index) has no category \(other), which is declared as 'Other'")
      }
    }
    if let forecast {
      let count = series.count * categoryCount
      try validate(forecast.low, count: count, "the forecast's lower ends", fail)
      try validate(forecast.high, count: count, "the forecast's upper ends", fail)
      guard forecast.errors.count == series.count, Bounds.unit.contains(forecast.confidence) else {
        throw fail("its forecast needs an error for each series and a confidence from 0 to 1")
      }
    }
    if let diagram {
      let nodes = diagram.nodes.indices
      guard diagram.nodes.count(where: \.isRoot) == 1,
        diagram.nodes.allSatisfy({ $0.parents.allSatisfy { nodes.contains($0) } })
      else { throw fail("its diagram needs one root and parents that are nodes of the diagram") }
    }
    let others = (axes.otherValues + axes.otherCategories).map(\.options)
    for axis in [axes.value, axes.secondValue, axes.category] + others where !axis.isValid {
      throw fail("its axes are not of finite numbers, dates and moments")
    }
    guard plot.isValid else { throw fail("its plot options are not finite or out of range") }
    try validateFormats(fail)
    try validateState(fail)
    if let drill {
      let rows = (items?.count).map { max($0, categoryCount) } ?? categoryCount
      guard drill.categoryPicks.map({ $0.count == categoryCount || $0.count == rows }) ?? true,
        drill.seriesPicks.map({ $0.count == series.count }) ?? true
      else { throw fail("its selectable items are not declared for each category and series") }
    }
  }

  private func validateFormats(_ fail: (String) -> AugerError) throws(AugerError) {
    let formats =
      levels.map(\.format) + dimensions.map(\.format) + layers.map(\.format) + [graph?.weight.format]
      + (table?.columns.map(\.format) ?? [])
    for case let format? in formats where !format.isValid { throw fail("its format '\(format)' does not exist") }
  }

  private func validateState(_ fail: (String) -> AugerError) throws(AugerError) {
    let (categories, members) = (0..<categoryCount, series.indices)
    let rows = 0..<(items?.count ?? 0)
    guard state.selectedCategories.allSatisfy(categories.contains), state.selectedSeries.allSatisfy(members.contains),
      state.hiddenSeries.allSatisfy(members.contains), state.selectedRows.allSatisfy(rows.contains),
      state.selectedItems.allSatisfy({ members.contains($0.series) && categories.contains($0.category) }),
      state.highlightedCategory.map(categories.contains) ?? true
    else { throw fail("a selected or hidden item does not exist") }
    for range in [state.horizontalRange, state.verticalRange].compactMap(\.self) {
      guard range.lower >= 0, range.upper <= 1 else {
        throw fail("the visible part, \(range.lower) to \(range.upper), is not within 0 to 1")
      }
    }
  }
}

extension AxisOptions {
  /// True if its points are finite floats, dates and timestamps, and its distances are positive.
  fileprivate var isValid: Bool {
    var points = [lower, upper, crossing].compactMap(\.self)
    var chosen = [ticks].compactMap(\.self)
    if case .chosen(let ticks)? = minorTicks { chosen.append(ticks) }
    for ticks in chosen {
      switch ticks {
      case .values(let values): points += values
      case .every(let step, let anchor):
        if let anchor { points.append(anchor) }
        switch step {
        case .number(let step): if !(step > 0 && step.isFinite) { return false }
        case .months(let months): if months < 1 { return false }
        case .microseconds(let size): if size < 1 { return false }
        }
      }
    }
    for gap in gaps {
      switch gap {
      case .weekends: break
      case .day(let date): points.append(.date(date))
      case .range(let lower, let upper): points += [lower, upper]
      case .every(let step, let anchor, let length):
        if AxisRepeat(step, anchor: anchor, length: length) == nil { return false }
      }
    }
    return padding?.isFinite ?? true && width.map { (0...1000).contains($0) } ?? true
      && points.allSatisfy { point in
        switch point {
        case .float(let number): number.isFinite
        case .date(let date): date.isFinite
        case .timestamp(let moment): moment.isFinite
        default: false
        }
      }
  }
}

extension ValueFormat {
  /// True if its number of decimals is 0...9 and its optional currency code consists of three capital letters.
  var isValid: Bool {
    switch self {
    case .rounded(let digits): (0...9).contains(digits)
    case .currency(let code?): code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    default: true
    }
  }
}
