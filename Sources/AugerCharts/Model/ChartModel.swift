import AugerColumns
import AugerDiagnostics

/// AugerCharts contains the computed chart, the formats of its labels, and the index-based view for external data.
/// Metadata refers to its types, analysis creates models, exporters read them. It has no knowledge of queries,
/// expressions and file formats.

/// A computed chart: categories, series and a value for each pair and dimension. Every output format is created from
/// it.
///
/// ```swift
/// let chart = try await sales.chart(category: "Country", series: "Product", values: "sum(Amount)")
/// let france = chart[series: "Bikes", category: "France"]
/// try chart.write(to: URL(filePath: "sales.svg"))
/// ```
///
/// The layout is columnar: `dimensions[d].cells` contains series × category at level 0, row by row, with null for
/// missing values. Equal inputs produce equal models: the model does not depend on the clock or on hash order.
public struct ChartModel: Sendable {
  /// The name in its dashboard, to which links and drill paths refer.
  public package(set) var name: String
  /// The title above the chart; empty for none.
  public package(set) var title: String
  /// The text below the title: the content of the chart, and the age of its data.
  public package(set) var subtitle = ""
  /// A message next to the subtitle, such as the age of its data. Empty for none.
  package var status = ""
  /// The filters and changes of its data.
  package var context = ChartContext()
  /// The chart type (guide, "Chart").
  public package(set) var type: ChartType
  /// The stacking that the author chose. Nil for the default of the type.
  package var chosenStacking: Stacking?
  /// The category hierarchy from the finest (0) to the coarsest level; at least one level.
  package var levels: [CategoryLevel]
  /// The index of the current level in `levels`.
  package var visibleLevel: Int
  /// The series. A chart without a series column has one with the value null and an empty text. Empty only if a series
  /// column has no rows.
  public package(set) var series: [ChartLabel]
  /// The series column; nil if none exists.
  package var seriesColumn: String?
  /// The title of the series; empty without a series column.
  package var seriesTitle: String
  /// The type of the series column, if known.
  package var seriesType: DataType?
  /// The scale of the value axis.
  package var valueAxis = AxisKind.linear
  /// Ranges, ticks, gaps and crossings of its axes.
  package var axes = ChartAxes()
  /// The legend's position, the size of bubbles, and other options of the author for the marks.
  package var plot = PlotOptions()
  /// The annotations of the author, the lowest first.
  package var annotations: [ChartModel.Annotation] = []
  /// The marks that a sender added before sharing the chart, the lowest first.
  package var markup: [ChartMarkup] = []
  /// The name of a color, or `#rrggbb`, for each cell at level 0 or each item. Nil for the color of its series. The
  /// whole list is nil if no item has a color.
  package var colors: [String?]?
  /// The name of a color, or `#rrggbb`, for the outline of each cell at level 0. Nil for no outline. The whole list is
  /// nil if no item has an outline.
  package var outlines: [String?]?
  /// The dimensions by ascending value sequence; at least one.
  package var dimensions: [ValueDimension]
  /// The data items of a chart without cells, whose cell columns are empty. Nil for other charts.
  package var items: ChartItems?
  /// The layers of an overlay, to which the series refer. Empty for other charts.
  package var layers: [ChartLayer] = []
  /// The forecast method and its intervals; nil without a forecast.
  package var forecast: ChartForecast?
  /// The nodes of an influence diagram; nil for other charts.
  public package(set) var diagram: DiagramModel?
  /// The links between the categories of a graph; nil for other charts.
  package var graph: ChartGraph?
  /// The last period of a date chart, if its data are incomplete; otherwise nil.
  package var incompletePeriod: IncompletePeriod?
  /// The outliers of a box plot of rows; nil for other charts.
  package var outliers: ChartOutliers?
  /// Small multiples, each for a part of the rows, which are drawn instead of the whole chart. Empty for other charts.
  package var multiples: [ChartMultiple] = []
  /// The title of the common value of each small multiple's rows; empty without small multiples.
  package var multiplesTitle = ""
  /// The summary; nil if it is not shown.
  package var summary: ChartSummary?
  /// The content of a data grid; nil for other charts.
  public package(set) var table: ChartTable?
  /// The content of a custom item; nil for charts.
  package var content: ChartContent?
  /// The original cells, or values of the items, before the data changes of a what-if analysis: a column for each
  /// dimension. Nil without changes.
  package var baselineCells: [Column]?
  /// The name of the theme that the author chose. Nil if the renderer chooses.
  package var theme: String?
  /// The reference line and band (guide, "Reference Value and Threshold Values").
  public package(set) var thresholds: ChartThresholds
  /// The selection, hidden series, sort order and visible part.
  package var state = ChartState()
  /// The position of the chart in its drilldown group; nil outside of a group.
  public package(set) var drill: DrillInfo?
  /// The current level among all zooming levels; nil if only one exists.
  public package(set) var zoom: ZoomInfo?
  package var display: ChartDisplay
  /// The colors, texts, labels and rows that the author chose.
  package var style = ChartStyle()
  /// The queries from which the chart was computed.
  public package(set) var receipt: Receipt
  /// Warnings about its data that did not stop the work, and advice about its readability.
  public package(set) var warnings: [Warning]
  /// The locale of labels and formatted values.
  package var locale: ChartLocale

  /// Creates a model. `display` has MAKit's defaults for the type and the content.
  package init(
    name: String, title: String = "", type: ChartType, levels: [CategoryLevel], visibleLevel: Int? = nil,
    series: [ChartLabel] = [ChartLabel()], seriesColumn: String? = nil, seriesTitle: String = "",
    dimensions: [ValueDimension], items: ChartItems? = nil, table: ChartTable? = nil,
    thresholds: ChartThresholds = ChartThresholds(), drill: DrillInfo? = nil, display: ChartDisplay? = nil,
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
  /// The stacking of its series.
  package var stacking: Stacking { type.has(.stacks) ? chosenStacking ?? type.kind.stacking : .none }

  /// The number of categories of the finest level.
  package var categoryCount: Int { levels[0].values.count }

  /// The number of layers of the overlay; 1 for a plain chart.
  package var layerCount: Int { (series.map(\.layer).max() ?? 0) + 1 }

  /// The value of a pair at level 0; null if none exists.
  package subscript(dimension dimension: Int, series series: Int, category category: Int) -> Scalar {
    precondition(category >= 0 && category < categoryCount, "category out of the chart")
    return dimensions[dimension].cells[series * categoryCount + category]
  }

  /// The value of the pair with these labels; nil if the chart has no such series or category.
  package subscript(dimension dimension: Int, series series: String, category category: String) -> Scalar? {
    guard let s = self.series.firstIndex(where: { Name($0.text) == Name(series) }),
      let c = levels[0].labels.firstIndex(ofName: category)
    else { return nil }
    return self[dimension: dimension, series: s, category: c]
  }

  /// Returns the values of one series in category order, without copying.
  package func cells(dimension: Int, series: Int) -> Column {
    dimensions[dimension].cells[series * categoryCount..<(series + 1) * categoryCount]
  }
}
