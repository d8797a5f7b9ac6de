import AugerCharts
import AugerDiagnostics

/// A line for each series. Null interrupts it. Forecasts and incomplete periods are dashed, and points have dots if
/// space permits.
struct LineMark: Mark {
  /// True for lines with dots; areas have dots only if the points are far apart.
  var isDotted = true
  var curve = LineCurve.straight
  /// True if the dots are connected by a line.
  var isJoined = true

  var beginsAtZero: Bool { false }
  var place: LayerPlace { .over }

  /// Maximum number of lines with dots. The dots of more lines hide each other.
  private static let mostDotted = 12

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let stacks = Stacks(channels)
    // Draw in series order, so that a line never hides the dots of a later one.
    for series in 0..<channels.seriesCount {
      out.raw("<g")
      out.attribute("data-series", index: channels.seriesNumbers[series])
      out.attribute("stroke", plot.theme.color(series))
      out.attribute("fill", plot.theme.color(series))
      out.raw(">\n")
      if isJoined, stacks == nil { fill(series, plot, to: &out) }
      if stacks == nil { interval(series, plot, to: &out) }
      // The parts of a stack have no original position.
      if stacks == nil { baseline(series, plot, to: &out) }
      // A line is faded unless all of it is in focus. Its dots in focus are not faded.
      let isFaded = (0..<channels.categoryCount).contains { channels.isFaded(series, $0) }
      if isFaded {
        out.raw("<g")
        out.attribute("opacity", Plot.fadedOpacity)
        out.raw(">\n")
      }
      if isJoined { for run in Self.runs(channels, series) { path(run, series, stacks, plot, to: &out) } }
      if isFaded { out.raw("</g>\n") }
      dots(series, stacks, plot, to: &out)
      if isJoined, stacks == nil { plot.renderTails(Self.runs(channels, series), series: series, to: &out) }
      out.raw("</g>\n")
    }
  }

  /// Fills the space between the line and its axis in the color that the author chose. Areas fill it themselves.
  private func fill(_ series: Int, _ plot: Plot, to out: inout SVGBytes) {
    guard isDotted, let color = plot.channels.style(series).fill.flatMap({ Theme.Color(named: $0, in: plot.theme) })
    else { return }
    for run in Self.runs(plot.channels, series) where run.count > 1 {
      let points = run.map { category in
        (x: plot.category.center(category), y: plot.value(plot.channels.value(0, series, category)))
      }
      out.raw("<path stroke=\"none\" fill-opacity=\"0.4\" data-fill=\"true\"")
      out.attribute("fill", color)
      out.raw(" d=\"")
      curve.path(points, from: 0, to: points.count - 1, to: &out)
      out.point("L", points[points.count - 1].x, plot.value.baseline)
      out.point("L", points[0].x, plot.value.baseline)
      out.raw("Z\"/>\n")
    }
  }

  /// Draws the forecast interval as a band that begins at the last value of the data.
  private func interval(_ series: Int, _ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    guard let intervals = channels.intervals, let start = channels.predictiveStart, start < channels.categoryCount
    else { return }
    let first = max(0, start)
    let rows = (first..<channels.categoryCount).filter { !intervals.low[series * channels.categoryCount + $0].isNaN }
    guard let last = rows.last else { return }
    func point(_ category: Int, _ values: [Double]) {
      out.point(plot.category.center(category), plot.value(values[series * channels.categoryCount + category]))
    }
    out.raw("<path stroke=\"none\" fill-opacity=\"0.15\" data-interval=\"true\" d=\"")
    let hasAnchor = first > 0 && !channels.value(0, series, first - 1).isNaN
    if hasAnchor {
      out.point("M", plot.category.center(first - 1), plot.value(channels.value(0, series, first - 1)))
    }
    for (index, category) in rows.enumerated() {
      out.raw(index == 0 && !hasAnchor ? "M" : "L")
      point(category, intervals.high)
    }
    for category in rows.reversed() {
      out.raw("L")
      point(category, intervals.low)
    }
    out.raw(last == first && !hasAnchor ? "\"/>\n" : "Z\"/>\n")
  }

  /// Draws the original line before data changes in the parts that differ: thin and dotted, below the line.
  private func baseline(_ series: Int, _ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    guard (0..<channels.categoryCount).contains(where: { channels.changedFrom(series, $0) != nil }),
      let baseline = channels.baseline
    else { return }
    out.raw("<path fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"1.5 3\" data-baseline=\"true\" d=\"")
    var isBroken = true
    for category in 0..<channels.categoryCount {
      let value = baseline[series * channels.categoryCount + category]
      if !value.isNaN {
        out.raw(isBroken ? "M" : "L")
        out.point(plot.category.center(category), plot.value(value))
      }
      isBroken = value.isNaN || channels.isBroken(after: category)
    }
    out.raw("\"/>\n")
  }

  /// Returns the ranges of consecutive categories with values, without a missing period between them.
  static func runs(_ channels: ChartChannels, _ series: Int) -> [Range<Int>] {
    channels.runs { !channels.value(0, series, $0).isNaN }
  }

  /// Draws the line of one range. A segment with a provisional category is also provisional.
  private func path(_ run: Range<Int>, _ series: Int, _ stacks: Stacks?, _ plot: Plot, to out: inout SVGBytes) {
    let points = run.map { category in
      (
        x: plot.category.center(category),
        y: plot.value(stacks?.end(series, category) ?? plot.channels.value(0, series, category))
      )
    }
    let last = points.count - 1
    var start = 0
    while start < last {
      let isProvisional = isProvisional(segment: run.lowerBound + start, plot.channels)
      var end = start + 1
      while end < last, self.isProvisional(segment: run.lowerBound + end, plot.channels) == isProvisional { end += 1 }
      path(
        points, from: start, to: end, isProvisional: isProvisional,
        width: last >= 300 ? 1.25 : Self.width(plot.channels.seriesCount), to: &out)
      start = end
    }
  }

  /// Returns true if the segment from a category to the next is provisional.
  private func isProvisional(segment category: Int, _ channels: ChartChannels) -> Bool {
    channels.isProvisional(category) || channels.isProvisional(category + 1)
  }

  private func path(
    _ points: [(x: Double, y: Double)], from first: Int, to last: Int, isProvisional: Bool, width: Double,
    to out: inout SVGBytes
  ) {
    guard first < last else { return }
    out.raw("<path fill=\"none\" stroke-width=\"")
    out.number(width)
    out.raw("\" stroke-linejoin=\"round\" stroke-linecap=\"")
    out.raw(isProvisional ? "butt\" stroke-dasharray=\"6 4\" d=\"" : "round\" d=\"")
    curve.path(points, from: first, to: last, to: &out)
    out.raw("\"/>\n")
  }

  /// Returns the line width. Many thick lines would cover the plot.
  private static func width(_ seriesCount: Int) -> Double { seriesCount > 16 ? 1.25 : seriesCount > 8 ? 1.75 : 2.25 }

  private func dots(_ series: Int, _ stacks: Stacks?, _ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let step = plot.category.band.step
    let axis = stacks == nil ? nil : channels.model.fittedValueAxis
    let hasDots = isJoined ? channels.style(series).showsPoints : true
    let hasRoom = hasDots ?? (step >= (isDotted ? 14 : 28) && channels.seriesCount <= Self.mostDotted)
    for category in 0..<channels.categoryCount {
      let value = channels.value(0, series, category)
      if value.isNaN { continue }
      if let end = stacks?.end(series, category), axis?.isInGap(end) == true { continue }
      let isAlone =
        (category == 0 || channels.isBroken(after: category - 1) || channels.value(0, series, category - 1).isNaN)
        && (category + 1 == channels.categoryCount || channels.isBroken(after: category)
          || channels.value(0, series, category + 1).isNaN)
      let outside = stacks == nil ? plot.outside(value) : 0
      let isSelected = channels.model.state.hasSelection && !channels.isFaded(series, category)
      let color = channels.itemColor(series, category, plot.theme)
      let isShown = hasRoom || isAlone || outside != 0 || isSelected || color != nil
      guard isShown || plot.tooltips != nil else { continue }
      plot.beginPoint(
        plot.category.center(category), plot.value(stacks?.end(series, category) ?? value),
        isShown ? (hasRoom || outside != 0 ? 3.25 : 2.5) : max(2, min(6, step / 2)), series: series, to: &out)
      if !isShown {
        // An invisible target for the pointer.
        out.raw(" fill=\"none\" stroke=\"none\" pointer-events=\"all\"")
      } else if outside != 0 {
        out.attribute("fill", plot.theme.background)
        ThresholdMark.markOutside(value, plot, to: &out)
      } else if channels.isProvisional(category) {
        out.attribute("fill", plot.theme.background)
        out.raw(" stroke-width=\"1.5\"")
      } else {
        if let color { out.attribute("fill", color) }
        out.attribute("stroke", plot.border(series) ?? plot.theme.background)
      }
      plot.finish(plot.pointElement(series), series: series, category: category, to: &out)
    }
  }
}

