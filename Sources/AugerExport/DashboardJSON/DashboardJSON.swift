import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Dashboard JSON: the parts of a dashboard around its charts, `auger.dashboard/1`, described by
/// `DashboardJSON.schema`.
///
/// The numbers of its charts are separate chart JSON. Equal models produce equal bytes.
package struct DashboardJSON: Sendable {
  /// The value of the key `schema`.
  package static let schemaName = "auger.dashboard/1"

  /// The JSON Schema (2020-12) of dashboard JSON, as printed by `auger schema --of dashboard`.
  /// `Schemas/auger.dashboard-1.schema.json` is identical.
  package static let schema = DashboardOverview.fields.schema.published(
    as: "auger.dashboard-1", title: "Auger dashboard JSON, version 1",
    description: "A dashboard in a state: items, layouts, controls and filters. Its charts are separate chart JSON.",
    definitions: [.indexShape, .valueShape, .warningShape])

  package init() {}

  /// Returns the model as UTF-8 with a final newline.
  package func data(for model: DashboardOverview) -> [UInt8] {
    var writer = FieldWriter(out: JSONBytes(capacity: 4096))
    writer.shape.names = model.items.map(\.name)
    DashboardOverview.fields.write(model, &writer)
    writer.out.raw("\n")
    return writer.out.bytes
  }
}

extension DashboardOverview {
  fileprivate static let fields = FieldTable<DashboardOverview>(indent: 2, hasLines: true) {
    JSONField("schema", ["const": .text(DashboardJSON.schemaName)]) { $1.out.string(DashboardJSON.schemaName) }
    JSONField("dashboard", part: \.self, head)
    lines("items", \.items, Item.fields.form)
    lines("layouts", \.layouts, Layout.fields.form)
    lines("variables", \.variables, Control.fields.form)
    lines("panels", \.panels, Panel.fields.form)
    lines("filters", \.filters, Filter.fields.form)
    lines("whatIf", \.whatIf, WhatIfControl.fields.form)
      .note(
        .second("The columns of chart data that can be changed. The URL parameter of a column is CHART.whatif.COLUMN."))
    lines("warnings", \.warnings, Warning.fields.form.described(by: .ref("warning")))
  }

  private static let head = FieldTable<DashboardOverview> {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("address", \.address, .text).note(
      .second("The URL query string of the state. Empty in the initial state."))
  }

  private static func lines<Value>(
    _ key: String, _ path: Property<DashboardOverview, [Value]>, _ form: JSONForm<Value>
  ) -> JSONField<DashboardOverview> {
    JSONField(key, path, .list(of: form, indent: "    "))
  }
}

extension DashboardOverview.Item {
  fileprivate static let fields = FieldTable<DashboardOverview.Item> {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("kind", \.kind, .choice)
    JSONField("chart", optional: \.chart, .text).note(
      .second("The name of the current chart, in a group that of the current level. Absent for items without a chart."))
    JSONField("breadcrumb", list: \.breadcrumb, .texts)
  }
}

extension DashboardOverview.Layout {
  fileprivate static let fields = FieldTable<DashboardOverview.Layout> {
    JSONField("orientation", \.orientation, .choice)
    JSONField("width", \.size.width, .number)
    JSONField("height", \.size.height, .number)
    JSONField("frames", \.frames, .list(of: Frame.fields.form))
  }
}

extension DashboardOverview.Layout.Frame {
  fileprivate static let fields = FieldTable<DashboardOverview.Layout.Frame> {
    JSONField("item", .string) { $1.out.string($1.shape.names[$0.item]) }
      .note(.second("The name of the item. If several items have it, the first one."))
    JSONField("x", \.frame.x, .number)
    JSONField("y", \.frame.y, .number)
    JSONField("width", \.frame.width, .number)
    JSONField("height", \.frame.height, .number)
  }
}

