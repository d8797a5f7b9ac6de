import AugerCharts

/// The values of what is selected, written at its marks (guide, "showsSelectedDataLabel"): above columns and points, in
/// the parts of stacks, beside bars. One that would cover another is left to the mark's title.
struct SelectedLabels {
  /// More would be a table.
  private static let most = 60

  static func render(_ plot: Plot, to out: inout SVGBytes) {
    let (channels, model) = (plot.channels, plot.channels.model)
    guard model.display.selectedDataLabel, model.type.hasCategoryAxis, model.visibleLevel == 0, model.state.hasSelection
    else { return }
    var pairs: [(series: Int, category: Int)] = []
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount
      where !channels.isFaded(series, category) && !channels.value(0, series, category).isNaN {
        pairs.append((series, category))
      }
    }
    guard pairs.count <= most else { return }
    let texts = model.readableTexts(dimension: 0)
    let stacks = Stacks(channels)
    let columns = model.type.isArea || !model.type.canStack ? nil : ColumnSlots(plot, isStacked: stacks != nil)
    let size = AxisLabels.size
    var taken: [ChartFrame] = []
    out.raw("<g class=\"auger-selected-labels\"")
    out.attribute("fill", plot.theme.ink)
    out.attribute("stroke", plot.theme.background)
    out.raw(" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n")
    for (series, category) in pairs {
      let text = texts[series * channels.categoryCount + category].with(unit: model.dimensions[0].unit)
      let width = FontMetrics.bold.width(text, size: size)
      let value = channels.value(0, series, category)
      let end = plot.value(stacks?.end(series, category) ?? value)
      let across = columns?.middle(series, category) ?? plot.category.center(category)
      // In the middle of a part, else beyond the end of the mark.
      let isInside = stacks != nil && columns != nil
      let start = stacks.map { plot.value($0.start(series, category)) } ?? end
      var (x, y): (Double, Double) =
        if plot.isLying {
          (isInside ? (start + end) / 2 : end + (value < 0 ? -width / 2 - 6 : width / 2 + 6), across + size * 0.35)
        } else {
          (across, isInside ? (start + end) / 2 + size * 0.35 : value < 0 ? end + size + 3 : end - 6)
        }
      // What is beyond the part of an axis in view has no label, and no label leaves the plot.
      let area = plot.area
      let isInView =
        plot.isLying
        ? (area.x - 0.5...area.maxX + 0.5).contains(end) : (area.y - 0.5...area.maxY + 0.5).contains(end)
      guard isInView, width < area.width, area.height > 2 * size else { continue }
      x = min(max(x, area.x + width / 2), area.maxX - width / 2)
      y = min(max(y, area.y + size - 2), area.maxY - 2)
      let box = ChartFrame(x: x - width / 2, y: y - size, width: width, height: size + 2)
      guard !taken.contains(where: { $0.overlaps(box) }) else { continue }
      taken.append(box)
      out.text(text, x: x, y: y, anchor: .middle, isBold: true)
    }
    out.raw("</g>\n")
  }
}

extension ChartType {
  fileprivate var isArea: Bool { self == .area || self == .stackedArea }
}

/// Where the columns of a category stand beside one another.
struct ColumnSlots {
  let slot: Double
  let gap: Double
  /// Of a column; too thin to be seen is still drawn.
  let width: Double
  private let plot: Plot
  private let isStacked: Bool

  init(_ plot: Plot, isStacked: Bool) {
    self.plot = plot
    self.isStacked = isStacked
    let count = plot.channels.seriesCount
    let bandwidth = plot.category.bandwidth
    slot = isStacked ? bandwidth : bandwidth / Double(count)
    gap = !isStacked && count > 1 && slot > 4 ? min(2, slot * 0.1) : 0
    width = max(0.4, slot - gap)
  }

  /// Where a column begins.
  func start(_ series: Int, _ category: Int) -> Double {
    plot.category.start(category) + (isStacked ? 0 : slot * Double(series) + gap / 2)
  }

  func middle(_ series: Int, _ category: Int) -> Double { start(series, category) + width / 2 }
}
