import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Controls in columns of equal width, row by row. Controls that do not fit are counted.
struct ControlGrid {
  let rows: [DashboardSVG.Panel.Row]
  let theme: Theme
  let mostColumns: Int
  let texts: PageTexts

  /// Minimum width. Narrower controls have no space between labels and values.
  private static let leastWidth = 170.0
  private static let gap = 20.0

  private func columns(_ width: Double) -> Int {
    min(mostColumns, rows.count, max(1, Int(clamping: (width + Self.gap) / (Self.leastWidth + Self.gap))))
  }

  /// Returns the height of the controls in a width, in points, without a limit.
  func height(_ width: Double) -> Double {
    let columns = columns(width)
    return columns == 0 ? 0 : Double((rows.count + columns - 1) / columns) * ControlDrawing.height
  }

  func render(in area: ChartFrame, to out: inout SVGBytes) {
    let columns = columns(area.width)
    guard columns > 0, area.height > 0 else { return }
    let lines = (rows.count + columns - 1) / columns
    let fitting = max(1, Int(clamping: area.height / ControlDrawing.leastHeight))
    let shown = lines > fitting ? max(1, fitting - 1) * columns : rows.count
    let step = min(ControlDrawing.height, area.height / Double(lines > fitting ? fitting : lines))
    let width = (area.width - Double(columns - 1) * Self.gap) / Double(columns)
    for (index, row) in rows.prefix(shown).enumerated() {
      let place = ChartFrame(
        x: area.x + Double(index % columns) * (width + Self.gap), y: area.y + Double(index / columns) * step,
        width: width, height: step)
      out.raw("<g class=\"auger-control\"")
      out.attribute("data-control", index: index)
      out.raw(">\n")
      ControlDrawing(row: row, theme: theme, frame: place).render(to: &out)
      out.raw("</g>\n")
    }
    if rows.count > shown {
      out.text(
        texts.text(.more, count: rows.count - shown), x: area.x, y: area.y + Double(max(1, fitting - 1)) * step + 14,
        size: 11.5,
        fill: theme.mutedInk)
    }
  }
}

/// A control: its title and, in its own form, its value.
struct ControlDrawing {
  let row: DashboardSVG.Panel.Row
  let theme: Theme
  let frame: ChartFrame

  /// The preferred height of a control and the minimum height, in points.
  static let height = 54.0
  static let leastHeight = 26.0
  private static let size = 12.0
  private static let smallSize = 10.0

  /// True if the form is below the title instead of next to it.
  private var isTall: Bool { frame.height >= 46 }

  private var ink: Theme.Color { row.isChanged ? theme.reference : theme[.variableValue] }

  func render(to out: inout SVGBytes) {
    switch row.face {
    case .slider(let knobs, let low, let high): slider(knobs, low, high, to: &out)
    case .switch(let isOn): self.switch(isOn, to: &out)
    case .list: field(to: &out) { x, y, out in chevrons(x, y, to: &out) }
    case .date: field(to: &out) { x, y, out in calendar(x, y, to: &out) }
    case .number: field(to: &out, glyph: nil)
    }
  }

  /// Draws the title on the left and the value on the right, `inset` points from the edge.
  private func heading(_ title: String, inset: Double = 0, to out: inout SVGBytes) {
    let text = FontMetrics.bold.fitted(row.text, size: Self.size, width: frame.width * 0.55)
    let width = FontMetrics.bold.width(text, size: Self.size)
    let shown = FontMetrics.regular.fitted(title, size: Self.size, width: frame.width - width - inset - 10)
    out.text(shown, x: frame.x, y: frame.y + 14, size: Self.size, fill: theme[.variableName])
    out.text(
      text, x: frame.maxX - inset, y: frame.y + 14, anchor: .end, size: Self.size, fill: ink, isBold: true)
  }

