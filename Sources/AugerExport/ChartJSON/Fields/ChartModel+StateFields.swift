import AugerCharts
import AugerColumns
import AugerDiagnostics

// Keys around the values: axes, annotations, state, drill, receipt.
extension ChartModel {
  @FieldTable<ChartModel>.Builder static var surroundings: [JSONField<ChartModel>] {
    JSONField.computed("zoom", ZoomedLevel.fields.form) { model, _ in ZoomedLevel(model) }
      .reading { object, model, reader throws(AugerError) in
        guard let value = object["zoom"] else { return }
        let zoomed = try ZoomedLevel.fields.form.read(value, &reader)
        model.visibleLevel = zoomed.visible
        if !zoomed.isFixed { model.zoom = ZoomInfo(level: zoomed.level, titles: zoomed.titles) }
      }
      .comparing { $0.visibleLevel == $1.visibleLevel && $0.zoom == $1.zoom }
      .note("The current zooming level: an index in titles, where 0 is the finest. Absent if only one level exists.")
    JSONField("thresholds", \.thresholds, ChartThresholds.fields.form, unless: ChartThresholds())
      .note("The reference line, the band, and the first forecast category at level 0. Absent if none exist.")
    JSONField("state", \.state, ChartState.fields.form, unless: ChartState())
      .note(
        "The selection, hidden series, sort order and visible part. Categories are those of level 0. Absent if empty.")
    JSONField("drill", optional: \.drill, DrillInfo.fields.form)
      .note("The position of the chart in its drilldown group. Absent outside of a group.")
    JSONField("display", part: \.display, ChartDisplay.fields)
      .described(by: [
        "type": "object", "required": JSONNode(texts: ChartDisplay.Part.allCases.map(\.rawValue)),
        "additionalProperties": ["type": "boolean"],
      ]).note("The parts of the chart. True if the part is shown.")
    JSONField("receipt", part: \.receipt, Receipt.fields).note(
      "The queries from which the chart was computed, and the time of its data.")
    JSONField("warnings", .array(of: .ref("warning"))) { model, writer in
      let own = Warning(.notFinite, "NaN and infinities are written as null", count: writer.notFinite)
      Warning.list.write(model.warnings + (own.count > 0 ? [own] : []), &writer)
    }
    .reading { object, model, reader throws(AugerError) in
      model.warnings = try Warning.list.read(try object.required("warnings"), &reader)
      // The writer's own warning, which it adds again.
      if reader.notFinite > 0, model.warnings.last?.code == .notFinite { model.warnings.removeLast() }
    }
    .comparing { Warning.list.isSame($0.warnings, $1.warnings) }
  }
}

// MARK: Axes

extension ChartAxes {
  static let fields = FieldTable(ChartAxes()) {
    JSONField("value", \.value, axis, unless: AxisOptions())
    JSONField("secondValue", \.secondValue, axis, unless: AxisOptions())
    JSONField("category", \.category, axis, unless: AxisOptions())
    JSONField("otherValues", list: \.otherValues, .list(of: NamedAxis.fields.form))
      .note("More value axes of an overlay, in the order of their first layers. Absent if none exist.")
    JSONField("otherCategories", list: \.otherCategories, .list(of: NamedAxis.fields.form))
      .note("More category axes of an overlay, in the order of their first layers. Absent if none exist.")
  }

  private static let axis = AxisOptions.fields.form.described(by: .ref("axis"))
}

extension NamedAxis {
  fileprivate static let fields = FieldTable(NamedAxis("")) {
    JSONField("name", \.name, .text)
    JSONField("title", \.title, .text, unless: "")
    JSONField("options", \.options, AxisOptions.fields.form.described(by: .ref("axis")), unless: AxisOptions())
  }
}

