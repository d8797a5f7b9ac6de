import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Measured points with error bars: vertical, horizontal if the categories are numbers, or an ellipse if both errors
/// and their correlation are known.
///
/// Values: y, the error of y, the error of x, the correlation of both (−1...1).
struct ErrorMark: Mark {
  var beginsAtZero: Bool { false }
  var place: LayerPlace { .over }

  /// Returns the range from the lowest to the highest error end.
  func extent(_ channels: ChartChannels) -> Bounds? {
    let errors = channels.values.count > 1 ? channels.values[1] : []
    return zip(channels.values[0], errors.isEmpty ? channels.values[0].map { _ in 0 } : errors)
      .compactMap { Self.ends($0, error: $1.isNaN ? 0 : $1) }.union
  }

  /// Returns the range of a value with its error; nil if the value or the error is missing.
  static func ends(_ value: Double, error: Double) -> Bounds? { Bounds(value - error, value + error)?.finite }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    // Series of a named category are drawn side by side.
    let isSpread = (plot.category.scale == nil || plot.category.spreadsSeries) && channels.seriesCount > 1
    let slot = plot.category.bandwidth / Double(channels.seriesCount)
    for series in 0..<channels.seriesCount {
      out.raw("<g")
      out.attribute("stroke", plot.theme.color(series))
      out.attribute("fill", plot.theme.color(series))
      out.raw(" stroke-width=\"1.5\">\n")
      for category in 0..<channels.categoryCount {
        let x =
          isSpread
          ? plot.category.start(category) + slot * (Double(series) + 0.5)
          : plot.category.center(category) + plot.category.offset
        point(series, category, at: x, plot, to: &out)
      }
      out.raw("</g>\n")
    }
  }

  private func point(_ series: Int, _ category: Int, at x: Double, _ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    func value(_ dimension: Int) -> Double? { channels.known(dimension, series, category) }
    guard let y = value(0) else { return }
    out.raw("<g")
    if let color = channels.itemColor(series, category, plot.theme) {
      out.attribute("stroke", color)
      out.attribute("fill", color)
    }
    plot.begin(series: series, category: category, to: &out)
    let place = plot.value(y)
    let errors = Errors(of: y, value(1), value(2), value(3))
    Self.render(errors, x, place, plot.value, plot.category.scale, to: &out)
    out.beginCircle(x, place, 3.5)
    if plot.outside(y) != 0 {
      out.attribute("fill", plot.theme.background)
      ThresholdMark.markOutside(y, plot, to: &out)
    }
    out.raw("/>\n</g>\n")
  }

  /// The error ranges of a point.
  struct Errors {
    /// The range of its value.
    var value: Bounds?
    var category: Double?
    var correlation: Double?

    /// NaN and nil mean unknown.
    init(of value: Double, _ error: Double?, _ category: Double?, _ correlation: Double?) {
      func known(_ number: Double?) -> Double? { number.flatMap { $0.isNaN ? nil : $0 } }
      self.value = known(error).flatMap { ErrorMark.ends(value, error: $0) }
      self.category = known(category)?.magnitude
      self.correlation = known(correlation).flatMap { $0.magnitude <= 1 ? $0 : nil }
    }
  }

  /// Draws the errors of the point at `x` and `y`. A value without an error is skipped.
  ///
  /// - Parameter categories: The scale of the horizontal axis; nil for names.
  static func render(
    _ errors: Errors, _ x: Double, _ y: Double, _ values: ValueScale, _ categories: ValueScale?,
    to out: inout SVGBytes
  ) {
    guard let ends = errors.value else { return }
    let (top, bottom) = (values(ends.upper), values(ends.lower))
    out.line(x, top, x, bottom)
    for end in [top, bottom] { out.line(x - 4, end, x + 4, end) }
    guard let categories, let width = errors.category else { return }
    let span = categories.distance(width)
    out.line(x - span, y, x + span, y)
    for end in [x - span, x + span] { out.line(end, y - 4, end, y + 4) }
    if let correlation = errors.correlation { ellipse(x, y, span, y - top, correlation, to: &out) }
  }

  /// Draws the ellipse of points at a distance of one standard error.
  private static func ellipse(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ correlation: Double, to out: inout SVGBytes
  ) {
    out.raw("<path")
    out.attribute("fill-opacity", ellipseOpacity)
    out.raw(" stroke-width=\"1\" d=\"")
    for (index, point) in ellipse(width, height, correlation).enumerated() {
      out.raw(index == 0 ? "M" : "L")
      out.point(x + point.x, y - point.y)
    }
    out.raw("Z\"/>\n")
  }

  static let ellipseOpacity = 0.12

  /// Returns points of an ellipse around zero, y upwards.
  static func ellipse(_ width: Double, _ height: Double, _ correlation: Double) -> [(x: Double, y: Double)] {
    let rest = (1 - correlation * correlation).squareRoot()
    return (0..<48).map { index in
      let turn = Turn(Double(index) / 48)
      return (width * turn.x, height * (correlation * turn.x - rest * turn.y))
    }
  }
}

