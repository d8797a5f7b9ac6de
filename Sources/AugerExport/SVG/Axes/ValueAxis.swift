import AugerCharts

/// The value axis: its domain, its ticks and their texts.
struct ValueAxis {
  let domain: ClosedRange<Double>
  let kind: AxisKind
  private let values: [Double]
  private let texts: [String]

  /// - Parameters:
  ///   - count: About how many ticks there is room for.
  ///   - nearness: Zero is in view where the least number is below this share of the greatest.
  ///   - part: The share of the axis in view, nil for all of it.
  init(
    _ extents: [ClosedRange<Double>?], includesZero: Bool, nearness: Double = 0.6, count: Int,
    part: ClosedRange<Double>? = nil, format: ValueFormat?, model: ChartModel
  ) {
    var ends = extents.compactMap { $0 }.flatMap { [$0.lowerBound, $0.upperBound] }
    let isEmpty = ends.isEmpty
    kind = isEmpty || model.stacking == .percent ? .linear : model.valueAxis
    if isEmpty { ends = [0, 1] }
    // What is not above zero has no place on a logarithmic axis.
    if kind == .logarithmic { ends = ends.filter { $0 > 0 } }
    let extent = ends.extent ?? 0...1
    let isNear =
      extent.lowerBound >= 0
      ? extent.lowerBound < nearness * extent.upperBound : extent.upperBound > nearness * extent.lowerBound
    if kind == .linear, includesZero || isNear { ends.append(0) }
    let ticks = ValueTicks(
      kind, extent: ends.extent ?? 0...1, count: count, part: part, format: format, locale: model.locale)
    domain = ticks.domain
    values = ticks.values
    // No number is shown that nobody measured.
    texts = isEmpty ? [] : ticks.texts
  }

  var widest: Double { texts.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0 }

  /// Grid lines across the area, and the labels beside it.
  func render(
    _ scale: ValueScale, area: ChartFrame, isLying: Bool, isAtTop: Bool, showsLabels: Bool, theme: Theme,
    limits: ClosedRange<Double>, to out: inout SVGBytes
  ) {
    out.raw("<g class=\"auger-grid\"")
    out.attribute("stroke", theme.grid)
    out.raw(">\n")
    for (value, _) in zip(values, texts) {
      let place = scale(value)
      if isLying { out.line(place, area.y, place, area.maxY) } else { out.line(area.x, place, area.maxX, place) }
    }
    out.raw("</g>\n")
    guard showsLabels else { return }
    out.raw("<g class=\"auger-value-axis\"")
    out.attribute("fill", theme.mutedInk)
    out.raw(">\n")
    if isLying {
      let places = zip(values, texts).map { scale($0.0) }
      let step = places.count > 1 ? (places[1] - places[0]).magnitude : area.width
      AxisLabels(texts, places: places, step: step, limits: limits, isOrdered: true)
        .render(places: places, y: isAtTop ? area.y - 2 : area.maxY + 5, isOnTop: isAtTop, limits: limits, to: &out)
    } else {
      for (value, text) in zip(values, texts) {
        let middle = FontMetrics.capitalHeight * AxisLabels.size / 2
        out.text(text, x: area.x - 8, y: scale(value) + middle, anchor: .end)
      }
    }
    out.raw("</g>\n")
  }

  /// The labels of a second axis, on the right of the area. Its grid would be one too many.
  func renderOnRight(_ scale: ValueScale, area: ChartFrame, theme: Theme, to out: inout SVGBytes) {
    out.raw("<g class=\"auger-second-axis\"")
    out.attribute("fill", theme.mutedInk)
    out.raw(">\n")
    let middle = FontMetrics.capitalHeight * AxisLabels.size / 2
    for (value, text) in zip(values, texts) { out.text(text, x: area.maxX + 8, y: scale(value) + middle) }
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
