import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Prices of a period: open, high, low and close as candles, or as a line with ticks.
///
/// A period that closes at or above its opening price is rising. Its candle is hollow, so that it is distinguishable
/// from a falling one without color. A single series has the colors of gain and loss; several have their own.
struct PriceMark: Mark {
  let isCandle: Bool

  var beginsAtZero: Bool { false }
  var place: LayerPlace { .middle }

  func extent(_ channels: ChartChannels) -> Bounds? { channels.extent(ofValues: 4) }

  /// Several series have their own colors.
  func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry]? {
    if channels.seriesCount > 1 { return nil }
    let texts = channels.model.locale.texts
    return [
      Legend.Entry(label: texts[.rising], color: theme.gain, shape: isCandle ? .frame : .square),
      Legend.Entry(label: texts[.falling], color: theme.loss),
    ]
  }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let slot = plot.category.bandwidth / Double(channels.seriesCount)
    let width = max(1, min(22, slot * 0.86))
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount {
        let x = plot.category.start(category) + slot * (Double(series) + 0.5)
        price(series, category, at: x, width: width, plot, to: &out)
      }
    }
  }

  private func price(
    _ series: Int, _ category: Int, at x: Double, width: Double, _ plot: Plot, to out: inout SVGBytes
  ) {
    let channels = plot.channels
    let values = (0..<4).map { channels.value($0, series, category) }
    // If some prices are missing, the others are still shown. A period without prices is omitted.
    guard let range = values.extent else { return }
    let (open, close) = (values[0], values[3])
    let isRising = !(close < open)
    let usual = channels.seriesCount > 1 ? plot.theme.color(series) : isRising ? plot.theme.gain : plot.theme.loss
    let color = channels.itemColor(series, category, plot.theme) ?? usual
    out.raw("<g")
    out.attribute("stroke", color)
    out.attribute("stroke-width", width < 4 ? 1 : 1.5)
    out.attribute("fill", isRising ? plot.theme.background : color)
    out.attribute("data-direction", isRising ? "rising" : "falling")
    plot.begin(series: series, category: category, to: &out)
    let half = width / 2
    let (top, bottom) = (plot.value(range.upper), plot.value(range.lower))
    if isCandle {
      if open.isNaN || close.isNaN {
        plot.line((x, top), (x, bottom), to: &out)
      } else {
        let (from, to) = (plot.value(max(open, close)), plot.value(min(open, close)))
        plot.line((x, top), (x, from), to: &out)
        plot.line((x, to), (x, bottom), to: &out)
        if (to - from).magnitude < 1 || width < 2.5 {
          plot.line((x - half, from), (x + half, from), to: &out)
          plot.line((x, from), (x, to), to: &out)
        } else {
          out.beginRect(plot.frame(across: x - half, width: width, from: from, to: to))
          out.raw("/>\n")
        }
      }
    } else {
      plot.line((x, top), (x, bottom), to: &out)
      if !open.isNaN { plot.line((x - half, plot.value(open)), (x, plot.value(open)), to: &out) }
      if !close.isNaN { plot.line((x, plot.value(close)), (x + half, plot.value(close)), to: &out) }
    }
    out.raw("</g>\n")
  }
}

extension VegaLiteChart {
  func prices(_ axis: ValueAxis, isCandle: Bool) -> Marks {
    let isAlone = channels.seriesCount == 1 && !hasItemColors
    let data = data([("open", 0), ("high", 1), ("low", 2), ("close", 3)]) { row, series, category in
      let values = (0..<4).map { channels.value($0, series, category) }
      guard let span = values.extent else { return nil }
      let isRising = !(values[3] < values[0])
      let color =
        isAlone
        ? (isRising ? theme.gain : theme.loss)
        : channels.itemColor(series, category, theme) ?? theme.color(series)
      return row.with("lowest", .number(span.lower)).with("highest", .number(span.upper))
        .with("color", .text(color.description))
        .with("fill", .text((isRising ? theme.background : color).description))
    }
    let across = across(isBeside: true)
    let color: VegaObject = ["color": ["field": "color", "type": "nominal", "scale": .null]]
    let stem = layer("rule", [:], across, extent("highest", from: ["field": "lowest"], axis), color, hint)
    guard isCandle else {
      let side: (String, Double) -> VegaNode = { field, offset in
        let width: VegaObject = [
          "size": 8, isLying ? "yOffset" : "xOffset": .number(offset), "thickness": 1.5,
        ]
        return layer("tick", width, across, [isLying ? "x" : "y": value(field, axis)], color)
      }
      return Marks(data: data, layers: [stem, side("open", -4), side("close", 4)])
    }
    let body: VegaObject = [
      "stroke": ["field": "color", "type": "nominal", "scale": .null],
      "fill": ["field": "fill", "type": "nominal", "scale": .null],
    ]
    let candle = layer(
      "bar", ["width": ["band": 0.7], "strokeWidth": 1.5], across, extent("close", from: ["field": "open"], axis), body,
      hint)
    return Marks(data: data, layers: [stem, candle])
  }
}
