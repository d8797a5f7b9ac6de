import AugerCharts
import AugerColumns

/// What only some kinds of charts have: layers, forecasts, diagrams, links.
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
      writer.writeUnit(layer.unit)
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

  mutating func write(_ graph: ChartGraph) {
    let links = 0..<graph.count
    key("graph")
    out.raw("{\n    \"sources\": ")
    line(links) { $0.out.number(Int64(graph.sources[$1])) }
    out.raw(",\n    \"targets\": ")
    line(links) { $0.out.number(Int64(graph.targets[$1])) }
    out.raw(",\n    \"series\": ")
    line(links) { $0.out.number(Int64(graph.series[$1])) }
    out.raw(",\n    \"weights\": ")
    writeRow(graph.weight.cells, links)
    if !ExactText.rows(graph.weight.cells).isEmpty {
      out.raw(",\n    \"exact\": ")
      writeExact(graph.weight.cells, links)
    }
    out.raw(",\n    \"weight\": {")
    member("title", isFirst: true)
    out.string(graph.weight.title)
    member("type")
    out.string(graph.weight.cells.type.description)
    writeFormat(graph.weight.format)
    writeUnit(graph.weight.unit)
    out.raw("},\n    \"sourceTitle\": ")
    out.string(graph.sourceTitle)
    out.raw(",\n    \"targetTitle\": ")
    out.string(graph.targetTitle)
    out.raw("\n  }")
  }

  /// The whole, and each category of level 0.
  mutating func write(_ summary: ChartSummary) {
    let titles = model.summaryTitles
    let items =
      [model.summaryOfWhole].compactMap(\.self) + (0..<model.categoryCount).compactMap { model.summary(ofCategory: $0) }
    key("summary")
    out.raw("{\n    \"titles\": ")
    line(titles.indices) { $0.out.string(titles[$1]) }
    if let polarity = summary.polarity {
      out.raw(",\n    \"polarity\": ")
      out.string(polarity.rawValue)
    }
    out.raw(",\n    \"items\": ")
    lines(items.count, indent: "      ") { writer, index in
      let item = items[index]
      writer.out.raw("{")
      writer.member("category", isFirst: true)
      writer.out.number(Int64(item.categories.first ?? -1))
      writer.member("title")
      writer.out.string(item.title)
      writer.member("values")
      writer.line(item.values.indices) { $0.out.scalar(item.values[$1]) }
      if item.values.contains(where: { ExactText.text($0) != nil }) {
        writer.member("exact")
        writer.line(item.values.indices) { writer, place in
          if let text = ExactText.text(item.values[place]) { writer.out.string(text) } else { writer.out.null() }
        }
      }
      writer.member("texts")
      writer.line(item.texts.indices) { $0.out.string(item.texts[$1]) }
      if let trend = item.trend {
        writer.member("trend")
        writer.out.number(trend)
        writer.member("trendText")
        writer.out.string(item.trendText)
        if let isGood = item.isGood {
          writer.member("isGood")
          writer.out.raw(isGood ? "true" : "false")
        }
      }
      writer.member("isEnabled")
      writer.out.raw(item.isEnabled ? "true" : "false")
      writer.out.raw("}")
    }
    out.raw("\n  }")
  }
}
