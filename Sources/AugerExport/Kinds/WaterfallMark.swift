import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A waterfall: each value stands on the sum of those before it, and thin lines lead from one to the next.
struct WaterfallMark: Mark {
  var beginsAtZero: Bool { true }

  func extent(_ channels: ChartChannels) -> Bounds? {
    guard channels.values[0].extent != nil else { return nil }
    return Self.ends(channels).flatMap { $0 }.extent
  }

  static func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry]? {
    if channels.seriesCount > 1 { return nil }
    return [Legend.Entry(label: "Increase", color: theme.gain), Legend.Entry(label: "Decrease", color: theme.loss)]
  }

  /// For each series, the sums before the first and after each category; a null adds nothing. A sum beyond the largest
  /// double is that double.
  static func ends(_ channels: ChartChannels) -> [[Double]] {
    (0..<channels.seriesCount).map { series in
      (0..<channels.categoryCount).reduce(into: [0]) { sums, category in
        let value = channels.value(0, series, category)
        sums.append(((sums.last ?? 0) + (value.isNaN ? 0 : value)).heldFinite)
      }
    }
  }

  /// The number of the first category in view among those that the sums are of.
  static func first(_ channels: ChartChannels) -> Int {
    channels.categoryNumbers.first.flatMap { channels.whole.categoryNumbers.firstIndex(of: $0) } ?? 0
  }

  /// The sums that steps end at, of the categories in view.
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
    // What is out of view counts too.
    for (series, sums) in Self.ends(channels.whole).enumerated() {
      let offset = slot * Double(series) + (slot - width) / 2
      for category in 0..<channels.categoryCount {
        let value = channels.value(0, series, category)
        let (start, end) = (sums[first + category], sums[first + category + 1])
        let across = plot.category.start(category) + offset
        if category + 1 < channels.categoryCount {
          let next = plot.category.start(category + 1) + offset
          // Over a null the line goes on.
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
