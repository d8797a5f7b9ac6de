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
    let plain = parts.filter { $0.0.axisName == nil }
    let hasFirst = plain.contains { $0.0.axis == .primary }
    var names: [Name] = []
    for case let name? in parts.map(\.0.axisName) where !names.contains(Name(name)) { names.append(Name(name)) }
    let first = plain.filter { $0.0.axis == .primary || !hasFirst }
    let second = plain.filter { $0.0.axis == .secondary && hasFirst }
    let named = names.map { name in parts.filter { $0.0.axisName.map { Name($0) } == name } }
    var offset = 0.0
    func group(_ members: [(ChartLayer, VegaLiteChart)], _ isSecond: Bool) -> VegaNode {
      let axis = ValueAxis(
        ofLayers: members.map { ($0.1.channels, $0.0.type.layerMark) }, of: channels, isFirst: !isSecond,
        count: ChartDrawing.tickCount(size.height / 40))
      let layers = members.map { layer, chart -> VegaNode in
        var chart = chart
        chart.isSecond = isSecond
        chart.axisOffset = offset
        let marks = chart.marks(on: axis)
        return ["data": marks.data, "layer": .list(marks.layers)]
      }
      if isSecond { offset += axis.room + 20 }
      guard let base = members.first?.1, !isSecond else { return ["layer": .list(layers)] }
      return ["layer": .list(base.regions(axis) + layers + base.reference(axis))]
    }
    let groups = ([first, second] + named).filter { !$0.isEmpty }.enumerated().map { group($1, $0 > 0) }
    var spec: VegaObject = ["layer": .list(groups)]
    if groups.count > 1 { spec["resolve"] = ["scale": ["y": "independent"]] }
    return spec
  }
}