extension VegaLiteChart {
  /// The data with interval ends, and the line part of each row.
  var lineData: VegaNode {
    let start = provisionalStart
    return data([("value", 0)]) { row, series, category in
      var row = row
      if let start {
        row["known"] = .bool(category < start)
        row["expected"] = .bool(category >= start - 1)
      }
      if let interval = interval(series, category) {
        row["low"] = .number(interval.low)
        row["high"] = .number(interval.high)
      }
      if let before = channels.changedFrom(series, category) { row["before"] = .number(before) }
      return row
    }
  }

  /// Returns the ends of a forecast interval. The band begins at the last value of the data, as in pictures. Otherwise
  /// the interval of a single category would be invisible.
  private func interval(_ series: Int, _ category: Int) -> (low: Double, high: Double)? {
    guard let intervals = channels.intervals else { return nil }
    let first = series * channels.categoryCount
    let (low, high) = (intervals.low[first + category], intervals.high[first + category])
    if !low.isNaN { return (low, high) }
    guard let start = channels.predictiveStart, category + 1 == start, start < channels.categoryCount,
      !intervals.low[first + start].isNaN
    else { return nil }
    let value = channels.value(0, series, category)
    return value.isNaN ? nil : (value, value)
  }

  /// The first category with provisional values.
  private var provisionalStart: Int? { (0..<channels.categoryCount).first(where: channels.isProvisional) }

