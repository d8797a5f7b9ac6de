import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension ChartBuilder {
  /// Returns the cells of a level with zero for sums and counts of pairs without rows. Other aggregates of no rows
  /// remain null.
  func zeros(in cells: [Column], _ level: Level, _ series: SeriesAxis) throws(AugerError) -> [Column] {
    let rows = level.pairs.rows(level.axis, series)
    var filled = cells
    for (index, value) in definition.values.enumerated() {
      let function = LevelFolding.aggregating(value.expression, by: definition.aggregate).aggregateFunction
      guard function == .sum || function == .count || function == .countDistinct else { continue }
      let column = cells[index]
      let zero = Scalar.int(0).converted(to: column.type) ?? .int(0)
      filled[index] = try Column(
        column.type, column.scalars.enumerated().map { rows[$0] < 0 && $1.isNull ? zero : $1 })
    }
    return filled
  }
}
