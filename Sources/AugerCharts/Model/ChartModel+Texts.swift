import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// The text of each value of a dimension at level 0, laid out as its cells; empty where there is no value. Values
  /// that the format does not fit are plain; `advice` has counted them.
  package func valueTexts(dimension: Int) -> [String] {
    var counted = Warnings()
    return valueFormatter(dimension).texts(dimensions[dimension].cells, warnings: &counted)
  }

  /// The same, to be written one after the other.
  package func columnTexts(dimension: Int) -> ColumnTexts {
    ColumnTexts(valueFormatter(dimension), dimensions[dimension].cells)
  }

  private func valueFormatter(_ dimension: Int) -> ValueFormatter {
    ValueFormatter(dimensions[dimension].format, locale: locale)
  }
}
