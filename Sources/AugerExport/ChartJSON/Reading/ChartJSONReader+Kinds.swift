import AugerCharts
import AugerColumns
import AugerDiagnostics

/// What only some charts have beside their values.
extension ChartJSONReader {
  /// What is parallel to the cells or items.
  mutating func readValues(_ object: JSONObject, into model: inout ChartModel) throws(AugerError) {
    let (rows, width) = (model.series.count, model.categoryCount)
    if let value = object["baseline"] {
      let usual = (model.items?.values ?? model.dimensions.map(\.cells)).map(\.type)
      let types = try self.types(object["baselineTypes"], usual)
      let exact = object["exactBaseline"]
      model.baseline =
        if let items = model.items {
          try columns(value, types, items.count, exact: exact)
        } else {
          try grid(value, types, rows: rows, columns: width, exact: exact)
        }
    }
    if let value = object["colors"] {
      if let items = model.items {
        model.colors = try value.optionalTexts(items.count)
      } else {
        var colors: [String?] = []
        for row in try value.items(rows) { colors += try row.optionalTexts(width) }
        model.colors = colors
      }
    }
    if let value = object["forecast"] { model.forecast = try forecast(value, rows, width) }
    if let value = object["outliers"] {
      let object = try value.object(["categories", "series", "values", "type", "exact"])
      let values = try object.required("values")
      let count = try values.indices().count
      model.outliers = ChartOutliers(
        categories: try object.required("categories").shortIndices(count, below: width),
        series: try object.required("series").shortIndices(count, below: rows),
        values: try column(
          values, try object["type"]?.type() ?? model.dimensions[0].cells.type, count, exact: object["exact"]))
    }
  }

  private mutating func forecast(
    _ value: JSONValue, _ rows: Int, _ width: Int
  ) throws(AugerError) -> ChartForecast {
    let object = try value.object([
      "method", "confidence", "errors", "exactErrors", "low", "high", "exactLow", "exactHigh", "types",
    ])
    let types = try self.types(object["types"], [.float64, .float64])
    let errors = try column(try object.required("errors"), .float64, rows, exact: object["exactErrors"])
    return ChartForecast(
      method: try object.text("method"), confidence: try object.required("confidence").number(),
      low: try rowByRow(
        try object.required("low"), types[0], rows: rows, columns: width, exact: object["exactLow"]),
      high: try rowByRow(
        try object.required("high"), types[1], rows: rows, columns: width, exact: object["exactHigh"]),
      errors: errors.scalars.map(\.doubleValue))
  }

  mutating func readKinds(_ object: JSONObject, into model: inout ChartModel) throws(AugerError) {
    for item in try object["layers"]?.items() ?? [] { model.layers.append(try layer(item)) }
    if let value = object["diagram"] { model.diagram = try diagram(value) }
    if let value = object["graph"] { model.graph = try graph(value, model.categoryCount, model.series.count) }
    if let value = object["incompletePeriod"] {
      let object = try value.object(["category", "lastDay", "end"])
      model.incompletePeriod = IncompletePeriod(
        category: try object.required("category").index(below: max(1, model.categoryCount)),
        lastDay: try Self.day(try object.required("lastDay")), end: try Self.day(try object.required("end")))
    }
    model.multiplesTitle = try object.optionalText("multiplesTitle")
    for item in try object["multiples"]?.items() ?? [] {
      let item = try item.object(["value", "label", "chart", "types", "exact"])
      let value = try singles(item, ["value"])["value"]
      model.multiples.append(
        ChartMultiple(
          value: try Self.value(value, item, "value"), label: try item.text("label"),
          model: try Self.chart(try item.required("chart"))))
    }
    if let value = object["summary"] { model.summary = try summary(value, model) }
    if let value = object["table"] { model.table = try table(value) }
  }

  /// A value that must be there.
  private static func value(_ value: Scalar?, _ object: JSONObject, _ key: String) throws(AugerError) -> Scalar {
    guard let value else { throw object.value.failure("key '\(key)' is missing") }
    return value
  }

  private static func day(_ value: JSONValue) throws(AugerError) -> CivilDate {
    guard case .date(let date) = try value.scalar(.date) else { throw value.failure("must be a date") }
    return date
  }

  private func layer(_ value: JSONValue) throws(AugerError) -> ChartLayer {
    let object = try value.object(["name", "title", "type", "axis", "valueTitle", "format", "currencyCode", "unit"])
    var layer = ChartLayer(
      name: try object.text("name"), title: try object.text("title"), type: try object.required("type").choice(),
      axis: try object.required("axis").choice(), valueTitle: try object.text("valueTitle"),
      format: try Self.format(object))
    layer.unit = try object.optionalText("unit")
    return layer
  }

