import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Areas with their lines: overlapping and translucent from zero, or stacked.
struct AreaMark: Mark {
  var beginsAtZero: Bool { true }
  var place: LayerPlace { .inOrder }

  /// Stacked areas do not overlap, so that their colors are almost those of the legend.
  static let stackedOpacity = 0.85

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let stacks = Stacks(channels)
    for series in 0..<channels.seriesCount {
      let fill = channels.style(series).fill.flatMap { Theme.Color(named: $0, in: plot.theme) }
      let color = fill ?? plot.theme.color(series)
      for run in LineMark.runs(channels, series) {
        out.raw("<path")
        out.attribute("data-series", index: channels.seriesNumbers[series])
        out.attribute("fill", color)
        // Overlapping areas must be translucent.
        out.attribute("fill-opacity", stacks != nil ? Self.stackedOpacity : channels.seriesCount == 1 ? 0.4 : 0.28)
        out.raw(" d=\"M")
        out.point(plot.category.center(run.lowerBound), base(stacks, series, run.lowerBound, plot))
        for category in run {
          out.point(
            "L",
            plot.category.center(category),
            plot.value(stacks?.end(series, category) ?? channels.value(0, series, category)))
        }
        guard stacks != nil else {
          out.point("L", plot.category.center(run.upperBound - 1), plot.value.baseline)
          out.raw("Z\"/>\n")
          continue
        }
        for category in run.reversed() {
          out.point("L", plot.category.center(category), base(stacks, series, category, plot))
        }
        out.raw("Z\"/>\n")
      }
    }
    LineMark(isDotted: false).render(plot, to: &out)
  }

  private func base(_ stacks: Stacks?, _ series: Int, _ category: Int, _ plot: Plot) -> Double {
    stacks.map { plot.value($0.start(series, category)) } ?? plot.value.baseline
  }
}

extension VegaLiteChart {
  func areas(_ axis: ValueAxis) -> Marks {
    let stacks = Stacks(channels)
    guard let stacks else {
      let span = extent("value", from: axis.vegaStart, axis)
      let mark: VegaObject = [
        "opacity": channels.seriesCount == 1 ? 0.4 : 0.28, "invalid": "break-paths-show-path-domains",
      ]
      return Marks(
        data: lineData,
        layers: [layer("area", mark, across(isBeside: false), span, ["color": color])] + intervals(axis)
          + lines(axis, .straight, isRoomy: false))
    }
    let data = data([("value", 0)]) { row, series, category in
      row.with("from", .number(stacks.start(series, category))).with("to", .number(stacks.end(series, category)))
    }
    let mark: VegaObject = ["opacity": .number(AreaMark.stackedOpacity), "invalid": "break-paths-show-path-domains"]
    let span = extent("to", from: ["field": "from"], axis)
    return Marks(
      data: data,
      layers: [
        layer("area", mark, across(isBeside: false), span, ["color": color]),
        layer(
          "line", ["invalid": "break-paths-show-path-domains", "strokeWidth": 1.25], place("to", axis),
          VegaObject(["color": color]).merged(with: hint)),
      ])
  }
}
