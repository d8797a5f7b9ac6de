import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Bands: the area between a low and a high value for each series. A null value interrupts the band. Categories that
/// are names have no order, so each gets a bar.
struct BandMark: Mark {
  var beginsAtZero: Bool { false }
  var place: LayerPlace { .inOrder }

  func extent(_ channels: ChartChannels) -> Bounds? { channels.extent(ofValues: 2) }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    guard channels.isOrdered(level: 0) else { return renderBars(plot, to: &out) }
    for series in 0..<channels.seriesCount {
      let color = plot.theme.color(series)
      for run in runs(channels, series) {
        out.raw("<path")
        out.attribute("fill", color)
        out.attribute("fill-opacity", channels.seriesCount == 1 ? 0.4 : 0.28)
        out.attribute("stroke", color)
        out.raw(" stroke-width=\"1.25\" stroke-linejoin=\"round\" d=\"M")
        for category in run {
          if category > run.lowerBound { out.raw("L") }
          let point = plot.point(
            across: plot.category.center(category), at: plot.value(channels.value(1, series, category)))
          out.point(point.x, point.y)
        }
        for category in run.reversed() {
          let point = plot.point(
            across: plot.category.center(category), at: plot.value(channels.value(0, series, category)))
          out.point("L", point.x, point.y)
        }
        out.raw("Z\"/>\n")
        for category in run { span(series, category, isAlone: run.count == 1, plot, to: &out) }
      }
    }
  }

  private func renderBars(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let slot = min(60, 0.6 * plot.category.step / Double(channels.seriesCount))
    for series in 0..<channels.seriesCount {
      out.beginGroup(fill: plot.theme.color(series))
      let offset = slot * (Double(series) - Double(channels.seriesCount) / 2)
      for category in 0..<channels.categoryCount {
        let (low, high) = (channels.value(0, series, category), channels.value(1, series, category))
        if low.isNaN || high.isNaN { continue }
        out.beginRect(
          plot.frame(
            across: plot.category.center(category) + offset, width: slot, from: plot.value(low), to: plot.value(high)))
        if let color = channels.itemColor(series, category, plot.theme) { out.attribute("fill", color) }
        plot.finish("rect", series: series, category: category, to: &out)
      }
      out.raw("</g>\n")
    }
  }

  /// Draws a line from the low to the high value. It is visible if it is isolated or has its own color. Otherwise it
  /// only serves as a target for the pointer.
  private func span(_ series: Int, _ category: Int, isAlone: Bool, _ plot: Plot, to out: inout SVGBytes) {
    let (x, channels) = (plot.category.center(category), plot.channels)
    let color = channels.itemColor(series, category, plot.theme)
    let isShown = isAlone || color != nil
    guard isShown || plot.tooltips != nil else { return }
    let low = plot.point(across: x, at: plot.value(channels.value(0, series, category)))
    let high = plot.point(across: x, at: plot.value(channels.value(1, series, category)))
    out.beginLine(low.x, low.y, high.x, high.y)
    out.attribute("stroke-width", isShown ? 3 : max(3, min(12, plot.category.step)))
    if isShown {
      out.attribute("stroke", color ?? plot.theme.color(series))
    } else {
      out.raw(" stroke=\"none\" pointer-events=\"stroke\"")
    }
    plot.finish("line", series: series, category: category, to: &out)
  }

  /// Returns the ranges of consecutive categories with both values.
  private func runs(_ channels: ChartChannels, _ series: Int) -> [Range<Int>] {
    channels.runs { !channels.value(0, series, $0).isNaN && !channels.value(1, series, $0).isNaN }
  }
}

extension VegaLiteChart {
  func band(_ axis: ValueAxis) -> Marks {
    // Names have no order, so each has a separate bar.
    guard channels.isOrdered(level: 0) else {
      let span = extent("high", from: ["field": "low"], axis)
      return Marks(
        data: data([("low", 0), ("high", 1)]) { row, series, category in
          channels.value(0, series, category).isNaN || channels.value(1, series, category).isNaN ? nil : row
        }, layers: [layer("bar", ["width": ["band": 0.6]], across(isBeside: true), span, look)])
    }
    let mark: VegaObject = [
      "opacity": channels.seriesCount == 1 ? 0.4 : 0.28, "invalid": "break-paths-show-path-domains", "line": true,
    ]
    return Marks(
      data: data([("low", 0), ("high", 1)]) { row, _, _ in row },
      layers: [layer("area", mark, across(isBeside: false), extent("high", from: ["field": "low"], axis), look)])
  }
}