  private mutating func diagram(_ value: JSONValue) throws(AugerError) -> ChartDiagram {
    let object = try value.object(["root", "nodes"])
    let items = try object.required("nodes").items()
    let root = try object.required("root").index(below: items.count)
    var nodes: [ChartDiagram.Node] = []
    for (number, item) in items.enumerated() {
      let node = try item.object([
        "name", "text", "value", "actual", "target", "valueText", "targetText", "parents", "isSet", "isChanged",
        "charts", "types", "exact",
      ])
      let values = try singles(node, ["value", "actual", "target"])
      nodes.append(
        ChartDiagram.Node(
          name: try node.text("name"), text: try node.text("text"),
          value: try Self.value(values["value"], node, "value"),
          actual: try Self.value(values["actual"], node, "actual"),
          target: try Self.value(values["target"], node, "target"), valueText: try node.text("valueText"),
          targetText: try node.text("targetText"), parents: try node.required("parents").indices(below: items.count),
          isRoot: number == root, isSet: try node.required("isSet").truth(),
          charts: try node.required("charts").texts()))
      _ = try node.required("isChanged").truth()
    }
    return ChartDiagram(nodes: nodes)
  }

  private mutating func graph(_ value: JSONValue, _ nodes: Int, _ series: Int) throws(AugerError) -> ChartGraph {
    let object = try value.object([
      "sources", "targets", "series", "weights", "exact", "weight", "sourceTitle", "targetTitle",
    ])
    let sources = try object.required("sources").shortIndices(below: nodes)
    let weight = try object.required("weight").object([
      "title", "sequence", "type", "format", "currencyCode", "unit",
    ])
    return ChartGraph(
      sources: sources, targets: try object.required("targets").shortIndices(sources.count, below: nodes),
      series: try object.required("series").shortIndices(sources.count, below: series),
      weight: ValueDimension(
        sequence: try weight["sequence"]?.whole(1...(.max)) ?? 1, title: try weight.text("title"),
        format: try Self.format(weight), unit: try weight.optionalText("unit"),
        cells: try column(
          try object.required("weights"), try weight.required("type").type(), sources.count, exact: object["exact"])),
      sourceTitle: try object.text("sourceTitle"), targetTitle: try object.text("targetTitle"))
  }

  private mutating func summary(_ value: JSONValue, _ model: ChartModel) throws(AugerError) -> ChartSummary {
    let object = try value.object([
      "title", "titles", "polarity", "whole", "exactWhole", "wholeTypes", "addsUp", "items",
    ])
    _ = try object.required("titles").texts()
    _ = try object.required("items").items()
    let usual = (model.items?.values ?? model.dimensions.map(\.cells)).map(\.type)
    let exact = try object["exactWhole"]?.items(usual.count)
    let types = try object["wholeTypes"]?.items(usual.count)
    var whole: [[Scalar]] = []
    for (dimension, list) in try object.required("whole").items(usual.count).enumerated() {
      let exact = try exact?[dimension].items(model.series.count)
      let types = try types?[dimension].items(model.series.count)
      var values: [Scalar] = []
      for (series, item) in try list.items(model.series.count).enumerated() {
        let type = types.flatMap { $0[series].isNull ? nil : $0[series] }
        values.append(try single(item, known: usual[dimension], type: type, exact: exact?[series]))
      }
      whole.append(values)
    }
    var addsUp: [Bool] = []
    for item in try object.required("addsUp").items(usual.count) { addsUp.append(try item.truth()) }
    return ChartSummary(
      title: try object.text("title"), whole: whole, addsUp: addsUp, polarity: try object["polarity"]?.choice())
  }

  private mutating func table(_ value: JSONValue) throws(AugerError) -> ChartTable {
    var columns: [ChartTable.Column] = []
    for item in try value.object(["columns"]).required("columns").items() {
      let object = try item.object([
        "title", "type", "format", "currencyCode", "isHeader", "values", "exact", "texts", "colors", "charts",
      ])
      let values = try object.required("values")
      let written = try values.indices().count
      let count = columns.first?.cells.count ?? written
      var column = ChartTable.Column(
        title: try object.text("title"), isHeader: try object.required("isHeader").truth(),
        cells: try column(values, try object.required("type").type(), count, exact: object["exact"]),
        texts: try object.required("texts").texts(count), format: try Self.format(object))
      column.colors = try object["colors"]?.optionalTexts(count)
      if let charts = object["charts"] {
        var models: [ChartModel?] = []
        for item in try charts.items(count) { models.append(item.isNull ? nil : try Self.chart(item)) }
        column.charts = models
      }
      columns.append(column)
    }
    return ChartTable(columns: columns)
  }
}
