import AugerCharts
import AugerColumns

/// The marks that a sender added to a picture, above everything else.
struct MarkupDrawing {
  let markup: [ChartMarkup]
  let theme: Theme
  /// The frame of the chart below its title.
  let frame: ChartFrame

  private static let textSize = 14.0
  private static let headLength = 11.0

  func render(to out: inout SVGBytes) {
    guard !markup.isEmpty else { return }
    out.raw("<g class=\"auger-markup\" fill=\"none\" stroke-width=\"2.5\" stroke-linecap=\"round\"")
    out.raw(" stroke-linejoin=\"round\">\n")
    for mark in markup { render(mark, to: &out) }
    out.raw("</g>\n")
  }

  private func render(_ mark: ChartMarkup, to out: inout SVGBytes) {
    let color = mark.color.flatMap { Theme.Color(named: $0, in: theme) } ?? theme.alert
    let points = mark.points.map { (x: frame.x + $0.x * frame.width, y: frame.y + $0.y * frame.height) }
    guard let first = points.first, let last = points.last else { return }
    switch mark.kind {
    case .text: break
    case .circle:
      out.raw("<ellipse")
      out.attribute("cx", (first.x + last.x) / 2)
      out.attribute("cy", (first.y + last.y) / 2)
      out.attribute("rx", abs(last.x - first.x) / 2)
      out.attribute("ry", abs(last.y - first.y) / 2)
      out.attribute("stroke", color)
      out.raw("/>\n")
    case .arrow, .line, .draw:
      out.raw("<path d=\"")
      for (index, point) in points.enumerated() { out.point(index == 0 ? "M" : "L", point.x, point.y) }
      if mark.kind == .arrow { head(from: first, to: last, to: &out) }
      out.raw("\"")
      out.attribute("stroke", color)
      out.raw("/>\n")
    }
    label(mark, at: first, color, to: &out)
  }

  /// Adds the two sides of an arrow's head.
  private func head(from start: (x: Double, y: Double), to end: (x: Double, y: Double), to out: inout SVGBytes) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return }
    let size = min(Self.headLength, length)
    let (x, y) = (dx / length * size, dy / length * size)
    // The sides have an angle of 30 degrees to the arrow.
    let (cosine, sine) = (0.866, 0.5)
    out.point("M", end.x - x * cosine + y * sine, end.y - y * cosine - x * sine)
    out.point("L", end.x, end.y)
    out.point("L", end.x - x * cosine - y * sine, end.y - y * cosine + x * sine)
  }

  /// Draws the text of a mark inside the frame: at a text's point, and above the start of other marks.
  private func label(
    _ mark: ChartMarkup, at point: (x: Double, y: Double), _ color: Theme.Color, to out: inout SVGBytes
  ) {
    guard !mark.text.isEmpty else { return }
    let fitted = FontMetrics.bold.fitted(mark.text, size: Self.textSize, width: max(0, frame.width - 8))
    let width = FontMetrics.bold.width(fitted, size: Self.textSize)
    let x = max(frame.x, min(point.x, frame.maxX - width - 2))
    let y = max(frame.y + Self.textSize, min(mark.kind == .text ? point.y : point.y - 6, frame.maxY - 4))
    out.raw("<text")
    out.attribute("x", x)
    out.attribute("y", y)
    out.attribute("font-size", Self.textSize)
    out.attribute("fill", color.mixed(with: theme.ink, 0.3))
    out.attribute("stroke", theme.background)
    out.raw(" font-weight=\"bold\" stroke-width=\"3.5\" paint-order=\"stroke\">")
    out.escaped(fitted)
    out.raw("</text>\n")
  }
}
