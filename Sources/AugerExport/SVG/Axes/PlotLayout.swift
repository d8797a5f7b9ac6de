import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The positions of a plot and its labels when both axes are known.
struct PlotLayout {
  var area: ChartFrame
  var positions: CategoryPositions
  /// The labels of the categories.
  var labels: [PlacedText] = []
  var titles: [PlacedText] = []
  /// The labels of a horizontal category axis, with their positions.
  var axisLabels: (labels: AxisLabels, places: [Double], limits: Bounds)?
  /// The labels of the coarser levels. For a vertical axis, also the left end of its own labels.
  var parents: (labels: ParentLabels, left: Double?)?

  struct PlacedText {
    var text: String
    var x: Double
    var y: Double
    var anchor: SVGBytes.Anchor = .start
    var isBold = false
  }

  func renderLabels(_ theme: Theme, to out: inout SVGBytes) {
    out.beginGroup("auger-category-axis", fill: theme.mutedInk)
    axisLabels.map { $0.labels.render(places: $0.places, y: area.maxY + 5, limits: $0.limits, to: &out) }
    for label in labels { out.text(label.text, x: label.x, y: label.y, anchor: label.anchor) }
    out.raw("</g>\n")
    renderParents(theme, to: &out)
  }

  private func renderParents(_ theme: Theme, to out: inout SVGBytes) {
    guard let parents, parents.labels.depth > 0 else { return }
    out.beginGroup("auger-parents", fill: theme.mutedInk)
    if let left = parents.left {
      parents.labels.render(besideAxis: area.x, until: left, theme, to: &out)
    } else if let labels = axisLabels?.labels {
      let end = area.maxY + 5 + labels.height
      // A line from the axis would cross slanted labels.
      parents.labels.render(
        belowAxis: labels.style == .slanted ? end : area.maxY + 2, from: end, theme, to: &out)
    }
    out.raw("</g>\n")
  }

  func renderTitles(_ theme: Theme, to out: inout SVGBytes) {
    for title in titles {
      out.text(title.text, x: title.x, y: title.y, anchor: title.anchor, fill: theme.mutedInk, isBold: title.isBold)
    }
  }

  static let titleHeight = 18.0
}

/// A layout with categories along the bottom and values on the left.
struct UprightLayout {
  let plotLayout: PlotLayout