extension AxisOptions {
  static let fields = FieldTable(AxisOptions()) {
    JSONField("lower", optional: \.lower, pointForm)
    JSONField("upper", optional: \.upper, pointForm)
    JSONField("padding", optional: \.padding, .number)
      .note(
        "Space outside of the data at ends without a limit, as a fraction of their length. Absent for round numbers.")
    JSONField.computed("ticks", .list(of: pointForm)) { axis, _ in axis.ticks?.values }
      .reading { object, axis, _ throws(AugerError) in axis.ticks = try readTicks(object) }
      .comparing { $0.ticks == $1.ticks }
    JSONField.computed("tickStep", .text) { axis, _ in
      if case .every(let step, _)? = axis.ticks { step.text } else { nil }
    }
    .note("The distance between ticks: 25, 3 months. Absent if automatic or ticks exists.")
    JSONField.computed("tickAnchor", pointForm) { axis, _ in axis.ticks?.anchor }
      .note("The position of one of the ticks at tickStep. Absent if automatic.")
    JSONField("crossing", optional: \.crossing, pointForm).note(
      "The position of the other axis. Absent for zero or the edge.")
    JSONField("gaps", list: \.gaps, .list(of: gapForm))
      .note("The gaps: weekends, a day, a recurring gap, or the start and end of a range. Absent if none exist.")
    JSONField("minorTicks", optional: \.minorTicks, minorForm)
      .note("Ticks without labels: auto, a list of positions, or every 5 from 0. Absent for the usual ones.")
    JSONField("width", optional: \.width, .number)
      .note("The room for the labels in points. Absent for the room that they need.")
    JSONField("labelClipping", optional: \.labelClipping, .choice)
      .note("The ends at which labels that extend over the end are omitted. Absent if all are shown.")
    JSONField("side", optional: \.side, .choice).note("The side of the plot. Absent for the usual one.")
  }

  private static let pointForm = JSONForm<Scalar>(.ref("value")) {
    $1.out.scalar($0)
  } read: { value, _ throws(AugerError) in
    if let number = try? value.number() { return .float(number) }
    guard let point = AxisOptions.point(try value.text()), point.doubleValue == nil else {
      throw value.failure("must be a number, a date or a timestamp")
    }
    return point
  }

  private static let gapForm = JSONForm<AxisGap>([
    "anyOf": [
      ["type": "string"], ["type": "array", "minItems": 2, "maxItems": 2, "items": .ref("value")],
    ]
  ]) { gap, writer in
    switch gap {
    case .weekends: writer.out.string("weekends")
    case .day(let date): writer.out.scalar(.date(date))
    case .every: writer.out.string(gap.repetition ?? "")
    case .range(let lower, let upper):
      let ends = [lower, upper]
      writer.line(ends.indices) { $0.out.scalar(ends[$1]) }
    }
  } read: { value, reader throws(AugerError) in
    if let text = try? value.text() {
      if text == "weekends" { return .weekends }
      if case .date(let day)? = AxisOptions.point(text) { return .day(day) }
      guard let gap = AxisGap(every: text) else {
        throw value.failure("must be 'weekends', a day, a recurring gap or two points")
      }
      return gap
    }
    let ends = try value.items(2)
    return .range(try pointForm.read(ends[0], &reader), try pointForm.read(ends[1], &reader))
  }

  private static let minorForm = JSONForm<AxisMinorTicks>(.either(.string, .array(of: .ref("value")))) {
    ticks, writer in
    switch ticks {
    case .automatic: writer.out.string("auto")
    case .chosen(.values(let points)): JSONForm<[Scalar]>.list(of: pointForm).write(points, &writer)
    case .chosen(.every(let step, let anchor)):
      writer.out.string("every \(step.text)" + (anchor.map { " from \(AxisOptions.text(of: $0))" } ?? ""))
    }
  } read: { value, reader throws(AugerError) in
    guard let text = try? value.text() else {
      return .chosen(.values(try JSONForm<[Scalar]>.list(of: pointForm).read(value, &reader)))
    }
    if text == "auto" { return .automatic }
    guard let ticks = AxisTicks(text), case .every = ticks else {
      throw value.failure("must be 'auto', a list of positions, or a distance such as 'every 5'")
    }
    return .chosen(ticks)
  }

  private static func readTicks(_ object: JSONObject) throws(AugerError) -> AxisTicks? {
    var reader = JSONFieldReader()
    if let ticks = object["ticks"] {
      if let step = object["tickStep"] { throw step.failure("cannot be combined with 'ticks'") }
      return .values(try JSONForm<[Scalar]>.list(of: pointForm).read(ticks, &reader))
    }
    guard let value = object["tickStep"] else {
      if let anchor = object["tickAnchor"] { throw anchor.failure("requires the key 'tickStep'") }
      return nil
    }
    guard let step = AxisStep(try value.text().split(separator: " ").map(String.init)) else {
      throw value.failure(
        "must be a distance between ticks", hint: "Write a number or a period, such as '25' or '3 months'.")
    }
    guard let anchor = object["tickAnchor"] else { return .every(step, anchor: nil) }
    return .every(step, anchor: try pointForm.read(anchor, &reader))
  }
}

