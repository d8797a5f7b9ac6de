import AugerColumns

/// The index-based view of a chart that MAKit's data model and ResearchKit's and ShinobiCharts' data sources have:
/// whoever answers these questions can become a `ChartModel`, and every `ChartModel` answers them.
///
/// Indices count from 0. Category levels count from the finest, 0; sub-categories are those of the next finer level.
/// The defaults describe a plain chart: one layer, one level, one series without a name, one dimension, plain texts.
public protocol ChartDataSource {
  var chartTitle: String { get }
  var chartType: ChartType { get }

  /// Layers of an overlay.
  var layerCount: Int { get }
  var seriesCount: Int { get }
  /// The value of a series; null where the chart has no series column.
  func series(at index: Int) -> Scalar
  func seriesLabel(at index: Int) -> String
  /// The layer that a series belongs to.
  func layer(ofSeries index: Int) -> Int
  /// What the series are, nil where there is none.
  var seriesTitle: String? { get }

  var categoryLevelCount: Int { get }
  func categoryTitle(level: Int) -> String
  func categoryCount(level: Int) -> Int
  func category(at index: Int, level: Int) -> Scalar
  func categoryLabel(at index: Int, level: Int) -> String
  /// The sub-categories of a category of a level above 0.
  func subcategories(ofCategory index: Int, level: Int) -> Range<Int>

  var dimensionCount: Int { get }
  func dimensionTitle(at index: Int) -> String
  func format(ofDimension index: Int) -> ValueFormat?
  /// The number of a pair, null where there is none.
  func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar
}

extension ChartDataSource {
  public var layerCount: Int { 1 }
  public var seriesCount: Int { 1 }
  public func series(at index: Int) -> Scalar { .null }
  public func seriesLabel(at index: Int) -> String { series(at: index).description }
  public func layer(ofSeries index: Int) -> Int { 0 }
  public var seriesTitle: String? { nil }
  public var categoryLevelCount: Int { 1 }
  public func categoryTitle(level: Int) -> String { "" }
  public func categoryLabel(at index: Int, level: Int) -> String { category(at: index, level: level).description }
  public func subcategories(ofCategory index: Int, level: Int) -> Range<Int> { 0..<0 }
  public var dimensionCount: Int { 1 }
  public func dimensionTitle(at index: Int) -> String { "" }
  public func format(ofDimension index: Int) -> ValueFormat? { nil }
}
