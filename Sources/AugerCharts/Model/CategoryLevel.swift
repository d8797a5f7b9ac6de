import AugerColumns

/// The categories of one zooming level: an axis of the chart.
package struct CategoryLevel: Sendable {
  package var column: String
  package var title: String
  /// One value for each category, in display order.
  package var values: Column
  /// The label of each category, parallel to `values`.
  package var labels: [String] {
    didSet { if shortLabels?.count != labels.count { shortLabels = nil } }
  }
  package var format: ValueFormat?
  /// The short label of each category on the axis, parallel to `labels`. An empty string means no label. Nil for
  /// `labels`.
  package var shortLabels: [String]?
  /// The upper edge of each histogram category, which contains the numbers from its value to this edge. Nil for other
  /// charts.
  package var upperEdges: Column?
  /// The scale of the axis, if categories are points of an axis.
  package var axis = AxisKind.linear
  /// The category "Other", which combines all categories that are not shown individually and has no drill target.
  package var other: Int?
  /// Index of each category's first sub-category in the next finer level; nil at level 0.
  package var firstChild: [Int32]?
  /// Index of each category's last sub-category in the next finer level; nil at level 0.
  package var lastChild: [Int32]?
  /// The values of a coarser level: one column for each dimension, series × category of this level. Nil at level 0,
  /// whose values are in `ChartModel.dimensions`.
  package var cells: [Column]?

  /// Creates a level. The default labels are the plain values.
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
