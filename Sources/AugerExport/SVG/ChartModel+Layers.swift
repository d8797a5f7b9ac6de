import AugerCharts

extension ChartModel {
  /// The chart that a layer of an overlay is by itself: its series, against the value axis that it is drawn against.
  /// Where no layer is drawn against the first axis, there is no second one.
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
