import AugerCharts
import AugerColumns
import AugerDiagnostics

/// One chart in a frame of a picture: title and legend on top, the plot in the remaining space.
struct ChartDrawing {
  let channels: ChartChannels
  let theme: Theme
  let frame: ChartFrame
  let ids: String
  /// The charts that share its value axis, including this one.
  var compared: [ChartChannels]
  /// True if it is one of several small multiples.
  var isSmall = false
  private let givenTheme: Theme

  static let titleSize = 15.0
  private var size: Double { isSmall ? 12 : Self.titleSize }
  private var edge: Double { isSmall ? 8 : Self.padding }
  static let padding = 16.0

  init(_ channels: ChartChannels, theme: Theme, frame: ChartFrame, ids: String) {
    self.channels = channels
    compared = [channels]
    givenTheme = theme
    self.theme = channels.theme(theme)
    self.frame = frame
    self.ids = ids
  }

  private var model: ChartModel { channels.model }

  func render(to out: inout SVGBytes) {
    let inner = frame.inset(
      top: edge - 2, left: edge, bottom: edge - 4, right: edge)
    var rest = inner
    renderTitle(&rest, to: &out)
    renderNotes(&rest, to: &out)
    var named: [String] = []
    if let summary = SummaryLine(channels.original, theme: theme, width: rest.width, within: rest.height) {
      summary.render(x: rest.x, y: rest.y, to: &out)
      rest = rest.inset(top: summary.height)
      named = summary.names
    }
    if named.isEmpty, let lines = linesWithNames(rest) { return render(lines, to: &out) }
    let hasLegend = renderLegend(&rest, unless: named, to: &out)
    if !model.multiples.isEmpty {
      return MultiplesDrawing(multiples: model.multiples, theme: givenTheme, area: rest, ids: ids).render(to: &out)
    }
    if let diagram = model.diagram {
      return DiagramDrawing(diagram, model.locale.texts, theme: theme, area: rest).render(to: &out)
    }
    if !model.layers.isEmpty {
      return OverlayDrawing(channels: channels, theme: theme, frame: rest, limits: frame, ids: ids).render(to: &out)
    }
    if model.placesItems {
      return ItemDrawing(channels, compared: compared, theme: theme, frame: rest, limits: frame, ids: ids)
        .render(to: &out)
    }
    if let draw = model.type.look.draw { return draw(self, rest, hasLegend, &out) }
    render(Cartesian(self, rest), to: &out)
  }

  /// Returns the empty part of a category's width in a plot.
  private func padding(_ plot: ChartFrame, isLying: Bool) -> Double {
    let look = model.type.look
    let columns = channels.categoryCount > 200 ? 0.05 : channels.seriesCount > 1 ? 0.22 : 0.3
    let least = look.padding ?? columns
    guard let widest = look.widest else { return least }
    let step = (isLying ? plot.height : plot.width) / Double(max(1, channels.categoryCount))
    let sideBySide = model.stacking == .none ? Double(channels.seriesCount) : 1
    return max(least, 1 - widest * sideBySide / max(step, 0.001))
  }

  private func renderTitle(_ rest: inout ChartFrame, to out: inout SVGBytes) {
    guard model.display.title, !model.title.isEmpty, rest.height > 60 else { return }
    let size = self.size
    var lines =
      FontMetrics.bold.wrapped(model.title, size: size, width: rest.width, lines: rest.height > 240 ? 2 : 1)
      ?? [FontMetrics.bold.fitted(model.title, size: size, width: rest.width)]
    lines = lines.filter { !$0.isEmpty }
    for (index, line) in lines.enumerated() {
      out.text(
        line, x: rest.x, y: rest.y + size * 0.9 + Double(index) * 19, size: size, fill: theme.ink, isBold: true)
    }
    rest = rest.inset(top: Double(lines.count) * 19 + 5)
  }

