import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Returns the format of a series' values. In an overlay, it is that of its layer.
  package func format(ofSeries row: Int, dimension: Int) -> ValueFormat? {
    layers.indices.contains(series[row].layer) ? layers[series[row].layer].format : dimensions[dimension].format
  }

  /// Returns the formatted value of each cell of a dimension at level 0; empty for null. Values that do not fit the
  /// format are plain, and `advice` counts them.
  package func valueTexts(dimension: Int) -> [String] {
    series.indices.flatMap { row in
      var writer = columnTexts(dimension: dimension, series: row)
      return (0..<categoryCount).map { category in
        var text: [UInt8] = []
        writer.append(row * categoryCount + category, to: &text)
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// Returns the formatted values of one series, in the order of its cells.
  package func columnTexts(dimension: Int, series row: Int) -> ColumnTexts {
    ColumnTexts(
      ValueFormatter(format(ofSeries: row, dimension: dimension), locale: locale).keepingSmall,
      dimensions[dimension].cells)
  }

  /// The values of the current level, a column for each dimension.
  package var cellsInView: [Column] {
    visibleLevel == 0 ? dimensions.map(\.cells) : levels[visibleLevel].cells ?? dimensions.map(\.cells)
  }

  /// Returns the label of each value of the current level; empty for null.
  package func textsInView(dimension: Int) -> [String] {
    var counted = Warnings()
    let cells = cellsInView[dimension]
    guard !layers.isEmpty else {
      return ValueFormatter(dimensions[dimension].format, locale: locale).keepingSmall.texts(cells, warnings: &counted)
    }
    let width = levels[visibleLevel].count
    return series.indices.flatMap { row in
      ValueFormatter(format(ofSeries: row, dimension: dimension), locale: locale).keepingSmall
        .texts(cells[row * width..<(row + 1) * width], warnings: &counted)
    }
  }
}
