import AugerCharts
import AugerColumns

/// What an author says of axes, and writes at them.
extension ChartJSONWriter {
  mutating func write(_ axes: ChartAxes) {
    key("axes")
    out.raw("{")
    var isFirst = true
    let named = [("value", axes.value), ("secondValue", axes.secondValue), ("category", axes.category)]
    for (name, axis) in named where !axis.isEmpty {
      member(name, isFirst: isFirst)
      isFirst = false
      write(axis)
    }
    out.raw("}")
  }

  private mutating func write(_ axis: AxisOptions) {
    var count = 0
    func point(_ writer: inout Self, _ name: String, _ value: Scalar?) {
      guard let value else { return }
      writer.member(name, isFirst: count == 0)
      count += 1
      writer.out.scalar(value)
    }
    out.raw("{")
    point(&self, "lower", axis.lower)
    point(&self, "upper", axis.upper)
    point(&self, "padding", axis.padding.map { .float($0) })
    switch axis.ticks {
    case nil: break
    case .values(let values):
      member("ticks", isFirst: count == 0)
      count += 1
      line(values.indices) { $0.out.scalar(values[$1]) }
    case .every(let step, let anchor):
      point(&self, "tickStep", .string(step.text))
      point(&self, "tickAnchor", anchor)
    }
    point(&self, "crossing", axis.crossing)
    if !axis.gaps.isEmpty {
      member("gaps", isFirst: count == 0)
      line(axis.gaps.indices) { writer, index in
        switch axis.gaps[index] {
        case .weekends: writer.out.string("weekends")
        case .range(let lower, let upper):
          writer.out.raw("[")
          writer.out.scalar(lower)
          writer.out.raw(", ")
          writer.out.scalar(upper)
          writer.out.raw("]")
        }
      }
    }
    out.raw("}")
  }

  mutating func writeAnnotations() {
    key("annotations")
    lines(model.annotations.count, indent: "    ") { writer, index in
      let annotation = writer.model.annotations[index]
      writer.out.raw("{")
      writer.member("text", isFirst: true)
      writer.out.string(annotation.text)
      for case (let name, let value?) in [("value", annotation.value), ("endValue", annotation.endValue)] {
        writer.member(name)
        writer.out.number(value)
      }
      let categories = [("category", annotation.category), ("endCategory", annotation.endCategory)].compactMap {
        name, value in value.map { (name, $0) }
      }
      for (name, value) in categories {
        writer.member(name)
        writer.lone(value)
      }
      if let color = annotation.color {
        writer.member("color")
        writer.out.string(color)
      }
      writer.writeNotes(of: categories, known: writer.model.pointType)
      writer.out.raw("}")
    }
  }

  /// As the values are: a list for each series, or one of the items.
  mutating func write(colors: [String?]) {
    func row(_ writer: inout Self, _ range: Range<Int>) {
      writer.line(range) { writer, index in
        if let color = colors[index] { writer.out.string(color) } else { writer.out.null() }
      }
    }
    key("colors")
    if model.items != nil { return row(&self, colors.indices) }
    let width = model.categoryCount
    lines(model.series.count, indent: "    ") { row(&$0, $1 * width..<($1 + 1) * width) }
  }
}
