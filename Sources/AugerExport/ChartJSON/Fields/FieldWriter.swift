import AugerCharts
import AugerColumns

/// The lengths and types of a chart's lists, which determine how its parts are written and read.
struct ChartShape: Sendable {
  var series = 0
  var seriesType: DataType?
  var levels = 0
  /// The number of categories of the finest level.
  var categories = 0
  /// The number of data items, if the chart has items.
  var items: Int?
  /// The types of the dimensions.
  var types: [DataType] = []
  /// The types of the cells, or of the values of the items.
  var valueTypes: [DataType] = []
  /// The type of the finest categories.
  var levelType = DataType.string
  /// The type of positions of points along the category axis.
  var pointType = DataType.string
  /// The index of the current category level.
  var level = 0
  /// The number of categories of the next finer level.
  var finer = 0
  /// The number of nodes of the current diagram.
  var nodes = 0
  /// The number of rows of the current table.
  var rows: Int?
  var includesTexts = false
  /// The names of the items of a dashboard.
  var names: [String] = []
}

extension ChartShape {
  init(_ model: ChartModel) {
    series = model.series.count
    seriesType = model.seriesType
    levels = model.levels.count
    categories = model.levels.first?.count ?? 0
    items = model.items?.count
    types = model.dimensions.map(\.cells.type)
    valueTypes = model.items?.values.map(\.type) ?? types
    levelType = model.levels.first?.values.type ?? .string
    pointType = model.items?.category.type ?? levelType
  }
}

/// Writes the objects of a format, with shared loops over columns.
struct FieldWriter {
  var out: JSONBytes
  /// The current chart; nil in other formats.
  var model: ChartModel?
  var shape = ChartShape()
  /// The number of non-finite numbers, which are written as null.
  var notFinite = 0

  /// Writes items on separate lines, or `[]`.
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

  /// Writes items on one line.
  mutating func line(_ range: Range<Int>, _ item: (inout Self, Int) -> Void) {
    out.raw("[")
    for index in range {
      if index > range.lowerBound { out.comma() }
      item(&self, index)
    }
    out.raw("]")
  }

  /// Writes names with their values on one line.
  mutating func members<Value>(_ members: [(key: String, Value)], _ value: (inout Self, Value) -> Void) {
    out.raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { out.comma() }
      out.string(member.key)
      out.raw(": ")
      value(&self, member.1)
    }
    out.raw("}")
  }

  mutating func text(_ text: String?) { if let text { out.string(text) } else { out.null() } }

  mutating func texts(_ texts: ArraySlice<String?>) { line(texts.indices) { $0.text(texts[$1]) } }

  mutating func indices(_ numbers: [Int32]) { line(numbers.indices) { $0.out.number(Int64(numbers[$1])) } }

  mutating func indices(_ numbers: [Int]) { line(numbers.indices) { $0.out.number(Int64(numbers[$1])) } }

  mutating func types(_ columns: [Column]) { line(columns.indices) { $0.out.string(columns[$1].type.description) } }

  /// Writes a single value and counts a non-finite number.
  mutating func scalar(_ value: Scalar, of type: DataType? = nil) {
    if case .float(let number) = value, !number.isFinite { notFinite += 1 }
    out.scalar(value, of: type)
  }

  /// Writes the values of some rows, by default all. Determines the type only once.
  mutating func values(_ column: Column, _ some: Range<Int>? = nil) {
    let rows = some ?? 0..<column.count
    let hasNulls = column.validity != nil
    out.raw("[")
    switch column.values {
    case .float64(let buffer):
      let span = buffer.span
      for row in rows {
        if row > rows.lowerBound { out.comma() }
        if hasNulls, column.isNull(row) {
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
        if hasNulls, column.isNull(row) { out.null() } else { out.int(span[row]) }
      }
    default:
      for row in rows {
        if row > rows.lowerBound { out.comma() }
        out.scalar(column[row], of: column.type)
      }
    }
    out.raw("]")
  }

  /// Writes the exact strings of some rows, by default all.
  mutating func exact(_ column: Column, _ some: Range<Int>? = nil) {
    line(some ?? 0..<column.count) { $0.text(ExactText.text(column[$1])) }
  }

  /// Writes a line for each series.
  mutating func rows(_ categories: Int, indent: String, _ row: (inout Self, Range<Int>) -> Void) {
    lines(shape.series, indent: indent) { row(&$0, $1 * categories..<($1 + 1) * categories) }
  }

  /// Writes a list for each column with a line for each series. For items, writes a line for each column.
  mutating func grid(
    _ columns: [Column], _ categories: Int?, indent: String, _ row: (inout Self, Column, Range<Int>?) -> Void
  ) {
    lines(columns.count, indent: indent) { writer, index in
      guard let categories else { return row(&writer, columns[index], nil) }
      writer.rows(categories, indent: indent + "  ") { row(&$0, columns[index], $1) }
    }
  }
}
