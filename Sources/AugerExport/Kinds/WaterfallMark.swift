import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A waterfall: each value starts at the sum of the previous ones, and thin lines connect the steps.
struct WaterfallMark: Mark {
  var beginsAtZero: Bool { true }

  func extent(_ channels: ChartChannels) -> Bounds? {
    guard channels.values[0].extent != nil else { return nil }
    return Self.ends(channels).flatMap { $0 }.extent
  }

  static func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry]? {
    if channels.seriesCount > 1 { return nil }
    let texts = channels.model.locale.texts
    return [
      Legend.Entry(label: texts[.increase], color: theme.gain),
      Legend.Entry(label: texts[.decrease], color: theme.loss),
    ]
  }

  /// Returns the sum before the first category and after each category, for each series. Null adds nothing. A sum that
  /// exceeds the largest double is limited to it.
  static func ends(_ channels: ChartChannels) -> [[Double]] {
    (0..<channels.seriesCount).map { series in
      (0..<channels.categoryCount).reduce(into: [0]) { sums, category in
        let value = channels.value(0, series, category)
        sums.append(((sums.last ?? 0) + (value.isNaN ? 0 : value)).heldFinite)
      }
    }
  }

  /// Returns the index of the first visible category among those of the sums.
  static func first(_ channels: ChartChannels) -> Int {
    channels.categoryNumbers.first.flatMap { channels.whole.categoryNumbers.firstIndex(of: $0) } ?? 0
  }

  /// Returns the sums at the step ends of the visible categories.
  static func drawnEnds(_ channels: ChartChannels) -> [Double] {
    let first = first(channels)
    return ends(channels.whole).enumerated().flatMap { series, sums in
      (0..<channels.categoryCount).filter { !channels.value(0, series, $0).isNaN }.map { sums[first + $0 + 1] }
    }
  }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let first = Self.first(channels)
    let slot = plot.category.bandwidth / Double(channels.seriesCount)
    let width = max(0.4, channels.seriesCount > 1 ? slot * 0.9 : slot)
    // Include hidden categories.
    for (series, sums) in Self.ends(channels.whole).enumerated() {
      let offset = slot * Double(series) + (slot - width) / 2
      for category in 0..<channels.categoryCount {
        let value = channels.value(0, series, category)
        let (start, end) = (sums[first + category], sums[first + category + 1])
        let across = plot.category.start(category) + offset
        if category + 1 < channels.categoryCount {
          let next = plot.category.start(category + 1) + offset
          // The connecting line continues over a null.
          out.line(
            value.isNaN ? across : across + width, plot.value(end), next, plot.value(end), stroke: plot.theme.axis)
        }
        if value.isNaN { continue }
        let own = channels.itemColor(series, category, plot.theme)
        out.beginRect(plot.frame(across: across, width: width, from: plot.value(start), to: plot.value(end)))
        if channels.seriesCount > 1 {
          out.attribute("fill", own ?? plot.theme.color(series))
          out.attribute("fill-opacity", value < 0 ? 0.45 : 1)
        } else {
          out.attribute("fill", own ?? (value < 0 ? plot.theme.loss : plot.theme.gain))
        }
        plot.finish("rect", series: series, category: category, to: &out)
      }
    }
  }
}

extension VegaLiteChart {
  func waterfall(_ axis: ValueAxis) -> Marks {
    let first = WaterfallMark.first(channels)
    let ends = WaterfallMark.ends(channels.whole)
    let isAlone = channels.seriesCount == 1
    let data = data([("value", 0)]) { row, series, category in
      var row = row
      row["from"] = .number(ends[series][first + category])
      row["to"] = .number(ends[series][first + category + 1])
      let value = channels.value(0, series, category)
      if isAlone, !hasItemColors { row["color"] = .text((value < 0 ? theme.loss : theme.gain).description) }
      return value.isNaN ? nil : row
    }
    var look = look
    if isAlone { look["color"] = ["field": "color", "type": "nominal", "scale": .null] }
    return Marks(
      data: data,
      layers: [
        layer("bar", [:], across(isBeside: true), extent("to", from: ["field": "from"], axis), look)
      ])
  }
}
