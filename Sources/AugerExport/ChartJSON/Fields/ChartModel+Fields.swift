import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Chart JSON, `auger.chart/1`: the keys of a chart in output order.
extension ChartModel {
  static let fields = FieldTable(
    blank, indent: 2, hasLines: true,
    listed: [
      "annotations": "plot", "colors": "annotations", "items": "baselineTypes", "diagram": "summary",
      "multiplesTitle": "graph", "multiples": "multiplesTitle",
    ], rules: [JSONNode.Member(name: "oneOf", value: [["required": ["values"]], ["required": ["items"]]])]
  ) {
    JSONField("schema", ["const": .text(ChartJSON.schemaName)]) { $1.out.string(ChartJSON.schemaName) }
      .reading { object, _, _ throws(AugerError) in _ = try object.required("schema") }
    JSONField("chart", part: \.self, head)
    JSONField("axes", \.axes, ChartAxes.fields.form.described(by: .ref("axes")), unless: ChartAxes())
    JSONField("plot", \.plot, PlotOptions.fields.form, unless: PlotOptions())
      .note("The author's options for the legend and the marks. Absent if none exist.")
    categories
    JSONField("series", \.series, seriesList).reading { object, model, reader throws(AugerError) in
      model.seriesType = try (object["seriesType"] ?? object["seriesColumn"]?.member("type"))?.type()
      reader.shape.seriesType = model.seriesType
      model.series = try seriesList.read(try object.required("series"), &reader)
      reader.shape.series = model.series.count
    }
    .first.note(
      "The series. A chart without a series column has one, with the value null. Empty if a series column has no rows.")
    seriesNames
    JSONField("dimensions", \.dimensions, dimensionList).reading { object, model, reader throws(AugerError) in
      let value = try object.required("dimensions")
      model.dimensions = try dimensionList.read(value, &reader)
      guard !model.dimensions.isEmpty else { throw value.failure("a chart has at least one value") }
      reader.shape.types = model.dimensions.map(\.cells.type)
    }
    .first.note("The dimensions, ordered by sequence. Each has one value for each pair of series and category.")
    cells
    JSONField("items", optional: \.items, ChartItems.fields.form).reading { object, model, reader throws(AugerError) in
      model.items = try object["items"].map { value throws(AugerError) in
        try ChartItems.fields.form.read(value, &reader)
      }
      reader.shape = ChartShape(model)
    }
    .note("Data items, which are never aggregated and replace values. Each list has one entry for each item.")
    colorField
    styles
    JSONField("annotations", list: \.annotations, .list(of: ChartModel.Annotation.fields.form, indent: "    "))
      .described(by: .ref("annotations"))
    JSONField("markup", list: \.markup, .list(of: ChartMarkup.form)).note(
      "The marks that a sender added, such as 'arrow 0.2,0.3 0.5,0.6: Peak', in drawing order. Absent if none exist.")
    baselines
    JSONField("layers", list: \.layers, .list(of: ChartLayer.fields.form, indent: "    "))
      .note("The charts of an overlay. The layer of a series is an index in this list. Absent in other charts.")
    kinds
    JSONField("statistics", statisticsSchema) { model, writer in
      writer.lines(model.layerCount, indent: "    ") { writer, layer in
        writer.line(model.dimensions.indices) {
          ValueStatistics.fields.write(model.statistics(dimension: $1, layer: layer), &$0)
        }
      }
    }
    .reading { object, _, _ throws(AugerError) in _ = try object.required("statistics").indices() }
    surroundings
  }

  /// The initial chart of a reader.
  private static var blank: ChartModel { ChartModel(name: "", type: .column, levels: [], dimensions: []) }

  /// A chart inside another one. It counts its own non-finite numbers.
  static let form = JSONForm<ChartModel>(schema: ["type": "object"]) {
    $1.out.append(ChartJSON(includesTexts: $1.shape.includesTexts).object(of: $0))
  } read: { value, _ throws(AugerError) in
    try ChartJSON.chart(value)
  } isSame: {
    $0 == $1
  }

