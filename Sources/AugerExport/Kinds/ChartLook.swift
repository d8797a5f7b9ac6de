import AugerCharts

/// The appearance of a chart type in all output formats.
package struct ChartLook: Sendable {
  package enum VegaLiteForm: Sendable {
    /// A specification without a value axis.
    case whole(@Sendable (VegaLiteChart) -> VegaObject)
    case marks(@Sendable (VegaLiteChart, ValueAxis) -> VegaLiteChart.Marks)
  }

  /// The marks between two axes.
  package var mark: any Mark = ColumnMark()
  var spacing = CategoryAxis.Spacing.columns
  /// The empty part of a category's width. Nil for the padding of columns.
  var padding: Double?
  /// The maximum width of a column, in points. Default: no limit.
  var widest: Double?
  /// The marks of data items.
  var items = ItemShape.points
  /// Draws a chart without a plot area between two axes.
  var draw: (@Sendable (ChartDrawing, _ area: ChartFrame, _ hasLegend: Bool, inout SVGBytes) -> Void)?
  /// Returns the entries of the legend. Nil for the series.
  var legend: @Sendable (ChartChannels, Theme) -> [Legend.Entry]? = { _, _ in nil }
  /// True if bars are vertical in a table cell.
  var standsInCells = false
  /// Nil if Vega-Lite has no marks for the type.
  package var vegaLite: VegaLiteForm? = .marks { $0.columns($1) }
  /// Returns a specification for Vega and its limitations, if Vega-Lite has no marks for the type.
  var vega: (@Sendable (ChartChannels, Theme, _ area: ChartFrame) -> (content: VegaObject, losses: [String]))?
  package var terminal = TerminalChart.Body.table

  /// The marks of data items.
  package enum ItemShape: Sendable {
    case points
    /// A filled region for each series, with the items as its corners.
    case polygons
    /// Regions between contours on a grid of items.
    case contours
  }

  /// Replaced entries in the current task, for tests with custom types.
  @TaskLocal package static var replaced: [ChartType: ChartLook] = [:]
}

extension ChartType {
  var look: ChartLook { ChartLook.replaced[self] ?? .described(self) }

  /// The mark of a layer.
  var layerMark: any Mark { has(.layers) ? look.mark : ColumnMark() }
}

extension ChartLook {
  /// A single column with the width of the picture would resemble a region.
  private static let widestColumn = 84.0

  /// Returns the entry of a chart type.
  package static func described(_ type: ChartType) -> ChartLook {
    switch type {
    case .column, .stackedColumn, .percentColumn: ChartLook(widest: widestColumn, terminal: .bars)
    case .bar: ChartLook(widest: 0.6 * widestColumn, standsInCells: true, terminal: .bars)
    case .stackedBar: ChartLook(widest: 0.6 * widestColumn, terminal: .bars)
    case .line: line(.straight)
    case .stepLine: line(.step)
    case .spline: line(.smooth)
    case .area, .stackedArea:
      ChartLook(
        mark: AreaMark(), spacing: .points, padding: 0, vegaLite: .marks { $0.areas($1) }, terminal: .plot)
    case .pie: pie(hole: 0, vegaHole: 0)
    case .donut: pie(hole: 0.58, vegaHole: 0.6)
    case .scatter: ChartLook(mark: LineMark(isJoined: false), terminal: .plot)
    case .bubble: ChartLook(mark: LineMark(isJoined: false), legend: { PointMark.legend($0, $1) }, terminal: .plot)
    case .band: ChartLook(mark: BandMark(), spacing: .points, padding: 0, vegaLite: .marks { $0.band($1) })
    case .candlestick: price(isCandle: true)
    case .ohlc: price(isCandle: false)
    case .histogram:
      ChartLook(
        mark: HistogramMark(), spacing: .bins, padding: 0, vegaLite: .marks { $0.histogram($1) }, terminal: .bars)
    case .heatmap:
      ChartLook(
        draw: { HeatmapDrawing(channels: $0.channels, theme: $0.theme, frame: $1, limits: $0.frame).render(to: &$3) },
        vegaLite: .whole { $0.heatmap })
    case .boxPlot: ChartLook(mark: BoxMark(), padding: 0.3, vegaLite: .marks { $0.boxes($1) })
    case .waterfall:
      ChartLook(
        mark: WaterfallMark(), spacing: .equal, padding: 0.3, widest: widestColumn,
        legend: { WaterfallMark.legend($0, $1) }, vegaLite: .marks { $0.waterfall($1) })
    case .errorBar:
      ChartLook(mark: ErrorMark(), spacing: .points, padding: 0.2, vegaLite: .marks { $0.errors($1) })
    case .region:
      ChartLook(
        mark: RegionMark(), spacing: .equal, padding: 0, legend: { RegionMark.legend($0, $1) },
        vegaLite: .marks { $0.stretches($1) })
    case .horizontalBullet: bullet(padding: 0.3)
    case .verticalBullet: bullet(padding: 0.35)
    case .treeMap:
      ChartLook(
        draw: { TreeMapDrawing($0.channels, theme: $0.theme, area: $1).render(to: &$3) }, vegaLite: nil,
        vega: { Vega.treeMap($0, $1, $2) })
    case .dataGrid:
      ChartLook(draw: { TableDrawing($0.channels, theme: $0.theme, area: $1).render(to: &$3) }, vegaLite: nil)
    case .graph:
      ChartLook(
        draw: { GraphDrawing($0.channels, theme: $0.theme, area: $1).render(to: &$3) }, vegaLite: nil,
        vega: { Vega.graph($0, $1, $2) })
    case .rangeColumn:
      ChartLook(mark: RangeColumnMark(), widest: widestColumn, vegaLite: .marks { $0.rangeColumns($1) })
    case .polygon: ChartLook(mark: LineMark(isJoined: false), items: .polygons, terminal: .plot)
    case .contour: ChartLook(mark: LineMark(isJoined: false), items: .contours, legend: { _, _ in [] })
    }
  }

  private static func line(_ curve: LineCurve) -> ChartLook {
    ChartLook(
      mark: LineMark(curve: curve), spacing: .points, padding: 0, vegaLite: .marks { $0.lines($1, curve) },
      terminal: .plot)
  }

  private static func pie(hole: Double, vegaHole: Double) -> ChartLook {
    ChartLook(
      draw: {
        PieMark($0.channels, theme: $0.theme, area: $1, hasLegend: $2, hole: hole).render(to: &$3)
      },
      legend: { PieMark.legend($0, $1) }, vegaLite: .whole { $0.pies(hole: vegaHole) }, terminal: .bars)
  }

  private static func price(isCandle: Bool) -> ChartLook {
    let mark = PriceMark(isCandle: isCandle)
    return ChartLook(
      mark: mark, legend: { mark.legend($0, $1) }, vegaLite: .marks { $0.prices($1, isCandle: isCandle) })
  }

  private static func bullet(padding: Double) -> ChartLook {
    ChartLook(
      mark: BulletMark(), spacing: .equal, padding: padding, legend: { BulletMark.legend($0, $1) },
      vegaLite: .marks { $0.bullets($1) })
  }
}
