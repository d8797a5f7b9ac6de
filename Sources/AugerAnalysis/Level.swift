import AugerColumns
import AugerExpressions

/// One level of a chart while it is computed: its table grouped, its value expressions bound.
struct Level {
  var definition: LevelTable
  var category: Column
  var axis: Axis
  var pairs: Pairs
  var values: [BoundExpression]
  /// The columns of the ancestors, the category and the series: what an aggregate expression may name.
  var keys: [Column]

  var table: Table { definition.table }

  func shown(_ axis: Axis, _ cells: [Column]) -> ShownLevel {
    ShownLevel(definition: definition, axis: axis, cells: cells)
  }

  /// The same rows with all but the first categories of `axis` taken together.
  func folded(_ axis: Axis, keeping count: Int, _ series: [UInt32], seriesCount: Int) -> Level {
    var level = self
    level.axis = axis.folded(keeping: count)
    level.pairs = Pairs(level.axis, series, seriesCount: seriesCount)
    return level
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
