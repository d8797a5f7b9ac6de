import AugerCharts
import AugerColumns
import AugerDiagnostics

/// What surrounds the values: axes, annotations, zoom, thresholds, state, drill, receipt.
extension ChartJSONReader {
  mutating func readState(_ object: JSONObject, into model: inout ChartModel) throws(AugerError) {
    if let value = object["axes"] {
      let axes = try value.object(["value", "secondValue", "category"])
      if let axis = axes["value"] { model.axes.value = try options(axis) }
      if let axis = axes["secondValue"] { model.axes.secondValue = try options(axis) }
      if let axis = axes["category"] { model.axes.category = try options(axis) }
    }
    for item in try object["annotations"]?.items() ?? [] {
      model.annotations.append(try annotation(item, model.pointType))
    }
    try readZoom(object["zoom"], into: &model)
    if let value = object["thresholds"] {
      let thresholds = try value.object(["reference", "upper", "lower", "predictiveStart", "types", "exact"])
      let values = try singles(thresholds, ["reference", "upper", "lower"], known: .float64)
      for (key, value) in values where value.doubleValue == nil {
        throw try thresholds.required(key).failure("must be a number")
      }
      model.thresholds = ChartThresholds(
        reference: values["reference"]?.doubleValue, upper: values["upper"]?.doubleValue,
        lower: values["lower"]?.doubleValue,
        predictiveStart: try thresholds["predictiveStart"]?.index(below: max(1, model.categoryCount)))
    }
    if let value = object["state"] { model.state = try state(value, of: model) }
    if let value = object["drill"] { model.drill = try drill(value) }
    model.receipt = try receipt(try object.required("receipt"))
  }

  // MARK: Axes

  private func options(_ value: JSONValue) throws(AugerError) -> AxisOptions {
    let object = try value.object([
      "lower", "upper", "padding", "ticks", "tickStep", "tickAnchor", "crossing", "gaps",
    ])
    var options = AxisOptions()
    options.lower = try object["lower"].map(Self.point)
    options.upper = try object["upper"].map(Self.point)
    options.padding = try object["padding"]?.number()
    options.crossing = try object["crossing"].map(Self.point)
    if let ticks = object["ticks"] {
      if let step = object["tickStep"] { throw step.failure("there are 'ticks' already") }
      options.ticks = .values(try ticks.items().map(Self.point))
    } else if let value = object["tickStep"] {
      guard let step = AxisStep(try value.text().split(separator: " ").map(String.init)) else {
        throw value.failure("is no distance of ticks", hint: "It is written like '25' or '3 months'.")
      }
      options.ticks = .every(step, anchor: try object["tickAnchor"].map(Self.point))
    } else if let anchor = object["tickAnchor"] {
      throw anchor.failure("belongs to a 'tickStep'")
    }
    for item in try object["gaps"]?.items() ?? [] { options.gaps.append(try gap(item)) }
    return options
  }

  private static func point(_ value: JSONValue) throws(AugerError) -> Scalar {
    if let number = try? value.number() { return .float(number) }
    guard let point = AxisOptions.point(try value.text()), point.doubleValue == nil else {
      throw value.failure("must be a number, a date or a moment")
    }
    return point
  }

  private func gap(_ value: JSONValue) throws(AugerError) -> AxisGap {
    if let text = try? value.text() {
      guard text == "weekends" else { throw value.failure("must be 'weekends' or two points") }
      return .weekends
    }
    let ends = try value.items(2)
    return .range(try Self.point(ends[0]), try Self.point(ends[1]))
  }

  private mutating func annotation(_ value: JSONValue, _ type: DataType) throws(AugerError) -> ChartAnnotation {
    let object = try value.object([
      "text", "value", "endValue", "category", "endCategory", "color", "types", "exact",
    ])
    let points = try singles(object, ["category", "endCategory"], known: type)
    let annotation = ChartAnnotation(
      try object.text("text"), value: try object["value"]?.number(), endValue: try object["endValue"]?.number(),
      category: points["category"], endCategory: points["endCategory"], color: try object["color"]?.text())
    guard annotation.hasPlace else { throw value.failure("stands at no value and no category") }
    return annotation
  }

