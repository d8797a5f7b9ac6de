import AugerCharts
import AugerColumns

extension ServedPicture {
  /// The widest picture whose columns become bars.
  private static let mostWidth = 400.0
  /// The highest picture whose columns become bars.
  private static let mostHeight = 560.0

  /// Returns the model of a narrow picture: with bars instead of columns if the names of the categories would not fit
  /// below the columns. Nil if the picture has the orientation of the chart.
  static func lying(_ model: ChartModel, width: Double, theme: Theme) -> ChartModel? {
    guard width <= mostWidth, let turned = turned(model), turned.categoryCount > 1 else { return nil }
    let channels = ChartChannels(model)
    guard !channels.isOrdered(level: 0), channels.parents.isEmpty else { return nil }
    let frame = ChartFrame(width: width, height: 0.7 * width)
    guard ChartDrawing(channels, theme: theme, frame: frame, ids: "").slantsNames else { return nil }
    var bars = ChartChannels(turned)
    bars.isTurned = true
    guard let height = SVG.heightOfBars(bars), height <= mostHeight else { return nil }
    return turned
  }

  /// Returns the chart with bars instead of columns, and with exchanged axes. Nil for other types, and if the author or
  /// a sender specified positions in the picture.
  static func turned(_ model: ChartModel) -> ChartModel? {
    guard let type = model.type.lying, model.layers.isEmpty, model.multiples.isEmpty, model.markup.isEmpty,
      model.items == nil, !model.style.isThumbnail, model.style.divisions.isEmpty, model.style.labelLayout == .all,
      model.axes.category.isEmpty
    else { return nil }
    var turned = model
    turned.type = type
    turned.chosenStacking = model.stacking
    turned.display.valueAxisAtTop = true
    swap(&turned.display.horizontalAxis, &turned.display.verticalAxis)
    swap(&turned.display.horizontalAxisTitle, &turned.display.verticalAxisTitle)
    swap(&turned.state.horizontalRange, &turned.state.verticalRange)
    return turned
  }
}