  /// Draws notes. The subtitle, filters and data changes are on the left. The status and the incomplete last period are
  /// on the right.
  private func renderNotes(_ rest: inout ChartFrame, to out: inout SVGBytes) {
    let notes = [model.status, channels.incompleteCategory == nil ? "" : model.incompletePeriodText ?? ""]
    let stated = notes.filter { !$0.isEmpty }.joined(separator: " · ")
    let lines = [model.subtitle, model.context.text].filter { !$0.isEmpty }
    guard !lines.isEmpty || !stated.isEmpty, rest.height > 60 else { return }
    let size = AxisLabels.size
    let metrics = FontMetrics.regular
    let status = metrics.fitted(stated, size: size, width: rest.width * (lines.isEmpty ? 1 : 0.5))
    if !status.isEmpty { out.text(status, x: rest.maxX, y: rest.y + size, anchor: .end, fill: theme.mutedInk) }
    var room = rest.width - (status.isEmpty ? 0 : metrics.width(status, size: size) + 12)
    for line in lines {
      let text = metrics.fitted(line, size: size, width: room)
      out.text(text, x: rest.x, y: rest.y + size, fill: theme.mutedInk, title: text == line ? nil : line)
      rest = rest.inset(top: size + 4)
      room = rest.width
      // Reserve the space of a very low chart.
      if rest.height < 90 { break }
    }
    rest = rest.inset(top: lines.isEmpty ? size + 8 : 4)
  }

  /// Draws the legend and returns true if it has entries.
  ///
  /// - Parameter named: The series that the summary already names, each next to its color.
  private func renderLegend(_ rest: inout ChartFrame, unless named: [String], to out: inout SVGBytes) -> Bool {
    guard model.display.legend, rest.height > 90 else { return false }
    let own = model.layers.isEmpty ? model.type.look.legend(channels, theme) : nil
    let entries = own ?? Legend.series(channels, theme)
    let isNamed = entries.map(\.label) == named && channels.links == nil
    if isNamed { return false }
    if hasPieOfNames, PieMark(channels, theme: theme, area: rest, hasLegend: false).namesAll { return false }
    let legend = Legend(entries, width: rest.width, height: rest.height * 0.25, texts: model.locale.texts)
    legend.render(x: rest.x, y: rest.y, theme: theme, to: &out)
    rest = rest.inset(top: legend.height)
    return legend.height > 0
  }

  private var hasPieOfNames: Bool { model.type.has(.slices) && model.layers.isEmpty && model.multiples.isEmpty }

  /// Returns the approximate number of ticks for an axis with space for `room` ticks. Five usually result in five to
  /// seven round ticks. More would only add grid lines.
  static func tickCount(_ room: Double) -> Int { min(5, max(3, Int(clamping: room))) }

  /// Returns lines with labels at their ends; nil if they have a legend or no names.
  private func linesWithNames(_ frame: ChartFrame) -> Cartesian? {
    guard !isSmall, model.diagram == nil, model.multiples.isEmpty, let ends = LineEndLabels(channels, frame: frame)
    else { return nil }
    var lines = Cartesian(self, frame.inset(right: ends.width))
    guard let places = ends.places(lines.plot) else { return nil }
    lines.names = (ends, places)
    return lines
  }

  /// A plot with a category axis and a value axis, before it is drawn.
  private struct Cartesian {
    let marks: [any Mark]
    let tracks: WindowTracks
    let value: ValueAxis
    let axis: CategoryAxis
    let layout: PlotLayout
    let plot: Plot
    /// The labels of lines at their ends.
    var names: (labels: LineEndLabels, places: [Double])?

