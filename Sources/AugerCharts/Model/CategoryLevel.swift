import AugerColumns

/// The categories of one zooming level: an axis of the chart.
package struct CategoryLevel: Sendable {
  package var column: String
  package var title: String
  /// One value for each category, in the order shown.
  package var values: Column
  /// The text of each category, as long as `values`.
  package var labels: [String]
  package var format: ValueFormat?
  /// Where each category of a histogram ends: it has the numbers from its value to this. Nil elsewhere.
  package var upperEdges: Column?
  /// How numbers lie along it, where categories are points of an axis.
  package var axis = AxisKind.linear
  /// The category "Other", which stands for all that are not shown by themselves and cannot be drilled into.
  package var other: Int?
  /// Index of each category's first sub-category in the next finer level; nil at level 0.
  package var firstChild: [Int32]?
  /// Index of each category's last sub-category in the next finer level; nil at level 0.
  package var lastChild: [Int32]?
  /// Values of a coarser level, one column for each dimension, series × category of this level. Nil at level 0, whose
  /// values stand in `ChartModel.dimensions`.
  package var cells: [Column]?

  /// Labels default to the plain text of the values.
  package init(
    column: String, title: String? = nil, values: Column, labels: [String]? = nil, format: ValueFormat? = nil,
    firstChild: [Int32]? = nil, lastChild: [Int32]? = nil, cells: [Column]? = nil
  ) {
    self.column = column
    self.title = title ?? column
    self.values = values
    self.labels = labels ?? values.scalars.map(\.description)
    self.format = format
    self.firstChild = firstChild
    self.lastChild = lastChild
    self.cells = cells
  }

  package var count: Int { values.count }
}
