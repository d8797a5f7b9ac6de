import AugerColumns

/// A text, line, band or box at points of a chart's axes (ShinobiCharts' guide, "annotations").
///
/// What is given says what it is: a value or a category alone is a line across the chart, with its end a band; a value
/// and a category are the point of a text; all four are a box.
package struct ChartAnnotation: Sendable, Hashable {
  package var text: String
  /// Where it is on the value axis, or begins.
  package var value: Double?
  /// Where it ends there.
  package var endValue: Double?
  /// The category that it is at, or begins with; also a date or number between categories.
  package var category: Scalar?
  /// The category that it ends with.
  package var endCategory: Scalar?
  /// The name of a colour, or `#rrggbb`; nil: that of a reference line.
  package var color: String?

  package init(
    _ text: String = "", value: Double? = nil, endValue: Double? = nil, category: Scalar? = nil,
    endCategory: Scalar? = nil, color: String? = nil
  ) {
    self.text = text
    self.value = value
    self.endValue = endValue
    self.category = category
    self.endCategory = endCategory
    self.color = color
  }

  /// Whether it has a place: a point or a beginning on one axis, and no end without one.
  package var hasPlace: Bool {
    (value != nil || category != nil) && (endValue == nil || value != nil) && (endCategory == nil || category != nil)
      && [value, endValue].allSatisfy { $0?.isFinite ?? true }
  }
}
