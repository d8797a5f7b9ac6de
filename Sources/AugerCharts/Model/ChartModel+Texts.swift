import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// The text of each value of a dimension at level 0, laid out as its cells; empty where there is no value. Values
  /// that the format does not fit are plain; `advice` has counted them.
  public func valueTexts(dimension: Int) -> [String] {
    var counted = Warnings()
    return ValueFormatter(dimensions[dimension].format, locale: locale)
      .texts(dimensions[dimension].cells, warnings: &counted)
  }
}
