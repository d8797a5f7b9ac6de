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
  /// Numbers between the ticks of a logarithmic axis.
  private let minorValues: [Double]

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
      kind == .logarithmic && !isEmpty && options.ticks == nil
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
    out.raw("<g class=\"auger-value-axis\"")
    out.attribute("fill", theme.mutedInk)
    if isInside {
      out.attribute("stroke", theme.background)
      out.raw(" stroke-width=\"4\" paint-order=\"stroke\"")
    }
    out.raw(">\n")
    if isLying {
      let places = zip(values, texts).map { scale($0.0) }
      let step = places.count > 1 ? (places[1] - places[0]).magnitude : area.width
      AxisLabels(texts, places: places, step: step, limits: limits, isOrdered: true)
        .render(places: places, y: isAtTop ? area.y - 2 : area.maxY + 5, isOnTop: isAtTop, limits: limits, to: &out)
    } else {
      for (text, y) in uprightTexts(scale) { out.text(text, x: left - 8, y: y, anchor: .end) }
    }
    out.raw("</g>\n")
  }

  private func renderMinorTicks(
    _ scale: ValueScale, area: ChartFrame, isLying: Bool, isAtTop: Bool, theme: Theme, to out: inout SVGBytes
  ) {
    guard !minorValues.isEmpty else { return }
    out.beginGroup("auger-minor-ticks", stroke: theme.axis)
    for place in minorValues.map({ scale($0) }) {
      if isLying {
        let edge = isAtTop ? area.y : area.maxY
        out.line(place, edge, place, edge + (isAtTop ? -4 : 4))
      } else {
        out.line(area.x - 4, place, area.x, place)
      }
    }
    out.raw("</g>\n")
  }

  /// Returns the labels next to a vertical axis with their baselines. Labels that would overlap the previous one are
  /// omitted. This happens in a low chart, at both ends of a gap, and with many ticks of the author.
  private func uprightTexts(_ scale: ValueScale) -> [(text: String, y: Double)] {
    var last = Double.infinity
    return zip(values, texts).compactMap { value, text in
      let place = scale(value)
      guard last.isInfinite || (place - last).magnitude >= AxisLabels.lineHeight - 2 else { return nil }
      last = place
      return (text, place + FontMetrics.capitalHeight * AxisLabels.size / 2)
    }
  }

  /// Draws the line of an axis that crosses the category axis at a value.
  func renderCrossing(at place: Double?, area: ChartFrame, isLying: Bool, theme: Theme, to out: inout SVGBytes) {
    guard let place else { return }
    if isLying {
      out.beginLine(area.x, place, area.maxX, place)
    } else {
      out.beginLine(place, area.y, place, area.maxY)
    }
    out.attribute("stroke", theme.axis)
    out.raw(" class=\"auger-crossing\"/>\n")
  }

  /// Draws the labels of a second axis to the right of the area, without a second grid.
  func renderOnRight(_ scale: ValueScale, area: ChartFrame, theme: Theme, to out: inout SVGBytes) {
    out.beginGroup("auger-second-axis", fill: theme.mutedInk)
    for (text, y) in uprightTexts(scale) { out.text(text, x: area.maxX + 8, y: y) }
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
    out.attribute("stroke", theme.axis)
    out.raw(" class=\"auger-baseline\"/>\n")
  }
}

extension ChartModel {
  /// True if its values are integers, so that ticks between them are meaningless.
  fileprivate var countsThings: Bool {
    stacking != .percent && layers.isEmpty
      && (items?.values ?? dimensions.map(\.cells)).allSatisfy { $0.type == .int64 }
  }
}
