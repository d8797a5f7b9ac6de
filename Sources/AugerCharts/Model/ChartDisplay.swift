/// The visible parts of a chart, with MAKit's defaults (guide, "Chart Layout" and the properties of
/// MAAnalyticChartView).
package struct ChartDisplay: Sendable, Hashable {
  package var title = true
  package var legend = false
  package var horizontalAxis = true
  package var horizontalAxisTitle = false
  package var verticalAxis = true
  package var verticalAxisTitle = false
  /// True if grid lines have labels.
  package var gridLabels = true
  /// True if the selected item has a label. MAKit's bar charts have none.
  package var selectedDataLabel = true
  /// True if the slices of a pie have labels.
  package var seriesLabels = false
  /// True if the value axis of a bar chart is on top.
  package var valueAxisAtTop = false

  package typealias Part = ChartElement

  package init() {}

  package subscript(part: Part) -> Bool {
    get { self[keyPath: part.path] }
    set { self[keyPath: part.path] = newValue }
  }

  /// Creates the defaults for a chart type. `visibleSeriesCount` is the number of legend entries, which are the slices
  /// of a pie without series.
  package init(defaultsFor type: ChartType, visibleSeriesCount: Int) {
    let kind = type.kind.features
    legend = (visibleSeriesCount > 1 || kind.contains(.directions)) && kind.contains(.legend)
    // Regions contain their names.
    horizontalAxis = kind.contains(.axes) && !kind.contains(.regions)
    verticalAxis = kind.contains(.axes)
    gridLabels = kind.contains(.axes)
    selectedDataLabel = !kind.contains([.lying, .stacks])
    seriesLabels = kind.contains(.slices)
    valueAxisAtTop = kind.contains(.lying)
  }
}

/// A part of a chart that can be shown or hidden.
public enum ChartElement: String, Sendable, Hashable, CaseIterable {
  case title, legend, horizontalAxis, horizontalAxisTitle, verticalAxis, verticalAxisTitle
  /// The labels of grid lines.
  case gridLabels
  /// The label of the selected item.
  case selectedDataLabel
  /// The labels of the slices of a pie.
  case seriesLabels
  /// The value axis of a bar chart above it instead of below.
  case valueAxisAtTop

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
