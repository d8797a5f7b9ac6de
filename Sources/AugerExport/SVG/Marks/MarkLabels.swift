import AugerCharts
import AugerColumns

/// Values written at their marks: for selected marks (guide, "showsSelectedDataLabel"), and for few columns and bars of
/// a single series, if all labels fit.
struct MarkLabels {
  /// Maximum number of labels. More would be a table.
  private static let mostSelected = 60
  private static let mostColumns = 12
  private static let mostBars = 40
  private static let size = AxisLabels.size

  private struct Label {
    var text: String
    var x: Double
    var y: Double
    var box: ChartFrame
  }

  private let plot: Plot
  private let stacks: Stacks?
  private let slots: ColumnSlots?
  private let texts: [String]
  private let metrics: FontMetrics

  static func render(_ plot: Plot, isSmall: Bool, to out: inout SVGBytes) {
    let model = plot.channels.model
    guard model.type.has(.categories), model.visibleLevel == 0 else { return }
    if model.state.hasSelection {
      if model.display.selectedDataLabel { MarkLabels(plot, .bold).renderSelected(to: &out) }
    } else if !isSmall, model.type.has(.valueLabels) {
      MarkLabels(plot, .regular).renderAll(to: &out)
    }
  }

  private init(_ plot: Plot, _ metrics: FontMetrics) {
    let model = plot.channels.model
    self.plot = plot
    self.metrics = metrics
    stacks = Stacks(plot.channels)
    slots = !model.type.has(.stacks) || model.type.has(.joined) ? nil : ColumnSlots(plot, isStacked: stacks != nil)
    texts = model.readableTexts(dimension: 0).map { $0.with(unit: model.dimensions[0].unit) }
  }

