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
  private var size: Double { isCompact ? 12 : theme.style.fonts[.title]?.size ?? Self.titleSize }
  private var edge: Double { isCompact ? 8 : Self.padding }
  /// True if the chart has only its title and its marks.
  private var isThumbnail: Bool { model.style.isThumbnail }
  private var isCompact: Bool { isSmall || isThumbnail }
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
    if !isThumbnail, let summary = SummaryLine(channels.original, theme: theme, width: rest.width, within: rest.height)
    {
      summary.render(x: rest.x, y: rest.y, to: &out)
      rest = rest.inset(top: summary.height)
      named = summary.names
    }
    // An author who places the legend wants one.
    if named.isEmpty, model.plot.legendPosition == nil, let lines = linesWithNames(rest) {
      _ = render(lines, to: &out)
      return
    }
    let legend = legend(rest, unless: named)
    renderLegend(legend, &rest, to: &out)
    let area = renderContent(rest, hasLegend: (legend?.legend.height ?? 0) > 0, to: &out)
    if let legend, legend.position.isInside { legend.legend.render(inside: area, legend.position, theme, to: &out) }
  }

  /// Draws the chart without its title and legend.
  ///
  /// - Returns: The area of the marks.
  private func renderContent(_ rest: ChartFrame, hasLegend: Bool, to out: inout SVGBytes) -> ChartFrame {
    if !model.multiples.isEmpty {
      MultiplesDrawing(multiples: model.multiples, theme: givenTheme, area: rest, ids: ids).render(to: &out)
      return rest
    }
    if let content = model.content {
      ContentDrawing(content, title: model.title, theme: theme, area: rest).render(to: &out)
      return rest
    }
    if let diagram = model.diagram {
      let selected = model.state.selectedCategories
      DiagramDrawing(diagram, model.locale.texts, theme: theme, area: rest, selected: selected).render(to: &out)
      return rest
    }
    if !model.layers.isEmpty {
      return OverlayDrawing(channels: channels, theme: theme, frame: rest, limits: frame, ids: ids).render(to: &out)
    }
    if model.placesItems {
      return ItemDrawing(channels, compared: compared, theme: theme, frame: rest, limits: frame, ids: ids)
        .render(to: &out)
    }
    if let draw = model.type.look.draw {
      draw(self, rest, hasLegend, &out)
      return rest
    }
    return render(Cartesian(self, rest), to: &out)
  }

  /// True if the names of categories below columns would be slanted, shortened or omitted.
  var slantsNames: Bool {
    guard
      let (labels, places, _) = Cartesian(self, frame.inset(top: 0, left: edge, bottom: 0, right: edge)).layout
        .axisLabels, model.display.horizontalAxis, !places.isEmpty
    else { return false }
    return labels.style == .slanted || labels.shown.count < places.count
  }

  /// Returns the empty part of a category's width in a plot.
  private func padding(_ plot: ChartFrame, isLying: Bool) -> CategoryPadding {
    let look = model.type.look
    let columns = channels.categoryCount > 200 ? 0.05 : channels.seriesCount > 1 ? 0.22 : 0.3
    let least = look.padding ?? columns
    guard let widest = look.widest else { return CategoryPadding(least) }
    let step = (isLying ? plot.height : plot.width) / Double(max(1, channels.categoryCount))
    let stacks = model.stackNumbers(of: model.series.map(\.text)).count
    let sideBySide = Double(model.stacking == .none ? channels.seriesCount : stacks)
    return CategoryPadding(
      max(least, 1 - widest * sideBySide / max(step, 0.001)), itemsWidth: theme.style.itemWidth.map { $0 * sideBySide })
  }

  private func renderTitle(_ rest: inout ChartFrame, to out: inout SVGBytes) {
    guard model.display.title, !model.title.isEmpty, rest.height > 60 else { return }
    let font = theme.style.fonts[.title]
    let look = TextLook(model, .title, size: self.size, isBold: font?.weight == nil)
    // The title of a small multiple has the size of the others.
    let size = isSmall ? self.size : look.size
    let step = look.ownSize == nil || isSmall ? max(19, size + 4) : size * 1.27
    let usual = rest.height > 240 ? 2 : 1
    let most = look.style.lines ?? usual
    var lines =
      look.metrics.wrapped(model.title, size: size, width: rest.width, lines: most)
      ?? [look.metrics.fitted(model.title, size: size, width: rest.width)]
    lines = lines.filter { !$0.isEmpty }
    if font != nil { out.beginGroup("auger-title", font: font) }
    let (x, anchor) = look.place(from: rest.x, to: rest.maxX, usual: .left)
    for (index, line) in lines.enumerated() {
      out.text(
        line, x: x, y: rest.y + size * 0.9 + Double(index) * step, anchor: anchor, size: size,
        fill: look.color(in: theme, usual: theme[.title]), isBold: look.isBold)
    }
    if font != nil { out.raw("</g>\n") }
    rest = rest.inset(top: Double(lines.count) * step + 5)
  }

  /// Draws notes. The subtitle, filters and data changes are on the left. The status and the incomplete last period are
  /// on the right.
  private func renderNotes(_ rest: inout ChartFrame, to out: inout SVGBytes) {
    let notes = [model.status, channels.incompleteCategory == nil ? "" : model.incompletePeriodText ?? ""]
    let stated = notes.filter { !$0.isEmpty }.joined(separator: " · ")
    let lines = [model.subtitle, model.context.text, channels.valuesBelowText ?? ""].filter { !$0.isEmpty }
    guard !isThumbnail, !lines.isEmpty || !stated.isEmpty, rest.height > 60 else { return }
    let usual = TextLook(model, .status, size: AxisLabels.size)
    let isBeside = (usual.style.alignment ?? .right) == .right
    let share = lines.isEmpty || !isBeside ? 1 : 0.5
    let status = usual.metrics.fitted(stated, size: usual.size, width: rest.width * share)
    if isBeside { render(status, usual, in: rest, to: &out) }
    let taken = status.isEmpty || !isBeside ? 0 : usual.metrics.width(status, size: usual.size) + 12
    var room = rest.width - taken
    for (number, line) in lines.enumerated() {
      // The filters follow the subtitle in the usual appearance.
      let isSubtitle = number == 0 && !model.subtitle.isEmpty
      let look =
        isSubtitle
        ? TextLook(model, .subtitle, size: AxisLabels.size)
        : TextLook(TextStyle(.subtitle), size: AxisLabels.size, isBold: false)
      let texts = look.lines(line, width: room, usual: 1)
      let (x, anchor) = look.place(from: rest.x, to: rest.x + room, usual: .left)
      for text in texts {
        out.text(
          text, x: x, y: rest.y + look.size, anchor: anchor, size: look.ownSize,
          fill: look.color(in: theme, usual: theme.mutedInk), isBold: look.isBold,
          title: texts.count > 1 || text == line ? nil : line)
        rest = rest.inset(top: look.size + 4)
      }
      room = rest.width
      // Reserve the space of a very low chart.
      if rest.height < 90 { break }
    }
    guard isBeside else {
      render(status, usual, in: rest, to: &out)
      rest = rest.inset(top: status.isEmpty ? 4 : usual.size + 8)
      return
    }
    rest = rest.inset(top: lines.isEmpty ? usual.size + 8 : 4)
  }

  private func render(_ status: String, _ look: TextLook, in rest: ChartFrame, to out: inout SVGBytes) {
    guard !status.isEmpty else { return }
    let (x, anchor) = look.place(from: rest.x, to: rest.maxX, usual: .right)
    out.text(
      status, x: x, y: rest.y + look.size, anchor: anchor, size: look.ownSize,
      fill: look.color(in: theme, usual: theme.mutedInk), isBold: look.isBold)
  }

  /// Returns the legend and its position. Nil without a legend.
  ///
  /// - Parameter named: The series that the summary already names, each next to its color.
  private func legend(
    _ rest: ChartFrame, unless named: [String]
  ) -> (legend: Legend, position: PlotOptions.LegendPosition)? {
    guard model.display.legend, rest.height > 90 else { return nil }
    let own = model.layers.isEmpty ? model.type.look.legend(channels, theme) : nil
    let entries = own ?? Legend.series(channels, theme)
    let isNamed = entries.map(\.label) == named && channels.links == nil
    if isNamed { return nil }
    let position = model.plot.legendPosition ?? .top
    if model.plot.legendPosition == nil, hasPieOfNames,
      PieMark(channels, theme: theme, area: rest, hasLegend: false).namesAll
    {
      return nil
    }
    let texts = model.locale.texts
    let look = TextLook(model, .seriesTitles, size: theme.style.fonts[.legend]?.size ?? Legend.size)
    switch position {
    case .top, .bottom:
      return (Legend(entries, width: rest.width, height: rest.height * 0.25, texts: texts, look: look), position)
    case .left, .right:
      return (Legend(column: entries, in: rest, height: rest.height, texts: texts, look: look), position)
    case .insideTopLeft, .insideTopRight, .insideBottomLeft, .insideBottomRight:
      return (Legend(column: entries, in: rest, height: rest.height * 0.5, texts: texts, look: look), position)
    }
  }

  /// Draws a legend next to the plot.
  private func renderLegend(
    _ placed: (legend: Legend, position: PlotOptions.LegendPosition)?, _ rest: inout ChartFrame, to out: inout SVGBytes
  ) {
    guard let (legend, position) = placed else { return }
    switch position {
    case .top:
      legend.render(x: rest.x, y: rest.y, theme: theme, to: &out)
      rest = rest.inset(top: legend.height)
    case .bottom:
      rest = rest.inset(bottom: legend.height)
      legend.render(x: rest.x, y: rest.maxY + 4, theme: theme, to: &out)
    case .left:
      legend.render(x: rest.x, y: rest.y, theme: theme, to: &out)
      rest = rest.inset(left: legend.width + 12)
    case .right:
      rest = rest.inset(right: legend.width + 12)
      legend.render(x: rest.maxX + 12, y: rest.y, theme: theme, to: &out)
    case .insideTopLeft, .insideTopRight, .insideBottomLeft, .insideBottomRight: break
    }
  }

  private var hasPieOfNames: Bool { model.type.has(.slices) && model.layers.isEmpty && model.multiples.isEmpty }

  /// Returns the approximate number of ticks for an axis with space for `room` ticks. Five usually result in five to
  /// seven round ticks. More would only add grid lines.
  static func tickCount(_ room: Double) -> Int { min(5, max(3, Int(clamping: room))) }

  /// Returns lines with labels at their ends; nil if they have a legend or no names.
  private func linesWithNames(_ frame: ChartFrame) -> Cartesian? {
    guard !isCompact, model.diagram == nil, model.multiples.isEmpty, let ends = LineEndLabels(channels, frame: frame)
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
      let isLying = channels.model.isLying
      let padding = chart.padding(frame, isLying: isLying)
      marks = [ThresholdMark(part: .regions), look.mark, ThresholdMark(part: .reference)]
      tracks = WindowTracks(channels, frame: frame)
      let frame = tracks.rest
      value = ValueAxis(
        channels, of: self.marks, comparedWith: chart.compared.map(\.whole),
        count: ChartDrawing.tickCount(isLying ? frame.width / 90 : frame.height / 40))
      axis = CategoryAxis(channels, spacing: isLying && channels.given.style.hasRows ? .equal : look.spacing)
      layout =
        isLying
        ? LyingLayout(channels, frame: frame, axis: axis, value: value, padding: padding).plotLayout
        : UprightLayout(
          channels, frame: frame, limits: chart.frame, axis: axis, value: value, padding: padding
        ).plotLayout
      let area = layout.area
      plot = Plot(
        channels: channels, theme: chart.theme, ids: chart.ids, area: area, isLying: isLying,
        category: layout.positions,
        value: isLying ? value.scale(start: area.x, end: area.maxX) : value.scale(start: area.maxY, end: area.y),
        tooltips: channels.links == nil && !channels.namesCategories ? Tooltips(channels) : nil)
    }
  }

  /// - Returns: The area of the marks.
  private func render(_ chart: Cartesian, to out: inout SVGBytes) -> ChartFrame {
    let (marks, value, layout, plot, isLying) = (chart.marks, chart.value, chart.layout, chart.plot, chart.plot.isLying)
    let (area, scale) = (plot.area, plot.value)
    let crossing = chart.axis.crossing(layout.positions)
    let limits = Bounds(self.frame.x + 4, self.frame.maxX - 4) ?? .zero
    Hatching.define(channels, theme: theme, ids: ids, to: &out)
    let showsValues = isLying ? model.display.horizontalAxis : model.display.verticalAxis
    CategoryBackgrounds.render(plot, to: &out)
    if !isThumbnail || showsValues {
      value.render(
        scale, area: area, isLying: isLying, isAtTop: value.isAtTop(model.display),
        showsLabels: showsValues && model.display.gridLabels, crossing: crossing, theme: theme, limits: limits, to: &out
      )
    }
    layout.renderTitles(theme, to: &out)
    highlight(plot, to: &out)
    marks[0].render(plot, to: &out)
    let annotations = AnnotationDrawing(model, plot)
    if !isThumbnail { annotations.renderBehind(to: &out) }
    value.renderBaseline(scale, area: area, isLying: isLying, theme: theme, to: &out)
    value.renderCrossing(at: crossing, area: area, isLying: isLying, theme: theme, to: &out)
    layout.renderLabels(theme, to: &out)
    plot.clip(to: &out, isNeeded: channels.isValueAxisCut) { out in
      out.raw("<g class=\"auger-marks\">\n")
      for mark in marks.dropFirst() { mark.render(plot, to: &out) }
      out.raw("</g>\n")
    }
    AxisBreaks.render(plot, to: &out)
    if !isThumbnail { annotations.renderOver(to: &out) }
    MarkLabels.render(plot, isSmall: isCompact, to: &out)
    PlotGeometry.render(plot, to: &out)
    CategoryLinks.render(plot, onlyLinks: !channels.namesCategories, to: &out)
    if let names = chart.names { names.labels.render(plot, at: names.places, to: &out) }
    chart.tracks.render(along: area, isLying: isLying, theme, to: &out)
    if channels.values[0].extent == nil { Notice.render(model.noValuesText, in: area, theme, to: &out) }
    return area
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
    out.attribute("fill", theme[.highlight])
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
