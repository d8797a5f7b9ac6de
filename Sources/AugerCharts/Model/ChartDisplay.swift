/// Which parts of a chart are shown. MAKit's defaults (guide, "Chart Layout" and the properties of
/// MAAnalyticChartView).
public struct ChartDisplay: Sendable, Hashable {
  public var title = true
  public var legend = false
  public var horizontalAxis = true
  public var horizontalAxisTitle = false
  public var verticalAxis = true
  public var verticalAxisTitle = false
  /// Labels on grid lines.
  public var gridLabels = true
  /// The label of the item that is selected; MAKit's bar charts have none.
  public var selectedDataLabel = true
  /// Labels on slices; pies only.
  public var seriesLabels = false
  /// A bar chart's value axis is on top.
  public var valueAxisAtTop = false

  public init() {}

  /// The defaults for a chart type. `visibleSeriesCount` is what a legend would list: the slices where a pie has no
  /// series.
  public init(defaultsFor type: ChartType, visibleSeriesCount: Int) {
    legend = (visibleSeriesCount > 1 || type.explainsColors) && type.hasLegend
    // Regions carry their names.
    horizontalAxis = type.hasAxes && type != .region
    verticalAxis = type.hasAxes
    gridLabels = type.hasAxes
    selectedDataLabel = type != .bar && type != .stackedBar
    seriesLabels = type.hasSlices
    valueAxisAtTop = type.isLying
  }
}
