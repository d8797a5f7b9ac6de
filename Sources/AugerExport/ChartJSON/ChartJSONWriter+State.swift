import AugerCharts
import AugerColumns
import AugerDiagnostics

/// What surrounds the numbers: zoom, thresholds, drill, display, receipt, warnings.
extension ChartJSONWriter {
  mutating func writeZoom() {
    key("zoom")
    out.raw("{")
    member("level", isFirst: true)
    out.number(Int64(model.visibleLevel))
    member("count")
    out.number(Int64(model.levels.count))
    member("titles")
    line(0..<model.levels.count) { $0.out.string($0.model.levels[$1].title) }
    out.raw("}")
  }

  mutating func writeThresholds() {
    key("thresholds")
    var isFirst = true
    out.raw("{")
    for (name, value) in [
      ("reference", model.thresholds.reference), ("upper", model.thresholds.upper), ("lower", model.thresholds.lower),
    ] {
      guard let value else { continue }
      member(name, isFirst: isFirst)
      out.scalar(.float(value))
      isFirst = false
    }
    if let start = model.thresholds.predictiveStart {
      member("predictiveStart", isFirst: isFirst)
      out.number(Int64(start))
    }
    out.raw("}")
  }

  mutating func write(_ drill: DrillState) {
    key("drill")
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
      writer.out.raw("}")
    }
    member("next")
    if let next = drill.next { out.string(next) } else { out.null() }
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
      writer.member("rows")
      writer.out.number(Int64(query.rows))
      writer.out.raw("}")
    }
    if let asOf = receipt.asOf {
      out.raw(",\n    \"asOf\": ")
      out.string(asOf.description + "Z")
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
