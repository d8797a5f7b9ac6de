import AugerCharts

// Text output as a `String`, for printing and for functions that accept strings. It contains the bytes of `data(for:)`.

extension TerminalChart {
  /// Returns the chart as lines, with a final newline.
  package func text(for model: ChartModel) -> String { String(decoding: data(for: model), as: UTF8.self) }
}

extension ChartJSON {
  /// Returns the chart as JSON, `auger.chart/1`, with a final newline.
  package func text(for model: ChartModel) -> String { String(decoding: data(for: model), as: UTF8.self) }
}

extension SVG {
  /// Returns the picture as SVG.
  package func text(for model: ChartModel) -> String { String(decoding: data(for: model), as: UTF8.self) }
}
