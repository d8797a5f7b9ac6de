import AugerCharts
import AugerDiagnostics

// Colors and styles of marks.
extension ChartChannels {
  /// Returns the color that the author assigned to an item; nil for the color of its series. For items that are points,
  /// `row` is their number.
  func itemColor(_ series: Int, _ category: Int, _ theme: Theme) -> Theme.Color? {
    guard let colors = given.colors, model.visibleLevel == 0 else { return nil }
    // The series of additional values follow those of the first.
    return color(number(series: series, category: category) % max(1, colors.count), theme)
  }

  /// Returns the color of a point by its number among all points.
  func color(_ number: Int, _ theme: Theme) -> Theme.Color? {
    guard let colors = given.colors, colors.indices.contains(number) else { return nil }
    return colors[number].flatMap { Theme.Color(named: $0, in: theme) }
  }

  /// Returns the outline that the author chose for an item; nil for none.
  func itemOutline(_ series: Int, _ category: Int, _ theme: Theme) -> Theme.Color? {
    guard let colors = given.outlines, !colors.isEmpty, model.visibleLevel == 0 else { return nil }
    return colors[number(series: series, category: category) % colors.count].flatMap {
      Theme.Color(named: $0, in: theme)
    }
  }

  /// The displayed series that a page marks below the pointer; nil for none.
  var scrubbedSeries: Int? {
    guard model.type.scrubs, let name = model.style.scrubbedSeries else { return nil }
    return name.isEmpty
      ? (seriesCount > 0 ? 0 : nil) : seriesLabels.firstIndex { Name($0) == Name(name) }
  }

  /// The style of a displayed series.
  func style(_ series: Int) -> SeriesStyle {
    guard !model.style.series.isEmpty, model.series.indices.contains(series) else { return SeriesStyle() }
    return model.style.style(ofSeries: seriesLabels[series], layer: model.series[series].layer)
  }

  /// Returns the theme with the colors of the displayed series, which do not depend on hidden series.
  func theme(_ theme: Theme) -> Theme {
    let own = ownColors(theme)
    guard seriesNumbers.count < (seriesNumbers.last ?? -1) + 1 || own != nil, !seriesNumbers.isEmpty else {
      return theme
    }
    var shown = theme
    shown.palette = seriesNumbers.enumerated().map { own?[$0] ?? theme.color($1) }
    // The colors of increases and decreases remain those of the theme.
    if own != nil { shown.palette += theme.palette.dropFirst(shown.palette.count) }
    return shown
  }

  /// Returns the colors that the author chose for the displayed series; nil if none has one.
  private func ownColors(_ theme: Theme) -> [Theme.Color?]? {
    guard !model.style.series.isEmpty, !model.layers.isEmpty || model.type.hasSeriesColors else { return nil }
    let colors = (0..<seriesCount).map { style($0).color.flatMap { Theme.Color(named: $0, in: theme) } }
    return colors.contains { $0 != nil } ? colors : nil
  }
}
