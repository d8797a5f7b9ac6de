import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Reads one model from what `ChartJSONWriter` wrote; keys may stand in any order. What can be computed of the rest -
/// texts, statistics, the items of a summary - is left unread.
struct ChartJSONReader {
  /// Numbers that are not finite, for which the writer has added a warning.
  var notFinite = 0

  private static let keys = [
    "schema", "chart", "axes", "categories", "series", "seriesColumn", "seriesTitle", "seriesType", "dimensions",
    "values", "exact", "texts", "items", "colors", "annotations", "baseline", "exactBaseline", "baselineTypes",
    "layers", "forecast", "diagram", "graph", "incompletePeriod", "outliers", "multiplesTitle", "multiples", "summary",
    "table",
    "statistics", "zoom", "thresholds", "state", "drill", "display", "receipt", "warnings",
  ]

  /// The model of a whole text.
  static func model(_ bytes: [UInt8]) throws(AugerError) -> ChartModel {
    let root = JSONValue(tape: try JSONTape(bytes), index: 0)
    let model = try chart(root)
    do throws(AugerError) {
      try model.validate()
    } catch {
      throw root.failure(error.message, hint: error.hint)
    }
    return model
  }

  /// A chart, by itself or inside of another.
  static func chart(_ value: JSONValue) throws(AugerError) -> ChartModel {
    // Another version may have other keys.
    for (key, member) in try value.members() where value.tape.isText(key, "schema") {
      let name = try member.text()
      guard name == ChartJSON.schemaName else {
        throw member.failure("'\(name)' cannot be read", hint: "This reads '\(ChartJSON.schemaName)'.")
      }
    }
    let object = try value.object(keys)
    _ = try object.required("schema")
    var reader = ChartJSONReader()
    return try reader.chart(object)
  }

  private mutating func chart(_ object: JSONObject) throws(AugerError) -> ChartModel {
    let seriesType = try (object["seriesType"] ?? object["seriesColumn"].flatMap { Self.member($0, "type") })?.type()
    let series = try self.series(try object.required("series"), seriesType)
    var dimensions = try self.dimensions(try object.required("dimensions"))
    let types = dimensions.map(\.cells.type)
    let levels = try self.levels(try object.required("categories"), types, series.count)
    let items = try object["items"].map { value throws(AugerError) in
      try self.items(value, levels[0].values.type, types, series.count)
    }
    if items == nil {
      let cells = try grid(
        try object.required("values"), types, rows: series.count, columns: levels[0].count, exact: object["exact"])
      for index in dimensions.indices { dimensions[index].cells = cells[index] }
    } else {
      for key in ["values", "exact", "texts"] {
        if let value = object[key] { throw value.failure("a chart of items has no \(key)") }
      }
    }
    var model = ChartModel(
      name: "", type: .column, levels: levels, series: series, dimensions: dimensions, items: items,
      display: try display(try object.required("display")))
    model.seriesType = seriesType
    try readChart(try object.required("chart"), into: &model)
    try readSeriesColumn(object, into: &model)
    try readValues(object, into: &model)
    try readKinds(object, into: &model)
    try readState(object, into: &model)
    _ = try object.required("statistics").indices()
    _ = try object["texts"]?.items(dimensions.count)
    model.warnings = try warnings(try object.required("warnings"))
    return model
  }

  private static func member(_ value: JSONValue, _ key: String) -> JSONValue? {
    (try? value.members())?.first { value.tape.isText($0.key, key) }?.value
  }

  private func readChart(_ value: JSONValue, into model: inout ChartModel) throws(AugerError) {
    let chart = try value.object([
      "name", "title", "subtitle", "status", "context", "type", "stacking", "valueAxis", "theme", "locale", "timeZone",
    ])
    model.name = try chart.text("name")
    model.title = try chart.text("title")
    model.subtitle = try chart.optionalText("subtitle")
    model.status = try chart.optionalText("status")
    model.type = try chart.required("type").choice()
    model.chosenStacking = try chart["stacking"]?.choice()
    model.valueAxis = try chart["valueAxis"]?.choice() ?? .linear
    model.theme = try chart["theme"]?.text()
    model.locale = ChartLocale(try chart.text("locale"), timeZone: try chart.text("timeZone"))
    for part in try chart["context"]?.items() ?? [] {
      let part = try part.object(["kind", "title", "text"])
      model.context.parts.append(
        ChartContext.Part(
          try part.required("kind").choice(), title: try part.optionalText("title"), text: try part.text("text")))
    }
  }

