import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Writes one model. The order of the keys is the order of the calls in `write`.
struct ChartJSONWriter {
  let model: ChartModel
  let includesTexts: Bool
  var out: JSONBytes
  var notFinite = 0

  init(_ model: ChartModel, includesTexts: Bool) {
    self.model = model
    self.includesTexts = includesTexts
    out = JSONBytes(capacity: 2048 + 12 * model.dimensions.reduce(0) { $0 + $1.cells.count })
  }

  mutating func write() -> [UInt8] {
    out.raw("{\n  \"schema\": ")
    out.string(ChartJSON.schemaName)
    writeChart()
    if !model.axes.isEmpty { write(model.axes) }
    writeCategories()
    writeSeries()
    writeDimensions()
    if let items = model.items {
      write(items)
    } else {
      key("values")
      writeCells(model.dimensions.map(\.cells), categories: model.categoryCount)
      writeExact()
      if includesTexts { writeTexts() }
    }
    if let colors = model.colors { write(colors: colors) }
    if !model.annotations.isEmpty { writeAnnotations() }
    writeBaseline()
    if !model.layers.isEmpty { writeLayers() }
    if let forecast = model.forecast { write(forecast) }
    if let diagram = model.diagram { write(diagram) }
    if let graph = model.graph { write(graph) }
    if let period = model.incompletePeriod { write(period) }
    if let outliers = model.outliers { write(outliers) }
    if !model.multiplesTitle.isEmpty {
      key("multiplesTitle")
      out.string(model.multiplesTitle)
    }
    if !model.multiples.isEmpty { writeMultiples() }
    if let summary = model.summary { write(summary) }
    if let table = model.table { write(table) }
    writeStatistics()
    writeZoom()
    if !model.thresholds.isEmpty { writeThresholds() }
    if !model.state.isEmpty { write(model.state) }
    if let drill = model.drill { write(drill) }
    writeDisplay()
    writeReceipt()
    writeWarnings()
    out.raw("\n}\n")
    return out.bytes
  }

  mutating func key(_ name: String) {
    out.raw(",\n  \"")
    out.raw(name)
    out.raw("\": ")
  }

  mutating func member(_ name: String, isFirst: Bool = false) {
    out.raw(isFirst ? "\"" : ", \"")
    out.raw(name)
    out.raw("\": ")
  }

  /// Items on lines of their own, or `[]`.
  mutating func lines(_ count: Int, indent: String, _ item: (inout Self, Int) -> Void) {
    if count == 0 { return out.raw("[]") }
    out.raw("[\n")
    for index in 0..<count {
      out.raw(indent)
      item(&self, index)
      out.raw(index + 1 < count ? ",\n" : "\n")
    }
    out.raw(String(indent.dropLast(2)))
    out.raw("]")
  }

  /// Items in one line.
  mutating func line(_ range: Range<Int>, _ item: (inout Self, Int) -> Void) {
    out.raw("[")
    for index in range {
      if index > range.lowerBound { out.comma() }
      item(&self, index)
    }
    out.raw("]")
  }

  private mutating func writeChart() {
    key("chart")
    out.raw("{")
    member("name", isFirst: true)
    out.string(model.name)
    member("title")
    out.string(model.title)
    for (name, text) in [("subtitle", model.subtitle), ("status", model.status)] where !text.isEmpty {
      member(name)
      out.string(text)
    }
    if !model.context.isEmpty {
      member("context")
      writeContext()
    }
    member("type")
    out.string(model.type.rawValue)
    if let stacking = model.chosenStacking {
      member("stacking")
      out.string(stacking.rawValue)
    }
    if model.valueAxis != .linear {
      member("valueAxis")
      out.string(model.valueAxis.rawValue)
    }
    if let theme = model.theme {
      member("theme")
      out.string(theme)
    }
    member("locale")
    out.string(model.locale.identifier)
    member("timeZone")
    out.string(model.locale.timeZone)
    out.raw("}")
  }

  private mutating func writeCategories() {
    key("categories")
    lines(model.levels.count, indent: "    ") { $0.writeLevel($1) }
  }

