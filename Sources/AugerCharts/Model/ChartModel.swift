import AugerColumns
import AugerDiagnostics

/// AugerCharts: the computed chart, the formats of its texts, and the index-based view that outside data come in by.
/// Metadata names its types, analysis fills it, exporters read it; it knows no query, no expression and no file format.

/// A chart, computed once: categories, series and a value for each pair and dimension. Every output is a face of it.
///
/// Columnar: `dimensions[d].cells` holds series × category at level 0, row by row, null where there is none. Equal
/// inputs make equal models: no wall clock, no order that hashing decides.
public struct ChartModel: Sendable {
  /// The name in its dashboard, by which links and drill paths find it.
  public package(set) var name: String
  /// Above the chart; empty without one.
  public package(set) var title: String
  /// Below the title: what is shown, and how recent it is.
  public package(set) var subtitle = ""
  /// What is said beside the subtitle, such as how old its data are; empty: nothing.
  public package(set) var status = ""
  /// What narrows and changes its data.
  package var context = ChartContext()
  /// How it draws its items (guide, "Chart").
  public package(set) var type: ChartType
  /// What its author chose instead of what the type says; nil: nothing.
  package var chosenStacking: Stacking?
  /// The category hierarchy from the finest (0) to the coarsest; at least one level.
  package var levels: [CategoryLevel]
  /// Index into `levels` of the level in view.
  public package(set) var visibleLevel: Int
  /// A chart without a series column has one whose value is null. Empty only where a series column has no rows.
  package var series: [ChartSeries]
  /// The column that the series come from, nil if there is none.
  public package(set) var seriesColumn: String?
  /// What the series are, for people; empty without a series column.
  public package(set) var seriesTitle: String
  /// The type of that column, where it is known.
  public package(set) var seriesType: DataType?
  /// How values lie on their axis.
  package var valueAxis = AxisKind.linear
  /// Ranges, ticks, gaps and crossings of its axes.
  package var axes = ChartAxes()
  /// What its author wrote into it, the first lowest.
  package var annotations: [ChartAnnotation] = []
  /// The name of a colour, or `#rrggbb`, for each cell at level 0 or each item, nil where it has that of its series.
  /// Nil: all have.
  package var colors: [String?]?
  /// By ascending value sequence; at least one.
  package var dimensions: [ValueDimension]
  /// What a chart of data items draws instead of cells, which are then empty columns; nil for other charts.
  package var items: ChartItems?
  /// The layers of an overlay, whose series say to which they belong; empty for other charts.
  package var layers: [ChartLayer] = []
  /// How predicted values were computed, nil where none were.
  package var forecast: ChartForecast?
  /// What an influence diagram shows, nil for other charts.
  package var diagram: ChartDiagram?
  /// The links between the categories of a graph, nil for other charts.
  package var graph: ChartGraph?
  /// The last period of a chart over dates, where the data end inside of it; nil elsewhere.
  package var incompletePeriod: IncompletePeriod?
  /// What is beyond the whiskers of a box plot of rows, nil for other charts.
  package var outliers: ChartOutliers?
  /// Small charts of parts of the rows, which are drawn instead of the whole; empty for other charts.
  package var multiples: [ChartMultiple] = []
  /// What the rows of a small chart have in common; empty without small charts.
  package var multiplesTitle = ""
  /// What the chart comes to, nil where that is not shown.
  public package(set) var summary: ChartSummary?
  /// What a data grid shows, nil for other charts.
  public package(set) var table: ChartTable?
  /// What the cells, or the values of the items, were before the data were changed for a what-if analysis: a column
  /// for each dimension. Nil where nothing was changed.
  package var baseline: [Column]?
  /// The name of the theme that its author chose; nil: whoever shows it chooses.
  package var theme: String?
  /// Reference line and band (guide, "Reference Value and Threshold Values").
  public package(set) var thresholds: ChartThresholds
  /// What is selected, hidden, sorted and in view.
  public package(set) var state = ChartState()
  /// Where the chart stands in its drilldown group, nil outside one.
  public package(set) var drill: DrillState?
  /// The level in view of all the zooming levels, nil where there is only one.
  public package(set) var zoom: ZoomState?
  package var display: ChartDisplay
  /// The queries that it was computed from.
  public package(set) var receipt: Receipt
  /// What happened to its data and did not stop the work, and advice on how it reads.
  public package(set) var warnings: [Warning]
  /// What texts are written in: labels were, and value texts will be.
  public package(set) var locale: ChartLocale

  /// `display` defaults to MAKit's defaults for the type and what it shows.
  package init(
    name: String, title: String = "", type: ChartType, levels: [CategoryLevel], visibleLevel: Int? = nil,
    series: [ChartSeries] = [ChartSeries()], seriesColumn: String? = nil, seriesTitle: String = "",
    dimensions: [ValueDimension], items: ChartItems? = nil, table: ChartTable? = nil,
    thresholds: ChartThresholds = ChartThresholds(), drill: DrillState? = nil, display: ChartDisplay? = nil,
    receipt: Receipt = Receipt(), warnings: [Warning] = [], locale: ChartLocale = ChartLocale()
  ) {
    self.name = name
    self.title = title
    self.type = type
    self.levels = levels
    self.visibleLevel = visibleLevel ?? max(0, levels.count - 1)
    self.series = series
    self.seriesColumn = seriesColumn
    self.seriesTitle = seriesTitle
    self.dimensions = dimensions
    self.items = items
    self.table = table
    self.thresholds = thresholds
    self.drill = drill
    let visibleSeries = type.has(.slices) && seriesColumn == nil ? levels.first?.values.count ?? 0 : series.count
    self.display = display ?? ChartDisplay(defaultsFor: type, visibleSeriesCount: visibleSeries)
    self.receipt = receipt
    self.warnings = warnings
    self.locale = locale
  }
}

extension ChartModel {
  /// How its series share their place.
  package var stacking: Stacking { type.has(.stacks) ? chosenStacking ?? type.kind.stacking : .none }

  /// Categories of the finest level.
  public var categoryCount: Int { levels[0].values.count }

  /// Layers of the overlay; 1 for a plain chart.
  public var layerCount: Int { (series.map(\.layer).max() ?? 0) + 1 }

  /// The value of a pair at level 0; null where there is none.
  public subscript(dimension dimension: Int, series series: Int, category category: Int) -> Scalar {
    precondition(category >= 0 && category < categoryCount, "category out of the chart")
    return dimensions[dimension].cells[series * categoryCount + category]
  }

  /// The value of the pair with these labels; nil if the chart has no such series or category.
  public subscript(dimension dimension: Int, series series: String, category category: String) -> Scalar? {
    guard let s = self.series.firstIndex(where: { Name($0.label) == Name(series) }),
      let c = levels[0].labels.firstIndex(ofName: category)
    else { return nil }
    return self[dimension: dimension, series: s, category: c]
  }

  /// The values of one series in the order of the categories, without copying.
  package func cells(dimension: Int, series: Int) -> Column {
    dimensions[dimension].cells[series * categoryCount..<(series + 1) * categoryCount]
  }
}
