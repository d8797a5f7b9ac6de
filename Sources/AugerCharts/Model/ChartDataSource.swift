import AugerColumns
import AugerDiagnostics

/// An index-based view of a chart, like MAKit's data model and the data sources of ResearchKit and ShinobiCharts. A
/// `ChartModel` can be created from every implementation, and every `ChartModel` implements it.
///
/// Indices start at 0. Category levels count from the finest, 0; sub-categories are those of the next finer level. The
/// defaults describe a plain chart: one layer, one level, one series without a name, one dimension, plain labels. If a
/// type is nil, the narrowest type for the values is used.
package protocol ChartDataSource {
  // MARK: The chart
  /// The title above the chart.
  var chartTitle: String { get }
  /// The chart type.
  var chartType: ChartType { get }
  /// The text below the title. Empty for none.
  var subtitle: String { get }
  /// The language and the time zone of labels and texts.
  var locale: ChartLocale { get }

  // MARK: Series
  /// The number of layers of an overlay.
  var layerCount: Int { get }
  /// The number of series.
  var seriesCount: Int { get }
  /// Returns the value of a series; null in a chart without a series column.
  func series(at index: Int) -> Scalar
  /// Returns the label of a series in a legend.
  func seriesLabel(at index: Int) -> String
  /// Returns the layer of a series.
  func layer(ofSeries index: Int) -> Int
  /// The series column; nil if none exists.
  var seriesColumn: String? { get }
  /// The title of the series.
  var seriesTitle: String { get }
  /// The type of the series values.
  var seriesType: DataType? { get }

  // MARK: Categories
  /// The number of zooming levels of the categories, at least one.
  var categoryLevelCount: Int { get }
  /// The current level.
  var visibleLevel: Int { get }
  /// Returns the column or expression of a level's categories.
  func categoryColumn(level: Int) -> String
  /// Returns the title of a level's categories, as on an axis.
  func categoryTitle(level: Int) -> String
  /// Returns the type of a level's categories.
  func categoryType(level: Int) -> DataType?
  /// Returns the format of a level's labels; nil for plain values.
  func categoryFormat(level: Int) -> ValueFormat?
  /// Returns the number of categories of a level.
  func categoryCount(level: Int) -> Int
  /// Returns a category, which is the value of its selection.
  func category(at index: Int, level: Int) -> Scalar
  /// Returns the label of a category on an axis.
  func categoryLabel(at index: Int, level: Int) -> String
  /// Returns the upper edge of a histogram's category; null for other charts.
  func upperEdge(ofCategory index: Int, level: Int) -> Scalar
  /// Returns the category that combines all categories that are not shown individually.
  func otherCategory(level: Int) -> Int?
  /// Returns the sub-categories of a category of a level above 0.
  func subcategories(ofCategory index: Int, level: Int) -> Range<Int>
  /// Returns the categories of level 0 below a category.
  func finestCategories(ofCategory index: Int, level: Int) -> Range<Int>

  // MARK: Values
  /// The number of values of each pair of series and category: y, a bubble's size, a bullet's target.
  var dimensionCount: Int { get }
  /// Returns the number of a dimension, MAKit's ValueSequence, from 1.
  func dimensionSequence(at index: Int) -> Int
  /// Returns the title of a dimension.
  func dimensionTitle(at index: Int) -> String
  /// Returns the unit of a dimension, such as kg. Empty for none.
  func dimensionUnit(at index: Int) -> String
  /// Returns the format of a dimension; nil for plain numbers.
  func format(ofDimension index: Int) -> ValueFormat?
  /// Returns the type of the values of a level.
  func type(ofDimension index: Int, level: Int) -> DataType?
  /// Returns true if a level above 0 has its own values.
  func hasValues(level: Int) -> Bool
  /// Returns the value of a pair; null if none exists.
  func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar
  /// Returns the formatted value of a pair; empty if none exists.
  func valueText(dimension: Int, series: Int, category: Int, level: Int) -> String

  // MARK: Data items
  /// The number of data items of a scatter, bubble or error-bar chart, which has no pair values. Nil for other charts.
  var itemCount: Int? { get }
  /// The type of the categories of data items.
  var itemCategoryType: DataType? { get }
  /// Returns the category of an item, which is its position on the category axis.
  func itemCategory(at index: Int) -> Scalar
  /// Returns the index of an item's series.
  func itemSeries(at index: Int) -> Int
  /// Returns the type of a dimension of data items.
  func itemType(dimension: Int) -> DataType?
  /// Returns the value of an item in a dimension; null if none exists.
  func itemValue(dimension: Int, item: Int) -> Scalar
}

extension ChartDataSource {
  package var subtitle: String { "" }
  package var locale: ChartLocale { ChartLocale() }

  package var layerCount: Int { 1 }
  package var seriesCount: Int { 1 }
  package func series(at index: Int) -> Scalar { .null }
  package func seriesLabel(at index: Int) -> String { series(at: index).description }
  package func layer(ofSeries index: Int) -> Int { 0 }
  package var seriesColumn: String? { nil }
  package var seriesTitle: String { seriesColumn ?? "" }
  package var seriesType: DataType? { nil }

  package var categoryLevelCount: Int { 1 }
  package var visibleLevel: Int { max(0, categoryLevelCount - 1) }
  package func categoryColumn(level: Int) -> String { categoryTitle(level: level) }
  package func categoryTitle(level: Int) -> String { "" }
  package func categoryType(level: Int) -> DataType? { nil }
  package func categoryFormat(level: Int) -> ValueFormat? { nil }
  package func categoryLabel(at index: Int, level: Int) -> String { category(at: index, level: level).description }
  package func upperEdge(ofCategory index: Int, level: Int) -> Scalar { .null }
  package func otherCategory(level: Int) -> Int? { nil }
  package func subcategories(ofCategory index: Int, level: Int) -> Range<Int> { 0..<0 }

  package func finestCategories(ofCategory index: Int, level: Int) -> Range<Int> {
    var range = index..<index + 1
    for level in stride(from: level, to: 0, by: -1) {
      guard range.isEmpty else {
        let last = subcategories(ofCategory: range.upperBound - 1, level: level)
        range = subcategories(ofCategory: range.lowerBound, level: level).lowerBound..<last.upperBound
        continue
      }
      // Between the sub-categories of its neighbors.
      let start =
        range.lowerBound < categoryCount(level: level)
        ? subcategories(ofCategory: range.lowerBound, level: level).lowerBound : categoryCount(level: level - 1)
      range = start..<start
    }
    return range
  }

  package var dimensionCount: Int { 1 }
  package func dimensionSequence(at index: Int) -> Int { index + 1 }
  package func dimensionTitle(at index: Int) -> String { "" }
  package func dimensionUnit(at index: Int) -> String { "" }
  package func format(ofDimension index: Int) -> ValueFormat? { nil }
  package func type(ofDimension index: Int, level: Int) -> DataType? { nil }
  package func hasValues(level: Int) -> Bool { true }

  package func valueText(dimension: Int, series: Int, category: Int, level: Int) -> String {
    let value = value(dimension: dimension, series: series, category: category, level: level)
    if value.isNull { return "" }
    return ValueFormatter(format(ofDimension: dimension), locale: locale).text(value) ?? value.description
  }

  package var itemCount: Int? { nil }
  package var itemCategoryType: DataType? { nil }
  package func itemCategory(at index: Int) -> Scalar { .null }
  package func itemSeries(at index: Int) -> Int { 0 }
  package func itemType(dimension: Int) -> DataType? { nil }
  package func itemValue(dimension: Int, item: Int) -> Scalar { .null }
}
