import AugerCharts
import AugerColumns

/// What stands instead of values, or beside them: data items and tables, a list for each of their columns.
extension ChartJSONWriter {
  mutating func write(_ items: ChartItems) {
    let rows = 0..<items.count
    key("items")
    out.raw("{\n    \"category\": ")
    line(rows) { $0.scalar(items.category[$1], of: items.category.type) }
    out.raw(",\n    \"series\": ")
    line(rows) { $0.out.number(Int64(items.series[$1])) }
    out.raw(",\n    \"values\": ")
    lines(items.values.count, indent: "      ") { $0.writeRow(items.values[$1], rows) }
    if items.category.type != model.levels[0].values.type {
      out.raw(",\n    \"categoryType\": ")
      out.string(items.category.type.description)
    }
    if items.values.map(\.type) != model.dimensions.map(\.cells.type) {
      out.raw(",\n    \"types\": ")
      writeTypes(items.values)
    }
    if ExactText.isNeeded(in: items.category) {
      out.raw(",\n    \"exactCategory\": ")
      writeExact(items.category, rows)
    }
    if items.values.contains(where: ExactText.isNeeded(in:)) {
      out.raw(",\n    \"exact\": ")
      lines(items.values.count, indent: "      ") { $0.writeExact(items.values[$1], rows) }
    }
    out.raw("\n  }")
  }

  /// Documents of their own, whose numbers that are not finite are counted with those of the whole.
  mutating func writeMultiples() {
    key("multiples")
    lines(model.multiples.count, indent: "    ") { writer, index in
      let multiple = writer.model.multiples[index]
      writer.out.raw("{")
      writer.member("value", isFirst: true)
      writer.lone(multiple.value)
      writer.member("label")
      writer.out.string(multiple.label)
      writer.writeNotes(of: [("value", multiple.value)])
      writer.member("chart")
      var inner = ChartJSONWriter(multiple.model, includesTexts: writer.includesTexts)
      writer.out.raw(String(decoding: inner.write().dropLast(), as: UTF8.self))
      writer.out.raw("}")
    }
  }

  mutating func write(_ period: IncompletePeriod) {
    key("incompletePeriod")
    out.raw("{")
    member("category", isFirst: true)
    out.number(Int64(period.category))
    member("lastDay")
    out.scalar(.date(period.lastDay))
    member("end")
    out.scalar(.date(period.end))
    out.raw("}")
  }

  mutating func write(_ outliers: ChartOutliers) {
    let rows = 0..<outliers.count
    key("outliers")
    out.raw("{\n    \"categories\": ")
    line(rows) { $0.out.number(Int64(outliers.categories[$1])) }
    out.raw(",\n    \"series\": ")
    line(rows) { $0.out.number(Int64(outliers.series[$1])) }
    out.raw(",\n    \"values\": ")
    writeRow(outliers.values, rows)
    if outliers.values.type != model.dimensions[0].cells.type {
      out.raw(",\n    \"type\": ")
      out.string(outliers.values.type.description)
    }
    if ExactText.isNeeded(in: outliers.values) {
      out.raw(",\n    \"exact\": ")
      writeExact(outliers.values, rows)
    }
    out.raw("\n  }")
  }

  mutating func write(_ table: ChartTable) {
    key("table")
    out.raw("{\n    \"columns\": ")
    lines(table.columns.count, indent: "      ") { writer, index in
      let column = table.columns[index]
      let rows = 0..<column.cells.count
      writer.out.raw("{")
      writer.member("title", isFirst: true)
      writer.out.string(column.title)
      writer.member("type")
      writer.out.string(column.cells.type.description)
      writer.writeFormat(column.format)
      writer.member("isHeader")
      writer.out.raw(column.isHeader ? "true" : "false")
      writer.out.raw(",\n        \"values\": ")
      writer.line(rows) { $0.scalar(column.cells[$1], of: column.cells.type) }
      if ExactText.isNeeded(in: column.cells) {
        writer.out.raw(",\n        \"exact\": ")
        writer.writeExact(column.cells, rows)
      }
      writer.out.raw(",\n        \"texts\": ")
      writer.line(rows) { $0.out.string(column.texts[$1]) }
      if let colors = column.colors {
        writer.out.raw(",\n        \"colors\": ")
        writer.line(rows) { writer, row in
          if let color = colors[row] { writer.out.string(color) } else { writer.out.null() }
        }
      }
      if let charts = column.charts {
        writer.out.raw(",\n        \"charts\": ")
        writer.lines(charts.count, indent: "          ") { writer, row in
          guard let chart = charts[row] else { return writer.out.null() }
          var inner = ChartJSONWriter(chart, includesTexts: false)
          writer.out.raw(String(decoding: inner.write().dropLast(), as: UTF8.self))
        }
      }
      writer.out.raw(" }")
    }
    out.raw("\n  }")
  }
}
