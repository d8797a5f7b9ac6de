import AugerCharts
import AugerDiagnostics

/// Several charts in one picture, each in its frame: a dashboard in one of its layouts.
package struct DashboardSVG: Sendable {
  /// The unit of the frames, like `Scale` of a layout.
  package enum Unit: Sendable, Hashable {
    /// Percent of the content's width and height.
    case percent
    case points
  }

  package struct Item: Sendable {
    package var model: ChartModel
    package var frame: ChartFrame
    /// The controls of its data, below the chart.
    package var controls: [Panel.Row]

    package init(_ model: ChartModel, frame: ChartFrame, controls: [Panel.Row] = []) {
      self.model = model
      self.frame = frame
      self.controls = controls
    }
  }

  /// An item without a chart.
  package struct Absence: Sendable {
    package var name: String
    package var title: String
    /// The reason as a sentence.
    package var reason: String
    package var frame: ChartFrame

    package init(name: String, title: String = "", reason: String, frame: ChartFrame) {
      self.name = name
      self.title = title
      self.reason = reason
      self.frame = frame
    }

    fileprivate var heading: String { title.isEmpty ? name : title }
  }

  package var title: String
  /// The size of the content. The title is above it.
  package var size: ChartSize
  package var unit: Unit
  package var items: [Item]
  /// Controls with their values.
  package var panels: [Panel] = []
  package var absences: [Absence] = []
  package var texts = PageTexts.english
  package var theme: Theme
  /// Themes that models may name, in addition to the built-in ones.
  package var themes: [Theme] = []

  package init(
    title: String = "", size: ChartSize = ChartSize(width: 1024, height: 748), unit: Unit = .percent, items: [Item],
    theme: Theme = .light
  ) {
    self.title = title
    self.size = size
    self.unit = unit
    self.items = items
    self.theme = theme
  }

  /// Returns the picture as UTF-8 with a final newline. Later items are drawn over earlier ones.
  package func data() -> [UInt8] {
    let ids = SVG.identifier(for: title.isEmpty ? "dashboard" : title)
    let head = title.isEmpty ? 0.0 : 44
    let footer = Footer(Receipt.sourceText(of: items.map(\.model)), theme: theme)
    let whole = ChartSize(width: size.width, height: size.height + head + footer.height)
    var out = SVGBytes(capacity: 32_768 * max(1, items.count))
    SVG.open(
      whole, ids: ids, title: title.isEmpty ? texts[.dashboard] : title, description: description, to: &out)
    out.rect(ChartFrame(width: whole.width, height: whole.height), fill: theme.backdrop)
    if theme.style.colors[.dashboardBorder] != nil {
      out.border(ChartFrame(width: whole.width, height: whole.height), theme[.dashboardBorder])
    }
    if !title.isEmpty {
      let text = FontMetrics.bold.fitted(title, size: 20, width: size.width - 32)
      out.text(text, x: 16, y: 31, size: 20, fill: theme.ink, isBold: true)
    }
    for (index, item) in items.enumerated() {
      let theme = (item.model.theme.flatMap { Theme.named($0, among: themes) } ?? self.theme).inItem
      card(
        item.frame, below: head, theme, label: ChartDescription.title(item.model), ("data-chart", item.model.name), &out
      ) {
        let (chart, below) = item.divided($0, theme, texts)
        ChartDrawing(ChartChannels(item.model), theme: theme, frame: chart, ids: "\(ids)-\(index)").render(to: &$1)
        if let below {
          ControlGrid(rows: item.controls, theme: theme, mostColumns: 4, texts: texts).render(in: below, to: &$1)
        }
      }
    }
    for absence in absences {
      card(absence.frame, below: head, theme.inItem, label: absence.heading, ("data-chart", absence.name), &out) {
        Self.render(absence, in: $0, theme, to: &$1)
      }
    }
    for panel in panels {
      let label = panel.title.isEmpty ? panel.name : panel.title
      card(panel.frame, below: head, theme.inItem, label: label, ("data-panel", panel.name), &out) {
        PanelDrawing(panel: panel, theme: theme.inItem, texts: texts, frame: $0).render(to: &$1)
      }
    }
    var page = ChartFrame(width: whole.width, height: whole.height)
    footer.takePlace(of: &page, to: &out)
    out.raw("</svg>\n")
    return out.bytes
  }

  /// Draws a group with a background, and in it the output of `draw` for the frame in points. Skips an empty frame.
  private func card(
    _ place: ChartFrame, below head: Double, _ theme: Theme, label: String, _ data: (key: String, name: String),
    _ out: inout SVGBytes, _ draw: (_ frame: ChartFrame, _ out: inout SVGBytes) -> Void
  ) {
    var frame = unit == .points ? place : scaled(place)
    frame.y += head
    guard frame.width > 0, frame.height > 0 else { return }
    out.raw("<g role=\"group\"")
    out.attribute("aria-label", label)
    out.attribute(data.key, data.name)
    out.raw(">\n")
    out.beginRect(frame)
    out.raw(" rx=\"6\"")
    out.attribute("fill", theme.background)
    out.attribute("stroke", theme[.itemBorder])
    out.raw("/>\n")
    draw(frame, &out)
    out.raw("</g>\n")
  }

  private static func render(
    _ absence: Absence, in frame: ChartFrame, _ theme: Theme, to out: inout SVGBytes
  ) {
    let rest = frame.inset(top: 14, left: 16, bottom: 12, right: 16)
    let title = FontMetrics.bold.fitted(absence.heading, size: ChartDrawing.titleSize, width: rest.width)
    out.text(title, x: rest.x, y: rest.y + 13, size: ChartDrawing.titleSize, fill: theme.ink, isBold: true)
    let metrics = FontMetrics.regular
    let size = 12.0
    let most = max(1, Int(clamping: (rest.height - 26) / 16))
    let lines =
      metrics.wrapped(absence.reason, size: size, width: rest.width, lines: most)
      ?? [metrics.fitted(absence.reason, size: size, width: rest.width)]
    for (index, line) in lines.enumerated() {
      out.text(
        line, x: rest.x, y: rest.y + 40 + 16 * Double(index), size: size, fill: theme.mutedInk,
        title: index == 0 ? absence.reason : nil)
    }
  }

  private func scaled(_ frame: ChartFrame) -> ChartFrame {
    ChartFrame(
      x: frame.x * size.width / 100, y: frame.y * size.height / 100, width: frame.width * size.width / 100,
      height: frame.height * size.height / 100)
  }

  private var description: String {
    let names = items.map { item in
      let title = ChartDescription.title(item.model)
      return item.model.content.map { "\(title): \($0.spoken)" } ?? "\(title) (\(item.model.type.rawValue))"
    }
    let all =
      panels.map { (title: $0.title.isEmpty ? $0.name : $0.title, rows: $0.rows) }
      + items.filter { !$0.controls.isEmpty }.map { (title: ChartDescription.title($0.model), rows: $0.controls) }
    let controls = all.map { title, rows in
      " \(title): " + rows.map { "\($0.title) \($0.text)" }.joined(separator: ", ") + "."
    }.joined()
    let charts = texts.text(.chartCount, count: items.count)
    let list = names.joined(separator: ", ")
    let missing = absences.map { " \($0.heading): \($0.reason)" }.joined()
    return texts.text(.spokenDashboard, ["charts": charts, "names": list]) + controls + missing
  }
}

extension Theme {
  /// The theme of an item of a dashboard, whose title and background can have colors of their own.
  fileprivate var inItem: Theme {
    guard style.colors[.itemTitle] != nil || style.colors[.itemBackground] != nil else { return self }
    var theme = self
    theme[.title] = self[.itemTitle]
    theme.background = self[.itemBackground]
    return theme
  }
}

extension DashboardSVG.Item {
  /// Maximum fraction of its height for controls.
  private static let mostOfControls = 0.4

  /// Returns the chart's part of a frame, and the part of its controls.
  fileprivate func divided(
    _ frame: ChartFrame, _ theme: Theme, _ texts: PageTexts
  ) -> (chart: ChartFrame, controls: ChartFrame?) {
    guard !controls.isEmpty else { return (frame, nil) }
    let inner = frame.inset(left: 16, bottom: 10, right: 16)
    let wanted = ControlGrid(rows: controls, theme: theme, mostColumns: 4, texts: texts).height(inner.width)
    let height = min(wanted, frame.height * Self.mostOfControls)
    var chart = frame
    chart.height -= height + 10
    return (chart, ChartFrame(x: inner.x, y: chart.maxY, width: inner.width, height: height))
  }
}
