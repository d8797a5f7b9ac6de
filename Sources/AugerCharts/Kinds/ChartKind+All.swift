extension ChartKind {
  /// Returns the entry of a chart type.
  static func described(_ type: ChartType) -> ChartKind {
    let columns: Features = [.plain, .stacks, .categories, .fromZero]
    let lines: Features = [.plain, .joined, .categories]
    let slices: Features = [.itemColors, .legend, .multiples, .summary, .slices]
    let bullet = Features([.plain, .ofMAKit, .fromZero, .ranges]).subtracting(.distances)
    let bulletValues = ["actual", "bad below", "satisfactory below", "target"]
    let prices: Features = [.plain, .spread, .directions, .turns]
    let priceValues = ["open", "high", "low", "close"]
    return switch type {
    case .column: ChartKind(.typeColumn, "columns next to each other", columns.union([.ofMAKit, .valueLabels]))
    case .stackedColumn: ChartKind(.typeStackedColumn, "stacked columns", columns.union(.ofMAKit), stacking: .stacked)
    case .percentColumn:
      ChartKind(
        .typePercentColumn, "shares of each category", columns.subtracting([.thresholds, .layers]), stacking: .percent)
    case .bar: ChartKind(.typeBar, "horizontal bars", columns.union([.ofMAKit, .lying, .valueLabels]))
    case .stackedBar: ChartKind(.typeStackedBar, "stacked bars", columns.union(.lying), stacking: .stacked)
    case .line: ChartKind(.typeLine, "straight lines with gaps for null", lines.union(.ofMAKit))
    case .stepLine: ChartKind(.typeStepLine, "lines with steps: a value holds until the next one", lines)
    case .spline: ChartKind(.typeSpline, "a smooth line that stays between its two points", lines)
    case .area: ChartKind(.typeArea, "overlapping areas", lines.union([.ofMAKit, .stacks]))
    case .stackedArea: ChartKind(.typeStackedArea, "stacked areas", lines.union(.stacks), stacking: .stacked)
    case .pie: ChartKind(.typePie, "slices: the categories, or the series of each category", slices.union(.ofMAKit))
    case .donut: ChartKind(.typeDonut, "a pie with a hole", slices)
    case .scatter:
      ChartKind(
        .typeScatter, "a point for each row, without aggregation",
        Features([.plain, .ofMAKit, .items, .rows, .points]).subtracting(.summary))
    case .bubble:
      ChartKind(
        .typeBubble, "points with a value as area", [.plain, .ofMAKit, .items, .points, .sizes], values: ["y", "size"],
        least: 2)
    case .band:
      ChartKind(
        .typeBand, "the area between two values", [.plain, .spread, .turns], values: ["low", "high"], least: 2)
    case .candlestick:
      ChartKind(
        .typeCandlestick, "a candle for each period, hollow if the value rises", prices, values: priceValues, least: 4)
    case .ohlc: ChartKind(.typeOHLC, "a line with ticks for each period", prices, values: priceValues, least: 4)
    case .histogram:
      ChartKind(
        .typeHistogram, "the number of rows in each bin", [.axes, .legend, .summary, .fromZero, .bins],
        values: ["value"])
    case .heatmap:
      ChartKind(.typeHeatmap, "a cell for each category and series", [.axes, .summary, .cells], values: ["color"])
    case .boxPlot:
      ChartKind(
        .typeBoxPlot, "the distribution of values, with outliers",
        Features([.plain, .spread, .quartiles]).subtracting(.summary),
        values: ["lower whisker", "first quartile", "median", "third quartile", "upper whisker"])
    case .waterfall:
      ChartKind(
        .typeWaterfall, "each value on top of the sum of the previous ones",
        Features([.plain, .directions, .steps]).subtracting([.thresholds, .distances]))
    case .errorBar:
      ChartKind(
        .typeErrorBar, "points with their errors, and an ellipse", [.plain, .spread, .items, .errors],
        values: ["y", "±y", "±x", "correlation"], least: 2)
    case .region:
      ChartKind(
        .typeRegion, "named ranges of the value axis",
        Features([.plain, .spread, .regions]).subtracting([.distances, .itemColors, .multiples]),
        values: ["low", "high"], least: 2)
    case .horizontalBullet:
      ChartKind(.typeHorizontalBullet, "a bar and its target", bullet.union(.lying), values: bulletValues, least: 4)
    case .verticalBullet:
      ChartKind(.typeVerticalBullet, "a column and its target", bullet, values: bulletValues, least: 4)
    case .treeMap:
      ChartKind(.typeTreeMap, "nested areas", [.ofMAKit, .summary, .tiles], values: ["area", "color"])
    case .dataGrid: ChartKind(.typeDataGrid, "a table with colors and small charts", [.ofMAKit, .table])
    case .graph:
      ChartKind(
        .typeGraph, "nodes, and arrows whose width is the weight", [.legend, .links],
        values: ["source", "target", "weight"], least: 2)
    case .rangeColumn: rangeColumn
    case .polygon: polygon
    case .contour: contour
    }
  }

  private static let rangeColumn = ChartKind(
    .typeRangeColumn, "columns from a low to a high value", [.plain, .spread], values: ["low", "high"], least: 2)

  private static let polygon = ChartKind(
    .typePolygon, "filled regions of any shape: each row is a corner, and each series a region", surfaces)

  private static let contour = ChartKind(
    .typeContour, "regions between contours of a value on a grid of two numbers", surfaces,
    values: ["y", "height"], least: 2)

  private static let surfaces = Features([.plain, .items, .rows, .points]).subtracting([.summary, .itemColors])
}