  private func readSeriesColumn(_ object: JSONObject, into model: inout ChartModel) throws(AugerError) {
    guard let value = object["seriesColumn"] else {
      model.seriesTitle = try object.optionalText("seriesTitle")
      return
    }
    for key in ["seriesTitle", "seriesType"] {
      if let other = object[key] { throw other.failure("belongs to 'seriesColumn'") }
    }
    let column = try value.object(["column", "title", "type"])
    model.seriesColumn = try column.text("column")
    model.seriesTitle = try column.text("title")
  }

  private mutating func series(_ value: JSONValue, _ type: DataType?) throws(AugerError) -> [ChartSeries] {
    var series: [ChartSeries] = []
    for item in try value.items() {
      let item = try item.object(["value", "exact", "type", "label", "layer"])
      let value = try single(item.required("value"), known: type, type: item["type"], exact: item["exact"])
      series.append(
        ChartSeries(value: value, label: try item.text("label"), layer: try item.required("layer").whole(0...(.max))))
    }
    return series
  }

  /// Of no cells yet.
  private func dimensions(_ value: JSONValue) throws(AugerError) -> [ValueDimension] {
    var dimensions: [ValueDimension] = []
    for item in try value.items() {
      let item = try item.object(["sequence", "title", "type", "format", "currencyCode", "unit"])
      let type = try item.required("type")
      guard try type.type().isNumeric else { throw type.failure("values are numbers: int, float or decimal(…)") }
      dimensions.append(
        ValueDimension(
          sequence: try item.required("sequence").whole(1...(.max)), title: try item.text("title"),
          format: try Self.format(item), unit: try item.optionalText("unit"),
          cells: try Column(try type.type(), [Scalar]())))
    }
    guard !dimensions.isEmpty else { throw value.failure("a chart has at least one value") }
    return dimensions
  }

  private mutating func levels(
    _ value: JSONValue, _ types: [DataType], _ seriesCount: Int
  ) throws(AugerError) -> [CategoryLevel] {
    var levels: [CategoryLevel] = []
    for (number, item) in try value.items().enumerated() {
      let object = try item.object([
        "level", "column", "title", "type", "format", "currencyCode", "values", "exact", "labels", "firstChild",
        "lastChild", "upperEdges", "edgeType", "exactEdges", "axis", "other", "cells", "cellTypes", "exactCells",
      ])
      let index = try object.required("level")
      guard try index.whole(0...(.max)) == number else { throw index.failure("is not \(number), its place") }
      let values = try object.required("values")
      let count = try values.indices().count
      var level = CategoryLevel(
        column: try object.text("column"), title: try object.text("title"),
        values: try column(values, try object.required("type").type(), count, exact: object["exact"]),
        labels: try object.required("labels").texts(count), format: try Self.format(object))
      let finer = levels.last?.count ?? 0
      if let first = object["firstChild"] {
        level.firstChild = try first.items(count).map { item throws(AugerError) in
          Int32(clamping: try item.whole(0...finer))
        }
      }
      if let last = object["lastChild"] {
        level.lastChild = try last.items(count).map { item throws(AugerError) in
          Int32(clamping: try item.whole(-1...max(0, finer - 1)))
        }
      }
      if let edges = object["upperEdges"] {
        level.upperEdges = try column(
          edges, try object["edgeType"]?.type() ?? level.values.type, count, exact: object["exactEdges"])
      }
      level.axis = try object["axis"]?.choice() ?? .linear
      level.other = try object["other"]?.index(below: count)
      if let cells = object["cells"] {
        level.cells = try grid(
          cells, try self.types(object["cellTypes"], types), rows: seriesCount, columns: count,
          exact: object["exactCells"])
      }
      levels.append(level)
    }
    guard !levels.isEmpty else { throw value.failure("a chart has at least one category level") }
    return levels
  }

  private mutating func items(
    _ value: JSONValue, _ categoryType: DataType, _ types: [DataType], _ seriesCount: Int
  ) throws(AugerError) -> ChartItems {
    let object = try value.object([
      "category", "series", "values", "categoryType", "types", "exactCategory", "exact",
    ])
    let category = try object.required("category")
    let count = try category.indices().count
    let itemTypes = try self.types(object["types"], types)
    return ChartItems(
      category: try column(
        category, try object["categoryType"]?.type() ?? categoryType, count, exact: object["exactCategory"]),
      series: try object.required("series").shortIndices(count, below: seriesCount),
      values: try columns(try object.required("values"), itemTypes, count, exact: object["exact"]))
  }