  /// - Parameter heading: The title of the value axis if another axis has a title too. Nil for the title of the display
  ///   options.
  init(
    _ channels: ChartChannels, frame: ChartFrame, limits: ChartFrame, axis: CategoryAxis, value: ValueAxis,
    padding: Double, heading: String? = nil
  ) {
    let display = channels.model.display
    let valueTitle = heading ?? channels.model.valueHeading(isShown: display.verticalAxisTitle)
    let categoryTitle = channels.model.levels[channels.model.visibleLevel].title
    let hasValueTitle = !valueTitle.isEmpty
    let hasCategoryTitle = display.horizontalAxisTitle && !categoryTitle.isEmpty
    let showsValues = display.verticalAxis && display.gridLabels
    var area = frame.inset(
      top: hasValueTitle ? PlotLayout.titleHeight + 8 : 6, left: showsValues ? value.widest + 10 : 0,
      bottom: hasCategoryTitle ? PlotLayout.titleHeight : 0)
    let positions = axis.positions(start: area.x, end: area.maxX, padding: padding)
    var axisLabels: (AxisLabels, [Double], Bounds)?
    var parents: ParentLabels?
    var note: String?
    if display.horizontalAxis {
      let shown = axis.labels(at: positions, length: area.width)
      let places = shown.places
      let step = places.count > 1 ? (places[places.count - 1] - places[0]) / Double(places.count - 1) : area.width
      let edges = Bounds(limits.x + 4, limits.maxX - 4) ?? .zero
      let labels = AxisLabels(
        shown.texts, places: places, step: step, limits: edges, height: frame.height * 0.4, isOrdered: shown.isOrdered,
        parents: shown.isCalendar || places.count != channels.categoryCount ? [] : channels.nearestParents)
      axisLabels = (labels, places, edges)
      if !shown.isOrdered, frame.height >= Self.leastNotedHeight {
        note = Self.note(shown: labels.shown.count, of: shown.texts.count)
        if note != nil, !hasCategoryTitle { area = area.inset(bottom: PlotLayout.titleHeight) }
      }
      if !shown.hasYears {
        // Calendar labels include the month, so that only the year is missing.
        let names = ParentLabels(below: channels, positions, outermostOnly: shown.isCalendar, limits: edges)
        if labels.height + names.depth < area.height * 0.5 { parents = names }
      }
      area = area.inset(bottom: min(labels.height + (parents?.depth ?? 0) + 5, area.height * 0.6))
    }
    var layout = PlotLayout(area: area, positions: positions)
    layout.axisLabels = axisLabels
    layout.parents = parents.map { ($0, nil) }
    if let note {
      layout.labels.append(PlotLayout.PlacedText(text: note, x: area.maxX, y: frame.maxY - 2, anchor: .end))
    }
    let metrics = FontMetrics.bold
    if hasValueTitle {
      layout.titles.append(
        PlotLayout.PlacedText(
          text: metrics.fitted(
            valueTitle, size: AxisLabels.size, width: heading == nil ? frame.width : frame.width / 2 - 8), x: frame.x,
          y: frame.y + 10,
          isBold: true))
    }
    if hasCategoryTitle {
      layout.titles.append(
        PlotLayout.PlacedText(
          text: metrics.fitted(categoryTitle, size: AxisLabels.size, width: frame.width), x: area.midX,
          y: frame.maxY - 2, anchor: .middle, isBold: true))
    }
    plotLayout = layout
  }
}

extension UprightLayout {
  /// Minimum height for a note. Smaller charts use all their height for the data.
  private static let leastNotedHeight = 180.0

  /// Returns a note if the axis does not show all of its labels; nil if they fit.
  static func note(shown: Int, of count: Int) -> String? { shown < count ? "\(shown) of \(count) names" : nil }
}

/// A layout with categories from the top on the left, and values along the top or the bottom.
struct LyingLayout {
  let plotLayout: PlotLayout

