import AugerCharts
import AugerColumns
import AugerMetadata

extension ChartBuilder {
  /// Returns the category of the last dates if they end before the category does. Nil if the category is not shown
  /// individually.
  func incompletePeriod(of tables: [LevelTable], _ axis: Axis) -> IncompletePeriod? {
    guard let level = tables.last else { return nil }
    if let calendar = level.calendar, let incomplete = calendar.incomplete, let last = calendar.keys.first?.count,
      last > 0
    {
      let key = calendar.keys.map { $0[last - 1] }
      return axis.place(of: key).map {
        IncompletePeriod(category: $0, lastDay: incomplete.lastDay, end: incomplete.end)
      }
    }
    guard let period = definition.period, tables.count == 1,
      let span = DateSpan(of: period, in: level.table, steps: level.steps),
      let end = span.endAfterData(period.grain, of: [period.grain], fiscalYearStart: 1),
      let ends = level.table[period.last], let categories = level.table[level.category.column],
      let row = ends.scalars.firstIndex(of: .date(span.last))
    else { return nil }
    return axis.place(of: [categories[row]]).map {
      IncompletePeriod(category: $0, lastDay: span.covered, end: end)
    }
  }
}

extension DateSpan {
  /// Finds the last period of a query result. `steps` describes the distances between all of its rows, if queried.
  init?(of period: PeriodDefinition, in table: Table, steps: Table?) {
    guard let first = table[period.first], let last = table[period.last] else { return nil }
    self.init(first: first, last: last, steps: steps?.columns)
  }
}

extension Axis {
  fileprivate func place(of key: [Scalar]) -> Int? {
    let place = order.firstIndex { self.key(Int($0)) == key }
    return place == otherPlace ? nil : place
  }
}
