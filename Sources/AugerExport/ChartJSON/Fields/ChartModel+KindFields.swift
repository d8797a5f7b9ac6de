import AugerCharts
import AugerColumns
import AugerDiagnostics

// Keys of certain chart types.
extension ChartModel {
  @FieldTable<ChartModel>.Builder static var kinds: [JSONField<ChartModel>] {
    JSONField("forecast", optional: \.forecast, ChartForecast.fields.form)
      .note("The method and the intervals of the values from thresholds.predictiveStart. Absent without a forecast.")
    JSONField("diagram", optional: \.diagram, DiagramModel.fields.form).note(
      "The nodes of an influence diagram. Absent in other charts.")
    JSONField("graph", optional: \.graph, ChartGraph.fields.form)
      .note(
        "The links between the categories of a graph. Each list has one entry for each link. Absent in other charts."
      )
    JSONField("incompletePeriod", optional: \.incompletePeriod, IncompletePeriod.fields.form)
      .described(by: .ref("incompletePeriod"))
    JSONField("outliers", optional: \.outliers, ChartOutliers.fields.form).described(by: .ref("outliers"))
    JSONField("multiplesTitle", \.multiplesTitle, .text, unless: "").note(
      "The title of the column whose values split the small multiples. Absent if empty.")
    JSONField("multiples", list: \.multiples, .list(of: ChartMultiple.fields.form, indent: "    "))
      .described(by: .ref("multiples"))
    JSONField("summary", optional: \.summary, ChartSummary.fields.form).described(by: .ref("summary"))
    JSONField("content", optional: \.content, ChartContent.fields.form)
      .note("The content of a custom item: text or a picture. Absent in charts.")
    JSONField("table", optional: \.table, ChartTable.fields.form).note(
      "The content of a data grid, by column. Absent in other charts.")
  }
}

extension ChartItems {
  static let fields = FieldTable(
    ChartItems(category: Column([String]()), values: []), indent: 4, hasLines: true
  ) {
    JSONField.column("category", .array(of: .ref("value"))) { $0.category }
      .reading { object, items, reader throws(AugerError) in
        let value = try object.required("category")
        items.category = try reader.column(
          value, try object["categoryType"]?.type() ?? reader.shape.levelType, try value.indices().count,
          exact: object["exactCategory"])
      }
      .required
    JSONField("series", \.series, .indices(below: \.series)).reading { object, items, reader throws(AugerError) in
      items.series = try object.required("series").shortIndices(items.count, below: reader.shape.series)
    }
    JSONField.grid("values", .array(of: .array(of: .ref("number"))), indent: "      ") { ($0.values, nil) }
      .reading { object, items, reader throws(AugerError) in
        items.values = try reader.columns(
          try object.required("values"), try reader.types(object["types"], reader.shape.types), items.count,
          exact: object["exact"])
      }
      .required.note("The values, as [dimension][item]. Null if no value exists or it is not finite.")
    JSONField.computed("categoryType", .type) { $0.category.type == $1.levelType ? nil : $0.category.type }
      .note("The type of category. Absent if equal to the type of level 0.")
    JSONField.types("types", \.values, usual: \.types)
      .note("The types of the values, by dimension. Absent if equal to the types in dimensions.")
    JSONField.exact("exactCategory") { $0.category }
    JSONField.exactGrid("exact", .array(of: .ref("textRow")), indent: "      ") { ($0.values, nil) }
  }
}

extension ChartLayer {
  static let fields = FieldTable(ChartLayer(name: "", type: .column)) {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("type", \.type, .choice).described(by: .string)
    JSONField("axis", \.axis, .choice)
    JSONField("axisName", optional: \.axisName, .text)
      .note("The name of another value axis than the first two, on the right. Absent for one of them.")
    JSONField("categoryAxis", optional: \.categoryAxis, .text)
      .note("The name of another category axis. Absent for that of the chart.")
    JSONField("valueTitle", \.valueTitle, .text)
    JSONField.format(\.format)
    JSONField.unit(\.unit)
  }
}

