import AugerCharts
import AugerColumns

/// A chart as a table for people: texts in the chart's formats, numbers without one rounded for reading.
struct ShownTable {
  struct Column {
    var title: String
    var texts: [String]
    var isNumber: Bool
    /// Whether it names the rows rather than telling about them.
    var isHeader: Bool
    var colors: [String?]?
    var charts: [ChartModel?]?
    /// The numbers behind the texts, NaN where there is none; empty of a column that has none.
    var numbers: [Double] = []
    var format: ValueFormat?

    /// The text of a number in three digits and a unit, `$1.52M`: for a cell that is too narrow for the whole one. The
    /// text itself where there is no shorter one.
    func shortText(_ row: Int, _ locale: ChartLocale) -> String {
      guard isNumber, numbers.count == texts.count else { return texts[row] }
      return TickFormatter.short(numbers[row], format: format, locale: locale) ?? texts[row]
    }
  }

  let columns: [Column]
  let rowCount: Int

  /// Of the model's table, or, where it has none, of its categories and series.
  init(_ channels: ChartChannels) {
    let model = channels.model
    if let table = model.table {
      columns = table.columns.map {
        Column(
          title: $0.title, texts: $0.format == nil ? $0.cells.readable($0.texts) : $0.texts,
          isNumber: $0.cells.type.isNumeric, isHeader: $0.isHeader, colors: $0.colors, charts: $0.charts,
          numbers: $0.cells.type.isNumeric ? $0.cells.drawnDoubles : [], format: $0.format)
      }
      rowCount = table.rowCount
      return
    }
    let level = model.levels[model.visibleLevel]
    var columns = channels.parents.indices.reversed().map { index in
      let texts = channels.parents[index].flatMap { [String](repeating: $0.label, count: $0.categories.count) }
      return Column(
        title: model.levels[model.visibleLevel + 1 + index].title, texts: texts, isNumber: false, isHeader: true)
    }
    columns.append(Column(title: level.title, texts: channels.categoryLabels, isNumber: false, isHeader: true))
    for dimension in model.dimensions.indices {
      let texts = model.readableTexts(dimension: dimension)
      for series in 0..<channels.seriesCount {
        let start = series * channels.categoryCount
        // Layers have as many values as the one with the most.
        if !model.layers.isEmpty, dimension > 0,
          (start..<start + channels.categoryCount).allSatisfy({ texts[$0].isEmpty })
        {
          continue
        }
        let title =
          model.dimensions.count > 1 ? Self.heading(channels, dimension, series) : channels.seriesLabels[series]
        columns.append(
          Column(
            title: title, texts: Array(texts[start..<start + channels.categoryCount]), isNumber: true, isHeader: false,
            numbers: (0..<channels.categoryCount).map { channels.value(dimension, series, $0) },
            format: model.format(ofSeries: series, dimension: dimension)))
      }
    }
    self.columns = columns
    rowCount = channels.categoryCount
  }

  /// Of a chart that is no table of categories and series: its data items, links, layers or nodes.
  init(tabulated model: ChartModel) {
    if let diagram = model.diagram {
      let nodes = diagram.nodes
      columns = [
        Column(title: "", texts: nodes.map(\.text), isNumber: false, isHeader: true),
        Column(title: "Value", texts: nodes.map(\.valueText), isNumber: true, isHeader: false),
        Column(title: "Target", texts: nodes.map(\.targetText), isNumber: true, isHeader: false),
      ]
      rowCount = nodes.count
      return
    }
    let table = model.tabulated()
    columns = Self.columns(of: table)
    rowCount = table.rowCount
  }

  /// Of a table as it is.
  init(_ table: Table) {
    columns = Self.columns(of: table)
    rowCount = table.rowCount
  }

  /// The title of a column where there are several values.
  private static func heading(_ channels: ChartChannels, _ dimension: Int, _ series: Int) -> String {
    let model = channels.model
    if model.seriesColumn == nil { return model.dimensions[dimension].title }
    guard !model.layers.isEmpty, dimension > 0 else { return channels.seriesLabels[series] }
    return "\(model.dimensions[dimension].title) - \(channels.seriesLabels[series])"
  }

  private static func columns(of table: Table) -> [Column] {
    zip(table.schema.names, table.columns).map { name, column in
      Column(
        title: name, texts: column.readable(column.scalars.map { $0.isNull ? "" : column.type.text(of: $0) }),
        isNumber: column.type.isNumeric, isHeader: false)
    }
  }
}

extension ChartModel {
  /// The text of each value of the level in view as people read it: in its format, without one rounded. Empty where
  /// there is none.
  func readableTexts(dimension: Int) -> [String] {
    let texts = textsInView(dimension: dimension)
    guard !layers.isEmpty else {
      return dimensions[dimension].format == nil ? cellsInView[dimension].readable(texts) : texts
    }
    let (plain, width) = (cellsInView[dimension].readable(texts), levels[visibleLevel].count)
    return texts.indices.map { row in
      format(ofSeries: row / max(1, width), dimension: dimension) == nil ? plain[row] : texts[row]
    }
  }
}

extension ValueDimension {
  /// A number as people read it: in the format, without one rounded.
  func readableText(_ value: Double, _ locale: ChartLocale) -> String {
    if format == nil, let text = value.readableText { return text }
    return ValueFormatter(format, locale: locale).keepingSmall.text(.float(value)) ?? Scalar.float(value).description
  }
}

extension Column {
  /// The texts of its values, those of floats with six digits at least and no more behind the point than these need.
  func readable(_ texts: [String]) -> [String] {
    guard type == .float64 else { return texts }
    return texts.indices.map { row in self[row].doubleValue?.readableText ?? texts[row] }
  }
}

extension Double {
  /// With six digits, or as many as the whole part has; nil for what the shortest text says better.
  var readableText: String? {
    guard isFinite, self != 0, magnitude < 1e15, magnitude > 1e-9, let number = Decimal128(shortest: self) else {
      return nil
    }
    var whole = 0
    var rest = magnitude
    while rest >= 1 { (whole, rest) = (whole + 1, rest / 10) }
    while whole <= 0, rest < 0.1 { (whole, rest) = (whole - 1, rest * 10) }
    return number.rescaled(to: max(0, 6 - whole))?.normalized.description
  }
}