  private static let head = FieldTable(blank, listed: ["stacking": "valueAxis"]) {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text)
    JSONField("subtitle", \.subtitle, .text, unless: "")
    JSONField("status", \.status, .text, unless: "").note(
      .second("A message next to the subtitle, such as the age of the data. Absent if empty."))
    JSONField("context", list: \.context.parts, .list(of: ChartContext.Part.fields.form))
      .note("The filters and changes of the data, formatted for display. Absent if none exist.")
    JSONField("type", \.type, .choice)
    JSONField("stacking", optional: \.chosenStacking, .choice)
      .note("The stacking that the author chose. Absent for the default of the type (StackedBar: stacked).")
    JSONField("valueAxis", \.valueAxis, .choice, unless: .linear)
      .note("The scale of the value axis. Absent if it is linear.")
    JSONField("theme", optional: \.theme, .text).note(.second("The theme that the author chose: dark. Absent if none."))
    JSONField("locale", \.locale.identifier, .text).note(.second("The locale of labels and formatted values: en_US."))
    JSONField("timeZone", \.locale.timeZone, .text).note(.second("The time zone in which timestamps are shown: UTC."))
  }

  // MARK: Categories and series

  private static let categories = JSONField<ChartModel>(
    "categories", .array(of: .ref("level"), atLeast: 1)
  ) { model, writer in
    writer.lines(model.levels.count, indent: "    ") { writer, number in
      writer.shape.level = number
      CategoryLevel.fields.write(model.levels[number], &writer)
    }
  }
  .reading { object, model, reader throws(AugerError) in
    let value = try object.required("categories")
    for (number, item) in try value.items().enumerated() {
      (reader.shape.level, reader.shape.finer) = (number, model.levels.last?.count ?? 0)
      model.levels.append(try CategoryLevel.fields.form.read(item, &reader))
    }
    guard !model.levels.isEmpty else { throw value.failure("a chart has at least one category level") }
    (reader.shape.categories, reader.shape.levelType) = (model.categoryCount, model.levels[0].values.type)
  }
  .comparing { $0.levels.elementsEqual($1.levels, by: CategoryLevel.fields.isSame) }
  .note("The category levels, from the finest (level 0) to the coarsest.")

  private static let seriesList = JSONForm<[ChartLabel]>.list(of: ChartLabel.fields.form, indent: "    ")

  private static let dimensionList = JSONForm<[ValueDimension]>.list(
    of: ValueDimension.fields.form, indent: "    ", atLeast: 1)

  private static let seriesColumnFields = FieldTable(blank) {
    JSONField("column", optional: \.seriesColumn, .text).reading { object, model, _ throws(AugerError) in
      model.seriesColumn = try object.text("column")
    }
    .required
    JSONField("title", \.seriesTitle, .text)
    JSONField.computed("type", .type) { model, _ in model.seriesType }
      .note("The type of its values. Absent if unknown.")
  }

  @FieldTable<ChartModel>.Builder private static var seriesNames: [JSONField<ChartModel>] {
    JSONField("seriesColumn", seriesColumnFields.schema, write: seriesColumnFields.write)
      .when { model, _ in model.seriesColumn != nil }
      .reading { object, model, reader throws(AugerError) in
        guard let value = object["seriesColumn"] else { return }
        for key in ["seriesTitle", "seriesType"] {
          if let other = object[key] { throw other.failure("belongs to 'seriesColumn'") }
        }
        try seriesColumnFields.read(value, into: &model, &reader)
      }
      .comparing { same($0.seriesColumn, $1.seriesColumn) { Name($0) == Name($1) } }
      .note("The column whose values are the series. Absent if the chart has no series column.")
    JSONField.computed("seriesTitle", .text) { model, _ in
      model.seriesColumn == nil && !model.seriesTitle.isEmpty ? model.seriesTitle : nil
    }
    .reading { object, model, _ throws(AugerError) in
      if let title = object["seriesTitle"] { model.seriesTitle = try title.text() }
    }
    .comparing { Name($0.seriesTitle) == Name($1.seriesTitle) }.note(
      "The title of the series of a chart without a series column. Absent if empty.")
    JSONField.computed("seriesType", .type) { model, _ in model.seriesColumn == nil ? model.seriesType : nil }
      .comparing { $0.seriesType == $1.seriesType }.note(
        "The type of the series values of a chart without a series column. Absent if unknown.")
  }

  // MARK: Values

  @FieldTable<ChartModel>.Builder private static var cells: [JSONField<ChartModel>] {
    // The cells are compared with their dimensions.
    JSONField.grid("values", .ref("cells"), cellGrid).comparing { _, _ in true }
      .reading { object, model, reader throws(AugerError) in
        guard object["items"] == nil else {
          for key in ["values", "exact", "texts"] {
            if let value = object[key] { throw value.failure("a chart of items has no \(key)") }
          }
          return
        }
        let cells = try reader.grid(
          try object.required("values"), reader.shape.types, columns: model.categoryCount, exact: object["exact"])
        for index in model.dimensions.indices { model.dimensions[index].cells = cells[index] }
      }
    JSONField.exactGrid("exact", .ref("texts"), cellGrid)
      .note("Exact numbers as strings, parallel to values. Null if the JSON number is exact. Absent if all are.")
    JSONField("texts", .ref("texts")) { model, writer in
      writer.lines(model.dimensions.count, indent: "    ") { writer, dimension in
        let cells = model.dimensions[dimension].cells
        writer.lines(model.series.count, indent: "      ") { writer, series in
          var texts = model.columnTexts(dimension: dimension, series: series)
          writer.line(series * model.categoryCount..<(series + 1) * model.categoryCount) {
            if cells.isNull($1) { $0.out.null() } else { $0.out.string(of: $1, by: &texts) }
          }
        }
      }
    }
    .when { $0.items == nil && $1.includesTexts }
    .reading { object, model, _ throws(AugerError) in _ = try object["texts"]?.items(model.dimensions.count) }
    .note("The formatted numbers, parallel to values. Null if the value is null. Absent unless requested.")
  }

  @Sendable private static func cellGrid(_ model: ChartModel) -> (columns: [Column], categories: Int?)? {
    model.items == nil ? (model.dimensions.map(\.cells), model.categoryCount) : nil
  }

  @Sendable private static func baselineGrid(_ model: ChartModel) -> (columns: [Column], categories: Int?)? {
    model.baselineCells.map { ($0, model.items == nil ? model.categoryCount : nil) }
  }

  /// A list for each series, or one list for the items.
  private static let colorField = JSONField<ChartModel>("colors", .ref("colors")) { model, writer in
    let colors = model.colors ?? []
    guard model.items == nil else { return writer.texts(colors[...]) }
    writer.rows(model.categoryCount, indent: "    ") { $0.texts(colors[$1]) }
  }
  .when { model, _ in model.colors != nil }
  .reading { object, model, reader throws(AugerError) in
    guard let value = object["colors"] else { return }
    if let items = model.items {
      model.colors = try value.optionalTexts(items.count)
      return
    }
    var colors: [String?] = []
    for row in try value.items(reader.shape.series) { colors += try row.optionalTexts(reader.shape.categories) }
    model.colors = colors
  }
  .comparing { sameTexts($0.colors, $1.colors) }

  @FieldTable<ChartModel>.Builder private static var baselines: [JSONField<ChartModel>] {
    JSONField.grid("baseline", ["type": "array"], baselineGrid)
      .reading { object, model, reader throws(AugerError) in
        guard let value = object["baseline"] else { return }
        let types = try reader.types(object["baselineTypes"], reader.shape.valueTypes)
        let exact = object["exactBaseline"]
        model.baselineCells =
          if let count = reader.shape.items {
            try reader.columns(value, types, count, exact: exact)
          } else {
            try reader.grid(value, types, columns: reader.shape.categories, exact: exact)
          }
      }
      .note("The values before what-if changes, parallel to values. Items: [dimension][item]. Absent without changes.")
    JSONField.exactGrid("exactBaseline", ["type": "array"], baselineGrid)
      .note("Exact numbers as strings, parallel to baseline. Null if the JSON number is exact. Absent if all are.")
    JSONField.types("baselineTypes", \.baselineCells, usual: \.valueTypes)
      .note("The types of baseline, by dimension. Absent if equal to the types of the values.")
  }

  private static let statisticsSchema = JSONNode.array(of: .array(of: ValueStatistics.fields.schema), atLeast: 1)
    .described(
      by:
        "Extreme values at level 0: statistics[layer][dimension]. A sum is that of a category over the layer's series.")
}

