import AugerCharts
import AugerColumns
import AugerDiagnostics

// Round nodes and alerts.
extension DiagramDrawing {
  /// Draws the value in a round node, and the name below it. A sector shows the share of the target. In goal seek it
  /// shows the position of the value on the dial.
  func roundContent(
    _ node: DiagramModel.Node, _ frame: ChartFrame, _ layout: DiagramLayout, to out: inout SVGBytes
  ) {
    let share = diagram.view == .goalSeek ? DiagramDial(node, in: diagram)?.value : node.shareOfTarget
    if diagram.view != .snapshot, let share { sector(share, frame, to: &out) }
    let size = theme.diagram.labelSize ?? AxisLabels.size
    let valueSize = min(valueSize(besides: size), frame.width / 3)
    let value = node.valueText.isEmpty ? "–" : node.valueText
    out.text(
      FontMetrics.bold.fitted(value, size: valueSize, width: frame.width - 6), x: frame.midX,
      y: frame.midY + FontMetrics.capitalHeight * valueSize / 2, anchor: .middle, size: valueSize, fill: valueInk(node),
      isBold: true)
    var y = frame.maxY + size + 2
    let note = note(node, layout.labelWidth, size: size - 1)
    for line in Self.lines(node.title, size: size, width: layout.labelWidth, most: layout.labelLines)
    where !line.isEmpty {
      out.text(line, x: frame.midX, y: y, anchor: .middle, size: size, fill: labelInk)
      y += size * 1.25
    }
    if let note { out.text(note, x: frame.midX, y: y, anchor: .middle, size: size - 1, fill: labelInk) }
  }

  private func sector(_ share: Double, _ frame: ChartFrame, to out: inout SVGBytes) {
    let radius = frame.width / 2 - 2
    guard share > 0, radius > 0 else { return }
    let color = ground.mixed(with: theme.diagram.fill ?? theme.color(0), 0.4)
    if share >= 1 {
      out.beginCircle(frame.midX, frame.midY, radius)
    } else {
      let end = Turn(share)
      out.raw("<path d=\"M")
      out.point(frame.midX, frame.midY)
      out.point("L", frame.midX, frame.midY - radius)
      out.raw("A")
      out.point(radius, radius)
      out.raw(share > 0.5 ? " 0 1 1 " : " 0 0 1 ")
      out.point(frame.midX + radius * end.x, frame.midY + radius * end.y)
      out.raw("Z\"")
    }
    out.raw(" class=\"auger-share\"")
    out.attribute("fill", color)
    out.raw("/>\n")
  }

  /// Draws the number of alerts at the upper right edge.
  func alerts(of node: DiagramModel.Node, _ frame: ChartFrame, to out: inout SVGBytes) {
    guard node.alerts > 0 else { return }
    let color = theme.diagram.alert ?? theme.alert
    let isRound = diagram.diameter != nil
    let (x, y) = (frame.maxX - (isRound ? frame.width * 0.15 : 2), frame.y + (isRound ? frame.height * 0.15 : 2))
    out.beginCircle(x, y, 8)
    out.raw(" class=\"auger-alert\"")
    out.attribute("fill", color)
    out.attribute("stroke", ground)
    out.raw("/>\n")
    out.text(
      node.alerts > 99 ? "99+" : "\(node.alerts)", x: x, y: y + 3.3, anchor: .middle, size: node.alerts > 99 ? 7 : 9,
      fill: color.isLight ? "black" : "white", isBold: true)
  }
}

/// The dial of a node in goal seek: its current value in a range around the value before nodes were set.
struct DiagramDial {
  /// The space that it requires below the text.
  static let height = 14.0

  /// The positions on the dial from 0 to 1.
  let value: Double
  let actual: Double?
  let zero: Double

  /// Creates the dial from zero to twice the actual value, extended to the current value and the target. With negative
  /// numbers it extends as far below zero. Nil if the node has no value, or in other views.
  init?(_ node: DiagramModel.Node, in diagram: DiagramModel) {
    guard diagram.view == .goalSeek, let value = node.value.doubleValue, value.isFinite else { return nil }
    let actual = node.actual.doubleValue.flatMap { $0.isFinite ? $0 : nil }
    let target = node.target.doubleValue.flatMap { $0.isFinite ? $0 : nil }
    let numbers = [value, actual, target].compactMap(\.self)
    let end = max(numbers.map(\.magnitude).max() ?? 0, 2 * (actual?.magnitude ?? 0))
    guard end > 0, end.isFinite else { return nil }
    let start = numbers.contains { $0 < 0 } ? -end : 0
    func position(_ number: Double) -> Double { (number / 2 - start / 2) / (end / 2 - start / 2) }
    self.value = position(value)
    self.actual = actual.map(position)
    zero = position(0)
  }

  func render(in frame: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    let track = ChartFrame(x: frame.x + 10, y: frame.maxY - 12, width: frame.width - 20, height: 4)
    guard track.width > 0 else { return }
    func x(_ position: Double) -> Double { track.x + position * track.width }
    out.raw("<g class=\"auger-dial\">\n")
    out.rect(track, fill: theme.grid, radius: 2)
    let (from, to) = (min(zero, value), max(zero, value))
    let color = theme.diagram.fill ?? theme.color(0)
    out.rect(ChartFrame(x: x(from), y: track.y, width: (to - from) * track.width, height: 4), fill: color, radius: 2)
    if let actual {
      out.line(x(actual), track.y - 3, x(actual), track.maxY + 3, stroke: theme.diagram.value ?? theme.ink)
    }
    out.beginCircle(x(value), track.midY, 4.5)
    out.attribute("fill", theme.diagram.background ?? theme.background)
    out.attribute("stroke", color)
    out.attribute("stroke-width", 2)
    out.raw("/>\n</g>\n")
  }
}
