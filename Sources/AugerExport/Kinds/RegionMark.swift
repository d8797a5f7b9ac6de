import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Regions: ranges of the value axis from a low to a high value across the plot, labeled inside.
struct RegionMark: Mark {
  var beginsAtZero: Bool { false }
  var place: LayerPlace { .inOrder }

  func extent(_ channels: ChartChannels) -> Bounds? { channels.extent(ofValues: 2) }

  /// Without series, each category has its own color.
  static func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry] {
    let labels = channels.model.seriesColumn == nil ? channels.qualifiedLabels : channels.seriesLabels
    return labels.enumerated().map { Legend.Entry(label: $1, color: theme.color($0)) }
  }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let hasSeries = channels.model.seriesColumn != nil
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount {
        let (low, high) = (channels.value(0, series, category), channels.value(1, series, category))
        if low.isNaN || high.isNaN { continue }
        let color = plot.theme.color(hasSeries ? series : category)
        let frame = plot.frame(
          across: plot.area.x, width: plot.area.width, from: plot.value(low), to: plot.value(high))
        out.beginRect(frame)
        out.attribute("fill", color)
        out.raw(" fill-opacity=\"0.25\"")
        out.attribute("stroke", color)
        plot.finish("rect", series: series, category: category, to: &out)
        // In the middle of its visible part.
        let (top, bottom) = (max(frame.y, plot.area.y), min(frame.maxY, plot.area.maxY))
        guard bottom - top >= 14 else { continue }
        let name = channels.categoryLabels[category] + (hasSeries ? ", \(channels.seriesLabels[series])" : "")
        out.text(
          FontMetrics.regular.fitted(name, size: AxisLabels.size, width: frame.width - 12), x: frame.x + 6,
          y: (top + bottom) / 2 + FontMetrics.capitalHeight * AxisLabels.size / 2, fill: plot.theme.ink)
      }
    }
  }
}

extension VegaLiteChart {
  func stretches(_ axis: ValueAxis) -> Marks {
    let hasSeries = model.seriesColumn != nil
    let data = data([("low", 0), ("high", 1)]) { row, series, category in
      let ends = [channels.value(0, series, category), channels.value(1, series, category)]
      if ends.contains(where: \.isNaN) { return nil }
      let name = channels.categoryLabels[category] + (hasSeries ? ", \(channels.seriesLabels[series])" : "")
      return row.with("name", .text(name)).with("middle", .number(ends[0] / 2 + ends[1] / 2))
        .with("color", .text(theme.color(hasSeries ? series : category).description))
    }
    let own: VegaObject = ["color": ["field": "color", "type": "nominal", "scale": .null]]
    let text: VegaObject = [
      "x": ["value": 6], "y": value("middle", axis), "text": ["field": "name", "type": "nominal"],
    ]
    return Marks(
      data: data,
      layers: [
        layer("rect", ["fillOpacity": 0.25], extent("high", from: ["field": "low"], axis), own, hint),
        layer("text", ["align": "left", "baseline": "middle"], text),
      ])
  }
}