func sameTexts(_ a: [String?]?, _ b: [String?]?) -> Bool {
  same(a, b) { $0.elementsEqual($1) { $0.map { Name($0) } == $1.map { Name($0) } } }
}

func sameColumns(_ a: [Column], _ b: [Column]) -> Bool { a.elementsEqual(b) { $0.isSame(as: $1) } }

extension ValueStatistics {
  fileprivate static let fields = FieldTable<ValueStatistics> {
    JSONField("minimum", .ref("number")) { $1.out.scalar($0.minimum) }
    JSONField("maximum", .ref("number")) { $1.out.scalar($0.maximum) }
    JSONField("minimumSum", .ref("number")) { $1.out.scalar($0.minimumSum) }
    JSONField("maximumSum", .ref("number")) { $1.out.scalar($0.maximumSum) }
  }
}

extension ChartContext.Part {
  fileprivate static let fields = FieldTable(ChartContext.Part(.filter, text: "")) {
    JSONField("kind", \.kind, .choice)
    JSONField("title", \.title, .text, unless: "")
    JSONField("text", \.text, .text)
  }
}

extension ChartLabel {
  static let fields = FieldTable(ChartLabel()) {
    JSONField("value", .ref("value")) { $1.scalar($0.value, of: $1.shape.seriesType) }
      .reading { object, series, reader throws(AugerError) in
        series.value = try reader.single(
          object.required("value"), known: reader.shape.seriesType, type: object["type"], exact: object["exact"])
      }
      .comparing { $0.value == $1.value }
    JSONField.computed("exact", .text) { series, _ in ExactText.text(series.value) }
      .note(.second("The exact number as a string. Absent if value is exact."))
    JSONField.computed("type", .text.described(by: .ref("type"))) {
      WrittenScalar.type(of: $0.value, known: $1.seriesType)
    }
    .note("The type of the value. Absent if it is the type of the series column or can be inferred.")
    JSONField("label", \.text, .text)
    JSONField("layer", \.layer, .count)
  }
}

