import AugerColumns
import AugerDiagnostics

/// One level of a chart during computation: its pairs and the results of its values.
struct Level {
  var definition: LevelTable
  var folded: FoldedLevel
  var axis: Axis
  var pairs: Pairs

  func shown(_ cells: [Column]) -> ShownLevel { ShownLevel(definition: definition, axis: axis, cells: cells) }

  /// Returns the cells of the displayed categories from a level folded by its keys. `every` has all categories in the
  /// same order.
  func cells(
    _ folded: FoldedLevel, of every: Axis, _ series: SeriesAxis, _ warnings: inout Warnings
  ) throws -> [Column] {
    try folded.values.map { try $0.cells(axis, of: every, series, pairs, &warnings) }
  }

  /// Replaces the axis and pairs if `folded` combines all but the first `count` categories. Their pairs are `rows`.
  mutating func foldAxis(keeping count: Int, rows: [Int32], _ series: SeriesAxis, _ column: String?) {
    let sums = folded.sums
    axis = axis.folded(keeping: count, rows: rows, others: sums.rowCount - rows.count)
    let numbers = series.numbers(of: column.flatMap { sums[$0] }, rowCount: sums.rowCount)
    pairs = Pairs(axis, numbers, seriesCount: series.count)
  }
}

/// One level of a chart with its ordered categories and a value for each pair.
struct ShownLevel {
  var definition: LevelTable
  var axis: Axis
  /// One column for each dimension, with series × category rows.
  var cells: [Column]

  /// Returns the first and the last child of each category in the next finer level. If a category has no children, the
  /// last index is less than the first.
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
