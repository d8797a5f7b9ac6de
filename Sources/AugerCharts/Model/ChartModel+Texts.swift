import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// The format of a series' values: of an overlay that of its layer.
  package func format(ofSeries row: Int, dimension: Int) -> ValueFormat? {
    layers.indices.contains(series[row].layer) ? layers[series[row].layer].format : dimensions[dimension].format
  }

  /// The text of each value of a dimension at level 0, laid out as its cells; empty where there is no value. Values
  /// that the format does not fit are plain; `advice` has counted them.
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

  /// The texts of one series, written one after the other by their places among the cells.
  package func columnTexts(dimension: Int, series row: Int) -> ColumnTexts {
    ColumnTexts(
      ValueFormatter(format(ofSeries: row, dimension: dimension), locale: locale).keepingSmall,
      dimensions[dimension].cells)
  }
}