extension ValueDimension {
  static let fields = FieldTable(ValueDimension(cells: Column([Double]()))) {
    JSONField("sequence", \.sequence, .whole(from: 1))
    JSONField("title", \.title, .text)
    JSONField(
      "type", ["type": "string", "pattern": #"^(int|float|decimal\(\d+,\d+\))$"#]
    ) { $1.out.string($0.cells.type.description) }
    .reading { object, dimension, _ throws(AugerError) in
      let type = try object.required("type")
      guard try type.type().isNumeric else { throw type.failure("values are numbers: int, float or decimal(…)") }
      // The cells are read with the other dimensions.
      dimension.cells = try Column(try type.type(), [Scalar]())
    }
    .comparing { $0.cells.isSame(as: $1.cells) }
    JSONField.format(\.format)
    JSONField.unit(\.unit)
  }
}

extension CategoryLevel {
  static let fields = FieldTable(
    CategoryLevel(column: "", values: Column([String]())), indent: 6, closing: " }"
  ) {
    JSONField("level", .ref("index")) { $1.out.number(Int64($1.shape.level)) }
      .reading { object, _, reader throws(AugerError) in
        let (value, number) = (try object.required("level"), reader.shape.level)
        guard try value.whole(0...(.max)) == number else {
          throw value.failure("must be \(number), its index in the list")
        }
      }
    JSONField("column", \.column, .text)
    JSONField("title", \.title, .text)
    JSONField("type", .ref("type")) { $1.out.string($0.values.type.description) }
    JSONField.format(\.format)
    JSONField.column("values", .array(of: .ref("value"))) { $0.values }
      .reading { object, level, reader throws(AugerError) in
        let values = try object.required("values")
        level.values = try reader.column(
          values, try object.required("type").type(), try values.indices().count, exact: object["exact"])
      }
      .required.line
    JSONField.exact("exact") { $0.values }.line
    JSONField("labels", \.labels, .texts).reading { object, level, _ throws(AugerError) in
      level.labels = try object.required("labels").texts(level.count)
    }
    .line
    JSONField("shortLabels", optional: \.shortLabels, .texts).reading { object, level, _ throws(AugerError) in
      level.shortLabels = try object["shortLabels"]?.texts(level.count)
    }
    .line.note("The labels on the axis, if they are shorter. Empty strings mean no label. Absent if equal to labels.")
    JSONField("firstChild", optional: \.firstChild, .indices { _ in 0 })
      .reading { object, level, reader throws(AugerError) in
        level.firstChild = try object["firstChild"]?.numbers(level.count, from: 0, to: reader.shape.finer)
      }
      .line.note("The index of each category's first child in the next finer level. Absent at level 0.")
    JSONField("lastChild", optional: \.lastChild, .indices { _ in 0 })
      .reading { object, level, reader throws(AugerError) in
        level.lastChild = try object["lastChild"]?.numbers(level.count, from: -1, to: max(0, reader.shape.finer - 1))
      }
      .line.described(by: .array(of: ["type": "integer", "minimum": -1]))
      .note("The index of each category's last child. Less than firstChild if it has no children. Absent at level 0.")
    JSONField.column("upperEdges", .array(of: .ref("number"))) { $0.upperEdges }
      .reading { object, level, reader throws(AugerError) in
        guard let value = object["upperEdges"] else { return }
        level.upperEdges = try reader.column(
          value, try object["edgeType"]?.type() ?? level.values.type, level.count, exact: object["exactEdges"])
      }
      .line.note("The upper edge of each bin of a histogram. Its value is the lower edge. Absent in other charts.")
    JSONField.computed("edgeType", .type) { level, _ in
      level.upperEdges.flatMap { $0.type == level.values.type ? nil : $0.type }
    }
    .note("The type of upperEdges. Absent if equal to type.")
    JSONField.exact("exactEdges") { $0.upperEdges }.line
    JSONField("axis", \.axis, .choice, unless: .linear)
      .note("The scale of the axis, if categories are points of an axis. Absent if it is linear.")
    JSONField("other", optional: \.other, .count).reading { object, level, _ throws(AugerError) in
      level.other = try object["other"]?.index(below: level.count)
    }
    .note(
      "The index of the category that combines all categories that are not shown individually. Absent if none exists.")
    JSONField.grid("cells", .ref("cells"), indent: "        ") { level in level.cells.map { ($0, level.count) } }
      .reading { object, level, reader throws(AugerError) in
        guard let value = object["cells"] else { return }
        level.cells = try reader.grid(
          value, try reader.types(object["cellTypes"], reader.shape.types), columns: level.count,
          exact: object["exactCells"])
      }
      .line
    JSONField.types("cellTypes", \.cells, usual: \.types)
      .line.note("The types of the values, by dimension. Absent if equal to the types in dimensions.")
    JSONField.exactGrid("exactCells", .ref("texts"), indent: "        ") { level in
      level.cells.map { ($0, level.count) }
    }
    .line
  }
}
