import AugerCharts

/// How many values lie in each bin: columns that touch, side by side in one bin where there are series.
struct HistogramMark: Mark {
  var beginsAtZero: Bool { true }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let count = Double(channels.seriesCount)
    let width = plot.category.bandwidth
    let gap = width > 5 ? 1.0 : 0
    for series in 0..<channels.seriesCount {
      out.raw("<g")
      out.attribute("fill", plot.theme.color(series))
      out.raw(">\n")
      for category in 0..<channels.categoryCount {
        let value = channels.value(0, series, category)
        if value.isNaN { continue }
        let start = plot.category.start(category) + gap / 2 + (width - gap) / count * Double(series)
        out.beginRect(
          plot.frame(
            across: start, width: max(0.4, (width - gap) / count), from: plot.value.baseline, to: plot.value(value)))
        plot.finish("rect", series: series, category: category, to: &out)
      }
      out.raw("</g>\n")
    }
  }
}
