import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Dashboard JSON: what surrounds the charts of a dashboard, `auger.dashboard/1`, described by `DashboardJSON.schema`.
///
/// The numbers of its charts are chart JSON of their own. Equal models give equal bytes.
package struct DashboardJSON: Sendable {
  /// The name in the key `schema`.
  package static let schemaName = "auger.dashboard/1"

  package init() {}

  /// The model as UTF-8, ending with a newline.
  package func data(for model: DashboardModel) -> [UInt8] {
    var writer = DashboardJSONWriter(model)
    return writer.write()
  }
}

/// Writes one dashboard. The order of the keys is the order of the calls in `write`.
struct DashboardJSONWriter {
  private let model: DashboardModel
  private var out = JSONBytes(capacity: 4096)

  init(_ model: DashboardModel) { self.model = model }

  mutating func write() -> [UInt8] {
    out.raw("{\n  \"schema\": ")
    out.string(DashboardJSON.schemaName)
    out.raw(",\n  \"dashboard\": {")
    text("name", model.name, isFirst: true)
    text("title", model.title)
    text("address", model.address)
    out.raw("}")
    lines("items", model.items) { $0.write($1) }
    lines("layouts", model.layouts) { $0.write($1) }
    lines("variables", model.variables) { $0.write($1) }
    lines("panels", model.panels) { writer, panel in
      writer.text("name", panel.name, isFirst: true)
      writer.text("title", panel.title)
      writer.strings("variables", panel.variables)
    }
    lines("filters", model.filters) { $0.write($1) }
    lines("whatIf", model.whatIf) { $0.write($1) }
    lines("warnings", model.warnings) { writer, warning in
      writer.text("code", warning.code.rawValue, isFirst: true)
      writer.text("message", warning.message)
      writer.member("count")
      writer.out.number(Int64(warning.count))
      if let place = warning.firstPlace { writer.text("firstPlace", place) }
    }
    out.raw("\n}\n")
    return out.bytes
  }

  private mutating func write(_ item: DashboardModel.Item) {
    text("name", item.name, isFirst: true)
    text("title", item.title)
    text("kind", item.kind.rawValue)
    if let chart = item.chart { text("chart", chart) }
    if !item.breadcrumb.isEmpty { strings("breadcrumb", item.breadcrumb) }
  }

  private mutating func write(_ layout: DashboardModel.Layout) {
    text("orientation", layout.orientation.rawValue, isFirst: true)
    number("width", layout.size.width)
    number("height", layout.size.height)
    list("frames", layout.frames) { writer, frame in
      writer.text("item", writer.model.items[frame.item].name, isFirst: true)
      writer.number("x", frame.frame.x)
      writer.number("y", frame.frame.y)
      writer.number("width", frame.frame.width)
      writer.number("height", frame.frame.height)
    }
  }

  private mutating func write(_ control: DashboardModel.Control) {
    text("variable", control.variable, isFirst: true)
    text("title", control.title)
    text("kind", control.kind.rawValue)
    text("type", control.type.rawValue)
    scalar("value", control.value)
    scalar("start", control.start)
    if let minimum = control.minimum { scalar("minimum", minimum) }
    if let maximum = control.maximum { scalar("maximum", maximum) }
    if let step = control.step { number("step", step) }
    if let decimals = control.decimals { number("decimals", Double(decimals)) }
    guard !control.choices.isEmpty else { return }
    list("choices", control.choices) { writer, choice in
      writer.scalar("value", choice.value, isFirst: true)
      writer.text("label", choice.label)
    }
  }

  private mutating func write(_ control: DashboardModel.WhatIfControl) {
    text("chart", control.chart, isFirst: true)
    text("column", control.column)
    text("title", control.title)
    text("type", control.type.rawValue)
    if let value = control.value { scalar("value", value) }
    if let minimum = control.minimum { scalar("minimum", minimum) }
    if let maximum = control.maximum { scalar("maximum", maximum) }
    if let step = control.step { number("step", step) }
    if let decimals = control.decimals { number("decimals", Double(decimals)) }
    guard !control.changes.isEmpty else { return }
    list("changes", control.changes) { writer, change in
      writer.scalar(change.isPercent ? "percent" : "value", change.amount, isFirst: true)
      if let category = change.category { writer.scalar("category", category) }
    }
  }

  private mutating func write(_ filter: DashboardModel.Filter) {
    text("name", filter.name, isFirst: true)
    text("title", filter.title)
    text("kind", filter.kind.rawValue)
    guard filter.kind == .picklist else {
      scalar("lower", filter.bounds.lower)
      scalar("upper", filter.bounds.upper)
      guard let range = filter.range else { return }
      scalar("pickedLower", range.lower)
      scalar("pickedUpper", range.upper)
      return
    }
    list("choices", filter.choices) { writer, choice in
      writer.scalar("value", choice.value, isFirst: true)
      writer.text("label", choice.label)
      writer.number("count", Double(choice.count))
      if choice.isPicked { writer.truth("picked") }
      if choice.isMissing { writer.truth("missing") }
    }
  }

  // MARK: Parts

  private mutating func member(_ name: String, isFirst: Bool = false) {
    out.raw(isFirst ? "\"\(name)\": " : ", \"\(name)\": ")
  }

  private mutating func text(_ name: String, _ text: String, isFirst: Bool = false) {
    member(name, isFirst: isFirst)
    out.string(text)
  }

  private mutating func scalar(_ name: String, _ value: Scalar, isFirst: Bool = false) {
    member(name, isFirst: isFirst)
    out.argument(value)
  }

  private mutating func number(_ name: String, _ value: Double) {
    member(name)
    out.scalar(.float(value))
  }

  private mutating func truth(_ name: String) {
    member(name)
    out.raw("true")
  }

  private mutating func strings(_ name: String, _ texts: [String]) {
    member(name)
    out.raw("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { out.comma() }
      out.string(text)
    }
    out.raw("]")
  }

  /// Objects in one line.
  private mutating func list<Item>(_ name: String, _ items: [Item], _ body: (inout Self, Item) -> Void) {
    member(name)
    out.raw("[")
    for (index, item) in items.enumerated() {
      if index > 0 { out.comma() }
      out.raw("{")
      body(&self, item)
      out.raw("}")
    }
    out.raw("]")
  }

  /// A key of the whole whose objects stand on lines of their own.
  private mutating func lines<Item>(_ name: String, _ items: [Item], _ body: (inout Self, Item) -> Void) {
    out.raw(",\n  \"\(name)\": [")
    for (index, item) in items.enumerated() {
      out.raw(index > 0 ? ",\n    {" : "\n    {")
      body(&self, item)
      out.raw("}")
    }
    out.raw(items.isEmpty ? "]" : "\n  ]")
  }
}
