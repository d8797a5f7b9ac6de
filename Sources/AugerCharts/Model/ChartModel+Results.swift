import AugerColumns
import AugerDiagnostics

// The chart for programs that read its numbers. All members describe the current level.

extension ChartModel {
  /// The categories of the current level, sorted and limited like in the picture.
  public var categories: [ChartLabel] {
    let level = levels[visibleLevel]
    return zip(level.values.scalars, level.labels).map { ChartLabel(value: $0, text: $1) }
  }

  /// The values of the chart's definition with titles, formats and statistics, at least one. An overlay has one for
  /// each layer.
  public var measures: [ChartMeasure] {
    channels.map { channel in
      ChartMeasure(
        title: channel.title, unit: channel.unit, format: channel.format,
        statistics: statistics(dimension: channel.dimension, layer: channel.layer, level: visibleLevel))
    }
  }

  /// The first value of the first series, one for each category: all values of a chart with one value and without
  /// series. In a chart of data items, the first value of each item.
  public var values: [Scalar] {
    if let items { return items.values[0].scalars }
    guard !series.isEmpty else { return [] }
    return cellsInView[0][0..<levels[visibleLevel].count].scalars
  }

  /// All values as a list: series by series, and for each series value by value in the order of the categories. A data
  /// item has one point for each of its values.
  public var points: [ChartPoint] {
    let cells = ValueCells(self)
    let (texts, labels) = (cells.texts, cells.labels)
    var points: [ChartPoint] = []
    for (index, series) in series.enumerated() {
      let rows = cells.rows(ofSeries: index)
      for channel in channels where channel.layer == series.layer {
        for row in rows {
          let text = texts[channel.dimension][row]
          points.append(
            ChartPoint(
              id: points.count, category: labels[row % labels.count], series: series, measure: channel.title,
              value: cells.columns[channel.dimension][row], text: text.isEmpty ? text : text.with(unit: channel.unit)))
        }
      }
    }
    return points
  }

  /// Returns the value of a category and a series by their texts.
  ///
  /// ```swift
  /// chart[category: "France"]                     // 100
  /// chart[series: "Bikes", category: "France"]    // nil if no such series or category exists, .null without a value
  /// chart[value: "Margin", category: "France"]
  /// ```
  ///
  /// In a chart of data items, the result is the value of the first item with this category and series.
  ///
  /// - Parameters:
  ///   - value: The title of a measure. Nil for the first.
  ///   - series: The text of a series. Nil for the first.
  ///   - category: The text of a category of the current level.
  public subscript(
    value value: String? = nil, series series: String? = nil, category category: String
  ) -> Scalar? {
    guard
      let channel = channels.first(where: { channel in value.map { Name(channel.title) == Name($0) } ?? true }),
      let index = self.series.firstIndex(where: { label in
        label.layer == channel.layer && (series.map { Name(label.text) == Name($0) } ?? true)
      })
    else { return nil }
    let cells = ValueCells(self)
    let labels = cells.labels
    return cells.rows(ofSeries: index).first { Name(labels[$0 % labels.count].text) == Name(category) }
      .map { cells.columns[channel.dimension][$0] }
  }

  /// Returns the value of a category and a series by their indices, which must exist: in `measures`, `series` and
  /// `categories`, or in the data items of the series.
  public subscript(value value: Int = 0, series series: Int = 0, category category: Int) -> Scalar {
    let cells = ValueCells(self)
    return cells.columns[channels[value].dimension][cells.rows(ofSeries: series)[category]]
  }

  /// Returns the total of a series over all categories, computed from the data: the average of a whole differs from the
  /// average of its averages. Nil if no such value or series exists, or if the chart has no summary.
  ///
  /// - Parameters:
  ///   - value: The title of a measure. Nil for the first.
  ///   - series: The text of a series. Nil for the first.
  public func total(value: String? = nil, series: String? = nil) -> Scalar? {
    guard let summary,
      let dimension = dimensions.firstIndex(where: { part in value.map { Name(part.title) == Name($0) } ?? true }),
      let index = self.series.firstIndex(where: { label in series.map { Name(label.text) == Name($0) } ?? true })
    else { return nil }
    return summary.whole[dimension][index]
  }

  /// The chart before what-if changes. Nil if it was not changed.
  ///
  /// It shows the finest level, because the values of coarser levels before the changes are not computed.
  public var baseline: ChartModel? {
    guard let baselineCells else { return nil }
    var model = self
    model.baselineCells = nil
    model.summary = nil
    model.forecast = nil
    model.context.parts.removeAll { $0.kind == .whatIf }
    if items == nil {
      model.visibleLevel = 0
      for level in levels.indices { model.levels[level].cells = nil }
      for index in dimensions.indices { model.dimensions[index].cells = baselineCells[index] }
    } else {
      model.items?.values = baselineCells
    }
    model.multiples = multiples.map { part in
      var part = part
      part.model = part.model.baseline ?? part.model
      return part
    }
    model.diagram?.nodes = (diagram?.nodes ?? []).map(\.beforeChanges)
    return model
  }
}

// MARK: Values by measure

/// A value of a definition in one layer.
private struct MeasureChannel {
  var title: String
  var unit: String
  var format: ValueFormat?
  var dimension: Int
  var layer: Int
}

extension ChartModel {
  private var channels: [MeasureChannel] {
    if layers.isEmpty {
      return dimensions.enumerated().map { index, dimension in
        MeasureChannel(
          title: dimension.title, unit: dimension.unit, format: dimension.format, dimension: index, layer: 0)
      }
    }
    return layers.enumerated().map { index, layer in
      MeasureChannel(
        title: layer.valueTitle.isEmpty ? layer.title : layer.valueTitle, unit: layer.unit, format: layer.format,
        dimension: 0, layer: index)
    }
  }
}

/// The values of the current level, or of the data items.
private struct ValueCells {
  private let model: ChartModel
  /// A column for each dimension: series × category, row by row, or the items.
  let columns: [Column]

  init(_ model: ChartModel) {
    self.model = model
    columns = model.items?.values ?? model.cellsInView
  }

  func rows(ofSeries index: Int) -> [Int] {
    if let items = model.items { return items.series.indices.filter { Int(items.series[$0]) == index } }
    let width = model.levels[model.visibleLevel].count
    return Array(index * width..<(index + 1) * width)
  }

  /// The category of each item, or each category of a series. Row r has the label r modulo their number.
  var labels: [ChartLabel] {
    guard let items = model.items else { return model.categories }
    var counted = Warnings()
    let texts = ValueFormatter(model.levels[0].format, locale: model.locale, role: .category)
      .texts(items.category, warnings: &counted)
    return zip(items.category.scalars, texts).map { ChartLabel(value: $0, text: $1) }
  }

  /// The formatted values, parallel to the columns; empty for null.
  var texts: [[String]] {
    guard let items = model.items else { return model.dimensions.indices.map { model.textsInView(dimension: $0) } }
    var counted = Warnings()
    return zip(model.dimensions, items.values).map { dimension, column in
      ValueFormatter(dimension.format, locale: model.locale).keepingSmall.texts(column, warnings: &counted)
    }
  }
}
