import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Columns, or bars in a horizontal plot. The series of a category are side by side or stacked.
struct ColumnMark: Mark {
  var beginsAtZero: Bool { true }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let stacks = Stacks(channels)
    let isStacked = stacks != nil
    let slots = ColumnSlots(plot, isStacked: isStacked)
    for series in 0..<channels.seriesCount {
      out.raw("<g")
      out.attribute("fill", plot.theme.color(series))
      // The edge between the parts of a stack.
      if let border = plot.border(series) {
        out.attribute("stroke", border)
      } else if isStacked, plot.category.bandwidth > 6 {
        out.attribute("stroke", plot.theme.background)
        out.attribute("stroke-width", 0.75)
      }
      out.raw(">\n")
      for category in 0..<channels.categoryCount {
        let value = channels.value(0, series, category)
        if value.isNaN { continue }
        let from = stacks.map { plot.value($0.start(series, category)) } ?? plot.value.baseline
        let to = plot.value(stacks?.end(series, category) ?? value)
        let element = plot.beginColumn(
          across: slots.start(series, category), width: slots.width, from: from, to: to, &out)
        if let color = channels.itemColor(series, category, plot.theme), !channels.isProvisional(category) {
          out.attribute("fill", color)
        }
        // The position of a stacked part cannot be compared with a threshold.
        let isOutside = !isStacked && plot.outside(value) != 0
        if channels.isProvisional(category) { Hatching.fill(series, hasEdge: !isOutside, plot, to: &out) }
        if isOutside { ThresholdMark.markOutside(value, plot, to: &out) }
        if !isOutside, !channels.isProvisional(category) {
          channels.renderOutline(series, category, plot.theme, to: &out)
        }
        plot.finish(element, series: series, category: category, to: &out)
      }
      out.raw("</g>\n")
    }
    if !isStacked { baseline(plot, slots, to: &out) }
  }

  /// Draws the original values over all columns, so that none is hidden. The parts of a stack have no original
  /// position.
  private func baseline(_ plot: Plot, _ slots: ColumnSlots, to out: inout SVGBytes) {
    let channels = plot.channels
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount {
        guard let before = channels.changedFrom(series, category) else { continue }
        let across = slots.start(series, category)
        plot.baselineTick(before, across: across - 1, width: slots.width + 2, to: &out)
      }
    }
  }
}

extension ChartChannels {
  /// Writes the outline that the author chose for an item.
  func renderOutline(_ series: Int, _ category: Int, _ theme: Theme, to out: inout SVGBytes) {
    guard let color = itemOutline(series, category, theme) else { return }
    out.attribute("stroke", color)
    out.raw(" stroke-width=\"2\" data-outline=\"true\"")
  }
}

extension VegaLiteChart {
  func columns(_ axis: ValueAxis) -> Marks {
    let stacks = Stacks(channels)
    let data = data([("value", 0)]) { row, series, category in
      var row = row
      if let stacks {
        row["from"] = .number(stacks.start(series, category))
        row["to"] = .number(stacks.end(series, category))
        if stacks.count > 1 { row["stack"] = .number(Double(stacks.numbers[series])) }
      } else if let before = channels.changedFrom(series, category) {
        row["before"] = .number(before)
      }
      return row
    }
    var across = across(isBeside: stacks == nil)
    guard stacks == nil else {
      if let count = stacks?.count, count > 1 {
        across[isLying ? "yOffset" : "xOffset"] = [
          "field": "stack", "type": "nominal", "scale": ["domain": .numbers((0..<count).map(Double.init))],
        ]
      }
      let extent = extent("to", from: ["field": "from"], axis)
      return Marks(data: data, layers: [layer("bar", [:], across, extent, look)])
    }
    return Marks(
      data: data,
      layers: [layer("bar", [:], across, extent("value", from: axis.vegaStart, axis), look)] + before(axis, across))
  }

  /// Returns the original values before data changes.
  private func before(_ axis: ValueAxis, _ across: VegaObject) -> [VegaNode] {
    guard channels.baseline != nil else { return [] }
    let place: VegaObject = [isLying ? "x" : "y": value("before", axis)]
    let mark: VegaObject = ["color": .text(theme.ink.description), "strokeDash": [3, 2], "thickness": 2]
    return [layer("tick", mark, across, place)]
  }
}
