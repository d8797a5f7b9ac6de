import AugerCharts
import AugerColumns
import AugerDiagnostics

// The axis options of the author, as far as they apply to the picture.
extension ChartModel {
  /// The options of the value axis.
  var fittedValueAxis: FittedAxis {
    FittedAxis(axes.value, isTemporal: false, kind: stacking == .percent || !type.has(.axes) ? .linear : valueAxis)
  }

  /// True if marks end at their values. Parts of stacks and the steps of a waterfall start at the end of the previous
  /// one.
  var valuesArePlaces: Bool { stacking == .none && !type.has(.steps) }

  /// The options of the category axis; nil unless categories are ascending numbers or dates.
  var fittedCategoryAxis: FittedAxis? {
    let level = levels[visibleLevel]
    guard placesItems else {
      return orderedCategories == nil ? nil : FittedAxis(axes.category, isTemporal: level.values.type.isTemporal)
    }
    switch ItemAxis(self) {
    case .numbers: return FittedAxis(axes.category, isTemporal: false, kind: level.axis)
    case .moments: return FittedAxis(axes.category, isTemporal: true)
    case .names: return nil
    }
  }

  /// True if marks are at the numbers or dates of data items instead of categories.
  var placesItems: Bool { layers.isEmpty && (type.has(.points) || items != nil) }

  /// The numbers or dates of the visible categories, if they ascend along a numeric axis.
  var orderedCategories: [Double]? {
    let level = levels[visibleLevel]
    guard type.has(.axes), type.has(.distances) || !layers.isEmpty,
      level.values.type.isNumeric || level.values.type.isTemporal
    else { return nil }
    return CategoryAxis.ascending(level.values.wallClock(in: locale).drawnDoubles)
  }

  /// Returns one value for each category: true if it follows a period without data on a date axis. Empty if none does.
  /// A gap of the axis is not a missing period.
  func breaks(before categories: [Int]) -> [Bool] {
    guard levels[visibleLevel].values.type.isTemporal, let moments = orderedCategories else { return [] }
    var missing = PeriodBreaks(moments).indices.filter { index in
      guard let axis = fittedCategoryAxis, !axes.category.isEmpty,
        let span = Bounds(moments[index - 1], moments[index])
      else { return true }
      return axis.gaps(in: span).isEmpty
    }
    guard !missing.isEmpty else { return [] }
    missing.reverse()
    return categories.enumerated().map { place, category in
      var isBroken = false
      while let next = missing.last, next <= category {
        isBroken = place > 0
        missing.removeLast()
      }
      return isBroken
    }
  }

  /// The categories that the axis includes. Nil for all of them.
  var categoriesOnAxis: [Int]? {
    guard !axes.category.isEmpty, let axis = fittedCategoryAxis, let numbers = orderedCategories else { return nil }
    let placed = numbers.indices.filter { !axis.isOutside(numbers[$0]) && !axis.isInGap(numbers[$0]) }
    return placed.count == numbers.count ? nil : placed
  }

  /// Warnings about values outside of the axes and about options that do not apply.
  var axisNotices: [Warning] {
    guard !axes.isEmpty, table == nil, diagram == nil else { return [] }
    guard layers.isEmpty else {
      let models = layers.indices.map(model(ofLayer:))
      let first = layers.firstIndex { $0.axis == .primary && $0.axisName == nil }
      let second = first == nil ? nil : layers.firstIndex { $0.axis == .secondary && $0.axisName == nil }
      let others = axes.otherValues.flatMap { axis in
        layers.firstIndex { $0.axisName.map { Name($0) } == Name(axis.name) }
          .map { notApplied(models[$0].fittedValueAxis, "'\(axis.name)'") } ?? []
      }
      return notApplied(models[first ?? 0].fittedValueAxis, "value")
        + (second.map { notApplied(models[$0].fittedValueAxis, "second value") } ?? []) + others
        + models.flatMap { $0.valueNotices("layer '\($0.name)'") } + categoryNotices
    }
    guard type.hasValueAxis else {
      return [
        Warning(.axisNotApplied, "a \(type.rawValue) chart has no numeric axis, so its options are ignored")
      ]
    }
    var axis = fittedValueAxis
    axis.limitSide(isVertical: !isLying)
    return notApplied(axis, "value") + valueNotices("chart '\(name)'") + categoryNotices
  }

