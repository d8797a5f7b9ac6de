import AugerCharts

extension ChartModel {
  /// Returns a layer of an overlay as a chart: its series, with its own value axis. If no layer uses the first axis, a
  /// second one does not exist.
  func model(ofLayer number: Int) -> ChartModel {
    let layer = layers[number]
    var model = self
    model.layers = []
    model.name = layer.name
    model.type = layer.type
    model.dimensions[0].format = layer.format
    model.dimensions[0].title = layer.valueTitle
    model.dimensions[0].unit = layer.unit
    if layer.axis == .secondary, layers.contains(where: { $0.axis == .primary }) {
      model.axes.value = axes.secondValue
    }
    model.axes.secondValue = AxisOptions()
    model.state.hiddenSeries = series.indices.filter { series[$0].layer != number || state.isHidden(series: $0) }
    model.thresholds.predictiveStart = layer.type.has(.joined) ? thresholds.predictiveStart : nil
    return model
  }
}