  private func slider(_ knobs: [Double], _ low: String, _ high: String, to out: inout SVGBytes) {
    heading(isTall ? row.title : "\(row.title) (\(low) – \(high))", to: &out)
    let y = frame.y + 24
    let places = knobs.map { frame.x + 6 + $0 * (frame.width - 12) }
    out.rect(ChartFrame(x: frame.x, y: y - 1.5, width: frame.width, height: 3), fill: theme[.sliderTrack], radius: 1.5)
    if let last = places.max() {
      out.rect(
        ChartFrame(x: frame.x, y: y - 1.5, width: last - frame.x, height: 3), fill: theme[.sliderFill], radius: 1.5)
    }
    for place in places {
      knob(place, y, radius: 5.5, fill: theme[.sliderThumb], stroke: theme[.sliderFill], to: &out)
    }
    guard isTall else { return }
    let metrics = FontMetrics.regular
    out.text(
      metrics.fitted(low, size: Self.smallSize, width: frame.width / 2 - 6), x: frame.x, y: y + 17,
      size: Self.smallSize, fill: theme.mutedInk)
    out.text(
      metrics.fitted(high, size: Self.smallSize, width: frame.width / 2 - 6), x: frame.maxX, y: y + 17, anchor: .end,
      size: Self.smallSize, fill: theme.mutedInk)
  }

  private func `switch`(_ isOn: Bool, to out: inout SVGBytes) {
    heading(row.title, inset: 38, to: &out)
    out.rect(
      ChartFrame(x: frame.maxX - 30, y: frame.y + 2, width: 30, height: 16),
      fill: isOn ? theme[.sliderFill] : theme.axis,
      radius: 8)
    knob(
      frame.maxX - (isOn ? 8 : 22), frame.y + 10, radius: 6, fill: theme.background, stroke: theme.background, to: &out)
  }

  /// Draws a box with the value and a symbol of its input form on the right.
  private func field(
    to out: inout SVGBytes, glyph: ((_ x: Double, _ y: Double, _ out: inout SVGBytes) -> Void)?
  ) {
    guard isTall else {
      heading(row.title, inset: glyph == nil ? 0 : 20, to: &out)
      glyph?(frame.maxX - 8, frame.y + 10, &out)
      return
    }
    let metrics = FontMetrics.regular
    out.text(
      metrics.fitted(row.title, size: Self.size, width: frame.width), x: frame.x, y: frame.y + 14, size: Self.size,
      fill: theme[.variableName])
    let box = ChartFrame(x: frame.x, y: frame.y + 20, width: frame.width, height: 24)
    out.beginRect(box)
    out.attribute("rx", 4)
    out.attribute("fill", theme.background)
    out.attribute("stroke", row.isChanged ? theme.reference : theme.axis)
    out.raw("/>\n")
    let text = FontMetrics.bold.fitted(row.text, size: Self.size, width: box.width - (glyph == nil ? 16 : 36))
    out.text(text, x: box.x + 8, y: box.y + 16, size: Self.size, fill: ink, isBold: true)
    glyph?(box.maxX - 14, box.y + 12, &out)
  }

  /// The symbol of a list: one arrow up, one down.
  private func chevrons(_ x: Double, _ y: Double, to out: inout SVGBytes) {
    for direction in [-1.0, 1.0] {
      out.raw("<polyline points=\"")
      out.point(x - 3.5, y + direction * 2)
      out.point(" ", x, y + direction * 5.5)
      out.point(" ", x + 3.5, y + direction * 2)
      out.raw("\" fill=\"none\"")
      out.attribute("stroke", theme.mutedInk)
      out.raw(" stroke-width=\"1.5\"/>\n")
    }
  }

  /// The symbol of a calendar.
  private func calendar(_ x: Double, _ y: Double, to out: inout SVGBytes) {
    out.beginRect(ChartFrame(x: x - 5.5, y: y - 4.5, width: 11, height: 10))
    out.raw(" rx=\"1.5\" fill=\"none\"")
    out.attribute("stroke", theme.mutedInk)
    out.raw(" stroke-width=\"1.2\"/>\n")
    for (from, to) in [((-5.5, -1.5), (5.5, -1.5)), ((-2.5, -6.5), (-2.5, -3.5)), ((2.5, -6.5), (2.5, -3.5))] {
      out.beginLine(x + from.0, y + from.1, x + to.0, y + to.1)
      out.attribute("stroke", theme.mutedInk)
      out.raw(" stroke-width=\"1.2\"/>\n")
    }
  }

  private func knob(
    _ x: Double, _ y: Double, radius: Double, fill: Theme.Color, stroke: Theme.Color, to out: inout SVGBytes
  ) {
    out.beginCircle(x, y, radius)
    out.attribute("fill", fill)
    out.attribute("stroke", stroke)
    out.raw(" stroke-width=\"1.5\"/>\n")
  }
}