  init(_ channels: ChartChannels, frame: ChartFrame, axis: CategoryAxis, padding: Double) {
    let model = channels.model
    let display = model.display
    let metrics = FontMetrics.regular
    let size = AxisLabels.size
    let categoryTitle = model.levels[model.visibleLevel].title
    let valueTitle = model.valueHeading(isShown: display.horizontalAxisTitle)
    let hasCategoryTitle = display.verticalAxisTitle && !categoryTitle.isEmpty
    let hasValueTitle = !valueTitle.isEmpty
    let labelHeight = display.horizontalAxis && display.gridLabels ? 18.0 : 4
    let titles = hasCategoryTitle || (hasValueTitle && display.valueAxisAtTop) ? PlotLayout.titleHeight : 0
    let bottomTitle = hasValueTitle && !display.valueAxisAtTop ? PlotLayout.titleHeight : 0
    let most = frame.width * 0.32
    let widest = channels.categoryLabels.map { metrics.width($0, size: size) }.max() ?? 0
    let labelWidth = display.verticalAxis ? min(most, widest) + 10 : 0
    var height = frame.inset(
      top: titles + (display.valueAxisAtTop ? labelHeight : 2),
      bottom: (display.valueAxisAtTop ? 4 : labelHeight) + bottomTitle)
    var positions = axis.positions(start: height.y, end: height.maxY, padding: padding)
    let isNoted =
      display.verticalAxis && positions.scale == nil && !channels.isOrdered(level: 0) && Self.every(positions) > 1
    if isNoted, display.valueAxisAtTop {
      // The note has a separate line below the labels.
      height = height.inset(bottom: AxisLabels.lineHeight)
      positions = axis.positions(start: height.y, end: height.maxY, padding: padding)
    }
    // Labels of several levels must leave most of the width to the bars.
    let names = display.verticalAxis ? ParentLabels(besides: channels, positions, width: frame.width) : nil
    let parents = names.flatMap { $0.depth + labelWidth < frame.width * 0.6 ? $0 : nil }
    let parentWidth = parents?.depth ?? 0
    let area = height.inset(left: parentWidth + labelWidth, right: 10)
    var layout = PlotLayout(area: area, positions: positions)
    layout.parents = parents.map { ($0, frame.x + parentWidth) }
    if display.verticalAxis {
      if positions.scale == nil {
        layout.labels = Self.names(channels, positions, x: area.x - 8, most: most)
        let every = Self.every(positions)
        let count = channels.categoryCount
        if isNoted,
          let note = UprightLayout.note(shown: (count + every - 1) / every, of: count)
        {
          layout.labels.append(
            PlotLayout.PlacedText(text: note, x: frame.x, y: frame.maxY - (display.valueAxisAtTop ? 0 : 3)))
        }
      } else {
        // The height of a line is a quarter of the width of a date label.
        let shown = axis.labels(at: positions, length: area.height * 4)
        var end = -Double.infinity
        for (text, place) in zip(shown.texts, shown.places) where place - end >= AxisLabels.lineHeight {
          end = place
          layout.labels.append(
            PlotLayout.PlacedText(
              text: metrics.fitted(text, size: size, width: most), x: area.x - 8,
              y: place + FontMetrics.capitalHeight * size / 2, anchor: .end))
        }
      }
    }
    // Both fit on one line.
    func fitted(_ title: String) -> String { FontMetrics.bold.fitted(title, size: size, width: frame.width / 2 - 8) }
    if hasCategoryTitle {
      layout.titles.append(
        PlotLayout.PlacedText(text: fitted(categoryTitle), x: frame.x, y: frame.y + 10, isBold: true))
    }
    if hasValueTitle {
      layout.titles.append(
        PlotLayout.PlacedText(
          text: fitted(valueTitle), x: area.maxX, y: display.valueAxisAtTop ? frame.y + 10 : frame.maxY - 2,
          anchor: .end,
          isBold: true))
    }
    plotLayout = layout
  }

  /// Returns n such that every n-th label has its own line.
  private static func every(_ positions: CategoryPositions) -> Int {
    max(1, Int(clamping: (AxisLabels.lineHeight / max(0.001, positions.band.step)).rounded(.up)))
  }

  /// Returns the labels of the categories that fit into the lines.
  private static func names(
    _ channels: ChartChannels, _ positions: CategoryPositions, x: Double, most: Double
  ) -> [PlotLayout.PlacedText] {
    let metrics = FontMetrics.regular
    let size = AxisLabels.size
    let every = every(positions)
    let parents = channels.isOrdered(level: 0) ? channels.nearestParents : []
    return AxisLabels.rhythm(channels.categoryCount, every: every, parents: parents).flatMap { index in
      let text = channels.categoryLabels[index]
      let lines =
        positions.band.step >= 2 * AxisLabels.lineHeight
        ? metrics.wrapped(text, size: size, width: most, lines: 2) ?? [metrics.fitted(text, size: size, width: most)]
        : [metrics.fitted(text, size: size, width: most)]
      let middle = positions.center(index) + FontMetrics.capitalHeight * size / 2
      return lines.enumerated().map { line, part in
        let offset = (Double(line) - Double(lines.count - 1) / 2) * (AxisLabels.lineHeight - 1)
        return PlotLayout.PlacedText(text: part, x: x, y: middle + offset, anchor: .end)
      }
    }
  }
}

extension ChartModel {
  /// Returns the heading of the value axis: its title, if shown, and the unit. Shares have no unit.
  func valueHeading(isShown: Bool) -> String {
    let unit = stacking == .percent ? "" : dimensions[0].unit
    guard isShown, !dimensions[0].title.isEmpty else { return unit }
    return unit.isEmpty ? dimensions[0].title : "\(dimensions[0].title) (\(unit))"
  }
}
