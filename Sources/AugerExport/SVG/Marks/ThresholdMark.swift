import AugerCharts
import AugerColumns

/// The reference line and the regions outside of the thresholds, below and above the other marks.
struct ThresholdMark: Mark {
  enum Part { case regions, reference }

  let part: Part

  var beginsAtZero: Bool { false }

  /// Includes the thresholds and a small part of the regions outside of them.
  func extent(_ channels: ChartChannels) -> Bounds? {
    let thresholds = channels.model.thresholds
    if channels.model.stacking == .percent { return nil }
    return [thresholds.reference, thresholds.upper, thresholds.lower].compactMap { $0 }.filter(\.isFinite).extent
  }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let thresholds = plot.channels.model.thresholds
    if plot.channels.model.stacking == .percent { return }
    switch part {
    case .regions:
      if let upper = thresholds.upper {
        region(from: upper, to: plot.value.domain.upper, plot.theme[.upperThreshold], plot, to: &out)
      }
      if let lower = thresholds.lower {
        region(from: plot.value.domain.lower, to: lower, plot.theme[.lowerThreshold], plot, to: &out)
      }
    case .reference:
      guard let reference = thresholds.reference, plot.value.domain.contains(reference) else { return }
      edge(reference, plot, to: &out)
      out.attribute("stroke", plot.theme.reference)
      out.raw(" stroke-width=\"1.75\" stroke-dasharray=\"2 3\" data-reference=\"true\"/>\n")
    }
  }

  private func region(
    from: Double, to: Double, _ color: Theme.Color, _ plot: Plot, to out: inout SVGBytes
  ) {
    let low = max(from, plot.value.domain.lower)
    let high = min(to, plot.value.domain.upper)
    guard low < high else { return }
    let across = plot.isLying ? plot.area.y : plot.area.x
    let width = plot.isLying ? plot.area.height : plot.area.width
    out.rect(
      plot.frame(across: across, width: width, from: plot.value(low), to: plot.value(high)),
      fill: color, opacity: 0.16)
    let isUpper = plot.channels.model.thresholds.upper == from
    edge(isUpper ? from : to, plot, to: &out)
    out.attribute("stroke", color)
    out.raw(" stroke-opacity=\"0.6\"/>\n")
  }

  private func edge(_ value: Double, _ plot: Plot, to out: inout SVGBytes) {
    let place = plot.value(value)
    if plot.isLying {
      out.beginLine(place, plot.area.y, place, plot.area.maxY)
    } else {
      out.beginLine(plot.area.x, place, plot.area.maxX, place)
    }
  }

  /// Writes the attributes of an item outside of a threshold.
  static func markOutside(_ value: Double, _ plot: Plot, to out: inout SVGBytes) {
    out.attribute("stroke", plot.theme.alert)
    out.raw(" stroke-width=\"2\"")
    out.attribute("data-outside", plot.outside(value) > 0 ? "upper" : "lower")
  }
}