  func lines(_ axis: ValueAxis, _ curve: LineCurve) -> Marks {
    Marks(data: lineData, layers: intervals(axis) + lines(axis, curve, isRoomy: channels.categoryCount <= 60))
  }

  func lines(_ axis: ValueAxis, _ curve: LineCurve, isRoomy: Bool) -> [VegaNode] {
    let mark = VegaObject(["invalid": "break-paths-show-path-domains", "strokeWidth": 2]).with(
      "interpolate", curve.vegaName)
    let encoding = place("value", axis).merged(with: ["color": color])
    var layers: [VegaNode]
    if provisionalStart == nil {
      layers = [layer("line", mark, encoding)]
    } else {
      layers = [
        filtered("datum.known", layer("line", mark, encoding)),
        filtered("datum.expected", layer("line", mark.with("strokeDash", [5, 4]), encoding)),
      ]
    }
    if channels.baseline != nil {
      layers.append(
        filtered(
          "isValid(datum.before)",
          layer("point", ["shape": "stroke", "strokeDash": [3, 2]], place("before", axis), ["color": color])))
    }
    layers.append(
      layer("point", ["filled": true, "size": isRoomy ? 36 : 4], place("value", axis), look))
    return layers
  }

  func intervals(_ axis: ValueAxis) -> [VegaNode] {
    guard channels.intervals != nil else { return [] }
    let span = extent("high", from: ["field": "low"], axis)
    return [
      filtered(
        "isValid(datum.low)", layer("area", ["opacity": 0.15], across(isBeside: false), span, ["color": color]))
    ]
  }

  private func filtered(_ test: String, _ layer: VegaNode) -> VegaNode {
    guard let object = VegaObject(of: layer) else { return layer }
    return .object(VegaObject(["transform": [["filter": .text(test)]]]).merged(with: object))
  }
}
