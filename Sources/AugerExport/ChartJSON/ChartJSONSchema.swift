import AugerCharts
import AugerDiagnostics

extension ChartJSON {
  /// The JSON Schema (2020-12) of chart JSON, as printed by `auger schema`. `Schemas/auger.chart-1.schema.json` is
  /// identical.
  package static let schema = ChartModel.fields.schema.published(
    as: "auger.chart-1", title: "Auger chart JSON, version 1",
    description: "One computed chart. values[dimension][series][category at level 0], null where there is none.",
    definitions: [
      .indexShape, .valueShape, .warningShape,
      .define("number", ["type": ["number", "null"]]),
      .define("unit", .string, "What numbers are counted in."),
      .define(
        "shares",
        ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number", "minimum": 0, "maximum": 1]],
        "The part in view, as shares of the whole."),
      .define("picks", .array(of: .either(.ref("arguments"), .nothing))),
      .define(
        "type",
        [
          "type": "string",
          "pattern":
            #"^(bool|int|float|decimal\(\d+,\d+\)|string|date|timestamp(\(.+\))?|time|interval|binary)$"#,
        ]),
      .define(
        "textRow", .array(of: .optionalText),
        "Parallel to values: the text of numbers that JSON does not hold, also NaN and [-]Infinity."),
      .define("types", .array(of: .ref("type"))),
      .define(
        "typeNotes", .names(to: .ref("type")),
        "By key, the type of a value beside it that would be taken for another."),
      .define(
        "exactNotes", .names(to: .string),
        "By key, the text of a number beside it that JSON does not hold, also NaN and [-]Infinity."),
      .define(
        "argumentTypes", .names(to: .either(.ref("type"), .array(of: .either(.ref("type"), .nothing)))),
        "By name, the type of what would be taken for another; a list for values of several."),
      .define(
        "pickTypes", .either(.ref("argumentTypes"), .array(of: .ref("argumentTypes"))),
        "As argumentTypes, of all picks or for each."),
      .define(
        "format",
        [
          "type": "string",
          "pattern": "^((Short)?(Month|WeekDay)|(Short|Long)Date|Currency|Percent(age)?|Rounded[0-9]|pattern:.*)$",
        ]),
      .define("currencyCode", ["type": "string", "pattern": "^[A-Z]{3}$"]),
      .define(
        "cells", .array(of: .array(of: .array(of: .ref("number"))), atLeast: 1), "[dimension][series][category]"),
      .define("texts", .array(of: .array(of: .array(of: .optionalText)))),
      .define(
        "arguments", .names(to: .either(.ref("value"), .array(of: .ref("value")), range)),
        "Name to value, list of values, or range. Numbers that JSON does not hold are strings."),
      .define(
        "annotations", .array(of: ChartAnnotation.fields.schema),
        "Lines, bands, boxes and texts at values and categories, as its author wrote them."),
      .define(
        "colors", .array(of: .either(.optionalText, .array(of: .optionalText))),
        "Names or #rrggbb, [series][category] or of each item; null: the colour of the series."),
      .define(
        "multiples", .array(of: ChartMultiple.fields.schema),
        "Small charts of parts of the rows: documents of this schema, of the same categories."),
      .define(
        "axes", ChartAxes.fields.schema,
        "What is said of the axes; absent where nothing is. An overlay may have a second value axis."),
      .define("axis", AxisOptions.fields.schema, "Points are numbers, dates (YYYY-MM-DD) or moments."),
      .define(
        "summary", ChartSummary.fields.schema,
        "What the chart comes to: the whole, whose category is -1, and each category of level 0."),
      .define(
        "incompletePeriod", IncompletePeriod.fields.schema,
        "The last category of dates, where the data end before it does: days, YYYY-MM-DD."),
      .define(
        "outliers", ChartOutliers.fields.schema,
        "What is beyond the whiskers of a box plot of rows: a list item for each value."),
      .define("level", CategoryLevel.fields.schema),
    ])

  private static let range: JSONNode = [
    "type": "object", "required": ["lower", "upper"], "properties": ["lower": .ref("value"), "upper": .ref("value")],
    "additionalProperties": false,
  ]
}

// Definitions that several of the published schemas share.
extension JSONNode.Member {
  static let indexShape = define("index", ["type": "integer", "minimum": 0])

  static let valueShape = define(
    "value", ["type": ["string", "number", "boolean", "null"]],
    #"Dates, times and intervals are ISO 8601 or [-]infinity, bytes \x00ff."#)

  static let warningShape = define("warning", Warning.fields.schema)

  static func define(_ name: String, _ value: JSONNode, _ note: JSONNode.Note? = nil) -> Self {
    JSONNode.Member(name: name, value: note.map { value.described(by: $0) } ?? value)
  }
}

extension JSONNode {
  static let nothing: JSONNode = ["type": "null"]

  static func either(_ nodes: JSONNode...) -> JSONNode { ["anyOf": .list(nodes)] }

  static func names(to value: JSONNode) -> JSONNode { ["type": "object", "additionalProperties": value] }

  /// Returns the schema of an object as a separate file.
  func published(as name: String, title: String, description: String, definitions: [Member]) -> String {
    guard case .object(let members) = self else { return "" }
    let head: [Member] = [
      .define("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .define("$id", .text("\(name).schema.json")), .define("title", .text(title)),
      .define("description", .text(description)),
    ]
    let all = JSONNode.object(head + members + [.define("$defs", .object(definitions))])
    return all.text(.filled(breaking: [".cells.items", ".texts.items", ".colors.items.anyOf"])) + "\n"
  }
}
