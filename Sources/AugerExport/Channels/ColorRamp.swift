import AugerCharts
import AugerColumns

/// Maps numbers to colors: from faint to full. If they are on both sides of zero, two colors meet in a faint one.
struct ColorRamp {
  let extent: Bounds
  private let theme: Theme

  /// Returns nil if the values do not differ.
  init?(_ values: [Double], theme: Theme) {
    guard let extent = values.extent else { return nil }
    self.extent = extent
    self.theme = theme
  }

  private var isDiverging: Bool { extent.lower < 0 && extent.upper > 0 }

  func color(_ value: Double) -> Theme.Color {
    let faint = theme.background.mixed(with: theme.color(0), 0.08)
    if isDiverging {
      let most = max(extent.upper, -extent.lower)
      let full = value < 0 ? theme.color(1) : theme.color(0)
      return theme.background.mixed(with: theme.ink, 0.04).mixed(with: full, min(1, value.magnitude / most))
    }
    // Compute with halves, because a range can exceed the largest double.
    let span = extent.halfSpan
    let share = span > 0 ? (value / 2 - extent.lower / 2) / span : 0.6
    return faint.mixed(with: theme.color(0), min(1, max(0, share)))
  }

  /// Numbers between which the colors are interpolated linearly.
  var stops: [Double] {
    let most = max(extent.upper, -extent.lower)
    return isDiverging ? [-most, 0, most] : [extent.lower, extent.upper]
  }

  /// Returns a readable text color for a background color.
  func ink(on color: Theme.Color) -> Theme.Color { color.isLight ? Theme.Color(0x14181F) : Theme.Color(0xFFFFFF) }

  static let height = 30.0

  /// Draws the colors from the minimum to the maximum, with both numbers and the title.
  func render(
    x: Double, y: Double, width: Double, title: String, text: (Double) -> String, to out: inout SVGBytes
  ) {
    let metrics = FontMetrics.regular
    let size = AxisLabels.size
    let baseline = y + 11
    var left = x
    if !title.isEmpty {
      let name = metrics.fitted(title, size: size, width: width * 0.4)
      out.text(name, x: left, y: baseline, fill: theme.ink)
      left += metrics.width(name, size: size) + 12
    }
    let (low, high) = (text(extent.lower), text(extent.upper))
    out.text(low, x: left, y: baseline, fill: theme.mutedInk)
    left += metrics.width(low, size: size) + 6
    let steps = 24
    let length = max(24, min(160, x + width - left - metrics.width(high, size: size) - 8))
    let step = length / Double(steps)
    out.raw("<g class=\"auger-ramp\">\n")
    for index in 0..<steps {
      let share = (Double(index) + 0.5) / Double(steps)
      let value = extent.number(at: share)
      // Each color extends below the following ones, so that no seam is visible between them.
      let start = step * Double(index)
      out.rect(ChartFrame(x: left + start, y: y + 2, width: length - start, height: 10), fill: color(value))
    }
    out.raw("</g>\n")
    out.text(high, x: left + length + 6, y: baseline, fill: theme.mutedInk)
  }
}