  // MARK: State

  private func readZoom(_ value: JSONValue?, into model: inout ChartModel) throws(AugerError) {
    guard let value else {
      model.visibleLevel = 0
      return
    }
    let object = try value.object(["level", "count", "titles", "visible", "isFixed"])
    let titles = try object.required("titles").texts()
    let zoom = ZoomState(level: try object.required("level").index(below: titles.count), titles: titles)
    let count = try object.required("count")
    guard try count.whole(0...(.max)) == titles.count else { throw count.failure("is not that of the titles") }
    model.visibleLevel = try object["visible"]?.index(below: model.levels.count) ?? 0
    if try object["isFixed"]?.truth() ?? false {
      guard zoom.level == model.visibleLevel, titles.count == model.levels.count else {
        throw value.failure("is fixed, and not at the level in view")
      }
    } else {
      model.zoom = zoom
    }
  }

  private func state(_ value: JSONValue, of model: ChartModel) throws(AugerError) -> ChartState {
    let object = try value.object([
      "categories", "series", "items", "rows", "isEmptySelection", "highlighted", "hidden", "sort", "horizontalRange",
      "verticalRange",
    ])
    let (categories, series) = (model.categoryCount, model.series.count)
    var state = ChartState()
    state.selectedCategories = try object["categories"]?.indices(below: categories) ?? []
    state.selectedSeries = try object["series"]?.indices(below: series) ?? []
    var items: [ChartState.Item] = []
    for item in try object["items"]?.items() ?? [] {
      let item = try item.object(["series", "category"])
      items.append(
        ChartState.Item(
          series: try item.required("series").index(below: series),
          category: try item.required("category").index(below: categories)))
    }
    state.selectedItems = items
    state.selectedRows = try object["rows"]?.indices(below: model.items?.count ?? 0) ?? []
    state.hasEmptySelection = try object["isEmptySelection"]?.truth() ?? false
    state.highlightedCategory = try object["highlighted"]?.index(below: categories)
    state.hiddenSeries = try object["hidden"]?.indices(below: series) ?? []
    if let sort = object["sort"] {
      let sort = try sort.object(["by", "series", "descending", "top"])
      state.sort = ChartState.Sort(
        try sort.required("by").choice(), series: try sort["series"]?.whole(0...(.max)),
        isDescending: try sort.required("descending").truth(), top: try sort["top"]?.whole(1...(.max)))
    }
    state.horizontalRange = try object["horizontalRange"].map(Self.shares)
    state.verticalRange = try object["verticalRange"].map(Self.shares)
    return state
  }

  private static func shares(_ value: JSONValue) throws(AugerError) -> Bounds {
    let ends = try value.items(2)
    let (lower, upper) = (try ends[0].number(), try ends[1].number())
    guard lower >= 0, upper <= 1, let shares = Bounds(inOrder: lower, upper) else {
      throw value.failure("must be two shares from 0 to 1, ascending")
    }
    return shares
  }

  private func drill(_ value: JSONValue) throws(AugerError) -> DrillState {
    let object = try value.object([
      "level", "path", "next", "arguments", "argumentTypes", "categories", "categoryTypes", "series", "seriesTypes",
    ])
    var path: [DrillStep] = []
    for step in try object.required("path").items() {
      let step = try step.object(["chart", "title", "picks", "pickTypes"])
      path.append(
        DrillStep(
          chart: try step.text("chart"), title: try step.text("title"),
          picks: try arguments(try step.required("picks"), step["pickTypes"])))
    }
    let next = try object.required("next")
    return DrillState(
      level: try object.required("level").whole(0...(.max)), path: path, next: next.isNull ? nil : try next.text(),
      arguments: try object["arguments"].map { value throws(AugerError) in
        try arguments(value, object["argumentTypes"])
      } ?? QueryArguments(), categoryPicks: try picks(object["categories"], object["categoryTypes"]),
      seriesPicks: try picks(object["series"], object["seriesTypes"]))
  }

