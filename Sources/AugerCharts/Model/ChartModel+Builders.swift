import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Creates a chart from plain arrays: `values[series][category]`, nil for missing values.
  ///
  /// - Parameter series: The labels of the series. Empty for a chart with one series and no series column.
  /// - Throws: `invalidChart` if the sizes of the arrays differ, and `negativeSlice` like `validate`.
  package init(
    _ type: ChartType, _ title: String = "", categories: Column, series: [String] = [], values: [[Double?]],
    format: ValueFormat? = nil
  ) throws(AugerError) {
    let rows = max(1, series.count)
    guard values.count == rows, values.allSatisfy({ $0.count == categories.count }) else {
      throw AugerError(
        .invalidChart, operation: "make the chart '\(title)'",
        "values are not \(rows) × \(categories.count), one row for each series and one number for each category")
    }
    self.init(
      name: title, title: title, type: type, levels: [CategoryLevel(column: "Category", values: categories)],
      series: series.isEmpty ? [ChartLabel()] : series.map { ChartLabel(value: .string($0)) },
      seriesColumn: series.isEmpty ? nil : "Series", seriesTitle: series.isEmpty ? "" : "Series",
      dimensions: [ValueDimension(format: format, cells: Column(values.flatMap { $0 }))])
    try validate()
    warnings = advice()
  }

  package init(
    _ type: ChartType, _ title: String = "", categories: [String], series: [String] = [], values: [[Double?]],
    format: ValueFormat? = nil
  ) throws(AugerError) {
    try self.init(
      type, title, categories: Column(categories), series: series, values: values, format: format)
  }
}
