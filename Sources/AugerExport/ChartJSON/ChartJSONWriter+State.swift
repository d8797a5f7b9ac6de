import AugerCharts
import AugerColumns
import AugerDiagnostics

/// What surrounds the numbers: zoom, thresholds, drill, display, receipt, warnings.
extension ChartJSONWriter {
  /// Of all zooming levels; a model made without a dashboard has no others than it holds, and keeps the one in view.
  mutating func writeZoom() {
    guard model.zoom != nil || model.levels.count > 1 else { return }
    let zoom = model.zoom ?? ZoomState(level: model.visibleLevel, titles: model.levels.map(\.title))
    key("zoom")
    out.raw("{")
    member("level", isFirst: true)
    out.number(Int64(zoom.level))
    member("count")
    out.number(Int64(zoom.titles.count))
    member("titles")
    line(0..<zoom.titles.count) { $0.out.string(zoom.titles[$1]) }
    if model.visibleLevel != 0 {
      member("visible")
      out.number(Int64(model.visibleLevel))
    }
    if model.zoom == nil {
      member("isFixed")
      out.raw("true")
    }
    out.raw("}")
  }

  mutating func write(_ state: ChartState) {
    key("state")
    out.raw("{")
    var isFirst = true
    func indices(_ writer: inout Self, _ name: String, _ places: [Int]) {
      guard !places.isEmpty else { return }
      writer.member(name, isFirst: isFirst)
      writer.line(0..<places.count) { $0.out.number(Int64(places[$1])) }
      isFirst = false
    }
    indices(&self, "categories", state.selectedCategories)
    indices(&self, "series", state.selectedSeries)
    if !state.selectedItems.isEmpty {
      member("items", isFirst: isFirst)
      line(0..<state.selectedItems.count) { writer, index in
        writer.out.raw("{")
        writer.member("series", isFirst: true)
        writer.out.number(Int64(state.selectedItems[index].series))
        writer.member("category")
        writer.out.number(Int64(state.selectedItems[index].category))
        writer.out.raw("}")
      }
      isFirst = false
    }
    indices(&self, "rows", state.selectedRows)
    if state.hasEmptySelection {
      member("isEmptySelection", isFirst: isFirst)
      out.raw("true")
      isFirst = false
    }
    if let highlighted = state.highlightedCategory {
      member("highlighted", isFirst: isFirst)
      out.number(Int64(highlighted))
      isFirst = false
    }
    indices(&self, "hidden", state.hiddenSeries)
    if let sort = state.sort {
      member("sort", isFirst: isFirst)
      write(sort)
      isFirst = false
    }
    for (name, range) in [("horizontalRange", state.horizontalRange), ("verticalRange", state.verticalRange)] {
      guard let range else { continue }
      member(name, isFirst: isFirst)
      out.raw("[")
      out.scalar(.float(range.lower))
      out.comma()
      out.scalar(.float(range.upper))
      out.raw("]")
      isFirst = false
    }
    out.raw("}")
  }

  mutating func writeContext() {
    let parts = model.context.parts
    line(0..<parts.count) { writer, index in
      writer.out.raw("{")
      writer.member("kind", isFirst: true)
      writer.out.string(parts[index].kind.rawValue)
      if !parts[index].title.isEmpty {
        writer.member("title")
        writer.out.string(parts[index].title)
      }
      writer.member("text")
      writer.out.string(parts[index].text)
      writer.out.raw("}")
    }
  }

  private mutating func write(_ sort: ChartState.Sort) {
    out.raw("{")
    member("by", isFirst: true)
    out.string(sort.key.rawValue)
    if let series = sort.series {
      member("series")
      out.number(Int64(series))
    }
    member("descending")
    out.raw(sort.isDescending ? "true" : "false")
    if let top = sort.top {
      member("top")
      out.number(Int64(top))
    }
    out.raw("}")
  }

  mutating func writeThresholds() {
    key("thresholds")
    let thresholds = model.thresholds
    let lines: [(String, Double?)] = [
      ("reference", thresholds.reference), ("upper", thresholds.upper), ("lower", thresholds.lower),
    ]
    let values = lines.compactMap { name, value in value.map { (name, Scalar.float($0)) } }
    out.raw("{")
    for (index, (name, value)) in values.enumerated() {
      member(name, isFirst: index == 0)
      lone(value)
    }
    if let start = thresholds.predictiveStart {
      member("predictiveStart", isFirst: values.isEmpty)
      out.number(Int64(start))
    }
    writeNotes(of: values, known: .float64)
    out.raw("}")
  }

  mutating func write(_ drill: DrillState) {
    key("drill")
    writeObject(drill)
  }

  /// The same without its key, as bytes of their own.
  mutating func drill(_ drill: DrillState) -> [UInt8] {
    out = JSONBytes(capacity: 256)
    writeObject(drill)
    return out.bytes
  }