  private mutating func writeLevel(_ index: Int) {
    let level = model.levels[index]
    out.raw("{")
    member("level", isFirst: true)
    out.number(Int64(index))
    member("column")
    out.string(level.column)
    member("title")
    out.string(level.title)
    member("type")
    out.string(level.values.type.description)
    writeFormat(level.format)
    out.raw(",\n      \"values\": ")
    line(0..<level.count) { $0.scalar(level.values[$1], of: level.values.type) }
    if ExactText.isNeeded(in: level.values) {
      out.raw(",\n      \"exact\": ")
      writeExact(level.values, 0..<level.count)
    }
    out.raw(",\n      \"labels\": ")
    line(0..<level.count) { $0.out.string(level.labels[$1]) }
    if let first = level.firstChild, let last = level.lastChild {
      out.raw(",\n      \"firstChild\": ")
      line(0..<first.count) { $0.out.number(Int64(first[$1])) }
      out.raw(",\n      \"lastChild\": ")
      line(0..<last.count) { $0.out.number(Int64(last[$1])) }
    }
    if let edges = level.upperEdges {
      out.raw(",\n      \"upperEdges\": ")
      line(0..<edges.count) { $0.scalar(edges[$1], of: edges.type) }
      if edges.type != level.values.type {
        member("edgeType")
        out.string(edges.type.description)
      }
      if ExactText.isNeeded(in: edges) {
        out.raw(",\n      \"exactEdges\": ")
        writeExact(edges, 0..<edges.count)
      }
    }
    if level.axis != .linear {
      member("axis")
      out.string(level.axis.rawValue)
    }
    if let other = level.other {
      member("other")
      out.number(Int64(other))
    }
    if let cells = level.cells {
      out.raw(",\n      \"cells\": ")
      writeCells(cells, categories: level.count, indent: "        ")
      if cells.map(\.type) != model.dimensions.map(\.cells.type) {
        out.raw(",\n      \"cellTypes\": ")
        writeTypes(cells)
      }
      if cells.contains(where: ExactText.isNeeded(in:)) {
        out.raw(",\n      \"exactCells\": ")
        writeExactCells(cells, categories: level.count, indent: "        ")
      }
    }
    out.raw(" }")
  }

  /// A category or series; what is not finite is counted.
  mutating func scalar(_ value: Scalar, of type: DataType?) {
    if case .float(let number) = value, !number.isFinite { notFinite += 1 }
    out.scalar(value, of: type)
  }

  mutating func writeFormat(_ format: ValueFormat?) {
    guard let format else { return }
    member("format")
    out.string(format.description)
    if case .currency(let code?) = format {
      member("currencyCode")
      out.string(code)
    }
  }

  private mutating func writeSeries() {
    key("series")
    lines(model.series.count, indent: "    ") { writer, index in
      let series = writer.model.series[index]
      writer.out.raw("{")
      writer.member("value", isFirst: true)
      writer.scalar(series.value, of: writer.model.seriesType)
      if let exact = ExactText.text(series.value) {
        writer.member("exact")
        writer.out.string(exact)
      }
      if let type = WrittenScalar.type(of: series.value, known: writer.model.seriesType) {
        writer.member("type")
        writer.out.string(type)
      }
      writer.member("label")
      writer.out.string(series.label)
      writer.member("layer")
      writer.out.number(Int64(series.layer))
      writer.out.raw("}")
    }
    let type = model.seriesType?.description
    guard let column = model.seriesColumn else {
      for (name, text) in [("seriesTitle", model.seriesTitle), ("seriesType", type ?? "")] where !text.isEmpty {
        key(name)
        out.string(text)
      }
      return
    }
    key("seriesColumn")
    out.raw("{")
    member("column", isFirst: true)
    out.string(column)
    member("title")
    out.string(model.seriesTitle)
    if let type {
      member("type")
      out.string(type)
    }
    out.raw("}")
  }

  private mutating func writeDimensions() {
    key("dimensions")
    lines(model.dimensions.count, indent: "    ") { writer, index in
      let dimension = writer.model.dimensions[index]
      writer.out.raw("{")
      writer.member("sequence", isFirst: true)
      writer.out.number(Int64(dimension.sequence))
      writer.member("title")
      writer.out.string(dimension.title)
      writer.member("type")
      writer.out.string(dimension.cells.type.description)
      writer.writeFormat(dimension.format)
      writer.writeUnit(dimension.unit)
      writer.out.raw("}")
    }
  }

  mutating func writeUnit(_ unit: String) {
    guard !unit.isEmpty else { return }
    member("unit")
    out.string(unit)
  }

