import AugerColumns

/// One value of each pair of series and category: y, a bubble's size, a bullet's target.
package struct ValueDimension: Sendable {
  /// MAKit's ValueSequence, from 1.
  package var sequence: Int
  package var title: String
  /// Nil for plain, ungrouped numbers.
  package var format: ValueFormat?
  /// The unit, written after numbers: kg. Empty for none.
  package var unit = ""
  /// Int, float or decimal cells; series × category at level 0, row by row, null for missing pairs.
  package var cells: Column

  package init(sequence: Int = 1, title: String = "", format: ValueFormat? = nil, unit: String = "", cells: Column) {
    self.sequence = sequence
    self.title = title
    self.format = format
    self.unit = unit
    self.cells = cells
  }
}
