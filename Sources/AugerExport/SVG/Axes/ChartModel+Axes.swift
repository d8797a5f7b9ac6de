import AugerCharts
import AugerColumns
import AugerDiagnostics

// What an author says of axes, as far as it fits what is drawn.
extension ChartModel {
  /// What is said of the value axis. The parts of stacks are not cut.
  var fittedValueAxis: FittedAxis {
    let axis = FittedAxis(
      axes.value, isTemporal: false, kind: stacking == .percent || !type.hasAxes ? .linear : valueAxis)
    return stacking == .none ? axis : axis.withoutGaps
  }

  /// What is said of the category axis; nil where categories are no numbers or moments in their order.
  var fittedCategoryAxis: FittedAxis? {
    let level = levels[visibleLevel]
    switch type {
    case .scatter where layers.isEmpty, .bubble where layers.isEmpty:
      switch ItemAxis(self) {
      case .numbers: return FittedAxis(axes.category, isTemporal: false, kind: level.axis)
      case .moments: return FittedAxis(axes.category, isTemporal: true)
      case .names: return nil
      }
    default: return orderedCategories == nil ? nil : FittedAxis(axes.category, isTemporal: level.values.type.isTemporal)
    }
  }

  /// The numbers or moments that the categories in view stand at, where they ascend along an axis of them.
  var orderedCategories: [Double]? {
    let level = levels[visibleLevel]
    guard type.hasAxes, type.keepsDistances || !layers.isEmpty,
      level.values.type.isNumeric || level.values.type.isTemporal
    else { return nil }
    return CategoryAxis.ascending(level.values.wallClock(in: locale).drawnDoubles)
  }

  /// The categories that the axis has a place for; nil: all of them.
  var categoriesOnAxis: [Int]? {
    guard !axes.category.isEmpty, let axis = fittedCategoryAxis, let numbers = orderedCategories else { return nil }
    let placed = numbers.indices.filter { !axis.isOutside(numbers[$0]) && !axis.isInGap(numbers[$0]) }
    return placed.count == numbers.count ? nil : placed
  }

  /// What its axes leave out, and what is said of them that they do not have.
  var axisNotices: [Warning] {
    guard !axes.isEmpty, table == nil, diagram == nil else { return [] }
    guard type.hasAxes, type != .heatmap else {
      return [
        Warning(.axisNotApplied, "a \(type.rawValue) chart has no axis of numbers; what is said of it is not used")
      ]
    }
    var notices: [Warning] = []
    let value = fittedValueAxis
    notices += notApplied(value, "value")
    let category = fittedCategoryAxis
    if let category {
      notices += notApplied(category, "category")
    } else if !axes.category.isEmpty {
      notices.append(
        Warning(
          .axisNotApplied,
          "the categories of chart '\(name)' are no numbers or dates in their order; what is said of their axis is not used"
        ))
    }
    func add(_ count: Int, _ message: String) {
      if count > 0 { notices.append(Warning(.outsideAxis, message, count: count)) }
    }
    let shown = drawnEnds
    add(shown.count(where: value.isOutside), "values of chart '\(name)' lie beyond the range of their axis")
    let all =
      items.map { $0.values[0].drawnDoubles }
      ?? (type == .bubble ? [cellsInView[0]] : cellsInView)
      .flatMap(\.drawnDoubles)
    add(all.count(where: value.isInGap), "values of chart '\(name)' lie in a gap of their axis and are not drawn")
    guard let category else { return notices }
    let places = items.map { ItemAxis(self).places(of: $0.category) } ?? orderedCategories ?? []
    let things = items == nil ? "categories" : "items"
    add(
      places.count(where: category.isOutside), "\(things) of chart '\(name)' lie beyond the range of their axis")
    add(
      places.count { !category.isOutside($0) && category.isInGap($0) },
      "\(things) of chart '\(name)' lie in a gap of their axis and are not drawn")
    return notices
  }

  /// The numbers that marks reach to: of stacks their ends.
  private var drawnEnds: [Double] {
    if let items { return items.values[0].drawnDoubles }
    let channels = ChartChannels(self)
    if let stacks = Stacks(channels) {
      return (0..<channels.seriesCount).flatMap { series in
        (0..<channels.categoryCount).map { stacks.end(series, $0) }
      }
    }
    return channels.values.prefix(type == .bubble ? 1 : channels.values.count).flatMap(\.self)
      + (outliers?.values.drawnDoubles ?? [])
  }

  private func notApplied(_ axis: FittedAxis, _ which: String) -> [Warning] {
    axis.unfitting.map {
      Warning(.axisNotApplied, "the \(which) axis of chart '\(name)' has no such \($0.rawValue); they are not used")
    }
  }
}

extension ChartType {
  /// Whether its categories keep their distances where they are numbers or moments.
  fileprivate var keepsDistances: Bool {
    switch self {
    case .horizontalBullet, .verticalBullet, .waterfall, .region, .histogram, .heatmap: false
    default: hasAxes
    }
  }
}

extension Diagnostic.Code {
  /// Data beyond the range of an axis, or in a gap of it.
  public static let outsideAxis = Self("outsideAxis")
  /// What is said of an axis that the chart does not have.
  public static let axisNotApplied = Self("axisNotApplied")
}