extension AxisTicks {
  fileprivate var values: [Scalar]? { if case .values(let values) = self { values } else { nil } }

  fileprivate var anchor: Scalar? { if case .every(_, let anchor) = self { anchor } else { nil } }
}

extension ChartMarkup {
  static let form = JSONForm<ChartMarkup>(["type": "string"]) {
    $1.out.string($0.description)
  } read: { value, _ throws(AugerError) in
    let text = try value.text()
    do { return try ChartMarkup(text) } catch {
      throw value.failure("must be a mark such as 'arrow 0.2,0.3 0.5,0.6: Peak'")
    }
  }
}

extension ChartModel.Annotation {
  static let fields = FieldTable(ChartModel.Annotation()) {
    JSONField("text", \.text, .text)
    JSONField("value", optional: \.value, .number)
    JSONField("endValue", optional: \.endValue, .number)
    end("category", \.category)
    end("endCategory", \.endCategory)
    JSONField("color", optional: \.color, .text)
    JSONField("image", optional: \.image, .text)
      .note("A picture as a data: URL, at the point or stretched over the box. Absent if none.")
    JSONField("imageSize", optional: \.imageSize, sizeForm)
      .note("The width and height of a picture at a point, in points. Absent for the usual size.")
    JSONField("isAbove", optional: \.isAbove, .truth)
      .note("True if it is above the marks, false if below. Absent for the default of its form.")
    JSONField("isStretched", \.isStretched, .truth, unless: false)
      .note("True if the text is stretched over its box. Absent if false.")
    JSONField("opacity", optional: \.opacity, .number)
      .note("The opacity, from 0 to 1. Absent for the opacity of its form.")
    JSONField.notes(ends, known: \.pointType) { [$0.category, $0.endCategory] }
  }
  .checking { $0.hasPlace ? nil : "has no position" }

  private static let ends = ["category", "endCategory"]

  private static let sizeForm = JSONForm<ChartSize>([
    "type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"],
  ]) { size, writer in
    let lengths = [size.width, size.height]
    writer.line(lengths.indices) { $0.out.scalar(.float(lengths[$1])) }
  } read: { value, _ throws(AugerError) in
    let lengths = try value.items(2)
    let (width, height) = (try lengths[0].number(), try lengths[1].number())
    guard width > 0, height > 0, max(width, height) <= 10_000 else {
      throw value.failure("must be two lengths from 1 to 10000")
    }
    return ChartSize(width: width, height: height)
  }

  private static func end(
    _ key: String, _ path: Property<ChartModel.Annotation, Scalar?>
  ) -> JSONField<ChartModel.Annotation> {
    JSONField(key, optional: path, .lone).reading { object, annotation, reader throws(AugerError) in
      annotation[keyPath: path] = try reader.single(object, key, among: ends, known: reader.shape.pointType)
    }
  }
}

// MARK: State

/// The current level among all zooming levels. A model without a dashboard has only the levels that it contains, and
/// remembers the current one.
private struct ZoomedLevel {
  var level = 0
  var titles: [String] = []
  /// The index of the current level among those of the model.
  var visible = 0
  var isFixed = false

  init() {}

  init?(_ model: ChartModel) {
    guard model.zoom != nil || model.levels.count > 1 else { return nil }
    level = model.zoom?.level ?? model.visibleLevel
    titles = model.zoom?.titles ?? model.levels.map(\.title)
    visible = model.visibleLevel
    isFixed = model.zoom == nil
  }