extension ChartForecast {
  fileprivate static let fields = FieldTable(
    ChartForecast(
      method: "", confidence: 0, low: Column([Double]()), high: Column([Double]()), errors: []),
    indent: 4, closing: " }", listed: ["types": "exactErrors", "exactLow": "types", "exactHigh": "exactLow"]
  ) {
    JSONField("method", \.method, .text).described(by: ["enum": ["linear", "seasonal-naive", "holt-winters"]])
    JSONField("confidence", \.confidence, .number)
    JSONField.column("errors", .array(of: .ref("number"))) { Column($0.errors) }
      .reading { object, forecast, reader throws(AugerError) in
        forecast.errors = try reader.column(
          try object.required("errors"), .float64, reader.shape.series, exact: object["exactErrors"]
        ).scalars.map(\.doubleValue)
      }
      .required.note(
        "The mean relative error of the method for each series, measured at the end of the data. Null if unknown.")
    JSONField.exact("exactErrors") { Column($0.errors) }
    ends("low", "exactLow", 0, \.low)
    ends("high", "exactHigh", 1, \.high)
    JSONField.types("types", { [$0.low, $0.high] }, usual: { _ in [.float64, .float64] })
      .line.note("The types of low and high. Absent if both are float.")
  }

  private static func ends(
    _ key: String, _ exact: String, _ place: Int, _ path: Property<ChartForecast, Column>
  ) -> [JSONField<ChartForecast>] {
    [
      JSONField<ChartForecast>(key, .array(of: .array(of: .ref("number")))) { forecast, writer in
        writer.rows(writer.shape.categories, indent: "      ") { $0.values(forecast[keyPath: path], $1) }
      }
      .reading { object, forecast, reader throws(AugerError) in
        let types = try reader.types(object["types"], [.float64, .float64])
        forecast[keyPath: path] = try reader.rows(
          try object.required(key), types[place], columns: reader.shape.categories, exact: object[exact])
      }
      .comparing { $0[keyPath: path].isSame(as: $1[keyPath: path]) }.line,
      JSONField<ChartForecast>(exact, .array(of: .ref("textRow"))) { forecast, writer in
        writer.rows(writer.shape.categories, indent: "      ") { $0.exact(forecast[keyPath: path], $1) }
      }
      .when { forecast, _ in ExactText.isNeeded(in: forecast[keyPath: path]) }.line,
    ]
  }
}

extension DiagramModel {
  fileprivate static let fields = FieldTable(DiagramModel(nodes: []), indent: 4, closing: " }") {
    JSONField("root", ["type": ["integer", "null"]]) { diagram, writer in
      writer.out.scalar(diagram.nodes.firstIndex(where: \.isRoot).map { .int(Int64($0)) } ?? .null)
    }
    .reading { object, diagram, reader throws(AugerError) in
      reader.shape.nodes = try object.required("nodes").items().count
      let root = try object.required("root").index(below: reader.shape.nodes)
      diagram.nodes = try nodeList.read(try object.required("nodes"), &reader)
      diagram.nodes[root].isRoot = true
    }
    .comparing { $0.nodes.map(\.isRoot) == $1.nodes.map(\.isRoot) }
    JSONField("view", \.view, .choice, unless: .normal)
      .note("The presentation: a small snapshot, or dials for goal seek. Absent for normal.")
    JSONField("lines", \.lines, .choice, unless: .curve).note("The shape of the lines. Absent for curves.")
    JSONField("lineWidth", optional: \.lineWidth, .number).note("The width of the lines in points. Absent by default.")
    JSONField("diameter", optional: \.diameter, .number)
      .note("The diameter of round nodes in points. Absent for rectangles.")
    JSONField("nodes", \.nodes, nodeList).reading { _, _, _ in }.line
  }

  private static let nodeList = JSONForm<[Node]>.list(of: Node.fields.form, indent: "      ")
}

extension DiagramModel.Node {
  private static let values = ["value", "actual", "target"]

  fileprivate static let fields = FieldTable(
    DiagramModel.Node(name: "", title: "", value: .null, actual: .null, valueText: "")
  ) {
    JSONField("name", \.name, .text)
    JSONField("text", \.title, .text)
    JSONField.lone("value", \.value, among: values)
    JSONField.lone("actual", \.actual, among: values)
    JSONField.lone("target", \.target, among: values)
    JSONField("valueText", \.valueText, .text)
    JSONField("targetText", \.targetText, .text)
    JSONField("parents", \.parents, .indices(below: \.nodes))
    JSONField("isSet", \.isOverridden, .truth)
    JSONField("isChanged", JSONForm<Bool>.truth.schema) { JSONForm<Bool>.truth.write($0.isChanged, &$1) }
      .reading { object, _, _ throws(AugerError) in _ = try object.required("isChanged").truth() }
    JSONField("charts", \.charts, .texts)
    JSONField("actualText", \.actualText, .text, unless: "")
      .note("The formatted actual value of a changed node in goal seek. Absent if empty.")
    JSONField("left", optional: \.left, .number)
      .note("The center in percent of the diagram's width. Absent if the renderer places the node.")
    JSONField("top", optional: \.top, .number)
      .note("The center in percent of the diagram's height. Absent if the renderer places the node.")
    JSONField("alerts", \.alerts, .count, unless: 0).note("The number of alerts of the node. Absent if 0.")
    JSONField.notes(values) { [$0.value, $0.actual, $0.target] }
  }
}

