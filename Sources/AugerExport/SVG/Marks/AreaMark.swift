import AugerCharts

/// Areas from zero, one over the other and translucent, each with its line.
struct AreaMark: Mark {
  var beginsAtZero: Bool { true }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    for series in 0..<channels.seriesCount {
      let color = plot.theme.color(series)
      for run in LineMark.runs(channels, series) {
        out.raw("<path")
        out.attribute("data-series", index: channels.seriesNumbers[series])
        out.attribute("fill", color)
        // Several areas overlap: each must let the others through.
        out.attribute("fill-opacity", channels.seriesCount == 1 ? 0.4 : 0.28)
        out.raw(" d=\"M")
        out.point(plot.category.center(run.lowerBound), plot.value.baseline)
        for category in run {
          out.raw("L")
          out.point(plot.category.center(category), plot.value(channels.value(0, series, category)))
        }
        out.raw("L")
        out.point(plot.category.center(run.upperBound - 1), plot.value.baseline)
        out.raw("Z\"/>\n")
      }
    }
    LineMark(isDotted: false).render(plot, to: &out)
  }
}