    init(_ chart: ChartDrawing, _ frame: ChartFrame) {
      let channels = chart.channels
      let look = channels.model.type.look
      let isLying = channels.model.type.has(.lying)
      let padding = chart.padding(frame, isLying: isLying)
      marks = [ThresholdMark(part: .regions), look.mark, ThresholdMark(part: .reference)]
      tracks = WindowTracks(channels, frame: frame)
      let frame = tracks.rest
      value = ValueAxis(
        channels, of: self.marks, comparedWith: chart.compared.map(\.whole),
        count: ChartDrawing.tickCount(isLying ? frame.width / 90 : frame.height / 40))
      axis = CategoryAxis(channels, spacing: look.spacing)
      layout =
        isLying
        ? LyingLayout(channels, frame: frame, axis: axis, padding: padding).plotLayout
        : UprightLayout(
          channels, frame: frame, limits: chart.frame, axis: axis, value: value, padding: padding
        ).plotLayout
      let area = layout.area
      plot = Plot(
        channels: channels, theme: chart.theme, ids: chart.ids, area: area, isLying: isLying,
        category: layout.positions,
        value: isLying ? value.scale(start: area.x, end: area.maxX) : value.scale(start: area.maxY, end: area.y),
        tooltips: channels.links == nil && !channels.namesPlot ? Tooltips(channels) : nil)
    }
  }

  private func render(_ chart: Cartesian, to out: inout SVGBytes) {
    let (marks, value, layout, plot, isLying) = (chart.marks, chart.value, chart.layout, chart.plot, chart.plot.isLying)
    let (area, scale) = (plot.area, plot.value)
    let crossing = chart.axis.crossing(layout.positions)
    let limits = Bounds(self.frame.x + 4, self.frame.maxX - 4) ?? .zero
    Hatching.define(channels, theme: theme, ids: ids, to: &out)
    let showsValues = isLying ? model.display.horizontalAxis : model.display.verticalAxis
    value.render(
      scale, area: area, isLying: isLying, isAtTop: model.display.valueAxisAtTop,
      showsLabels: showsValues && model.display.gridLabels, crossing: crossing, theme: theme, limits: limits, to: &out)
    layout.renderTitles(theme, to: &out)
    highlight(plot, to: &out)
    marks[0].render(plot, to: &out)
    let annotations = AnnotationDrawing(model, plot)
    annotations.renderBehind(to: &out)
    value.renderBaseline(scale, area: area, isLying: isLying, theme: theme, to: &out)
    value.renderCrossing(at: crossing, area: area, isLying: isLying, theme: theme, to: &out)
    layout.renderLabels(theme, to: &out)
    plot.clip(to: &out, isNeeded: channels.isValueAxisCut) { out in
      out.raw("<g class=\"auger-marks\">\n")
      for mark in marks.dropFirst() { mark.render(plot, to: &out) }
      out.raw("</g>\n")
    }
    AxisBreaks.render(plot, to: &out)
    annotations.renderOver(to: &out)
    MarkLabels.render(plot, isSmall: isSmall, to: &out)
    PlotGeometry.render(plot, to: &out)
    CategoryLinks.render(plot, to: &out)
    if let names = chart.names { names.labels.render(plot, at: names.places, to: &out) }
    chart.tracks.render(along: area, isLying: isLying, theme, to: &out)
    if channels.values[0].extent == nil { Notice.render(model.noValuesText, in: area, theme, to: &out) }
  }

  /// Draws the band of the highlighted category below the marks.
  private func highlight(_ plot: Plot, to out: inout SVGBytes) {
    guard model.visibleLevel == 0, let highlighted = model.state.highlightedCategory,
      let category = channels.categoryNumbers.firstIndex(of: highlighted)
    else { return }
    let step = plot.category.step
    let (from, to) =
      plot.isLying ? (plot.area.x, plot.area.maxX) : (plot.area.y, plot.area.maxY)
    out.beginRect(
      plot.frame(across: plot.category.center(category) - step / 2, width: step, from: from, to: to))
    out.attribute("fill", theme.reference)
    out.attribute("fill-opacity", 0.12)
    out.attribute("data-highlighted", index: highlighted)
    out.raw("/>\n")
  }
}

/// A message in the center of an empty plot.
enum Notice {
  static func render(_ text: String, in area: ChartFrame, _ theme: Theme, to out: inout SVGBytes) {
    let text = FontMetrics.regular.fitted(text, size: 13, width: area.width)
    out.text(text, x: area.midX, y: area.midY + 4, anchor: .middle, size: 13, fill: theme.mutedInk)
  }
}
