import AugerColumns

extension ChartModel {
  /// A text, line, band or box at points of a chart's axes (ShinobiCharts' guide, "annotations").
  ///
  /// The specified members determine the form. A value or a category alone is a line across the chart, and with an end
  /// it is a band. A value and a category are the position of a text. All four are a box.
  package struct Annotation: Sendable, Hashable {
    package var text: String
    /// The position on the value axis; for a band or box, its start.
    package var value: Double?
    /// The end on the value axis.
    package var endValue: Double?
    /// The position on the category axis or its start: a category, or a date or number between categories.
    package var category: Scalar?
    /// The end on the category axis.
    package var endCategory: Scalar?
    /// The name of a color, or `#rrggbb`. Nil for the color of a reference line.
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

    /// True if it has a position: a point or a start on one axis, and no end without a start.
    package var hasPlace: Bool {
      (value != nil || category != nil) && (endValue == nil || value != nil) && (endCategory == nil || category != nil)
        && [value, endValue].allSatisfy { $0?.isFinite ?? true }
    }
  }
}