extension ChartGraph {
  fileprivate static let fields = FieldTable(
    ChartGraph(sources: [], targets: [], weight: ValueDimension(cells: Column([Double]()))), indent: 4, hasLines: true
  ) {
    JSONField("sources", \.sources, .indices(below: \.categories))
    JSONField("targets", \.targets, .indices(below: \.categories))
      .reading { object, graph, reader throws(AugerError) in
        graph.targets = try object.required("targets").shortIndices(graph.count, below: reader.shape.categories)
      }
    JSONField("series", \.series, .indices(below: \.series)).reading { object, graph, reader throws(AugerError) in
      graph.series = try object.required("series").shortIndices(graph.count, below: reader.shape.series)
    }
    JSONField.column("weights", .array(of: .ref("number"))) { $0.weight.cells }
      .reading { object, graph, reader throws(AugerError) in
        let weight = try object.required("weight")
        guard let type = weight.member("type") else { throw weight.failure("key 'type' is missing") }
        graph.weight.cells = try reader.column(
          try object.required("weights"), try type.type(), graph.count, exact: object["exact"])
      }
      .required
    JSONField.exact("exact") { $0.weight.cells }
    JSONField("weight", part: \.weight, weightFields)
    JSONField("nodes", list: \.nodes, .list(of: NodeStyle.fields.form, indent: "      "))
      .note("The appearance of each node, in the order of the categories. Absent if not chosen.")
    JSONField("sourceTitle", \.sourceTitle, .text)
    JSONField("targetTitle", \.targetTitle, .text)
  }

  private static let weightFields = FieldTable(ValueDimension(cells: Column([Double]()))) {
    JSONField("title", \.title, .text)
    JSONField("sequence", \.sequence, .whole(from: 1), unless: 1).note("The value sequence. Absent if it is 1.")
    JSONField("type", .ref("type")) { $1.out.string($0.cells.type.description) }
    JSONField.format(\.format)
    JSONField.unit(\.unit)
  }
}

extension IncompletePeriod {
  static let fields = FieldTable(
    IncompletePeriod(category: 0, lastDay: CivilDate(days: 0), end: CivilDate(days: 0))
  ) {
    JSONField("category", \.category, .index { max(1, $0.categories) })
    JSONField("lastDay", \.lastDay, .day)
    JSONField("end", \.end, .day)
  }
}

extension ChartOutliers {
  static let fields = FieldTable(
    ChartOutliers(categories: [], series: [], values: Column([Double]())), indent: 4, hasLines: true
  ) {
    JSONField("categories", \.categories, .indices(below: \.categories))
      .reading { object, outliers, reader throws(AugerError) in
        let count = try object.required("values").indices().count
        outliers.categories = try object.required("categories").shortIndices(count, below: reader.shape.categories)
        outliers.series = try object.required("series").shortIndices(count, below: reader.shape.series)
      }
    JSONField("series", \.series, .indices(below: \.series)).reading { _, _, _ in }
    JSONField.column("values", .array(of: .ref("number"))) { $0.values }
      .reading { object, outliers, reader throws(AugerError) in
        outliers.values = try reader.column(
          try object.required("values"), try object["type"]?.type() ?? reader.shape.types[0],
          outliers.categories.count, exact: object["exact"])
      }
      .required
    JSONField.computed("type", .type) { $0.values.type == $1.types[0] ? nil : $0.values.type }
      .note("The type of values. Absent if equal to the type of the first dimension.")
    JSONField.exact("exact") { $0.values }
  }
}

