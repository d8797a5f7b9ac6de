import AugerCharts
import AugerColumns

/// The horizontal axis of data items: numbers, dates, or the names of categories.
enum ItemAxis {
  case numbers
  case moments(ChartLocale)
  case names([Scalar])

  init(_ model: ChartModel) {
    let level = model.levels[model.visibleLevel]
    let column = model.items?.category ?? level.values
    // Below another level, numbers repeat, such as the quarters of each year.
    let isAlone = model.items != nil || model.visibleLevel == model.levels.count - 1
    if isAlone, column.type.isNumeric {
      self = .numbers
    } else if isAlone, column.type.isTemporal {
      self = .moments(model.locale)
    } else {
      self = .names(level.values.scalars)
    }
  }

  /// Returns each row's number, microseconds or index of its name; NaN if it has none.
  func places(of column: Column) -> [Double] {
    switch self {
    case .numbers: return column.drawnDoubles
    case .moments(let locale): return column.wallClock(in: locale).drawnDoubles
    case .names(let names):
      var indices: [Scalar: Int] = [:]
      for (index, name) in names.enumerated() where indices[name] == nil { indices[name] = index }
      return column.scalars.map { indices[$0].map(Double.init) ?? .nan }
    }
  }
}
