import AugerCharts

// What is text, as a `String`: to print it, or to hand it to what takes strings. The bytes are those of `data(for:)`.

extension TerminalChart {
  /// The chart as lines, the last of them ended too.
  public func text(for model: ChartModel) -> String { String(decoding: data(for: model), as: UTF8.self) }
}

extension ChartJSON {
  /// The chart as JSON, `auger.chart/1`, ending with a newline.
  public func text(for model: ChartModel) -> String { String(decoding: data(for: model), as: UTF8.self) }
}

extension SVG {
  /// The picture as SVG.
  public func text(for model: ChartModel) -> String { String(decoding: data(for: model), as: UTF8.self) }
}
