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
  package static let schema = DashboardModel.fields.schema.published(
    as: "auger.dashboard-1", title: "Auger dashboard JSON, version 1",
    description: "A dashboard at a place: items, layouts, controls and filters. Its charts are chart JSON.",
    definitions: [.indexShape, .valueShape, .warningShape])

  package init() {}

  /// Returns the model as UTF-8 with a final newline.
  package func data(for model: DashboardModel) -> [UInt8] {
    var writer = FieldWriter(out: JSONBytes(capacity: 4096))
    writer.shape.names = model.items.map(\.name)
    DashboardModel.fields.write(model, &writer)
    writer.out.raw("\n")
    return writer.out.bytes
  }
}

extension DashboardModel {
  fileprivate static let fields = FieldTable<DashboardModel>(indent: 2, hasLines: true) {
    JSONField("schema", ["const": .text(DashboardJSON.schemaName)]) { $1.out.string(DashboardJSON.schemaName) }
    JSONField("dashboard", part: \.self, head)
    lines("items", \.items, Item.fields.form)
    lines("layouts", \.layouts, Layout.fields.form)
    lines("variables", \.variables, Control.fields.form)
    lines("panels", \.panels, Panel.fields.form)
    lines("filters", \.filters, Filter.fields.form)
    lines("whatIf", \.whatIf, WhatIfControl.fields.form)
      .note(.second("Columns of charts' data that may be changed; an exploration's ITEM.whatif.COLUMN."))
    lines("warnings", \.warnings, Warning.fields.form.described(by: .ref("warning")))
  }

  private static let head = FieldTable<DashboardModel> {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("address", \.address, .text).note(.second("Of the exploration; empty at the start."))
  }

  private static func lines<Value>(
    _ key: String, _ path: Property<DashboardModel, [Value]>, _ form: JSONForm<Value>
  ) -> JSONField<DashboardModel> {
    JSONField(key, path, .list(of: form, indent: "    "))
  }
}

extension DashboardModel.Item {
  fileprivate static let fields = FieldTable<DashboardModel.Item> {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("kind", \.kind, .choice)
    JSONField("chart", optional: \.chart, .text).note(.second("The chart in view: the level that was drilled to."))
    JSONField("breadcrumb", list: \.breadcrumb, .texts)
  }
}

extension DashboardModel.Layout {
  fileprivate static let fields = FieldTable<DashboardModel.Layout> {
    JSONField("orientation", \.orientation, .choice)
    JSONField("width", \.size.width, .number)
    JSONField("height", \.size.height, .number)
    JSONField("frames", \.frames, .list(of: Frame.fields.form))
  }
}

extension DashboardModel.Layout.Frame {
  fileprivate static let fields = FieldTable<DashboardModel.Layout.Frame> {
    JSONField("item", .string) { $1.out.string($1.shape.names[$0.item]) }
      .note(.second("The name of an item; of two, the first."))
    JSONField("x", \.frame.x, .number)
    JSONField("y", \.frame.y, .number)
    JSONField("width", \.frame.width, .number)
    JSONField("height", \.frame.height, .number)
  }
}

extension DashboardModel.Control {
  fileprivate static let fields = FieldTable<DashboardModel.Control> {
    JSONField("variable", \.variable, .text).note(.second("Without its $."))
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

extension DashboardModel.Control.Choice {
  fileprivate static let fields = FieldTable<DashboardModel.Control.Choice> {
    JSONField("value", \.value, .argument)
    JSONField("label", \.label, .text)
  }
}

extension DashboardModel.Panel {
  fileprivate static let fields = FieldTable<DashboardModel.Panel> {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("variables", \.variables, .texts)
  }
}

extension DashboardModel.Filter {
  fileprivate static let fields = FieldTable<DashboardModel.Filter>(
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
    _ key: String, _ value: @escaping @Sendable (DashboardModel.Filter) -> Scalar?
  ) -> JSONField<DashboardModel.Filter> {
    JSONField.computed(key, .argument) { filter, _ in filter.kind == .range ? value(filter) : nil }
  }
}

extension DashboardModel.Filter.Choice {
  fileprivate static let fields = FieldTable<DashboardModel.Filter.Choice> {
    JSONField("value", \.value, .argument)
    JSONField("label", \.label, .text)
    JSONField("count", \.count, .count)
    JSONField("picked", \.isPicked, .truth, unless: false).described(by: ["const": true])
    JSONField("missing", \.isMissing, .truth, unless: false).described(by: ["const": true])
      .note(.second("Picked, and not in the data any more."))
  }
}

extension DashboardModel.WhatIfControl {
  fileprivate static let fields = FieldTable<DashboardModel.WhatIfControl> {
    JSONField("chart", \.chart, .text)
    JSONField("column", \.column, .text)
    JSONField("title", \.title, .text)
    JSONField("type", \.type, .choice).described(by: ["enum": ["integer", "float"]])
    JSONField("value", optional: \.value, .argument).note(.second("Where the control starts."))
    JSONField("minimum", optional: \.minimum, .argument)
    JSONField("maximum", optional: \.maximum, .argument)
    JSONField("step", optional: \.step, .number)
    JSONField("decimals", optional: \.decimals, .count)
    JSONField("changes", list: \.changes, .list(of: Change.fields.form))
  }
}

extension DashboardModel.WhatIfControl.Change {
  fileprivate static let fields = FieldTable<DashboardModel.WhatIfControl.Change>(
    rules: [JSONNode.Member(name: "oneOf", value: [["required": ["value"]], ["required": ["percent"]]])]
  ) {
    JSONField("value", \.amount, .argument).when { change, _ in !change.isPercent }
    JSONField("percent", \.amount, .argument).when { change, _ in change.isPercent }
    JSONField("category", optional: \.category, .argument)
      .note(.second("Absent: the rows of all categories."))
  }
}