  /// Returns warnings about values that the value axis does not include.
  private func valueNotices(_ subject: String) -> [Warning] {
    let axis = fittedValueAxis
    let channels = ChartChannels(self)
    let ends = drawnEnds(channels)
    let outside = Warning(
      .outsideAxis, "values of \(subject) are outside the range of their axis", count: ends.count(where: axis.isOutside)
    )
    let inGap: Warning
    if valuesArePlaces {
      let cells = items.map { [$0.values[0]] } ?? channels.model.cellsInView
      inGap = Warning(
        .outsideAxis, "values of \(subject) are in a gap of their axis and are not drawn",
        count: cells.prefix(type.kind.placedValueCount ?? cells.count).reduce(0) {
          $0 + $1.drawnDoubles.count(where: axis.isInGap)
        })
    } else {
      inGap = Warning(
        .outsideAxis, "parts of \(subject) end in a gap of their axis, which hides their length",
        count: ends.count(where: axis.isInGap))
    }
    return [outside, inGap].filter { $0.count > 0 }
  }

  /// Warnings about categories that their axis does not include, and about options that do not apply.
  private var categoryNotices: [Warning] {
    guard !axes.category.isEmpty else { return [] }
    guard var axis = fittedCategoryAxis else {
      // Its room, its side and the clipping of labels also apply to names.
      if axes.category == axes.category.ofNames {
        var axis = FittedAxis(axes.category, isTemporal: false)
        axis.limitSide(isVertical: isLying)
        return notApplied(axis, "category")
      }
      return [
        Warning(
          .axisNotApplied,
          "the categories of chart '\(name)' are not ordered numbers or dates, so the options of their axis are ignored"
        )
      ]
    }
    axis.limitSide(isVertical: isLying)
    let places = items.map { ItemAxis(self).places(of: $0.category) } ?? orderedCategories ?? []
    let things = items == nil ? "categories" : "items"
    let counted = [
      Warning(
        .outsideAxis, "\(things) of chart '\(name)' are outside the range of their axis",
        count: places.count(where: axis.isOutside)),
      Warning(
        .outsideAxis, "\(things) of chart '\(name)' lie in a gap of their axis and are not drawn",
        count: places.count { !axis.isOutside($0) && axis.isInGap($0) }),
    ]
    return notApplied(axis, "category") + counted.filter { $0.count > 0 }
  }

  /// Returns the numbers at the mark ends. For stacks and waterfalls, these are the ends of their parts.
  func drawnEnds(_ channels: ChartChannels) -> [Double] {
    if let items { return items.values[0].drawnDoubles }
    if let stacks = Stacks(channels) {
      return (0..<channels.seriesCount).flatMap { series in
        (0..<channels.categoryCount).map { stacks.end(series, $0) }
      }
    }
    if type.has(.steps) { return WaterfallMark.drawnEnds(channels) }
    return channels.values.prefix(type.kind.placedValueCount ?? channels.values.count).flatMap(\.self)
      + (outliers?.values.drawnDoubles ?? [])
  }

  private func notApplied(_ axis: FittedAxis, _ which: String) -> [Warning] {
    axis.unfitting.map {
      Warning(
        .axisNotApplied,
        "option '\($0.rawValue)' does not fit the \(which) axis of chart '\(name)' and is ignored")
    }
  }
}

extension Diagnostic.Code {
  /// Data outside of the range of an axis, or in one of its gaps.
  package static let outsideAxis = Self("outsideAxis")
}