  static let fields = FieldTable(ZoomedLevel()) {
    JSONField("level", \.level, .count).reading { object, zoomed, _ throws(AugerError) in
      zoomed.titles = try object.required("titles").texts()
      zoomed.level = try object.required("level").index(below: zoomed.titles.count)
    }
    JSONField("count", ["type": "integer", "minimum": 2]) { $1.out.number(Int64($0.titles.count)) }
      .reading { object, zoomed, _ throws(AugerError) in
        let count = try object.required("count")
        guard try count.whole(0...(.max)) == zoomed.titles.count else {
          throw count.failure("must be the number of titles")
        }
      }
    JSONField("titles", \.titles, .texts).reading { _, _, _ in }
    JSONField("visible", \.visible, .index(below: \.levels), unless: 0)
      .note("The index of the current level in categories. Absent if 0.")
    JSONField("isFixed", \.isFixed, .truth, unless: false).reading { object, zoomed, reader throws(AugerError) in
      zoomed.isFixed = try object["isFixed"]?.truth() ?? false
      if zoomed.isFixed, zoomed.level != zoomed.visible || zoomed.titles.count != reader.shape.levels {
        throw object.value.failure("is fixed but not at the current level")
      }
    }
    .note("True if the level cannot be changed. Absent if false.")
  }
}

extension ChartThresholds {
  static let fields = FieldTable(ChartThresholds()) {
    line("reference", \.reference)
    line("upper", \.upper)
    line("lower", \.lower)
    JSONField("predictiveStart", optional: \.predictiveStart, .index { max(1, $0.categories) })
    // The published schema does not list their types, which are read but never written.
    JSONField.notes(lines, known: { _ in .float64 }) { thresholds in
      [thresholds.reference, thresholds.upper, thresholds.lower].map { $0.map { .float($0) } }
    }.map { $0.key == "types" ? $0.described(by: .null) : $0 }
  }

  private static let lines = ["reference", "upper", "lower"]

  private static func line(
    _ key: String, _ path: Property<ChartThresholds, Double?>
  ) -> JSONField<ChartThresholds> {
    JSONField(key, optional: path, .number).described(by: .ref("number"))
      .reading { object, thresholds, reader throws(AugerError) in
        guard let value = try reader.single(object, key, among: lines, known: .float64) else { return }
        guard let number = value.doubleValue else { throw try object.required(key).failure("must be a number") }
        thresholds[keyPath: path] = number
      }
  }
}

extension ChartState {
  static let fields = FieldTable(ChartState()) {
    JSONField("categories", list: \.selectedCategories, .indices(below: \.categories))
    JSONField("series", list: \.selectedSeries, .indices(below: \.series))
    JSONField("items", list: \.selectedItems, .list(of: Item.fields.form))
    JSONField("rows", list: \.selectedRows, .indices { $0.items ?? 0 })
      .note("The indices of the selected data items. Absent if none.")
    JSONField("isEmptySelection", \.hasEmptySelection, .truth, unless: false)
      .note("True if the selection contains nothing, such as an empty rectangle. Absent if false.")
    JSONField("highlighted", optional: \.highlightedCategory, .index(below: \.categories))
    JSONField("hidden", list: \.hiddenSeries, .indices(below: \.series)).note("The hidden series. Absent if none.")
    JSONField("sort", optional: \.sort, Sort.fields.form)
    JSONField("horizontalRange", optional: \.horizontalRange, shares)
    JSONField("verticalRange", optional: \.verticalRange, shares)
  }

  private static let shares = JSONForm<Bounds>(.ref("shares")) { range, writer in
    let ends = [range.lower, range.upper]
    writer.line(ends.indices) { $0.out.scalar(.float(ends[$1])) }
  } read: { value, _ throws(AugerError) in
    let ends = try value.items(2)
    let (lower, upper) = (try ends[0].number(), try ends[1].number())
    guard lower >= 0, upper <= 1, let shares = Bounds(inOrder: lower, upper) else {
      throw value.failure("must be two shares from 0 to 1, ascending")
    }
    return shares
  }
}

extension ChartState.Item {
  fileprivate static let fields = FieldTable(ChartState.Item(series: 0, category: 0)) {
    JSONField("series", \.series, .index(below: \.series))
    JSONField("category", \.category, .index(below: \.categories))
  }
}

extension ChartState.Sort {
  fileprivate static let fields = FieldTable(ChartState.Sort(.category, isDescending: false)) {
    JSONField("by", \.key, .choice)
    JSONField("series", optional: \.series, .count)
    JSONField("descending", \.isDescending, .truth)
    JSONField("top", optional: \.top, .whole(from: 1))
  }
}

