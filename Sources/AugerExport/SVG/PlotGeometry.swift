import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The positions of a plot's categories, as one invisible element. A script in the page needs them to find the category
/// below the pointer. The script reads the labels from the table of the chart.
///
/// `data-plot` is the area of the marks, `data-bands` the center of each category along the axis, `data-step` the width
/// of a category. `data-part` is the visible fraction of the axis, if it is not completely visible. `data-rows`
/// contains the table rows of the categories, unless they are the first rows in order. `data-titles` contains their
/// tooltips if the table omits some of them. `data-scrubber` contains the position of each value of the series that is
/// marked below the pointer, or `-`. Lengths are in the coordinates of the picture.
enum PlotGeometry {
  /// - Parameter isOverlay: True if the layers of the plot have value axes of their own.
  static func render(_ plot: Plot, isOverlay: Bool = false, to out: inout SVGBytes) {
    let channels = plot.channels
    guard channels.namesPlot, !channels.model.type.has(.regions), channels.categoryCount > 0 else { return }
    out.raw("<g class=\"auger-plot\" data-plot=\"")
    list([plot.area.x, plot.area.y, plot.area.width, plot.area.height], to: &out)
    out.raw("\" data-bands=\"")
    list((0..<channels.categoryCount).map(plot.category.center), to: &out)
    out.raw("\" data-step=\"")
    list([plot.category.step], to: &out)
    out.raw("\"")
    if channels.categoryNumbers != Array(0..<channels.categoryCount) {
      out.raw(" data-rows=\"")
      for (index, number) in channels.categoryNumbers.enumerated() {
        out.raw(index > 0 ? " \(number)" : "\(number)")
      }
      out.raw("\"")
    }
    let part = plot.isLying ? channels.given.state.verticalRange : channels.given.state.horizontalRange
    if let part {
      out.attribute("data-part", "\(NumberText.shortest(part.lower)) \(NumberText.shortest(part.upper))")
    }
    if let series = channels.scrubbedSeries, !plot.isLying, !isOverlay {
      out.raw(" data-scrubber=\"")
      let stacks = Stacks(channels)
      for category in 0..<channels.categoryCount {
        if category > 0 { out.raw(" ") }
        let value = channels.value(0, series, category)
        // A category without a value has no mark.
        if value.isNaN { out.raw("-") } else { out.number(plot.value(stacks?.end(series, category) ?? value)) }
      }
      out.raw("\"")
      out.attribute("data-scrubber-color", plot.theme.color(series))
    }
    colors(plot, to: &out)
    if channels.listsTitles, let tooltips = Tooltips(channels, limit: mostTitles) {
      let titles = (0..<channels.categoryCount).map { tooltips.text(category: $0).replacingBytes("|", with: "/") }
      // A line break would become a space.
      out.attribute("data-titles", titles.joined(separator: "|").replacingBytes("\n", with: "; "))
    }
    if !isOverlay { totals(plot, to: &out) }
    if plot.isLying { out.raw(" data-lying=\"1\"") }
    if channels.isTurned { out.raw(" data-turned=\"1\"") }
    let values = plot.isLying ? channels.given.state.horizontalRange : channels.given.state.verticalRange
    if let values {
      out.attribute("data-value-part", "\(NumberText.shortest(values.lower)) \(NumberText.shortest(values.upper))")
    }
    if !isOverlay, let crosshair = channels.given.plot.crosshair { points(plot, crosshair, to: &out) }
    out.raw("/>\n")
  }

  /// Writes `data-colors`, the color of each series or `-` if hidden. The color is `none` if it depends on values.
  private static func colors(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let isOwn = channels.model.layers.isEmpty && channels.model.type.look.legend(channels, plot.theme) != nil
    let colors = channels.given.series.indices.map { number in
      channels.seriesNumbers.firstIndex(of: number).map { isOwn ? "none" : plot.theme.color($0).description } ?? "-"
    }
    out.attribute("data-colors", colors.joined(separator: " "))
  }

  /// Stacks have `data-totals`, the total of each category, and percentage charts `data-shares`, the shares of one
  /// series after the other.
  private static func totals(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    guard channels.seriesCount > 1, channels.seriesCount * channels.categoryCount <= mostPoints,
      Stacks(channels) != nil
    else { return }
    let totals = (0..<channels.categoryCount).map { category -> String in
      let values = (0..<channels.seriesCount).map { channels.value(0, $0, category) }.filter(\.isFinite)
      let total = values.reduce(0, +)
      guard !values.isEmpty, total.magnitude < 1e15 else { return "" }
      return channels.model.dimensions[0].readableText(total, channels.model.locale)
    }
    out.attribute("data-totals", totals.joined(separator: "|"))
    let shares = Tooltips.shares(channels)
    if !shares.isEmpty { out.attribute("data-shares", shares.joined(separator: "|")) }
  }

  /// Maximum number of values in the tooltips of a list.
  private static let mostTitles = 4000

  /// Maximum number of points of a crosshair. With more, the page shows the whole category.
  private static let mostPoints = 20_000

  /// Writes the positions of all values, one list for each series. `data-scale` contains two positions with their
  /// values, from which a script computes interpolated ones.
  private static func points(_ plot: Plot, _ crosshair: PlotOptions.Crosshair, to out: inout SVGBytes) {
    let (channels, scale) = (plot.channels, plot.value)
    guard channels.seriesCount * channels.categoryCount <= mostPoints, Stacks(channels) == nil else { return }
    out.attribute("data-crosshair", crosshair.rawValue)
    out.raw(" data-points=\"")
    for series in 0..<channels.seriesCount {
      if series > 0 { out.raw(";") }
      for category in 0..<channels.categoryCount {
        if category > 0 { out.raw(" ") }
        let value = channels.value(0, series, category)
        if value.isNaN { out.raw("-") } else { out.number(scale(value)) }
      }
    }
    out.raw("\"")
    // Without gaps, the positions of two values determine all others.
    guard scale.gapPlaces.isEmpty else { return }
    let ends = [scale.domain.lower, scale.domain.upper]
    out.attribute(
      "data-scale",
      ends.map { "\(NumberText.shortest(scale($0))) \(NumberText.shortest($0))" }.joined(separator: " ")
        + (scale.kind == .logarithmic ? " log" : ""))
  }

  private static func list(_ numbers: [Double], to out: inout SVGBytes) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { out.raw(" ") }
      out.number(number)
    }
  }
}