  mutating func writeCells(_ dimensions: [Column], categories: Int, indent: String = "    ") {
    let inner = indent + "  "
    let series = model.series.count
    lines(dimensions.count, indent: indent) { writer, dimension in
      let cells = dimensions[dimension]
      writer.lines(series, indent: inner) { $0.writeRow(cells, $1 * categories..<($1 + 1) * categories) }
    }
  }

  /// The values of one series. The type is looked at once.
  mutating func writeRow(_ cells: Column, _ rows: Range<Int>) {
    let hasNulls = cells.validity != nil
    out.raw("[")
    switch cells.values {
    case .float64(let buffer):
      let span = buffer.span
      for row in rows {
        if row > rows.lowerBound { out.comma() }
        if hasNulls, cells.isNull(row) {
          out.null()
        } else if span[row].isFinite {
          out.number(span[row])
        } else {
          notFinite += 1
          out.null()
        }
      }
    case .int64(let buffer):
      let span = buffer.span
      for row in rows {
        if row > rows.lowerBound { out.comma() }
        if hasNulls, cells.isNull(row) { out.null() } else { out.int(span[row]) }
      }
    default:
      for row in rows {
        if row > rows.lowerBound { out.comma() }
        out.scalar(cells[row])
      }
    }
    out.raw("]")
  }

  private mutating func writeBaseline() {
    guard let baseline = model.baseline else { return }
    key("baseline")
    let isExact = baseline.contains(where: ExactText.isNeeded(in:))
    if let items = model.items {
      lines(baseline.count, indent: "    ") { $0.writeRow(baseline[$1], 0..<items.count) }
      if isExact {
        key("exactBaseline")
        lines(baseline.count, indent: "    ") { $0.writeExact(baseline[$1], 0..<items.count) }
      }
    } else {
      writeCells(baseline, categories: model.categoryCount)
      if isExact {
        key("exactBaseline")
        writeExactCells(baseline, categories: model.categoryCount)
      }
    }
    guard baseline.map(\.type) != (model.items?.values ?? model.dimensions.map(\.cells)).map(\.type) else { return }
    key("baselineTypes")
    writeTypes(baseline)
  }

  mutating func writeTypes(_ columns: [Column]) {
    line(columns.indices) { $0.out.string(columns[$1].type.description) }
  }

  private mutating func writeExact() {
    let cells = model.dimensions.map(\.cells)
    guard cells.contains(where: ExactText.isNeeded(in:)) else { return }
    key("exact")
    writeExactCells(cells, categories: model.categoryCount)
  }

  private mutating func writeExactCells(_ dimensions: [Column], categories: Int, indent: String = "    ") {
    let inner = indent + "  "
    let series = model.series.count
    lines(dimensions.count, indent: indent) { writer, dimension in
      let cells = dimensions[dimension]
      writer.lines(series, indent: inner) { $0.writeExact(cells, $1 * categories..<($1 + 1) * categories) }
    }
  }

  mutating func writeExact(_ column: Column, _ rows: Range<Int>) {
    line(rows) { writer, row in
      if let text = ExactText.text(column[row]) { writer.out.string(text) } else { writer.out.null() }
    }
  }

  private mutating func writeTexts() {
    key("texts")
    let categories = model.categoryCount
    lines(model.dimensions.count, indent: "    ") { writer, dimension in
      let cells = writer.model.dimensions[dimension].cells
      writer.lines(writer.model.series.count, indent: "      ") { writer, series in
        var texts = writer.model.columnTexts(dimension: dimension, series: series)
        writer.line(series * categories..<(series + 1) * categories) {
          if cells.isNull($1) { $0.out.null() } else { $0.out.string(of: $1, by: &texts) }
        }
      }
    }
  }

  private mutating func writeStatistics() {
    key("statistics")
    lines(model.layerCount, indent: "    ") { writer, layer in
      writer.line(0..<writer.model.dimensions.count) { writer, dimension in
        let statistics = writer.model.statistics(dimension: dimension, layer: layer)
        writer.out.raw("{")
        writer.member("minimum", isFirst: true)
        writer.out.scalar(statistics.minimum)
        writer.member("maximum")
        writer.out.scalar(statistics.maximum)
        writer.member("minimumSum")
        writer.out.scalar(statistics.minimumSum)
        writer.member("maximumSum")
        writer.out.scalar(statistics.maximumSum)
        writer.out.raw("}")
      }
    }
  }
}
