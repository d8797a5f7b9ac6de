import AugerCharts
import AugerColumns

/// The value axis: its domain, its ticks and their texts.
package struct ValueAxis {
  let domain: Bounds
  let kind: AxisKind
  let gaps: [ValueScale.Gap]
  let crossing: Double?
  /// Its ticks; no texts where there are no values to be on it.
  let values: [Double]
  let texts: [String]
  /// Numbers between the ticks of a logarithmic axis.
  private let minorValues: [Double]

  /// - Parameters:
  ///   - count: About how many ticks there is room for.
  ///   - nearness: Zero is in view where the least number is below this share of the greatest.
  ///   - part: The share of the axis in view, nil for all of it.
  ///   - model: What says how its value axis is; of an overlay one of the layers that are drawn against it.
  init(
    _ extents: [Bounds?], includesZero: Bool, nearness: Double = 0.6, count: Int,
    part: Bounds? = nil, format: ValueFormat?, model: ChartModel
  ) {
    // Sums of values can exceed the largest double, and an axis ends there.
    var ends = extents.compactMap { $0?.finite }.flatMap { [$0.lower, $0.upper] }
    let isEmpty = ends.isEmpty
    kind = isEmpty || model.stacking == .percent ? .linear : model.valueAxis
    if isEmpty { ends = [0, 1] }
    // What is not above zero has no place on a logarithmic axis.
    if kind == .logarithmic { ends = ends.filter { $0 > 0 } }
    let extent = ends.extent ?? .unit
    let isNear =
      extent.lower >= 0
      ? extent.lower < nearness * extent.upper : extent.upper > nearness * extent.lower
    let options = model.fittedValueAxis
    // Marks begin where the other axis stands.
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
    // Nobody counts half a thing.
    while kind == .linear, model.countsThings, fewer > 1, ticks.values.contains(where: { $0 != $0.rounded() }) {
      fewer -= 1
      ticks = fitted(fewer)
    }
    domain = ticks.domain
    gaps = ticks.gaps
    crossing = options.crossing
    values = ticks.values
    // No number is shown that nobody measured.
    texts = isEmpty ? [] : ticks.texts
    minorValues =
      kind == .logarithmic && !isEmpty && options.ticks == nil
      ? LogarithmicTicks.minor(domain).filter { !options.isInGap($0) && !ticks.values.contains($0) } : []
  }

  /// The axis of marks along an axis of categories.
  ///
  /// - Parameter wholes: The charts that it is shared with, itself among them, without their windows.
  init(_ channels: ChartChannels, of marks: [any Mark], comparedWith wholes: [ChartChannels], count: Int) {
    let model = channels.model
    self.init(
      marks.flatMap { mark in wholes.map { mark.extent($0) } } + [model.annotatedExtent],
      includesZero: marks.contains { $0.beginsAtZero },
      nearness: model.type.has(.spread) ? 0.25 : 0.6, count: count, part: channels.window.ofValues,
      format: model.stacking == .percent ? .percentage : model.dimensions[0].format, model: model)
  }

  /// The axis that layers of an overlay are drawn against.
  ///
  /// - Parameter isFirst: Whether thresholds and annotations are drawn against it.
  init(
    ofLayers layers: [(channels: ChartChannels, mark: any Mark)], of overlay: ChartChannels, isFirst: Bool, count: Int
  ) {
    var extents = layers.map { $0.mark.extent($0.channels.whole) }
    if isFirst, let first = layers.first {
      extents.append(ThresholdMark(part: .regions).extent(first.channels))
      extents.append(overlay.model.annotatedExtent)
    }
    // Values of different kinds share an axis that has no unit.
    let formats = layers.map { $0.channels.model.dimensions[0].format }
    let format = formats.allSatisfy { $0 == formats[0] } ? formats.first ?? nil : nil
    self.init(
      extents, includesZero: layers.contains { $0.mark.beginsAtZero }, count: count, part: overlay.window.ofValues,
      format: format, model: layers.first?.channels.model ?? overlay.model)
  }

  /// Numbers to places; those of the domain from one to the other.
  func scale(start: Double, end: Double) -> ValueScale {
    ValueScale(kind, domain: domain, gaps: gaps, origin: crossing, start: start, end: end)
  }

  var widest: Double { texts.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0 }

  /// Grid lines across the area, and the labels beside it.
  ///
  /// - Parameter crossing: Where the axis stands across the categories, with its labels if there is room for them; nil:
  ///   at the edge, without a line.
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
    // Labels beside the axis, where that is not the edge; over grid lines, which they break.
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

  /// The labels beside an upright axis, with their baselines. Those that would touch the one before are left out: on a
  /// low chart, at both ends of a gap, and where the author wants many.
  private func uprightTexts(_ scale: ValueScale) -> [(text: String, y: Double)] {
    var last = Double.infinity
    return zip(values, texts).compactMap { value, text in
      let place = scale(value)
      guard last.isInfinite || (place - last).magnitude >= AxisLabels.lineHeight - 2 else { return nil }
      last = place
      return (text, place + FontMetrics.capitalHeight * AxisLabels.size / 2)
    }
  }

  /// The line of an axis that stands at a value of the categories.
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

  /// The labels of a second axis, on the right of the area. Its grid would be one too many.
  func renderOnRight(_ scale: ValueScale, area: ChartFrame, theme: Theme, to out: inout SVGBytes) {
    out.beginGroup("auger-second-axis", fill: theme.mutedInk)
    for (text, y) in uprightTexts(scale) { out.text(text, x: area.maxX + 8, y: y) }
    out.raw("</g>\n")
  }

  /// The line that marks begin at.
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
  /// Whether its values are whole numbers, so that nothing lies between two of them.
  fileprivate var countsThings: Bool {
    stacking != .percent && layers.isEmpty
      && (items?.values ?? dimensions.map(\.cells)).allSatisfy { $0.type == .int64 }
  }
}
