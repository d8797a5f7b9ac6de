/// Everything in a theme except its base colors: colors of single parts, fonts and shapes. The built-in themes have
/// none.
package struct ThemeStyle: Sendable, Hashable {
  /// The texts that can have a font of their own.
  package enum FontRole: String, Sendable, Hashable, CaseIterable {
    case title, legend, categoryLabels, valueLabels, dataGrid
  }

  /// A font. Nil means the font of the picture.
  package struct Font: Sendable, Hashable {
    package enum Weight: String, Sendable, Hashable, CaseIterable { case normal, bold }
    package enum Slant: String, Sendable, Hashable, CaseIterable { case normal, italic }

    /// A name, or several with commas in order of preference.
    package var family: String?
    package var weight: Weight?
    package var slant: Slant?
    /// The size in points.
    package var size: Double?

    package init() {}
  }

  package var colors: [Theme.Part: Theme.Color] = [:]
  package var fonts: [FontRole: Font] = [:]
  /// The edges of the marks of series, in order and repeated. Empty for the edges of the chart type.
  package var borders: [Theme.Color] = []
  /// The areas behind categories, in order and repeated. Empty for none.
  package var categoryBackgrounds: [Theme.Color] = []
  /// The labels of categories, in order and repeated. Empty for one color.
  package var categoryLabels: [Theme.Color] = []
  /// The points of series, in order and repeated. Empty for circles.
  package var markers: [ThemeShape] = []
  /// The tail marks of lines, in order and repeated. Empty for an arrow, if a chart has tail marks.
  package var tails: [ThemeShape] = []
  /// The outline of columns and bars. Nil for rectangles.
  package var columns: ThemeShape?
  /// The width of columns and bars in points. Nil for a fraction of the space.
  package var itemWidth: Double?

  package init() {}
}

extension ThemeStyle {
  /// The edge of the marks of a series; nil for that of the chart type.
  package func border(_ series: Int) -> Theme.Color? { Self.item(series, of: borders) }

  /// The shape of the points of a series; nil for a circle.
  package func marker(_ series: Int) -> ThemeShape? { Self.item(series, of: markers) }

  /// The tail mark of a series.
  package func tail(_ series: Int) -> ThemeShape { Self.item(series, of: tails) ?? .arrow }

  package func categoryBackground(_ category: Int) -> Theme.Color? { Self.item(category, of: categoryBackgrounds) }

  package func categoryLabel(_ category: Int) -> Theme.Color? { Self.item(category, of: categoryLabels) }

  private static func item<Item>(_ index: Int, of list: [Item]) -> Item? {
    list.isEmpty ? nil : list[index % list.count]
  }
}