extension ChartMultiple {
  static let fields = FieldTable(
    ChartMultiple(value: .null, label: "", model: ChartModel(name: "", type: .column, levels: [], dimensions: [])),
    listed: ["chart": "label"]
  ) {
    JSONField.lone("value", \.value, among: ["value"])
    JSONField("label", \.label, .text)
    JSONField.notes(["value"]) { [$0.value] }
    JSONField("chart", \.model, ChartModel.form)
  }
}

extension ChartSummary {
  static let fields = FieldTable(
    ChartSummary(title: "", whole: [], addsUp: []), indent: 4, hasLines: true,
    listed: ["titles": "addsUp", "polarity": "titles"]
  ) {
    JSONField("title", \.title, .text).note(.second("The title of the whole."))
    JSONField("titles", JSONForm<[String]>.texts.schema) {
      JSONForm<[String]>.texts.write($1.model?.summaryTitles ?? [], &$1)
    }
    .reading { object, _, _ throws(AugerError) in _ = try object.required("titles").texts() }
    JSONField("polarity", optional: \.polarity, .choice).note(
      "The direction of a good trend. Absent if trends are neutral.")
    JSONField("whole", .array(of: .array(of: .ref("value")))) { summary, writer in
      writer.line(summary.whole.indices) { writer, dimension in
        let values = summary.whole[dimension]
        writer.line(values.indices) { $0.scalar(values[$1]) }
      }
    }
    .reading(readWhole).comparing { $0.whole == $1.whole }.note(
      "The values of all categories together, as [dimension][series]. Null if no value exists.")
    notes("exactWhole") { value, _ in ExactText.text(value) }
    notes("wholeTypes") { value, type in WrittenScalar.type(of: value, known: type) }
      .note("The types of whole, parallel to it. Null if equal to the type of the dimension. Absent if all are.")
    JSONField("addsUp", \.addsUp, .list(of: .truth)).reading { object, summary, reader throws(AugerError) in
      summary.addsUp = []
      for item in try object.required("addsUp").items(reader.shape.valueTypes.count) {
        summary.addsUp.append(try item.truth())
      }
    }
    .note("For each dimension, true if the values of several categories add up to their combined value.")
    JSONField("separateSeries", list: \.separateSeries, .list(of: .index { $0.series }))
      .note("The series whose values do not add up although those of others do. Absent for none.")
    JSONField("ranges", list: \.ranges, .list(of: CategoryRange.fields.form))
      .note("The author's ranges of categories. Their values follow those of the categories. Absent if none exist.")
    JSONField("keepsTrendHeight", \.keepsTrendHeight, .truth, unless: false)
      .note("True if space is reserved for trends even if no value has one. Absent if false.")
    JSONField("items", .array(of: ChartSummaryItem.fields.schema)) { _, writer in
      guard let model = writer.model else { return }
      let categories = (0..<model.categoryCount).compactMap { model.summary(ofCategory: $0) }
      let items = [model.summaryOfWhole].compactMap(\.self) + categories + model.summariesOfRanges
      writer.lines(items.count, indent: "      ") { ChartSummaryItem.fields.write(items[$1], &$0) }
    }
    .reading { object, _, _ throws(AugerError) in _ = try object.required("items").items() }
  }

  @Sendable private static func readWhole(
    _ object: JSONObject, _ summary: inout ChartSummary, _ reader: inout JSONFieldReader
  ) throws(AugerError) {
    let (usual, series) = (reader.shape.valueTypes, reader.shape.series)
    let exact = try object["exactWhole"]?.items(usual.count)
    let types = try object["wholeTypes"]?.items(usual.count)
    for (dimension, list) in try object.required("whole").items(usual.count).enumerated() {
      let exact = try exact?[dimension].items(series)
      let types = try types?[dimension].items(series)
      var values: [Scalar] = []
      for (series, item) in try list.items(series).enumerated() {
        let type = types.flatMap { $0[series].isNull ? nil : $0[series] }
        values.append(try reader.single(item, known: usual[dimension], type: type, exact: exact?[series]))
      }
      summary.whole.append(values)
    }
  }

  /// Notes for each value, or no key if no value has a note.
  private static func notes(
    _ key: String, _ note: @escaping @Sendable (Scalar, DataType) -> String?
  ) -> JSONField<ChartSummary> {
    JSONField(key, .array(of: .ref("textRow"))) { summary, writer in
      writer.line(summary.whole.indices) { writer, dimension in
        let (values, type) = (summary.whole[dimension], writer.shape.valueTypes[dimension])
        writer.line(values.indices) { $0.text(note(values[$1], type)) }
      }
    }
    .when { summary, shape in
      zip(summary.whole, shape.valueTypes).contains { values, type in
        values.contains { note($0, type) != nil }
      }
    }
  }
}

