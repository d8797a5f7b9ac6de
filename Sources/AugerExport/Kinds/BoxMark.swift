import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Box plots: the whisker ends and the quartiles of each pair of category and series, and outliers as points.
struct BoxMark: Mark {
  var beginsAtZero: Bool { false }
  var place: LayerPlace { .middle }

  func extent(_ channels: ChartChannels) -> Bounds? {
    [channels.extent(ofValues: 5), channels.model.outliers?.values.drawnDoubles.extent].compactMap(\.self).union
  }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let slot = plot.category.bandwidth / Double(channels.seriesCount)
    let width = max(1, min(72, slot * (channels.seriesCount > 1 ? 0.8 : 0.9)))
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount {
        let x = plot.category.start(category) + slot * (Double(series) + 0.5)
        box(series, category, at: x, width: width, plot, to: &out)
      }
    }
    guard let outliers = channels.model.outliers, channels.model.visibleLevel == 0 else { return }
    points(outliers, plot, width: width, x: { plot.category.start($1) + slot * (Double($0) + 0.5) }, to: &out)
  }

  /// Draws a ring for each outlier, so that equal and crowded values remain distinguishable.
  private func points(
    _ outliers: ChartOutliers, _ plot: Plot, width: Double, x: (_ series: Int, _ category: Int) -> Double,
    to out: inout SVGBytes
  ) {
    let channels = plot.channels
    let values = channels.model.withPlace(outliers.values.drawnDoubles)
    let texts = outliers.count <= Tooltips.limit ? channels.model.outlierTexts : []
    let labels = texts.isEmpty ? [] : channels.qualifiedLabels
    out.raw("<g fill=\"none\" stroke-width=\"1.25\" class=\"auger-outliers\">\n")
    for row in 0..<outliers.count where !values[row].isNaN {
      let (series, category) = (Int(outliers.series[row]), Int(outliers.categories[row]))
      out.beginCircle(x(series, category), plot.value(values[row]), max(1, min(3, width / 4)))
      out.attribute("stroke", plot.theme.color(series))
      out.attribute("data-series", index: channels.seriesNumbers[series])
      out.attribute("data-category", index: channels.categoryNumbers[category])
      out.raw(" data-outlier=\"true\"")
      if channels.isFaded(series, category) { out.attribute("opacity", Plot.fadedOpacity) }
      let title = texts.isEmpty ? nil : texts[row].with(unit: channels.model.dimensions[0].unit)
      out.finish(
        "circle",
        title: title.map {
          labels[category] + (channels.model.seriesColumn == nil ? "" : ", \(channels.seriesLabels[series])")
            + ": \($0)"
        })
    }
    out.raw("</g>\n")
  }

  private func box(_ series: Int, _ category: Int, at x: Double, width: Double, _ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let values = (0..<5).map { channels.value($0, series, category) }
    guard values.extent != nil else { return }
    let places = values.map { plot.value($0) }
    let color = channels.itemColor(series, category, plot.theme) ?? plot.theme.color(series)
    out.raw("<g")
    out.attribute("stroke", color)
    out.attribute("fill", plot.theme.background.mixed(with: color, 0.3))
    out.raw(" stroke-width=\"1.5\"")
    plot.begin(series: series, category: category, to: &out)
    let half = width / 2
    /// Draws a whisker with its cap, from the box to an end.
    func whisker(_ end: Int, _ edge: Int) {
      guard !values[end].isNaN else { return }
      out.line(x - half / 2, places[end], x + half / 2, places[end])
      if !values[edge].isNaN { out.line(x, places[end], x, places[edge]) }
    }
    whisker(0, 1)
    whisker(4, 3)
    if !values[1].isNaN, !values[3].isNaN {
      let (top, bottom) = (min(places[1], places[3]), max(places[1], places[3]))
      out.beginRect(ChartFrame(x: x - half, y: top, width: width, height: bottom - top))
      out.raw("/>\n")
    }
    if !values[2].isNaN {
      out.beginLine(x - half, places[2], x + half, places[2])
      out.raw(" stroke-width=\"3\"/>\n")
    }
    out.raw("</g>\n")
  }
}

extension VegaLiteChart {
  func boxes(_ axis: ValueAxis) -> Marks {
    let roles = ["lowerWhisker", "lowerQuartile", "median", "upperQuartile", "upperWhisker"]
    let data = data(roles.enumerated().map { ($1, $0) })
    let across = across(isBeside: true)
    var layers = [
      layer("rule", [:], across, extent("lowerQuartile", from: ["field": "lowerWhisker"], axis), ["color": color]),
      layer("rule", [:], across, extent("upperWhisker", from: ["field": "upperQuartile"], axis), ["color": color]),
      layer(
        "bar", ["width": ["band": 0.7], "fillOpacity": 0.4], across,
        extent("upperQuartile", from: ["field": "lowerQuartile"], axis), look),
      layer("tick", ["width": ["band": 0.7], "thickness": 2], across, ["y": value("median", axis)], ["color": color]),
    ]
    if let outliers = channels.model.outliers, channels.model.visibleLevel == 0, outliers.count > 0 {
      let values = channels.model.withPlace(outliers.values.drawnDoubles)
      let rows = (0..<outliers.count).filter { !values[$0].isNaN }.map { number -> VegaNode in
        let row = row(Int(outliers.series[number]), Int(outliers.categories[number]))
        return .object(row.with("tooltip", nil).with("outlier", .number(values[number])))
      }
      let points = layer("point", ["size": 28], across, ["y": value("outlier", axis), "color": color])
      if let object = VegaObject(of: points) {
        layers.append(.object(VegaObject(["data": ["values": .list(rows)]]).merged(with: object)))
      }
    }
    return Marks(data: data, layers: layers)
  }
}