  /// The types are those of all picks, or a list for each.
  private func picks(_ value: JSONValue?, _ types: JSONValue?) throws(AugerError) -> [QueryArguments?]? {
    guard let value else { return nil }
    let items = try value.items()
    let lists = try types.flatMap { $0.isList ? $0 : nil }?.items(items.count)
    // Looked up for each pick: sorted by name once.
    let shared = try types.flatMap { $0.isList ? nil : $0 }.map(Self.typesByName) ?? [:]
    var picks: [QueryArguments?] = []
    for (index, item) in items.enumerated() {
      let types = try lists.map { lists throws(AugerError) in try Self.typesByName(lists[index]) } ?? shared
      picks.append(item.isNull ? nil : try arguments(item, byName: types))
    }
    return picks
  }

  private static func typesByName(_ value: JSONValue) throws(AugerError) -> [Scalar: JSONValue] {
    var types: [Scalar: JSONValue] = [:]
    for (key, type) in try value.members() {
      guard types.updateValue(type, forKey: .string(value.tape.text(key))) == nil else {
        throw value.tape.failure(at: key, "the key is there twice")
      }
    }
    return types
  }

  private func arguments(_ value: JSONValue, _ types: JSONValue?) throws(AugerError) -> QueryArguments {
    let types = try types.map(Self.typesByName) ?? [:]
    let arguments = try self.arguments(value, byName: types)
    for (name, type) in types where arguments[name.description] == nil {
      throw type.failure("is about an argument that is absent")
    }
    return arguments
  }

  private func arguments(
    _ value: JSONValue, byName types: [Scalar: JSONValue]
  ) throws(AugerError) -> QueryArguments {
    var entries: [(name: String, value: QueryArgument)] = []
    var names: Set<Scalar> = []
    for (key, value) in try value.members() {
      let name = Scalar.string(value.tape.text(key))
      guard names.insert(name).inserted else { throw value.tape.failure(at: key, "the name is there twice") }
      entries.append((name.description, try argument(value, types[name])))
    }
    return QueryArguments(unique: entries)
  }

  private func argument(_ value: JSONValue, _ type: JSONValue?) throws(AugerError) -> QueryArgument {
    if value.isList {
      let items = try value.items()
      let types = try type.flatMap { $0.isList ? $0 : nil }?.items(items.count)
      var scalars: [Scalar] = []
      for (index, item) in items.enumerated() { scalars.append(try item.argument(types?[index] ?? type)) }
      return .list(scalars)
    }
    if value.isObject {
      let range = try value.object(["lower", "upper"])
      let types = try type.flatMap { $0.isList ? $0 : nil }?.items(2)
      return .range(
        lower: try range.required("lower").argument(types?[0] ?? type),
        upper: try range.required("upper").argument(types?[1] ?? type))
    }
    return .scalar(try value.argument(type))
  }

  // MARK: Receipt

  private func receipt(_ value: JSONValue) throws(AugerError) -> Receipt {
    let object = try value.object(["queries", "asOf", "now"])
    var receipt = Receipt()
    for item in try object.required("queries").items() {
      let item = try item.object(["name", "arguments", "argumentTypes", "rows", "source", "staleAsOf"])
      receipt.queries.append(
        ReceiptQuery(
          name: try item.text("name"), arguments: try arguments(try item.required("arguments"), item["argumentTypes"]),
          rows: try item.required("rows").whole(0...(.max)), source: try item["source"]?.text(),
          staleAsOf: try item["staleAsOf"].map(Self.instant)))
    }
    receipt.asOf = try object["asOf"].map(Self.instant)
    receipt.now = try object["now"].map(Self.instant)
    return receipt
  }

  private static func instant(_ value: JSONValue) throws(AugerError) -> Timestamp {
    let text = try value.text()
    // Infinities are written with the letter of UTC too.
    let moment = text.hasSuffix("infinityZ") ? String(text.dropLast()) : text
    guard text.hasSuffix("Z"), case .timestamp(let instant)? = Scalar(text: moment, type: .timestamp(zone: "UTC"))
    else {
      throw value.failure("must be an instant in UTC", hint: "It is written like '2024-02-29T06:00:00Z'.")
    }
    return instant
  }
}
