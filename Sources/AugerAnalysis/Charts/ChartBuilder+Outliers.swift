import AugerCharts
import AugerColumns
import AugerExpressions
import AugerMetadata

extension ChartBuilder {
  /// Returns the values of the rows that lie outside the whiskers of their box, in row order. Nil if the chart is not a
  /// box plot of rows.
  ///
  /// The whiskers are those of the model, so that "Other", filters and changes of the data need no separate rule.
  func outliers(
    of model: ChartModel, _ tables: [LevelTable], _ axis: Axis, _ folding: LevelFolding
  ) throws -> ChartOutliers? {
    guard let value = definition.spread, let level = tables.last, model.dimensions.count == 5 else { return nil }
    let columns = tables.map(\.category.column)
    let rows = try folding.rows(
      level, columns + (definition.series.map { [$0.column] } ?? []), state.whatIf, values: [value])
    let count = rows.table.rowCount
    let keys = columns.compactMap { rows.table[$0] }
    let grouping = Grouping(keys: keys, rowCount: count)
    var places: [[Scalar]: Int] = [:]
    for (place, index) in axis.order.enumerated() where place != axis.otherPlace {
      places[axis.key(Int(index))] = place
    }
    let types = axis.types
    let groups = grouping.firstRows.map { row -> Int? in
      let key = zip(keys, types).map { column, type in
        let value = column[Int(row)]
        return value.converted(to: type) ?? value
      }
      return places[key] ?? axis.otherPlace
    }
    var numbers: [Scalar: Int] = [:]
    for (number, series) in model.series.enumerated() { numbers[series.value] = number }
    let series = definition.series.flatMap { rows.table[$0.column] }
    let doubles = rows.values[0].scalars.map { $0.doubleValue ?? .nan }
    let (low, high) = (model.dimensions[0].cells, model.dimensions[4].cells)
    var kept: [Int32] = []
    var result = ChartOutliers(categories: [], series: [], values: rows.values[0])
    for row in 0..<count where !doubles[row].isNaN {
      guard let category = groups[Int(grouping.groups[row])], let number = series.map({ numbers[$0[row]] }) ?? 0 else {
        continue
      }
      let cell = number * model.categoryCount + category
      guard let least = low[cell].doubleValue, let most = high[cell].doubleValue,
        doubles[row] < least || doubles[row] > most
      else { continue }
      kept.append(Int32(truncatingIfNeeded: row))
      result.categories.append(Int32(truncatingIfNeeded: category))
      result.series.append(Int32(truncatingIfNeeded: number))
    }
    result.values = rows.values[0].gathered(kept)
    return result
  }
}