  /// Draws labels above columns and points, in the parts of stacks, and next to bars. A label that would cover another
  /// is omitted, but its tooltip remains.
  private func renderSelected(to out: inout SVGBytes) {
    let channels = plot.channels
    var pairs: [(series: Int, category: Int)] = []
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount
      where !channels.isFaded(series, category) && !channels.value(0, series, category).isNaN {
        pairs.append((series, category))
      }
    }
    guard pairs.count <= Self.mostSelected else { return }
    var taken: [ChartFrame] = []
    let selected = plot.theme.style.colors[.valueLabelText] ?? plot.theme.ink
    begin("auger-selected-labels", selected, to: &out)
    for (series, category) in pairs {
      // Values outside of the visible part of an axis have no label, and labels remain inside the plot.
      guard let free = label(series, category) else { continue }
      let label = inside(free)
      guard !taken.contains(where: { $0.overlaps(label.box) }) else { continue }
      taken.append(label.box)
      out.text(label.text, x: label.x, y: label.y, anchor: .middle, isBold: true)
    }
    out.raw("</g>\n")
  }

  private func renderAll(to out: inout SVGBytes) {
    let (channels, model) = (plot.channels, plot.channels.model)
    let count = channels.categoryCount
    guard channels.seriesCount == 1, stacks == nil, count <= (plot.isLying ? Self.mostBars : Self.mostColumns),
      model.annotations.isEmpty, model.thresholds.isEmpty, channels.baseline == nil, !channels.isValueAxisCut,
      texts.count == count
    else { return }
    var labels: [Label] = []
    for category in 0..<count where !channels.value(0, 0, category).isNaN {
      guard let label = label(0, category), hasRoom(label.box) else { return }
      guard !labels.contains(where: { $0.box.overlaps(label.box) }) else { return }
      labels.append(label)
    }
    guard !labels.isEmpty else { return }
    begin("auger-mark-labels", plot.theme[.valueLabelText], to: &out)
    for label in labels { out.text(label.text, x: label.x, y: label.y, anchor: .middle) }
    out.raw("</g>\n")
  }

  /// Returns true if a label fits into the step of its column and into the plot area.
  private func hasRoom(_ box: ChartFrame) -> Bool {
    let area = plot.area
    if plot.isLying { return box.x >= area.x && box.maxX <= area.maxX + 8 && plot.category.step >= Self.size + 2 }
    return box.width <= plot.category.step - 4 && box.y >= area.y - 4 && box.maxY <= area.maxY
  }

  private func begin(_ name: String, _ color: Theme.Color, to out: inout SVGBytes) {
    out.raw("<g class=\"\(name)\"")
    out.attribute("fill", color)
    out.font(plot.theme.style.fonts[.valueLabels])
    out.attribute("stroke", plot.theme.background)
    out.raw(" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n")
  }

  /// Returns the label in the middle of a stacked part, or next to the end of the mark. Nil if it is not visible.
  private func label(_ series: Int, _ category: Int) -> Label? {
    let channels = plot.channels
    let text = texts[series * channels.categoryCount + category]
    let width = metrics.width(text, size: Self.size)
    let value = channels.value(0, series, category)
    let end = plot.value(stacks?.end(series, category) ?? value)
    let across = slots?.middle(series, category) ?? plot.category.center(category)
    let isInside = stacks != nil && slots != nil
    let start = stacks.map { plot.value($0.start(series, category)) } ?? end
    // A column below the baseline, at zero or at the crossing of the axes, has its label below.
    let base = plot.value.baseline
    let isBelow = slots == nil ? value < 0 : plot.isLying ? end < base : end > base
    let (x, y): (Double, Double) =
      if plot.isLying {
        (isInside ? (start + end) / 2 : end + (isBelow ? -width / 2 - 6 : width / 2 + 6), across + Self.size * 0.35)
      } else {
        (across, isInside ? (start + end) / 2 + Self.size * 0.35 : isBelow ? end + Self.size + 3 : end - 6)
      }
    let area = plot.area
    let isInView =
      plot.isLying
      ? Bounds(area.x - 0.5, area.maxX + 0.5)?.contains(end) ?? false
      : Bounds(area.y - 0.5, area.maxY + 0.5)?.contains(end) ?? false
    guard isInView, width < area.width, area.height > 2 * Self.size else { return nil }
    return placed(text, x, y, width)
  }

  private func inside(_ label: Label) -> Label {
    let (area, width) = (plot.area, label.box.width)
    return placed(
      label.text, min(max(label.x, area.x + width / 2), area.maxX - width / 2),
      min(max(label.y, area.y + Self.size - 2), area.maxY - 2), width)
  }

  private func placed(_ text: String, _ x: Double, _ y: Double, _ width: Double) -> Label {
    Label(
      text: text, x: x, y: y, box: ChartFrame(x: x - width / 2, y: y - Self.size, width: width, height: Self.size + 2))
  }
}

/// The positions of the columns of a category, side by side.
struct ColumnSlots {
  let slot: Double
  let gap: Double
  /// The width of a column, with a visible minimum.
  let width: Double
  private let plot: Plot
  /// The number of each series' column or stack in a category.
  private let numbers: [Int]

  init(_ plot: Plot, isStacked: Bool) {
    self.plot = plot
    let series = plot.channels.seriesCount
    let stacks = plot.channels.model.stackNumbers(of: plot.channels.model.series.map(\.text))
    numbers = isStacked ? stacks.numbers : Array(0..<series)
    let count = isStacked ? stacks.count : series
    let bandwidth = plot.category.bandwidth
    slot = count == 1 && isStacked ? bandwidth : bandwidth / Double(count)
    gap = count > 1 && slot > 4 ? min(2, slot * 0.1) : 0
    width = max(0.4, slot - gap)
  }

  /// Returns the start of a column.
  func start(_ series: Int, _ category: Int) -> Double {
    plot.category.start(category) + slot * Double(numbers.indices.contains(series) ? numbers[series] : 0) + gap / 2
  }

  func middle(_ series: Int, _ category: Int) -> Double { start(series, category) + width / 2 }
}
