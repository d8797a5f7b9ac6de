import AugerCharts
import AugerDiagnostics

extension ChartJSON {
  /// The JSON Schema (2020-12) of chart JSON, as printed by `auger schema`. `Schemas/auger.chart-1.schema.json` is
  /// identical.
  package static let schema = ChartModel.fields.schema.published(
    as: "auger.chart-1", title: "Auger chart JSON, version 1",
    description: "A computed chart. values[dimension][series][category at level 0] is null if no value exists.",
    definitions: [
      .indexShape, .valueShape, .warningShape,
      .define("number", ["type": ["number", "null"]]),
      .define("unit", .string, "The unit, written after numbers: kg. Absent if the numbers have no unit."),
      .define(
        "shares",
        ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number", "minimum": 0, "maximum": 1]],
        "The visible part of an axis: start and end, as fractions from 0 to 1. Absent if not restricted."),
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
        "Exact numbers, NaN, Infinity or -Infinity as strings, one per value. Null if the JSON number is exact."
      ),
      .define("types", .array(of: .ref("type"))),
      .define(
        "typeNotes", .names(to: .ref("type")),
        "The types of values in this object, by key. Contains only types that a reader cannot infer."),
      .define(
        "exactNotes", .names(to: .string),
        "Numbers that JSON cannot represent exactly, as strings, by key. Includes NaN, Infinity and -Infinity."),
      .define(
        "argumentTypes", .names(to: .either(.ref("type"), .array(of: .either(.ref("type"), .nothing)))),
        "Types of arguments, by name: one, or one for each value. Contains only types that cannot be inferred."
      ),
      .define(
        "pickTypes", .either(.ref("argumentTypes"), .array(of: .ref("argumentTypes"))),
        "Types of arguments: one object for all entries, or a list with one object for each entry."),
      .define(
        "format",
        [
          "type": "string",
          "pattern": "^((Short)?(Month|WeekDay)|(Short|Long)Date|Currency|Percent(age)?|Rounded[0-9]|pattern:.*)$",
        ]),
      .define("currencyCode", ["type": "string", "pattern": "^[A-Z]{3}$"]),
      .define(
        "cells", .array(of: .array(of: .array(of: .ref("number"))), atLeast: 1),
        "Numbers, as [dimension][series][category]. Null if no value exists or it is not finite."),
      .define("texts", .array(of: .array(of: .array(of: .optionalText)))),
      .define(
        "arguments", .names(to: .either(.ref("value"), .array(of: .ref("value")), range)),
        "Arguments by name: a value, a list, or a range. Numbers that JSON cannot represent exactly are strings."),
      .define(
        "annotations", .array(of: ChartModel.Annotation.fields.schema),
        "The author's lines, bands, boxes and texts on the axes, in drawing order. Absent if none exist."),
      .define(
        "colors", .array(of: .either(.optionalText, .array(of: .optionalText))),
        "Colors, as names or #rrggbb: [series][category], or by item. Null for the color of the series. Absent if none."
      ),
      .define(
        "multiples", .array(of: ChartMultiple.fields.schema),
        "Small multiples: charts of parts of the rows, in this format, with the same categories. Absent if none."),
      .define(
        "axes", ChartAxes.fields.schema,
        "The author's options for the axes. Absent if none exist. Only overlays have a second value axis."),
      .define(
        "axis", AxisOptions.fields.schema,
        "The options of an axis. Positions are numbers, dates (YYYY-MM-DD) or timestamps (ISO 8601)."),
      .define(
        "summary", ChartSummary.fields.schema,
        "The totals of the chart: of the whole (category -1) and of each category of level 0. Absent if not shown."),
      .define(
        "incompletePeriod", IncompletePeriod.fields.schema,
        "The last period of a date chart, if its data end before it. Days are YYYY-MM-DD. Absent if it is complete."),
      .define(
        "outliers", ChartOutliers.fields.schema,
        "The outliers of a box plot of rows. Each list has one entry for each outlier. Absent in other charts."),
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
    #"A value. Dates, times and intervals are ISO 8601 strings or [-]infinity. Bytes are hexadecimal: \x00ff."#)

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