extension DrillInfo {
  static let fields = FieldTable(
    DrillInfo(), indent: 4, closing: "}", listed: ["categoryTypes": "argumentTypes", "seriesTypes": "categoryTypes"]
  ) {
    JSONField("level", \.level, .count)
    JSONField("path", \.path, .list(of: DrillStep.fields.form))
    JSONField("next", .optionalText) { $1.text($0.next) }.reading { object, drill, _ throws(AugerError) in
      let next = try object.required("next")
      drill.next = next.isNull ? nil : try next.text()
    }
    .comparing { same($0.next, $1.next) { Name($0) == Name($1) } }
    .note(.second("The name of the chart to which a selection drills down. Null at the last level."))
    JSONField.arguments(
      "arguments", \.arguments, types: "argumentTypes",
      ifAny: "The values selected at the previous levels, by column. Absent if none.")
    picks("categories", \.categoryPicks, types: "categoryTypes", of: "category")
    picks("series", \.seriesPicks, types: "seriesTypes", of: "series")
  }

  private static func picks(
    _ key: String, _ path: Property<DrillInfo, [QueryArguments?]?>, types: String, of noun: String
  ) -> [JSONField<DrillInfo>] {
    [
      JSONField.computed(key, pickList) { drill, _ in drill[keyPath: path] }
        .reading { object, drill, _ throws(AugerError) in
          drill[keyPath: path] = try object[key]?.picks(object[types])
        }
        .comparing { $0[keyPath: path] == $1[keyPath: path] }.line
        .note("The arguments that selecting each \(noun) adds. Null if it cannot be selected. Absent if none can."),
      JSONField(types, .ref("pickTypes")) { $1.types(ofPicks: $0[keyPath: path] ?? []) }
        .when { drill, _ in drill[keyPath: path]?.contains { $0?.writtenTypes != nil } ?? false },
    ]
  }

  private static let pickList = JSONForm<[QueryArguments?]>.written(.ref("picks")) { picks, writer in
    writer.line(picks.indices) { writer, index in
      if let pick = picks[index] { writer.arguments(pick) } else { writer.out.null() }
    }
  }
}

extension DrillStep {
  fileprivate static let fields = FieldTable(DrillStep(chart: "", selection: QueryArguments())) {
    JSONField("chart", \.chart, .text)
    JSONField("title", \.title, .text)
    JSONField.arguments("picks", \.selection, types: "pickTypes")
  }
}

// MARK: Display, receipt and warnings

extension ChartDisplay {
  fileprivate static let fields = FieldTable(ChartDisplay()) {
    Part.allCases.map { part in JSONField(part.rawValue, \ChartDisplay.[part], .truth) }
  }
}

extension Receipt {
  fileprivate static let fields = FieldTable(Receipt(), indent: 4, hasLines: true) {
    JSONField("queries", \.queries, .list(of: Receipt.Query.fields.form, indent: "      "))
    JSONField("asOf", optional: \.asOf, .instant).note(
      .second("The time at which the data were read: ISO 8601, UTC. Absent if unknown."))
    JSONField("now", optional: \.now, .instant)
      .note(.second("The time of now(), or the start of the day of today(): ISO 8601, UTC. Absent if neither is used."))
  }
}

extension Receipt.Query {
  fileprivate static let fields = FieldTable(
    Receipt.Query(name: "", rows: 0), listed: ["source": "argumentTypes"]
  ) {
    JSONField("name", \.name, .text)
    JSONField.arguments("arguments", \.arguments, types: "argumentTypes")
    JSONField("rows", \.rows, .count)
    JSONField("source", optional: \.source, .text).note(
      .second("The display name of the source: a file, or a table of a database. Absent if unknown."))
    JSONField("staleAsOf", optional: \.staleAsOf, .instant)
      .note(.second("The time of the query, if the result is stale: ISO 8601, UTC. Absent if it is current."))
  }
}

extension Warning {
  static let fields = FieldTable(Warning(.notFinite, "")) {
    JSONField("code", \.code, codeForm)
    JSONField("message", \.message, .text)
    JSONField("count", \.count, .whole(from: 1))
    JSONField("firstPlace", optional: \.firstPlace, .text)
  }

  static let list = JSONForm<[Warning]>.list(of: fields.form, indent: "    ")

  private static let codeForm = JSONForm<Diagnostic.Code>(.string) {
    $1.out.string($0.rawValue)
  } read: { value, _ throws(AugerError) in
    Diagnostic.Code(try value.text())
  }
}
