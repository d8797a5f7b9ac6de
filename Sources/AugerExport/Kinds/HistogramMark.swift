import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The number of values in each bin: adjacent columns, with series side by side in a bin.
struct HistogramMark: Mark {
  var beginsAtZero: Bool { true }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let count = Double(channels.seriesCount)
    let width = plot.category.bandwidth
    let gap = width > 5 ? 1.0 : 0
    for series in 0..<channels.seriesCount {
      out.beginGroup(fill: plot.theme.color(series))
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

extension VegaLiteChart {
  func histogram(_ axis: ValueAxis) -> Marks {
    let level = model.levels[model.visibleLevel]
    let (lows, highs) = (level.values.drawnDoubles, level.upperEdges?.drawnDoubles ?? [])
    let drawn = BinEdges(level)?.drawn ?? []
    let count = Double(channels.seriesCount)
    let data = data([("value", 0)]) { row, series, category in
      guard category < highs.count, category + 1 < drawn.count else { return nil }
      let step = (drawn[category + 1] - drawn[category]).heldFinite / count
      return row.with("from", .number(lows[category])).with("until", .number(highs[category]))
        .with("left", .number(drawn[category] + step * Double(series)))
        .with("right", .number(drawn[category] + step * Double(series + 1)))
    }
    let title = model.display.horizontalAxisTitle && !level.title.isEmpty ? VegaNode.text(level.title) : .null
    let ends = VegaNode.numbers([drawn.first ?? 0, max(drawn.first ?? 0, drawn.last ?? 1)])
    var axisOfBins: VegaObject = ["title": title, "grid": false]
    if let last = highs.last, let first = lows.first, drawn.first != first || drawn.last != last {
      // The ticks at the ends of wider bins follow the drawn positions.
      axisOfBins["values"] = .numbers(drawn)
      axisOfBins["labelExpr"] = .text(
        VegaLiteCategories.labels(ValueTicks.categoryTexts(lows + [last], level.format, model.locale), of: drawn))
    }
    let span: VegaObject = [
      "x": [
        "field": "left", "type": "quantitative", "scale": ["domain": ends, "nice": false, "zero": false],
        "axis": .object(axisOfBins),
      ], "x2": ["field": "right"],
    ]
    return Marks(
      data: data,
      layers: [layer("bar", [:], span, extent("value", from: axis.vegaStart, axis), look)])
  }
}
