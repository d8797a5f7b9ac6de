import AugerColumns
import AugerDiagnostics

/// One level of a chart while it is computed: its pairs, and what its values come to.
struct Level {
  var definition: LevelTable
  var folded: FoldedLevel
  var axis: Axis
  var pairs: Pairs

  func shown(_ cells: [Column]) -> ShownLevel { ShownLevel(definition: definition, axis: axis, cells: cells) }

  /// The cells of the categories shown, of what was folded by the level's keys; `every` has all categories in the same
  /// order.
  func cells(
    _ folded: FoldedLevel, of every: Axis, _ series: SeriesAxis, _ warnings: inout Warnings
  ) throws -> [Column] {
    try folded.values.map { try $0.cells(axis, of: every, series, pairs, &warnings) }
  }

  /// Takes the axis and pairs along where `folded` has all but the first categories, whose pairs are `rows`, as one.
  mutating func foldAxis(keeping count: Int, rows: [Int32], _ series: SeriesAxis, _ column: String?) {
    let sums = folded.sums
    axis = axis.folded(keeping: count, rows: rows, others: sums.rowCount - rows.count)
    let numbers = series.numbers(of: column.flatMap { sums[$0] }, rowCount: sums.rowCount)
    pairs = Pairs(axis, numbers, seriesCount: series.count)
  }
}

/// One level of a chart with its categories in order and a value for each pair.
struct ShownLevel {
  var definition: LevelTable
  var axis: Axis
  /// One column for each dimension, series × category.
  var cells: [Column]

  /// For each category, the first and the last of its sub-categories in the next finer level; the last is before the
  /// first where it has none.
  func children(_ finer: ShownLevel) -> (first: [Int32], last: [Int32]) {
    var places: [[Scalar]: Int] = [:]
    for (place, index) in axis.order.enumerated() { places[axis.key(Int(index))] = place }
    var counts = [Int32](repeating: 0, count: axis.order.count)
    let types = axis.types
    for index in finer.axis.order {
      let key = zip(finer.axis.key(Int(index)), types).map { $0.converted(to: $1) ?? $0 }
      if let place = places[Array(key)] { counts[place] += 1 }
    }
    var first: [Int32] = []
    var next: Int32 = 0
    for count in counts {
      first.append(next)
      next += count
    }
    return (first, zip(first, counts).map { $0 + $1 - 1 })
  }
}
