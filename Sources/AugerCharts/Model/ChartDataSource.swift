import AugerColumns
import AugerDiagnostics

/// The index-based view of a chart that MAKit's data model and ResearchKit's and ShinobiCharts' data sources have:
/// whoever answers these questions can become a `ChartModel`, and every `ChartModel` answers them.
///
/// Indices count from 0. Category levels count from the finest, 0; sub-categories are those of the next finer level.
/// The defaults describe a plain chart: one layer, one level, one series without a name, one dimension, plain texts.
/// A type that is nil is the narrowest that holds the values.
public protocol ChartDataSource {
  // MARK: The chart
  /// What is written above the chart.
  var chartTitle: String { get }
  /// The kind of chart.
  var chartType: ChartType { get }
  /// What is written below the title; empty: nothing.
  var subtitle: String { get }
  /// The language and the time zone of labels and texts.
  var locale: ChartLocale { get }

  // MARK: Series
  /// Layers of an overlay.
  var layerCount: Int { get }
  /// How many series there are.
  var seriesCount: Int { get }
  /// The value of a series; null where the chart has no series column.
  func series(at index: Int) -> Scalar
  /// A series as a legend writes it.
  func seriesLabel(at index: Int) -> String
  /// The layer that a series belongs to.
  func layer(ofSeries index: Int) -> Int
  /// The column that the series come from, nil where there is none.
  var seriesColumn: String? { get }
  /// What the series are.
  var seriesTitle: String { get }
  /// The type of the values of the series.
  var seriesType: DataType? { get }

  // MARK: Categories
  /// How many zooming levels the categories have; at least one.
  var categoryLevelCount: Int { get }
  /// The level in view.
  var visibleLevel: Int { get }
  /// The column, or the expression, that the categories of a level come from.
  func categoryColumn(level: Int) -> String
  /// What the categories of a level are, as an axis is titled.
  func categoryTitle(level: Int) -> String
  /// The type of the categories of a level.
  func categoryType(level: Int) -> DataType?
  /// How labels of a level are written; nil: as the values are.
  func categoryFormat(level: Int) -> ValueFormat?
  /// How many categories a level has.
  func categoryCount(level: Int) -> Int
  /// A category: the value that is picked with it.
  func category(at index: Int, level: Int) -> Scalar
  /// A category as an axis writes it.
  func categoryLabel(at index: Int, level: Int) -> String
  /// Where a histogram's category ends; null elsewhere.
  func upperEdge(ofCategory index: Int, level: Int) -> Scalar
  /// The category that stands for all that are not shown by themselves.
  func otherCategory(level: Int) -> Int?
  /// The sub-categories of a category of a level above 0.
  func subcategories(ofCategory index: Int, level: Int) -> Range<Int>
  /// The categories of level 0 below a category.
  func finestCategories(ofCategory index: Int, level: Int) -> Range<Int>

  // MARK: Values
  /// How many values each pair of series and category has: y, a bubble's size, a bullet's target.
  var dimensionCount: Int { get }
  /// The number of a dimension, MAKit's ValueSequence, from 1.
  func dimensionSequence(at index: Int) -> Int
  /// What the numbers of a dimension are.
  func dimensionTitle(at index: Int) -> String
  /// What the numbers of a dimension are counted in: kg. Empty: nothing.
  func dimensionUnit(at index: Int) -> String
  /// How the numbers of a dimension are written; nil: plain.
  func format(ofDimension index: Int) -> ValueFormat?
  /// The type of the values of a level.
  func type(ofDimension index: Int, level: Int) -> DataType?
  /// Whether a level above 0 has values of its own.
  func hasValues(level: Int) -> Bool
  /// The number of a pair, null where there is none.
  func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar
  /// The text of a value as its format writes it; empty where there is none.
  func valueText(dimension: Int, series: Int, category: Int, level: Int) -> String

  // MARK: Data items
  /// Data items of a scatter, bubble or error-bar chart, which then has no values; nil for other charts.
  var itemCount: Int? { get }
  /// The type of the categories of data items.
  var itemCategoryType: DataType? { get }
  /// The category of an item: its place along the category axis.
  func itemCategory(at index: Int) -> Scalar
  /// The series of an item, by its index.
  func itemSeries(at index: Int) -> Int
  /// The type of the numbers of a dimension of data items.
  func itemType(dimension: Int) -> DataType?
  /// The number of a dimension of an item; null where there is none.
  func itemValue(dimension: Int, item: Int) -> Scalar
}

extension ChartDataSource {
  public var subtitle: String { "" }
  public var locale: ChartLocale { ChartLocale() }

  public var layerCount: Int { 1 }
  public var seriesCount: Int { 1 }
  public func series(at index: Int) -> Scalar { .null }
  public func seriesLabel(at index: Int) -> String { series(at: index).description }
  public func layer(ofSeries index: Int) -> Int { 0 }
  public var seriesColumn: String? { nil }
  public var seriesTitle: String { seriesColumn ?? "" }
  public var seriesType: DataType? { nil }

  public var categoryLevelCount: Int { 1 }
  public var visibleLevel: Int { max(0, categoryLevelCount - 1) }
  public func categoryColumn(level: Int) -> String { categoryTitle(level: level) }
  public func categoryTitle(level: Int) -> String { "" }
  public func categoryType(level: Int) -> DataType? { nil }
  public func categoryFormat(level: Int) -> ValueFormat? { nil }
  public func categoryLabel(at index: Int, level: Int) -> String { category(at: index, level: level).description }
  public func upperEdge(ofCategory index: Int, level: Int) -> Scalar { .null }
  public func otherCategory(level: Int) -> Int? { nil }
  public func subcategories(ofCategory index: Int, level: Int) -> Range<Int> { 0..<0 }

  public func finestCategories(ofCategory index: Int, level: Int) -> Range<Int> {
    var range = index..<index + 1
    for level in stride(from: level, to: 0, by: -1) {
      guard range.isEmpty else {
        let last = subcategories(ofCategory: range.upperBound - 1, level: level)
        range = subcategories(ofCategory: range.lowerBound, level: level).lowerBound..<last.upperBound
        continue
      }
      // Between the sub-categories of its neighbours.
      let start =
        range.lowerBound < categoryCount(level: level)
        ? subcategories(ofCategory: range.lowerBound, level: level).lowerBound : categoryCount(level: level - 1)
      range = start..<start
    }
    return range
  }

  public var dimensionCount: Int { 1 }
  public func dimensionSequence(at index: Int) -> Int { index + 1 }
  public func dimensionTitle(at index: Int) -> String { "" }
  public func dimensionUnit(at index: Int) -> String { "" }
  public func format(ofDimension index: Int) -> ValueFormat? { nil }
  public func type(ofDimension index: Int, level: Int) -> DataType? { nil }
  public func hasValues(level: Int) -> Bool { true }

  public func valueText(dimension: Int, series: Int, category: Int, level: Int) -> String {
    let value = value(dimension: dimension, series: series, category: category, level: level)
    if value.isNull { return "" }
    return ValueFormatter(format(ofDimension: dimension), locale: locale).text(value) ?? value.description
  }

  public var itemCount: Int? { nil }
  public var itemCategoryType: DataType? { nil }
  public func itemCategory(at index: Int) -> Scalar { .null }
  public func itemSeries(at index: Int) -> Int { 0 }
  public func itemType(dimension: Int) -> DataType? { nil }
  public func itemValue(dimension: Int, item: Int) -> Scalar { .null }
}
