import AugerCharts
import AugerColumns

extension DashboardSVG {
  /// The controls of a panel, or of the data of a chart that may be changed, with what they are set to.
  public struct Panel: Sendable {
    /// One control: how it is called, what it says, and where it stands between its bounds.
    public struct Row: Sendable, Hashable {
      public var title: String
      public var text: String
      /// 0...1; nil where the control has no bounds.
      public var share: Double?
      /// On or off; nil for what is no switch.
      public var isOn: Bool?
      /// Whether it is set to something other than at the start.
      public var isChanged: Bool

      public init(title: String, text: String, share: Double? = nil, isOn: Bool? = nil, isChanged: Bool = false) {
        self.title = title
        self.text = text
        self.share = share
        self.isOn = isOn
        self.isChanged = isChanged
      }
    }

    public var name: String
    public var title: String
    public var rows: [Row]
    public var frame: ChartFrame

    public init(name: String, title: String = "", rows: [Row], frame: ChartFrame) {
      self.name = name
      self.title = title
      self.rows = rows
      self.frame = frame
    }
  }
}

extension DashboardSVG.Panel.Row {
  /// What a variable is set to.
  public init(_ control: DashboardModel.Control) {
    let text: String
    var isOn: Bool?
    switch control.value {
    case .bool(let value):
      isOn = value
      text = value ? "on" : "off"
    case let value:
      text = control.choices.first { $0.value == value }?.label ?? value.description
    }
    var share: Double?
    if let low = control.minimum?.doubleValue, let high = control.maximum?.doubleValue, high > low,
      let value = control.value.doubleValue
    {
      share = min(1, max(0, (value - low) / (high - low)))
    }
    self.init(
      title: control.title, text: text, share: share, isOn: isOn,
      isChanged: Scalar.compare(control.value, control.start) != 0)
  }
}

/// A panel: a line for each control, with a track where it has bounds. What does not fit is counted.
struct PanelDrawing {
  let panel: DashboardSVG.Panel
  let theme: Theme
  let frame: ChartFrame

  func render(to out: inout SVGBytes) {
    var rest = frame.inset(top: 14, left: 16, bottom: 12, right: 16)
    if !panel.title.isEmpty {
      let title = FontMetrics.bold.fitted(panel.title, size: ChartDrawing.titleSize, width: rest.width)
      out.text(title, x: rest.x, y: rest.y + 13, size: ChartDrawing.titleSize, fill: theme.ink, isBold: true)
      rest = rest.inset(top: 26)
    }
    guard !panel.rows.isEmpty else { return Notice.render("No controls", in: rest, theme, to: &out) }
    let least = 26.0
    let fitting = max(1, Int(rest.height / least))
    let shown = panel.rows.count > fitting ? max(1, fitting - 1) : panel.rows.count
    let step = min(48, rest.height / Double(panel.rows.count > shown ? shown + 1 : shown))
    for (index, row) in panel.rows.prefix(shown).enumerated() {
      let line = ChartFrame(x: rest.x, y: rest.y + Double(index) * step, width: rest.width, height: step)
      draw(row, index, line, to: &out)
    }
    if panel.rows.count > shown {
      out.text(
        "+\(panel.rows.count - shown) more", x: rest.x, y: rest.y + Double(shown) * step + 14, size: 11.5,
        fill: theme.mutedInk)
    }
  }

  private func draw(_ row: DashboardSVG.Panel.Row, _ index: Int, _ area: ChartFrame, to out: inout SVGBytes) {
    let (size, metrics) = (12.0, FontMetrics.regular)
    let text = FontMetrics.bold.fitted(row.text, size: size, width: area.width * 0.55)
    let width = FontMetrics.bold.width(text, size: size)
    let switchWidth = row.isOn == nil ? 0 : 34.0
    let title = metrics.fitted(row.title, size: size, width: area.width - width - switchWidth - 10)
    out.raw("<g class=\"auger-control\"")
    out.attribute("data-control", index: index)
    out.raw(">\n")
    out.text(title, x: area.x, y: area.y + 14, size: size, fill: theme.mutedInk)
    out.text(
      text, x: area.maxX - switchWidth, y: area.y + 14, anchor: .end, size: size,
      fill: row.isChanged ? theme.reference : theme.ink, isBold: true)
    if let isOn = row.isOn {
      out.rect(
        ChartFrame(x: area.maxX - 26, y: area.y + 3, width: 26, height: 14), fill: isOn ? theme.color(0) : theme.grid,
        radius: 7)
      knob(area.maxX - (isOn ? 7 : 19), area.y + 10, radius: 5, fill: theme.background, stroke: theme.axis, to: &out)
    } else if let share = row.share, area.height >= 26 {
      let y = area.y + 23
      let place = area.x + 5 + share * (area.width - 10)
      out.rect(ChartFrame(x: area.x, y: y - 1.5, width: area.width, height: 3), fill: theme.grid, radius: 1.5)
      out.rect(ChartFrame(x: area.x, y: y - 1.5, width: place - area.x, height: 3), fill: theme.color(0), radius: 1.5)
      knob(place, y, radius: 5, fill: theme.background, stroke: theme.color(0), to: &out)
    }
    out.raw("</g>\n")
  }

  private func knob(
    _ x: Double, _ y: Double, radius: Double, fill: ThemeColor, stroke: ThemeColor, to out: inout SVGBytes
  ) {
    out.raw("<circle")
    out.attribute("cx", x)
    out.attribute("cy", y)
    out.attribute("r", radius)
    out.attribute("fill", fill)
    out.attribute("stroke", stroke)
    out.raw(" stroke-width=\"1.5\"/>\n")
  }
}