extension DashboardOverview.Control {
  fileprivate static let fields = FieldTable<DashboardOverview.Control> {
    JSONField("variable", \.variable, .text).note(.second("The name of the variable, without $."))
    JSONField("title", \.title, .text)
    JSONField("kind", \.kind, .choice)
    JSONField("type", \.type, .choice)
    JSONField("value", \.value, .argument)
    JSONField("start", \.start, .argument)
    JSONField("minimum", optional: \.minimum, .argument)
    JSONField("maximum", optional: \.maximum, .argument)
    JSONField("step", optional: \.step, .number)
    JSONField("decimals", optional: \.decimals, .count)
    JSONField("choices", list: \.choices, .list(of: Choice.fields.form))
  }
}

extension DashboardOverview.Control.Choice {
  fileprivate static let fields = FieldTable<DashboardOverview.Control.Choice> {
    JSONField("value", \.value, .argument)
    JSONField("label", \.label, .text)
  }
}

extension DashboardOverview.Panel {
  fileprivate static let fields = FieldTable<DashboardOverview.Panel> {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("variables", \.variables, .texts)
  }
}

extension DashboardOverview.Filter {
  fileprivate static let fields = FieldTable<DashboardOverview.Filter>(
    rules: [JSONNode.Member(name: "oneOf", value: [["required": ["choices"]], ["required": ["lower", "upper"]]])]
  ) {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("kind", \.kind, .choice)
    JSONField("choices", \.choices, .list(of: Choice.fields.form)).when { filter, _ in filter.kind == .picklist }
    end("lower") { $0.bounds.lower }
    end("upper") { $0.bounds.upper }
    end("pickedLower") { $0.range?.lower }
    end("pickedUpper") { $0.range?.upper }
  }

  /// An end of a range.
  private static func end(
    _ key: String, _ value: @escaping @Sendable (DashboardOverview.Filter) -> Scalar?
  ) -> JSONField<DashboardOverview.Filter> {
    JSONField.computed(key, .argument) { filter, _ in filter.kind == .range ? value(filter) : nil }
  }
}

extension DashboardOverview.Filter.Choice {
  fileprivate static let fields = FieldTable<DashboardOverview.Filter.Choice> {
    JSONField("value", \.value, .argument)
    JSONField("label", \.label, .text)
    JSONField("count", \.count, .count)
    JSONField("picked", \.isPicked, .truth, unless: false).described(by: ["const": true])
    JSONField("missing", \.isMissing, .truth, unless: false).described(by: ["const": true])
      .note(.second("True if the value is selected but not in the data. Absent if false."))
  }
}

extension DashboardOverview.WhatIfControl {
  fileprivate static let fields = FieldTable<DashboardOverview.WhatIfControl> {
    JSONField("chart", \.chart, .text)
    JSONField("column", \.column, .text)
    JSONField("title", \.title, .text)
    JSONField("type", \.type, .choice).described(by: ["enum": ["integer", "float"]])
    JSONField("value", optional: \.value, .argument).note(
      .second("The initial value of the control. Absent for the value in the data."))
    JSONField("minimum", optional: \.minimum, .argument)
    JSONField("maximum", optional: \.maximum, .argument)
    JSONField("step", optional: \.step, .number)
    JSONField("decimals", optional: \.decimals, .count)
    JSONField("changes", list: \.changes, .list(of: Change.fields.form))
  }
}

extension DashboardOverview.WhatIfControl.Change {
  fileprivate static let fields = FieldTable<DashboardOverview.WhatIfControl.Change>(
    rules: [JSONNode.Member(name: "oneOf", value: [["required": ["value"]], ["required": ["percent"]]])]
  ) {
    JSONField("value", \.amount, .argument).when { change, _ in !change.isPercent }
    JSONField("percent", \.amount, .argument).when { change, _ in change.isPercent }
    JSONField("category", optional: \.category, .argument)
      .note(.second("The category whose rows change. Absent if all rows change."))
  }
}
