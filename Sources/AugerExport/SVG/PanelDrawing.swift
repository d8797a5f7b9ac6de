import AugerCharts
import AugerColumns

extension DashboardSVG {
  /// The controls of a panel, or of the data of a chart that may be changed, with what they are set to.
  package struct Panel: Sendable {
    /// One control: how it is called, what it says, and what it looks like.
    package struct Row: Sendable, Hashable {
      /// What a control looks like.
      package enum Face: Sendable, Hashable {
        /// A track from one bound to the other, with a knob for each value that is set, as shares of 0...1.
        case slider(knobs: [Double], low: String, high: String)
        case `switch`(isOn: Bool)
        /// One of a list.
        case list
        case date
        /// A number without bounds.
        case number
      }

      package var title: String
      package var text: String
      package var face: Face
      /// Whether it is set to something other than at the start.
      package var isChanged: Bool

      package init(title: String, text: String, face: Face = .number, isChanged: Bool = false) {
        self.title = title
        self.text = text
        self.face = face
        self.isChanged = isChanged
      }
    }

    package var name: String
    package var title: String
    package var rows: [Row]
    package var frame: ChartFrame

    package init(name: String, title: String = "", rows: [Row], frame: ChartFrame) {
      self.name = name
      self.title = title
      self.rows = rows
      self.frame = frame
    }
  }
}

extension DashboardSVG.Panel.Row {
  /// What a variable is set to.
  package init(_ control: DashboardModel.Control) {
    let text: String
    var face: Face
    switch (control.kind, control.value) {
    case (_, .bool(let isOn)): (text, face) = (isOn ? "on" : "off", .switch(isOn: isOn))
    case (let kind, let value):
      text = control.choices.first { $0.value == value }?.label ?? value.description
      face = kind == .date ? .date : control.choices.isEmpty ? .number : .list
    }
    if face == .number, let slider = Face.slider([control.value], control.minimum, control.maximum) { face = slider }
    self.init(
      title: control.title, text: text, face: face, isChanged: Scalar.compare(control.value, control.start) != 0)
  }

  /// What a column of a chart's data is changed to.
  package init(_ control: DashboardModel.WhatIfControl) {
    let changes = control.changes.map { change in
      let sign = change.isPercent && !change.amount.description.hasPrefix("-") ? "+" : ""
      let amount = "\(sign)\(change.amount)\(change.isPercent ? "%" : "")"
      return change.category.map { "\($0) \(amount)" } ?? amount
    }
    // A change in hundredths is of each value of its own: it has no place between the bounds.
    let values =
      control.changes.isEmpty
      ? control.value.map { [$0] } ?? [] : control.changes.filter { !$0.isPercent }.map(\.amount)
    self.init(
      title: control.title, text: changes.isEmpty ? "as it is" : changes.joined(separator: ", "),
      face: .slider(values, control.minimum, control.maximum) ?? .number, isChanged: !changes.isEmpty)
  }
}

extension DashboardSVG.Panel.Row.Face {
  /// Nil without two bounds.
  fileprivate static func slider(_ values: [Scalar], _ low: Scalar?, _ high: Scalar?) -> Self? {
    guard let low, let high, let from = low.doubleValue, let to = high.doubleValue, to > from else { return nil }
    let knobs = values.compactMap(\.doubleValue).map { min(1, max(0, ($0 - from) / (to - from))) }
    return .slider(knobs: knobs, low: low.description, high: high.description)
  }
}

/// A panel: its controls below each other. What does not fit is counted.
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
    ControlGrid(rows: panel.rows, theme: theme, mostColumns: 1).render(in: rest, to: &out)
  }
}
