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
    /// A picture as a `data:` URL, at the point or stretched over the box. Nil for none.
    package var image: String?
    /// The size of the picture at a point, in points.
    package var imageSize: ChartSize?
    /// True if it is drawn over the marks, false if below. Nil for areas below and all others over the marks.
    package var isAbove: Bool?
    /// True if the text fills a box, whose width and height change with the axes.
    package var isStretched = false
    /// From 0 (invisible) to 1. Nil for the opacity of its form.
    package var opacity: Double?

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

    /// Maximum length of a picture as a `data:` URL.
    package static let mostImageBytes = 2_000_000

    /// Returns true for a `data:` URL of a PNG, JPEG, GIF, WebP or SVG picture in Base64.
    package static func isImage(_ text: String) -> Bool {
      let types = ["png", "jpeg", "gif", "webp", "svg+xml"].map { "data:image/\($0);base64," }
      guard text.utf8.count <= mostImageBytes, let start = types.first(where: text.hasPrefix) else { return false }
      let digits = text.utf8.dropFirst(start.utf8.count)
      return !digits.isEmpty
        && digits.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: true
          default: false
          }
        }
    }

    /// True if it has a position: a point or a start on one axis, and no end without a start.
    package var hasPlace: Bool {
      (value != nil || category != nil) && (endValue == nil || value != nil) && (endCategory == nil || category != nil)
        && [value, endValue].allSatisfy { $0?.isFinite ?? true } && (opacity.map(Bounds.unit.contains) ?? true)
        && (image.map(Self.isImage) ?? true)
    }
  }
}
