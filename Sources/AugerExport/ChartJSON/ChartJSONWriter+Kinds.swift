import AugerCharts
import AugerColumns

/// What only some kinds of charts have: layers, forecasts, diagrams.
extension ChartJSONWriter {
  mutating func writeLayers() {
    key("layers")
    lines(model.layers.count, indent: "    ") { writer, index in
      let layer = writer.model.layers[index]
      writer.out.raw("{")
      writer.member("name", isFirst: true)
      writer.out.string(layer.name)
      writer.member("title")
      writer.out.string(layer.title)
      writer.member("type")
      writer.out.string(layer.type.rawValue)
      writer.member("axis")
      writer.out.string(layer.axis.rawValue)
      writer.member("valueTitle")
      writer.out.string(layer.valueTitle)
      writer.writeFormat(layer.format)
      writer.out.raw("}")
    }
  }

  mutating func write(_ forecast: ChartForecast) {
    key("forecast")
    out.raw("{")
    member("method", isFirst: true)
    out.string(forecast.method)
    member("confidence")
    out.number(forecast.confidence)
    member("errors")
    line(0..<forecast.errors.count) { $0.out.scalar(forecast.errors[$1].map { .float($0) } ?? .null) }
    for (name, column) in [("low", forecast.low), ("high", forecast.high)] {
      out.raw(",\n    \"\(name)\": ")
      let width = model.categoryCount
      lines(model.series.count, indent: "      ") { $0.writeRow(column, $1 * width..<($1 + 1) * width) }
    }
    out.raw(" }")
  }

  mutating func write(_ diagram: ChartDiagram) {
    key("diagram")
    out.raw("{")
    member("root", isFirst: true)
    out.scalar(diagram.nodes.firstIndex(where: \.isRoot).map { .int(Int64($0)) } ?? .null)
    out.raw(",\n    \"nodes\": ")
    lines(diagram.nodes.count, indent: "      ") { writer, index in
      let node = diagram.nodes[index]
      writer.out.raw("{")
      writer.member("name", isFirst: true)
      writer.out.string(node.name)
      writer.member("text")
      writer.out.string(node.text)
      writer.member("value")
      writer.out.scalar(node.value)
      writer.member("actual")
      writer.out.scalar(node.actual)
      writer.member("target")
      writer.out.scalar(node.target)
      writer.member("valueText")
      writer.out.string(node.valueText)
      writer.member("targetText")
      writer.out.string(node.targetText)
      writer.member("parents")
      writer.line(0..<node.parents.count) { $0.out.number(Int64(node.parents[$1])) }
      writer.member("isSet")
      writer.out.raw(node.isSet ? "true" : "false")
      writer.member("isChanged")
      writer.out.raw(node.isChanged ? "true" : "false")
      writer.member("charts")
      writer.line(0..<node.charts.count) { $0.out.string(node.charts[$1]) }
      writer.out.raw("}")
    }
    out.raw(" }")
  }
}