  private func display(_ value: JSONValue) throws(AugerError) -> ChartDisplay {
    let object = try value.object(ChartDisplay.Part.allCases.map(\.rawValue))
    var display = ChartDisplay()
    for part in ChartDisplay.Part.allCases { display[part] = try object.required(part.rawValue).truth() }
    return display
  }

  private func warnings(_ value: JSONValue) throws(AugerError) -> [Warning] {
    var warnings: [Warning] = []
    for item in try value.items() {
      let item = try item.object(["code", "message", "count", "firstPlace"])
      warnings.append(
        Warning(
          Diagnostic.Code(try item.text("code")), try item.text("message"),
          count: try item.required("count").whole(1...(.max)), firstPlace: try item["firstPlace"]?.text()))
    }
    // The writer's own, which it adds again.
    if notFinite > 0, warnings.last?.code == .notFinite { warnings.removeLast() }
    return warnings
  }
}

/// What many parts of a chart have.
extension ChartJSONReader {
  /// Of an object that may have a format and the code of its currency.
  static func format(_ object: JSONObject) throws(AugerError) -> ValueFormat? {
    guard let value = object["format"] else {
      if let code = object["currencyCode"] { throw code.failure("is of no format") }
      return nil
    }
    let name = try value.text()
    let format: ValueFormat?
    do throws(DiagnosticError) {
      format = try ValueFormat.parse(name)
    } catch {
      throw value.failure("there is no format '\(name)'")
    }
    guard let format else { throw value.failure("a format has a name") }
    guard let code = object["currencyCode"] else { return format }
    guard case .currency = format else { throw code.failure("only 'Currency' has a code") }
    return .currency(code: try code.text())
  }

  mutating func column(
    _ value: JSONValue, _ type: DataType, _ count: Int, exact: JSONValue?
  ) throws(AugerError) -> Column {
    var builder = ColumnBuilder(type)
    try value.append(count, exact: exact, to: &builder, notFinite: &notFinite)
    return builder.finish()
  }

  /// A list for each column.
  mutating func columns(
    _ value: JSONValue, _ types: [DataType], _ count: Int, exact: JSONValue?
  ) throws(AugerError) -> [Column] {
    let lists = try value.items(types.count)
    let texts = try exact?.items(types.count)
    var columns: [Column] = []
    for (index, list) in lists.enumerated() {
      columns.append(try column(list, types[index], count, exact: texts?[index]))
    }
    return columns
  }

  /// A list for each column, in it one for each row: a series.
  mutating func grid(
    _ value: JSONValue, _ types: [DataType], rows: Int, columns count: Int, exact: JSONValue?
  ) throws(AugerError) -> [Column] {
    let lists = try value.items(types.count)
    let texts = try exact?.items(types.count)
    var columns: [Column] = []
    for (index, list) in lists.enumerated() {
      columns.append(try rowByRow(list, types[index], rows: rows, columns: count, exact: texts?[index]))
    }
    return columns
  }

  /// A column whose values stand in a list for each row: a series.
  mutating func rowByRow(
    _ value: JSONValue, _ type: DataType, rows: Int, columns count: Int, exact: JSONValue?
  ) throws(AugerError) -> Column {
    var builder = ColumnBuilder(type)
    let texts = try exact?.items(rows)
    for (row, list) in try value.items(rows).enumerated() {
      try list.append(count, exact: texts?[row], to: &builder, notFinite: &notFinite)
    }
    return builder.finish()
  }

  /// One type for each column, where they are not the usual.
  func types(_ value: JSONValue?, _ usual: [DataType]) throws(AugerError) -> [DataType] {
    guard let value else { return usual }
    var types: [DataType] = []
    for item in try value.items(usual.count) { types.append(try item.type()) }
    return types
  }

  mutating func single(
    _ value: JSONValue, known: DataType?, type: JSONValue?, exact: JSONValue?
  ) throws(AugerError) -> Scalar {
    let scalar = try value.single(known: known, type: type, exact: exact)
    if case .float(let number) = scalar, !number.isFinite { notFinite += 1 }
    return scalar
  }

  /// The values of an object that have notes beside them; absent ones are left out.
  mutating func singles(
    _ object: JSONObject, _ keys: [String], known: DataType? = nil
  ) throws(AugerError) -> [String: Scalar] {
    let types = try object["types"]?.object(keys)
    let exact = try object["exact"]?.object(keys)
    var values: [String: Scalar] = [:]
    for key in keys {
      guard let value = object[key] else {
        if let note = types?[key] ?? exact?[key] { throw note.failure("is about a value that is absent") }
        continue
      }
      values[key] = try single(value, known: known, type: types?[key], exact: exact?[key])
    }
    return values
  }
}
