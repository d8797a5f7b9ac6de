import AugerCharts
import AugerColumns

/// The value axis: its domain, its ticks and their labels.
package struct ValueAxis {
  let domain: Bounds
  let kind: AxisKind
  let gaps: [ValueScale.Gap]
  let crossing: Double?
  /// Its ticks. They have no labels if the axis has no values.
  let values: [Double]
  let texts: [String]
  /// Numbers between the ticks, which have no labels.
  private let minorValues: [Double]
  let options: FittedAxis

  /// - Parameters:
  ///   - count: The approximate number of ticks that fit.
  ///   - nearness: Zero is visible if the minimum is less than this fraction of the maximum.
  ///   - part: The visible fraction of the axis. Nil for the whole axis.
  ///   - model: The model with the axis options. For an overlay, one of the layers that use this axis.
  init(
    _ extents: [Bounds?], includesZero: Bool, nearness: Double = 0.6, count: Int,
    part: Bounds? = nil, format: ValueFormat?, model: ChartModel
  ) {
    // The axis ends at the largest double, which sums of values can exceed.
    var ends = extents.compactMap { $0?.finite }.flatMap { [$0.lower, $0.upper] }
    let isEmpty = ends.isEmpty
    kind = isEmpty || model.stacking == .percent ? .linear : model.valueAxis
    if isEmpty { ends = [0, 1] }
    // Values up to zero have no position on a logarithmic axis.
    if kind == .logarithmic { ends = ends.filter { $0 > 0 } }
    let extent = ends.extent ?? .unit
    let isNear =
      extent.lower >= 0
      ? extent.lower < nearness * extent.upper : extent.upper > nearness * extent.lower
    let options = model.fittedValueAxis
    self.options = options
    // Marks start at the position of the other axis.
    if let crossing = options.crossing {
      ends.append(crossing)
    } else if kind == .linear, includesZero || isNear {
      ends.append(0)
    }
    let (kind, whole) = (self.kind, ends.extent ?? .unit)
    func fitted(_ count: Int) -> ValueTicks {
      ValueTicks(
        kind, extent: whole, count: count, part: part, options: isEmpty ? FittedAxis() : options,
        beginsAtZero: includesZero && options.crossing == nil, format: format, locale: model.locale)
    }
    var (ticks, fewer) = (fitted(count), count)
    // Counts have no fractional ticks.
    while kind == .linear, model.countsThings, fewer > 1, ticks.values.contains(where: { $0 != $0.rounded() }) {
      fewer -= 1
      ticks = fitted(fewer)
    }
    domain = ticks.domain
    gaps = ticks.gaps
    crossing = options.crossing
    values = ticks.values
    // Do not show numbers that do not come from data.
    texts = isEmpty ? [] : ticks.texts
    minorValues =
      isEmpty
      ? []
      : options.minorTicks != nil
        ? options.minorNumbers(between: ticks.values, in: domain)
        : kind == .logarithmic && options.ticks == nil
          ? LogarithmicTicks.minor(domain).filter { !options.isInGap($0) && !ticks.values.contains($0) } : []
  }

  /// Creates the axis of marks along a category axis.
  ///
  /// - Parameter wholes: The charts that share the axis, including this one, without their windows.
  init(_ channels: ChartChannels, of marks: [any Mark], comparedWith wholes: [ChartChannels], count: Int) {
    let model = channels.model
    self.init(
      marks.flatMap { mark in wholes.map { mark.extent($0) } } + [model.annotatedExtent],
      includesZero: marks.contains { $0.beginsAtZero },
      nearness: model.type.has(.spread) ? 0.25 : 0.6, count: count, part: channels.window.ofValues,
      format: model.stacking == .percent ? .percentage : model.dimensions[0].format, model: model)
  }

  /// Creates the axis for layers of an overlay.
  ///
  /// - Parameter isFirst: True if thresholds and annotations use this axis.
  init(
    ofLayers layers: [(channels: ChartChannels, mark: any Mark)], of overlay: ChartChannels, isFirst: Bool, count: Int
  ) {
    var extents = layers.map { $0.mark.extent($0.channels.whole) }
    if isFirst, let first = layers.first {
      extents.append(ThresholdMark(part: .regions).extent(first.channels))
      extents.append(overlay.model.annotatedExtent)
    }
    // An axis shared by values with different units has no unit.
    let formats = layers.map { $0.channels.model.dimensions[0].format }
    let format = formats.allSatisfy { $0 == formats[0] } ? formats.first ?? nil : nil
    self.init(
      extents, includesZero: layers.contains { $0.mark.beginsAtZero }, count: count, part: overlay.window.ofValues,
      format: format, model: layers.first?.channels.model ?? overlay.model)
  }

  /// Returns the scale that maps the domain to positions.
  func scale(start: Double, end: Double) -> ValueScale {
    ValueScale(kind, domain: domain, gaps: gaps, origin: crossing, start: start, end: end)
  }

  var widest: Double { texts.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0 }

  /// The width of a vertical axis with its labels.
  var room: Double { options.width ?? widest + 10 }
  /// True if a vertical axis is on the right.
  var isRight: Bool { options.isOpposite(isVertical: true) ?? false }

  /// Returns true if a horizontal axis is at the top.
  func isAtTop(_ display: ChartDisplay) -> Bool {
    options.isOpposite(isVertical: false) ?? display.valueAxisAtTop
  }

  /// Draws grid lines across the area, and the labels next to it.
  ///
  /// - Parameter crossing: The position of the axis on the category axis. Labels are next to the axis if space permits.
  ///   Nil for an axis at the edge, without a line.
  func render(
    _ scale: ValueScale, area: ChartFrame, isLying: Bool, isAtTop: Bool, showsLabels: Bool, crossing: Double? = nil,
    theme: Theme, limits: Bounds, to out: inout SVGBytes
  ) {
    out.beginGroup("auger-grid", stroke: theme.grid)
    for (value, _) in zip(values, texts) {
      let place = scale(value)
      if isLying { out.line(place, area.y, place, area.maxY) } else { out.line(area.x, place, area.maxX, place) }
    }
    out.raw("</g>\n")
    guard showsLabels else { return }
    if crossing == nil {
      renderMinorTicks(scale, area: area, isLying: isLying, isAtTop: isAtTop, theme: theme, to: &out)
    }
    // Labels next to an axis inside of the plot are drawn over grid lines and interrupt them.
    let isInside = !isLying && (crossing.map { $0 - 8 - widest >= area.x + 4 } ?? false)
    let left = isInside ? crossing ?? area.x : area.x
    let isRight = isRight && !isInside
    out.raw("<g class=\"auger-value-axis\"")
    out.attribute("fill", theme[.valueAxisText])
    out.font(theme.style.fonts[.valueLabels])
    if isInside {
      out.attribute("stroke", theme.background)
      out.raw(" stroke-width=\"4\" paint-order=\"stroke\"")
    }
    out.raw(">\n")
    if isLying {
      let shown = zip(values, texts).map { (place: scale($0.0), text: $0.1) }.filter {
        options.shows($0.text, at: $0.place, from: area.x, to: area.maxX)
      }
      let (texts, places) = (shown.map(\.text), shown.map(\.place))
      let step = places.count > 1 ? (places[1] - places[0]).magnitude : area.width
      AxisLabels(texts, places: places, step: step, limits: limits, isOrdered: true)
        .render(places: places, y: isAtTop ? area.y - 2 : area.maxY + 5, isOnTop: isAtTop, limits: limits, to: &out)
    } else {
      for (text, y) in uprightTexts(scale, area) {
        if isRight { out.text(text, x: area.maxX + 8, y: y) } else { out.text(text, x: left - 8, y: y, anchor: .end) }
      }
    }
    out.raw("</g>\n")
  }

  private func renderMinorTicks(
    _ scale: ValueScale, area: ChartFrame, isLying: Bool, isAtTop: Bool, theme: Theme, to out: inout SVGBytes
  ) {
    guard !minorValues.isEmpty else { return }
    out.beginGroup("auger-minor-ticks", stroke: theme[.valueAxis])
    for place in minorValues.map({ scale($0) }) {
      if isLying {
        let edge = isAtTop ? area.y : area.maxY
        out.line(place, edge, place, edge + (isAtTop ? -4 : 4))
      } else if isRight {
        out.line(area.maxX, place, area.maxX + 4, place)
      } else {
        out.line(area.x - 4, place, area.x, place)
      }
    }
    out.raw("</g>\n")
  }

  /// Draws an additional axis next to a plot: its line if it is not at the edge of the plot, its ticks, its labels, and
  /// its title along them.
  ///
  /// - Parameters:
  ///   - edge: The position of the axis line.
  ///   - isRight: True if labels are to the right of the line.
  ///   - title: The title along the axis. Nil if it is drawn elsewhere.
  func renderBeside(
    _ scale: ValueScale, area: ChartFrame, edge: Double, isRight: Bool, title: String?, theme: Theme,
    to out: inout SVGBytes
  ) {
    let side = isRight ? 1.0 : -1
    out.beginGroup("auger-other-axis", fill: theme.mutedInk)
    if edge != (isRight ? area.maxX : area.x) {
      out.raw("<g")
      out.attribute("stroke", theme.axis)
      out.raw(">\n")
      out.line(edge, area.y, edge, area.maxY)
      for (value, _) in zip(values, texts) { out.line(edge, scale(value), edge + 4 * side, scale(value)) }
      out.raw("</g>\n")
    }
    for place in minorValues.map({ scale($0) }) { out.line(edge, place, edge + 3 * side, place, stroke: theme.axis) }
    for (text, y) in uprightTexts(scale, area) {
      out.text(text, x: edge + 8 * side, y: y, anchor: isRight ? .start : .end)
    }
    if let title {
      let fitted = FontMetrics.bold.fitted(title, size: AxisLabels.size, width: area.height)
      let x = edge + side * (room + 8) + (isRight ? 0 : 4)
      out.text(fitted, x: x, y: area.midY, anchor: .middle, isBold: true, angle: -90)
    }
    out.raw("</g>\n")
  }

  /// Returns the labels next to a vertical axis with their baselines. Labels that would overlap the previous one are
  /// omitted. This happens in a low chart, at both ends of a gap, and with many ticks of the author.
  private func uprightTexts(_ scale: ValueScale, _ area: ChartFrame) -> [(text: String, y: Double)] {
    var last = Double.infinity
    return zip(values, texts).compactMap { value, text in
      let place = scale(value)
      guard options.shows(height: AxisLabels.lineHeight, at: place, from: area.maxY, to: area.y) else { return nil }
      let text =
        options.width.map { FontMetrics.regular.fitted(text, size: AxisLabels.size, width: max(0, $0 - 8)) } ?? text
      guard last.isInfinite || (place - last).magnitude >= AxisLabels.lineHeight - 2 else { return nil }
      last = place
      return (text, place + FontMetrics.capitalHeight * AxisLabels.size / 2)
    }
  }

  /// Draws the line of an axis that crosses the category axis at a value.
  /// A theme with a color for the axis also draws it at the edge.
  func renderCrossing(at place: Double?, area: ChartFrame, isLying: Bool, theme: Theme, to out: inout SVGBytes) {
    let edge = theme.style.colors[.valueAxis] == nil ? nil : isLying ? area.maxY : area.x
    guard let place = place ?? edge else { return }
    if isLying {
      out.beginLine(area.x, place, area.maxX, place)
    } else {
      out.beginLine(place, area.y, place, area.maxY)
    }
    out.attribute("stroke", theme[.valueAxis])
    out.raw(" class=\"auger-crossing\"/>\n")
  }

  /// Draws the labels of a second axis to the right of the area, without a second grid.
  func renderOnRight(_ scale: ValueScale, area: ChartFrame, theme: Theme, to out: inout SVGBytes) {
    out.beginGroup("auger-second-axis", fill: theme[.valueAxisText], font: theme.style.fonts[.valueLabels])
    for (text, y) in uprightTexts(scale, area) { out.text(text, x: area.maxX + 8, y: y) }
    out.raw("</g>\n")
  }

  /// Draws the line at which marks start.
  func renderBaseline(_ scale: ValueScale, area: ChartFrame, isLying: Bool, theme: Theme, to out: inout SVGBytes) {
    let place = scale.baseline
    if isLying {
      out.beginLine(place, area.y, place, area.maxY)
    } else {
      out.beginLine(area.x, place, area.maxX, place)
    }
    out.attribute("stroke", theme[.categoryAxis])
    out.raw(" class=\"auger-baseline\"/>\n")
  }
}

extension FittedAxis {
  /// Returns true if a label along a horizontal axis is shown, unless it extends over an end that clips labels.
  func shows(_ text: String, at place: Double, from low: Double, to high: Double) -> Bool {
    guard labelClipping != nil else { return true }
    return shows(
      height: FontMetrics.regular.width(text, size: AxisLabels.size), at: place, from: low, to: high)
  }

  /// - Parameter height: The length of the label along the axis.
  func shows(height: Double, at place: Double, from low: Double, to high: Double) -> Bool {
    guard let labelClipping else { return true }
    let isRising = low < high
    let half = (isRising ? 1.0 : -1) * height / 2
    let (start, end) = (place - half, place + half)
    if labelClipping.clipsLow, isRising ? start < low : start > low { return false }
    return !(labelClipping.clipsHigh && (isRising ? end > high : end < high))
  }
}

extension ChartModel {
  /// True if its values are integers, so that ticks between them are meaningless.
  fileprivate var countsThings: Bool {
    stacking != .percent && layers.isEmpty
      && (items?.values ?? dimensions.map(\.cells)).allSatisfy { $0.type == .int64 }
  }
}
