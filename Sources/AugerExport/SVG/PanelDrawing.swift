import AugerCharts
import AugerColumns

extension DashboardSVG {
  /// The controls of a panel, or of the data of a chart, with their values.
  package struct Panel: Sendable {
    /// A control: its title, its value and its form.
    package struct Row: Sendable, Hashable {
      /// The form of a control.
      package enum Face: Sendable, Hashable {
        /// A track between two bounds with a knob for each value, as fractions from 0 to 1.
        case slider(knobs: [Double], low: String, high: String)
        case `switch`(isOn: Bool)
        /// A choice from a list.
        case list
        case date
        /// A number without bounds.
        case number
      }

      package var title: String
      package var text: String
      package var face: Face
      /// True if the value differs from the initial value.
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
  /// Creates the control of a variable.
  package init(_ control: DashboardOverview.Control, _ texts: PageTexts) {
    let text: String
    var face: Face
    switch (control.kind, control.value) {
    case (_, .bool(let isOn)): (text, face) = (texts[isOn ? .switchOn : .switchOff], .switch(isOn: isOn))
    case (let kind, let value):
      text = control.choices.first { $0.value == value }?.label ?? value.description
      face = kind == .date ? .date : control.choices.isEmpty ? .number : .list
    }
    if face == .number, let slider = Face.slider([control.value], control.minimum, control.maximum) { face = slider }
    self.init(
      title: control.title, text: text, face: face, isChanged: Scalar.compare(control.value, control.start) != 0)
  }

  /// Creates the control for a data change of a chart's column.
  package init(_ control: DashboardOverview.WhatIfControl, _ texts: PageTexts) {
    let changes = control.changes.map { change in
      let sign = change.isPercent && !change.amount.description.hasPrefix("-") ? "+" : ""
      let amount = "\(sign)\(change.amount)\(change.isPercent ? "%" : "")"
      return change.category.map { "\($0) \(amount)" } ?? amount
    }
    // A percentage applies to each value separately, so that it has no position between the bounds.
    let values =
      control.changes.isEmpty
      ? control.value.map { [$0] } ?? [] : control.changes.filter { !$0.isPercent }.map(\.amount)
    self.init(
      title: control.title, text: changes.isEmpty ? texts[.unchanged] : changes.joined(separator: ", "),
      face: .slider(values, control.minimum, control.maximum) ?? .number, isChanged: !changes.isEmpty)
  }
}

extension DashboardSVG.Panel.Row.Face {
  /// Returns nil unless both bounds exist.
  fileprivate static func slider(_ values: [Scalar], _ low: Scalar?, _ high: Scalar?) -> Self? {
    guard let low, let high, let from = low.doubleValue, let to = high.doubleValue, to > from else { return nil }
    let knobs = values.compactMap(\.doubleValue).map { min(1, max(0, ($0 - from) / (to - from))) }
    return .slider(knobs: knobs, low: low.description, high: high.description)
  }
}

/// A panel with its controls in sequence. Controls that do not fit are counted.
struct PanelDrawing {
  let panel: DashboardSVG.Panel
  let theme: Theme
  let texts: PageTexts
  let frame: ChartFrame

  func render(to out: inout SVGBytes) {
    var rest = frame.inset(top: 14, left: 16, bottom: 12, right: 16)
    if !panel.title.isEmpty {
      let title = FontMetrics.bold.fitted(panel.title, size: ChartDrawing.titleSize, width: rest.width)
      out.text(title, x: rest.x, y: rest.y + 13, size: ChartDrawing.titleSize, fill: theme[.itemTitle], isBold: true)
      rest = rest.inset(top: 26)
    }
    guard !panel.rows.isEmpty else { return Notice.render(texts[.noControls], in: rest, theme, to: &out) }
    ControlGrid(rows: panel.rows, theme: theme, mostColumns: 1, texts: texts).render(in: rest, to: &out)
  }
}
