import AugerCharts
import AugerColumns

/// The legend of bubble areas: three nested circles with their numbers.
struct SizeLegend {
  private let sizes: [Double]
  private let texts: [String]
  private let largest: Double
  private let largestRadius: Double
  private let title: String

  /// Returns nil if the bubbles have no sizes.
  ///
  /// - Parameter radius: The radius of the largest bubble.
  init?(_ model: ChartModel, largest: Double, radius: Double) {
    guard model.dimensions.count > 1, largest > 0 else { return nil }
    let ticks = LinearTicks(Bounds(0, largest) ?? .unit, count: 4)
    guard let round = ticks.values.last(where: { $0 <= largest && $0 > 0 }) else { return nil }
    // Each circle has half of the radius of the previous one.
    sizes = radius >= 16 ? [round, round / 4, round / 16] : [round, round / 4]
    texts = TickFormatter.texts(alone: sizes, format: model.dimensions[1].format, locale: model.locale)
    self.largest = largest
    largestRadius = radius
    title = model.dimensions[1].title
  }

  private func radius(_ size: Double) -> Double { largestRadius * (size / largest).squareRoot() }

  var width: Double {
    let widest = texts.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0
    return 2 * radius(sizes[0]) + widest + 22
  }

  /// Draws the legend in the upper right corner of a frame.
  func render(in frame: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    let outer = radius(sizes[0])
    let x = frame.maxX - width + 8 + outer
    let bottom = frame.y + 8 + max(2 * outer, 14 * Double(sizes.count))
    out.beginGroup("auger-size-legend", fill: theme.mutedInk)
    for (index, size) in sizes.enumerated() {
      let radius = radius(size)
      out.beginCircle(x, bottom - radius, radius)
      out.attribute("stroke", theme.mutedInk)
      out.raw(" fill=\"none\"/>\n")
      // A line apart, regardless of the circles.
      let top = bottom - 2 * radius
      let y = min(top, bottom - 14 * Double(sizes.count - index)) + 4
      out.line(x, top, x + outer + 6, y, stroke: theme.grid)
      out.text(texts[index], x: x + outer + 9, y: y + 4)
    }
    out.raw("</g>\n")
  }
}