  private mutating func writeObject(_ drill: DrillState) {
    out.raw("{")
    member("level", isFirst: true)
    out.number(Int64(drill.level))
    member("path")
    line(0..<drill.path.count) { writer, index in
      let step = drill.path[index]
      writer.out.raw("{")
      writer.member("chart", isFirst: true)
      writer.out.string(step.chart)
      writer.member("title")
      writer.out.string(step.title)
      writer.member("picks")
      writer.write(step.picks)
      writer.writeTypes(of: step.picks, "pickTypes")
      writer.out.raw("}")
    }
    member("next")
    if let next = drill.next { out.string(next) } else { out.null() }
    if !drill.arguments.isEmpty {
      member("arguments")
      write(drill.arguments)
      writeTypes(of: drill.arguments, "argumentTypes")
    }
    let picked = [("categories", "categoryTypes", drill.categoryPicks), ("series", "seriesTypes", drill.seriesPicks)]
    for (name, types, picks) in picked {
      guard let picks else { continue }
      out.raw(",\n    \"\(name)\": ")
      line(0..<picks.count) { writer, index in
        if let pick = picks[index] { writer.write(pick) } else { writer.out.null() }
      }
      writeTypes(ofPicks: picks, types)
    }
    out.raw("}")
  }

  mutating func writeDisplay() {
    key("display")
    let display = model.display
    let members: [(String, Bool)] = [
      ("title", display.title), ("legend", display.legend), ("horizontalAxis", display.horizontalAxis),
      ("horizontalAxisTitle", display.horizontalAxisTitle), ("verticalAxis", display.verticalAxis),
      ("verticalAxisTitle", display.verticalAxisTitle), ("gridLabels", display.gridLabels),
      ("selectedDataLabel", display.selectedDataLabel), ("seriesLabels", display.seriesLabels),
      ("valueAxisAtTop", display.valueAxisAtTop),
    ]
    out.raw("{")
    for (index, (name, isShown)) in members.enumerated() {
      member(name, isFirst: index == 0)
      out.raw(isShown ? "true" : "false")
    }
    out.raw("}")
  }

  mutating func writeReceipt() {
    key("receipt")
    let receipt = model.receipt
    out.raw("{\n    \"queries\": ")
    lines(receipt.queries.count, indent: "      ") { writer, index in
      let query = receipt.queries[index]
      writer.out.raw("{")
      writer.member("name", isFirst: true)
      writer.out.string(query.name)
      writer.member("arguments")
      writer.write(query.arguments)
      writer.writeTypes(of: query.arguments, "argumentTypes")
      writer.member("rows")
      writer.out.number(Int64(query.rows))
      if let source = query.source {
        writer.member("source")
        writer.out.string(source)
      }
      if let moment = query.staleAsOf {
        writer.member("staleAsOf")
        writer.out.string(moment.description + "Z")
      }
      writer.out.raw("}")
    }
    if let asOf = receipt.asOf {
      out.raw(",\n    \"asOf\": ")
      out.string(asOf.description + "Z")
    }
    if let now = receipt.now {
      out.raw(",\n    \"now\": ")
      out.string(now.description + "Z")
    }
    out.raw("\n  }")
  }

  /// By the bytes of the names: value, list, or the two ends of a range.
  mutating func write(_ arguments: QueryArguments) {
    out.raw("{")
    // Equal arguments have equal bytes whatever their order.
    let entries = arguments.entries.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }
    for (index, (name, value)) in entries.enumerated() {
      if index > 0 { out.raw(", ") }
      out.string(name)
      out.raw(": ")
      switch value {
      case .scalar(let scalar): out.argument(scalar)
      case .list(let scalars): line(0..<scalars.count) { $0.out.argument(scalars[$1]) }
      case .range(let lower, let upper):
        out.raw("{\"lower\": ")
        out.argument(lower)
        out.raw(", \"upper\": ")
        out.argument(upper)
        out.raw("}")
      }
    }
    out.raw("}")
  }

  mutating func writeWarnings() {
    var warnings = model.warnings
    if notFinite > 0 {
      warnings.append(Warning(.notFinite, "NaN and infinities are written as null", count: notFinite))
    }
    key("warnings")
    lines(warnings.count, indent: "    ") { writer, index in
      let warning = warnings[index]
      writer.out.raw("{")
      writer.member("code", isFirst: true)
      writer.out.string(warning.code.rawValue)
      writer.member("message")
      writer.out.string(warning.message)
      writer.member("count")
      writer.out.number(Int64(warning.count))
      if let place = warning.firstPlace {
        writer.member("firstPlace")
        writer.out.string(place)
      }
      writer.out.raw("}")
    }
  }
}