extension VegaLiteChart {
  func errors(_ axis: ValueAxis) -> Marks {
    let hasWidth = channels.values.count > 2 && categories.isContinuous
    let data = data([("value", 0), ("error", 1)]) { row, series, category in
      let value = channels.value(0, series, category)
      if value.isNaN { return nil }
      var row = row
      if let ends = ErrorMark.ends(value, error: channels.value(1, series, category)) {
        row["low"] = .number(ends.lower)
        row["high"] = .number(ends.upper)
      }
      if hasWidth, let center = categories.number(category) {
        let width = channels.value(2, series, category).magnitude
        if !width.isNaN {
          row["categoryError"] = .number(width)
          row["left"] = .number((center - width).heldFinite)
          row["right"] = .number((center + width).heldFinite)
        }
      }
      return row
    }
    let across = across(isBeside: !categories.isContinuous)
    var layers = [layer("rule", [:], across, extent("high", from: ["field": "low"], axis), ["color": color])]
    if hasWidth {
      let span: VegaObject = ["x": categories.node(field: "left"), "x2": ["field": "right"], "y": value("value", axis)]
      layers.append(layer("rule", [:], span, ["color": color]))
    }
    layers += ellipses(axis)
    layers.append(layer("point", ["filled": true, "size": 42], across, ["y": value("value", axis)], look))
    return Marks(data: data, layers: layers)
  }

  /// Returns the ellipses of values with both errors and their correlation, if the categories are numbers.
  private func ellipses(_ axis: ValueAxis) -> [VegaNode] {
    guard categories.isContinuous, channels.values.count > 3, model.hasVegaEllipses else { return [] }
    var rows: [VegaNode] = []
    for series in 0..<channels.seriesCount {
      for category in 0..<channels.categoryCount {
        let errors = ErrorMark.Errors(
          of: channels.value(0, series, category), channels.value(1, series, category),
          channels.value(2, series, category), channels.value(3, series, category))
        guard let ends = errors.value, let width = errors.category, let correlation = errors.correlation,
          let center = categories.number(category)
        else { continue }
        let middle = channels.value(0, series, category)
        for (order, point) in ErrorMark.ellipse(width, ends.halfSpan, correlation).enumerated() {
          // Rounded points stay between the ends of the error bars.
          let x = max(center - width, min(center + width, center + point.x))
          let y = max(ends.lower, min(ends.upper, middle + point.y))
          rows.append([
            "category": .number(x.heldFinite), "value": .number(y.heldFinite),
            "series": .text(seriesNames[series]), "order": .number(Double(order)),
            "ring": .number(Double(series * channels.categoryCount + category)),
            "color": .text((channels.itemColor(series, category, theme) ?? theme.color(series)).description),
          ])
        }
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      closed(
        rows, categories.node(field: "category"), value("value", axis), opacity: ErrorMark.ellipseOpacity, width: 1)
    ]
  }
}

extension ChartModel {
  /// True if Vega-Lite shows the ellipses of errors: both axes are linear.
  var hasVegaEllipses: Bool { valueAxis == .linear && levels[visibleLevel].axis == .linear }
}
