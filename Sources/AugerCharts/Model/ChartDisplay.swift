/// Which parts of a chart are shown. MAKit's defaults (guide, "Chart Layout" and the properties of
/// MAAnalyticChartView).
package struct ChartDisplay: Sendable, Hashable {
  package var title = true
  package var legend = false
  package var horizontalAxis = true
  package var horizontalAxisTitle = false
  package var verticalAxis = true
  package var verticalAxisTitle = false
  /// Labels on grid lines.
  package var gridLabels = true
  /// The label of the item that is selected; MAKit's bar charts have none.
  package var selectedDataLabel = true
  /// Labels on slices; pies only.
  package var seriesLabels = false
  /// A bar chart's value axis is on top.
  package var valueAxisAtTop = false

  /// A part that can be shown or not, called as the property.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case title, legend, horizontalAxis, horizontalAxisTitle, verticalAxis, verticalAxisTitle, gridLabels
    case selectedDataLabel, seriesLabels, valueAxisAtTop

    fileprivate var path: WritableKeyPath<ChartDisplay, Bool> {
      switch self {
      case .title: \.title
      case .legend: \.legend
      case .horizontalAxis: \.horizontalAxis
      case .horizontalAxisTitle: \.horizontalAxisTitle
      case .verticalAxis: \.verticalAxis
      case .verticalAxisTitle: \.verticalAxisTitle
      case .gridLabels: \.gridLabels
      case .selectedDataLabel: \.selectedDataLabel
      case .seriesLabels: \.seriesLabels
      case .valueAxisAtTop: \.valueAxisAtTop
      }
    }
  }

  package init() {}

  package subscript(part: Part) -> Bool {
    get { self[keyPath: part.path] }
    set { self[keyPath: part.path] = newValue }
  }

  /// The defaults for a chart type. `visibleSeriesCount` is what a legend would list: the slices where a pie has no
  /// series.
  package init(defaultsFor type: ChartType, visibleSeriesCount: Int) {
    let kind = type.kind.features
    legend = (visibleSeriesCount > 1 || kind.contains(.directions)) && kind.contains(.legend)
    // Regions carry their names.
    horizontalAxis = kind.contains(.axes) && !kind.contains(.regions)
    verticalAxis = kind.contains(.axes)
    gridLabels = kind.contains(.axes)
    selectedDataLabel = !kind.contains([.lying, .stacks])
    seriesLabels = kind.contains(.slices)
    valueAxisAtTop = kind.contains(.lying)
  }
}