extension ChartSummaryItem {
  fileprivate static let fields = FieldTable<ChartSummaryItem> {
    JSONField("category", ["type": "integer", "minimum": -1]) { $1.out.number(Int64($0.categories.first ?? -1)) }
    JSONField.computed("lastCategory", .count) { item, _ in item.categories.count > 1 ? item.categories.last : nil }
      .note("The last category of a range. Absent for the whole and for one category.")
    JSONField("title", \.title, .text)
    JSONField("values", .array(of: .ref("number"))) { item, writer in
      writer.line(item.values.indices) { $0.out.scalar(item.values[$1]) }
    }
    JSONField("exact", .ref("textRow")) { item, writer in
      writer.line(item.values.indices) { $0.text(ExactText.text(item.values[$1])) }
    }
    .when { item, _ in item.values.contains { ExactText.text($0) != nil } }
    JSONField("texts", \.texts, .texts)
    JSONField("trend", optional: \.trend, .number).note(
      .second("The first value divided by the last, minus 1. Absent if 0 or undefined."))
    JSONField.computed("trendText", .text) { item, _ in item.trend == nil ? nil : item.trendText }
    JSONField("isGood", optional: \.isGood, .truth)
    JSONField("isEnabled", \.isEnabled, .truth).note(.second("True if selecting the item drills down."))
  }
}

extension ChartTable {
  static let fields = FieldTable(ChartTable(columns: []), indent: 4, hasLines: true) {
    JSONField("columns", \.columns, .list(of: Column.fields.form, indent: "      "))
      .reading { object, table, reader throws(AugerError) in
        reader.shape.rows = nil
        for item in try object.required("columns").items() {
          table.columns.append(try Column.fields.form.read(item, &reader))
          reader.shape.rows = table.rowCount
        }
      }
  }
}

extension ChartTable.Column {
  static let fields = FieldTable(
    ChartTable.Column(title: "", cells: Column([Double]())), indent: 8, closing: " }"
  ) {
    JSONField("title", \.title, .text)
    JSONField("type", .ref("type")) { $1.out.string($0.cells.type.description) }
    JSONField.format(\.format)
    JSONField("isHeader", \.isHeader, .truth).note(.second("True if the column names the rows."))
    JSONField.column("values", .array(of: .ref("value"))) { $0.cells }
      .reading { object, column, reader throws(AugerError) in
        let value = try object.required("values")
        let written = try value.indices().count
        column.cells = try reader.column(
          value, try object.required("type").type(), reader.shape.rows ?? written, exact: object["exact"])
      }
      .required.line
    JSONField.exact("exact") { $0.cells }.line
    JSONField("texts", \.texts, .texts).reading { object, column, _ throws(AugerError) in
      column.texts = try object.required("texts").texts(column.cells.count)
    }
    .line
    JSONField.computed("colors", .written(.array(of: .optionalText)) { $1.texts($0[...]) }) { column, _ in column.colors
    }
    .reading { object, column, _ throws(AugerError) in
      column.colors = try object["colors"]?.optionalTexts(column.cells.count)
    }
    .comparing { sameTexts($0.colors, $1.colors) }.line.note(
      "The color of each cell: a name or #rrggbb. Null for the default. Absent if all are null.")
    JSONField("charts", .array(of: ["type": ["object", "null"]])) { column, writer in
      let charts = column.charts ?? []
      writer.lines(charts.count, indent: "          ") { writer, row in
        guard let chart = charts[row] else { return writer.out.null() }
        writer.out.append(ChartJSON().object(of: chart))
      }
    }
    .when { column, _ in column.charts != nil }
    .reading { object, column, reader throws(AugerError) in
      guard let value = object["charts"] else { return }
      var charts: [ChartModel?] = []
      for item in try value.items(column.cells.count) {
        charts.append(item.isNull ? nil : try ChartModel.form.read(item, &reader))
      }
      column.charts = charts
    }
    .comparing { $0.charts == $1.charts }.line.note(
      "Small charts in the cells, in this format. Null for none. Absent if all are null.")
  }
}
