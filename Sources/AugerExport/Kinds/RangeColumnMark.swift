import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Columns that float between a low and a high value. The series of a category are side by side (ResearchKit's guide,
/// "ORKValueRange").
struct RangeColumnMark: Mark {
  var beginsAtZero: Bool { false }

  func extent(_ channels: ChartChannels) -> Bounds? { channels.extent(ofValues: 2) }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let slots = ColumnSlots(plot, isStacked: false)
    for series in 0..<channels.seriesCount {
      out.beginGroup(fill: plot.theme.color(series))
      for category in 0..<channels.categoryCount {
        let (low, high) = (channels.value(0, series, category), channels.value(1, series, category))
        if low.isNaN || high.isNaN { continue }
        var frame = plot.frame(
          across: slots.start(series, category), width: slots.width, from: plot.value(low), to: plot.value(high))
        if frame.height < Self.leastHeight {
          frame = ChartFrame(
            x: frame.x, y: (frame.y + frame.maxY - Self.leastHeight) / 2, width: frame.width,
            height: Self.leastHeight)
        }
        out.beginRect(frame)
        out.attribute("rx", min(4, frame.width / 2, frame.height / 2))
        if let color = channels.itemColor(series, category, plot.theme) { out.attribute("fill", color) }
        channels.renderOutline(series, category, plot.theme, to: &out)
        plot.finish("rect", series: series, category: category, to: &out)
      }
      out.raw("</g>\n")
    }
  }

  /// A range without a length is visible as a line.
  private static let leastHeight = 2.0
}

extension VegaLiteChart {
  func rangeColumns(_ axis: ValueAxis) -> Marks {
    let span = extent("high", from: ["field": "low"], axis)
    let data = data([("low", 0), ("high", 1)]) { row, series, category in
      channels.value(0, series, category).isNaN || channels.value(1, series, category).isNaN ? nil : row
    }
    return Marks(data: data, layers: [layer("bar", ["cornerRadius": 4], across(isBeside: true), span, look)])
  }
}
