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
    let errors = Column(forecast.errors)
    writeRow(errors, 0..<errors.count)
    if ExactText.isNeeded(in: errors) {
      member("exactErrors")
      writeExact(errors, 0..<errors.count)
    }
    let width = model.categoryCount
    for (name, exact, column) in [("low", "exactLow", forecast.low), ("high", "exactHigh", forecast.high)] {
      out.raw(",\n    \"\(name)\": ")
      lines(model.series.count, indent: "      ") { $0.writeRow(column, $1 * width..<($1 + 1) * width) }
      guard ExactText.isNeeded(in: column) else { continue }
      out.raw(",\n    \"\(exact)\": ")
      lines(model.series.count, indent: "      ") { $0.writeExact(column, $1 * width..<($1 + 1) * width) }
    }
    if forecast.low.type != .float64 || forecast.high.type != .float64 {
      out.raw(",\n    \"types\": ")
      writeTypes([forecast.low, forecast.high])
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
      let numbers = [("value", node.value), ("actual", node.actual), ("target", node.target)]
      for (name, value) in numbers {
        writer.member(name)
        writer.lone(value)
      }
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
      writer.writeNotes(of: numbers)
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
    if ExactText.isNeeded(in: graph.weight.cells) {
      out.raw(",\n    \"exact\": ")
      writeExact(graph.weight.cells, links)
    }
    out.raw(",\n    \"weight\": {")
    member("title", isFirst: true)
    out.string(graph.weight.title)
    if graph.weight.sequence != 1 {
      member("sequence")
      out.number(Int64(graph.weight.sequence))
    }
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
    out.raw("{\n    \"title\": ")
    out.string(summary.title)
    out.raw(",\n    \"titles\": ")
    line(titles.indices) { $0.out.string(titles[$1]) }
    if let polarity = summary.polarity {
      out.raw(",\n    \"polarity\": ")
      out.string(polarity.rawValue)
    }
    writeWhole(summary)
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

  /// The values of all categories together, of every dimension and series.
  private mutating func writeWhole(_ summary: ChartSummary) {
    func grid(_ name: String, _ text: (_ dimension: Int, _ value: Scalar) -> String?) {
      let isNeeded = summary.whole.indices.contains { dimension in
        summary.whole[dimension].contains { text(dimension, $0) != nil }
      }
      guard isNeeded else { return }
      out.raw(",\n    \"\(name)\": ")
      line(summary.whole.indices) { writer, dimension in
        let values = summary.whole[dimension]
        writer.line(values.indices) { writer, series in
          if let text = text(dimension, values[series]) { writer.out.string(text) } else { writer.out.null() }
        }
      }
    }
    out.raw(",\n    \"whole\": ")
    line(summary.whole.indices) { writer, dimension in
      let values = summary.whole[dimension]
      writer.line(values.indices) { $0.lone(values[$1]) }
    }
    grid("exactWhole") { _, value in ExactText.text(value) }
    let types = valueTypes
    grid("wholeTypes") { dimension, value in WrittenScalar.type(of: value, known: types[dimension]) }
    out.raw(",\n    \"addsUp\": ")
    line(summary.addsUp.indices) { $0.out.raw(summary.addsUp[$1] ? "true" : "false") }
  }

  /// Of the cells, or of the values of the items.
  private var valueTypes: [DataType] { (model.items?.values ?? model.dimensions.map(\.cells)).map(\.type) }
}
