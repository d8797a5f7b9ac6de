import AugerColumns

/// One value of each pair of series and category: y, a bubble's size, a bullet's target.
package struct ValueDimension: Sendable {
  /// MAKit's ValueSequence, from 1.
  package var sequence: Int
  package var title: String
  /// Nil is plain and ungrouped.
  package var format: ValueFormat?
  /// What the numbers are counted in, written behind them: kg. Empty: nothing.
  package var unit = ""
  /// int, float or decimal; series × category at level 0, row by row, null where the data have no such pair.
  package var cells: Column

  package init(sequence: Int = 1, title: String = "", format: ValueFormat? = nil, unit: String = "", cells: Column) {
    self.sequence = sequence
    self.title = title
    self.format = format
    self.unit = unit
    self.cells = cells
  }
}
