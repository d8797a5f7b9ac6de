import AugerCharts
import AugerColumns

/// What an author says of axes.
extension ChartJSONWriter {
  mutating func write(_ axes: ChartAxes) {
    key("axes")
    out.raw("{")
    var isFirst = true
    for (name, axis) in [("value", axes.value), ("category", axes.category)] where !axis.isEmpty {
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
}
