import AugerCharts
import AugerDiagnostics

extension VegaLiteChart {
  /// A layer for each chart with its own data. If the chart has two value axes, each has a group.
  var overlay: VegaObject {
    let given = channels.given
    let parts = given.layers.enumerated().compactMap { number, layer -> (ChartLayer, VegaLiteChart)? in
      let own = ChartChannels(layer: number, of: channels)
      return own.seriesCount == 0
        ? nil : (layer, VegaLiteChart(own, comparedWith: [own], theme: theme, size: size, over: self))
    }
    let hasFirst = parts.contains { $0.0.axis == .primary }
    func group(_ isSecond: Bool) -> VegaNode? {
      let members = parts.filter { ($0.0.axis == .secondary && hasFirst) == isSecond }
      guard !members.isEmpty else { return nil }
      let axis = ValueAxis(
        ofLayers: members.map { ($0.1.channels, $0.0.type.layerMark) }, of: channels, isFirst: !isSecond,
        count: ChartDrawing.tickCount(size.height / 40))
      let layers = members.map { layer, chart -> VegaNode in
        var chart = chart
        chart.isSecond = isSecond
        let marks = chart.marks(on: axis)
        return ["data": marks.data, "layer": .list(marks.layers)]
      }
      guard let base = members.first?.1, !isSecond else { return ["layer": .list(layers)] }
      return ["layer": .list(base.regions(axis) + layers + base.reference(axis))]
    }
    let groups = [group(false), group(true)].compactMap { $0 }
    var spec: VegaObject = ["layer": .list(groups)]
    if groups.count > 1 { spec["resolve"] = ["scale": ["y": "independent"]] }
    return spec
  }
}
