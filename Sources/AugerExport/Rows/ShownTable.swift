import AugerCharts
import AugerColumns

/// A chart as a table for readers: values in the formats of the chart. Numbers without a format are rounded.
struct ShownTable {
  struct Column {
    var title: String
    var texts: [String]
    var isNumber: Bool
    /// True if it names the rows instead of describing them.
    var isHeader: Bool
    var colors: [String?]?
    var charts: [ChartModel?]?
    /// The numbers of the strings; NaN for missing values. Empty for a column without numbers.
    var numbers: [Double] = []
    var format: ValueFormat?

    /// Returns a number with three digits and a unit, such as `$1.52M`, for a cell that is too narrow. Returns the full
    /// string if no shorter form exists.
    func shortText(_ row: Int, _ locale: ChartLocale) -> String {
      guard isNumber, numbers.count == texts.count else { return texts[row] }
      return TickFormatter.short(numbers[row], format: format, locale: locale) ?? texts[row]
    }
  }

  let columns: [Column]
  let rowCount: Int

  /// Creates the table of the model, or a table of its categories and series.
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
        // Layers have the number of values of the layer with the most values.
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

  /// Creates the table of a chart without categories and series: data items, links, layers or nodes.
  init(tabulated model: ChartModel) {
    if let diagram = model.diagram {
      let (nodes, texts) = (diagram.nodes, model.locale.texts)
      var columns = [
        Column(title: "", texts: nodes.map(\.title), isNumber: false, isHeader: true),
        Column(title: texts[.value], texts: nodes.map(\.valueText), isNumber: true, isHeader: false),
        Column(title: texts[.targetValue], texts: nodes.map(\.targetText), isNumber: true, isHeader: false),
      ]
      if nodes.contains(where: { $0.alerts > 0 }) {
        columns.append(
          Column(
            title: texts[.alerts], texts: nodes.map { $0.alerts > 0 ? "\($0.alerts)" : "" }, isNumber: true,
            isHeader: false))
      }
      self.columns = columns
      rowCount = nodes.count
      return
    }
    let table = model.tabulated()
    columns = Self.columns(of: table)
    rowCount = table.rowCount
  }

  /// Creates a display table from a table.
  init(_ table: Table) {
    columns = Self.columns(of: table)
    rowCount = table.rowCount
  }

  /// Returns the title of a column if the chart has several values.
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
  /// Returns the display string of each value of the current level, formatted or rounded. Empty for null.
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
  /// Returns the display string of a number: formatted, or rounded without a format.
  func readableText(_ value: Double, _ locale: ChartLocale) -> String {
    if format == nil, let text = value.readableText { return text }
    return ValueFormatter(format, locale: locale).keepingSmall.text(.float(value)) ?? Scalar.float(value).description
  }
}

extension Column {
  /// Returns the display strings of its values. Floats have at least six digits, and no more decimals than these
  /// require.
  func readable(_ texts: [String]) -> [String] {
    guard type == .float64 else { return texts }
    return texts.indices.map { row in self[row].doubleValue?.readableText ?? texts[row] }
  }
}

extension Double {
  /// A number with six digits, or with all digits of its integer part; nil if the shortest decimal is better.
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
