import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// The results of a value expression for the pairs of category and series.
enum PairValues {
  /// One row for each pair that has rows.
  case ready(Column)
  /// An expression with window functions, and its inputs for each pair. It is evaluated for the cells in display order,
  /// series by series. A category without rows is null.
  case windowed(BoundExpression, [Column?])

  /// Returns the cells of the displayed categories, series × category. `every` has all categories in the same order.
  func cells(
    _ shown: Axis, of every: Axis, _ series: SeriesAxis, _ pairs: Pairs, _ warnings: inout Warnings
  ) throws -> Column {
    if case .ready = self { return try cells(shown, series, pairs, isOrdered: true, &warnings) }
    let all = try cells(every, series, pairs, isOrdered: true, &warnings)
    let (width, kept) = (every.order.count, shown.order.count)
    if width == kept { return all }
    return all.gathered(
      (0..<all.count / max(width, 1)).flatMap { line in
        (0..<kept).map { Int32(truncatingIfNeeded: line * width + $0) }
      })
  }

  /// Returns one row for each pair before the categories have an order. Used to sort a chart. For a running total,
  /// these are the values that it adds up.
  func unordered(_ categories: Axis, _ series: SeriesAxis, _ pairs: Pairs) throws -> Column {
    if case .ready(let values) = self { return values }
    // Discard the warnings: the evaluation for the final order reports them again.
    var warnings = Warnings()
    let cells = try cells(categories, series, pairs, isOrdered: false, &warnings)
    var places = [Int32](repeating: -1, count: pairs.count)
    for (cell, pair) in pairs.rows(categories, series).enumerated() where pair >= 0 {
      places[Int(pair)] = Int32(truncatingIfNeeded: cell)
    }
    return cells.gathered(places)
  }

  private func cells(
    _ categories: Axis, _ series: SeriesAxis, _ pairs: Pairs, isOrdered: Bool, _ warnings: inout Warnings
  ) throws -> Column {
    let rows = pairs.rows(categories, series)
    switch self {
    case .ready(let values): return values.gathered(rows)
    case .windowed(let expression, let inputs):
      let width = categories.order.count
      let frame = WindowFrame(count: rows.count / max(width, 1), length: width, isOrdered: isOrdered)
      return try expression.evaluate(
        inputs.map { $0?.gathered(rows) }, rowCount: rows.count, frame: frame, warnings: &warnings
      ).numbers()
    }
  }
}
