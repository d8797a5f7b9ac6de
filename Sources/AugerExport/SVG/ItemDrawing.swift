import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A scatter or bubble chart, or measured points: both axes, thresholds and points in a frame.
struct ItemDrawing {
  private let channels: ChartChannels
  /// The charts that share its axes, including this one.
  private let compared: [ChartChannels]
  private let theme: Theme
  private let frame: ChartFrame
  private let limits: ChartFrame
  private let ids: String
  private let tracks: WindowTracks

  init(
    _ channels: ChartChannels, compared: [ChartChannels], theme: Theme, frame: ChartFrame,
    limits: ChartFrame, ids: String
  ) {
    self.channels = channels
    self.compared = compared
    self.theme = theme
    self.limits = limits
    self.ids = ids
    tracks = WindowTracks(channels, frame: frame)
    self.frame = tracks.rest
  }

  private var model: ChartModel { channels.model }

  /// Minimum height of axes with titles.
  private static let leastTitled = 80.0

  /// - Returns: The area of the points.
  func render(to out: inout SVGBytes) -> ChartFrame {
    let axis = ItemAxis(model)
    let items = ItemChannels(channels, theme: theme, categoryAxis: axis)
    let all = allItems
    let numbers = Self.numbers(of: all)
    let isBubble = items.sizes != nil
    let largest = PointMark.largestRadius(in: frame, all, model.plot)
    let sizes =
      isBubble && !channels.given.style.isThumbnail && frame.width >= 320 && frame.height >= 150
      ? SizeLegend(model, largest: all.map(\.largestSize).max() ?? 0, radius: largest) : nil
    let contours = model.type.look.items == .contours ? ContourMark(items, channels, theme: theme) : nil
    let frame = rampArea(contours, to: &out)
    let value = valueAxis(of: all)
    let display = model.display
    let room = display.verticalAxis && display.gridLabels ? value.room : 0
    let sides = model.fittedCategoryAxis ?? FittedAxis(model.axes.category.ofNames, isTemporal: false)
    // Reserve the space of a very low plot.
    let hasRoom = frame.height >= Self.leastTitled
    let heading = hasRoom ? model.valueHeading(isShown: display.verticalAxisTitle) : ""
    let title = model.levels[model.visibleLevel].title
    let hasCategoryTitle = hasRoom && display.horizontalAxisTitle && !title.isEmpty
    let valueLook = PlotLayout.titleLook(model, .valueAxisTitle)
    let categoryLook = PlotLayout.titleLook(model, .categoryAxisTitle)
    var area = frame.inset(
      top: heading.isEmpty ? 6 : PlotLayout.titleHeight + 8 + valueLook.extraHeight, left: value.isRight ? 0 : room,
      bottom: hasCategoryTitle ? PlotLayout.titleHeight + categoryLook.extraHeight : 0,
      right: 4 + (sizes?.width ?? 0) + (value.isRight ? room : 0))
    let inset = isBubble ? 2.0 : 6
    var horizontal = self.horizontal(axis, numbers, area, inset: Edges(low: inset, high: inset))
    let edges = Bounds(limits.x + 4, limits.maxX - 4) ?? .zero
    if isBubble, horizontal.isOrdered {
      func overflow(_ side: (Int) -> Double) -> Double { max(0, items.x.indices.map(side).extent?.upper ?? 0) }
      let low = overflow { area.x - horizontal.position(items.x[$0]) + PointMark.radius(items, $0, largest) }
      let high = overflow { horizontal.position(items.x[$0]) + PointMark.radius(items, $0, largest) - area.maxX }
      horizontal = self.horizontal(axis, numbers, area, inset: Edges(low: low + inset, high: high + inset))
    }
    let isRange = model.style.labelLayout == .range && horizontal.places.count > 1
    let named = horizontal.clipped(by: sides, in: area, isRange: isRange)
    let labels = AxisLabels(
      named.texts, places: named.places, step: isRange ? area.width : horizontal.step, limits: edges,
      height: frame.height * 0.4, isOrdered: horizontal.isOrdered || isRange,
      parents: horizontal.band == nil || isRange ? [] : channels.nearestParents)
    let parents = horizontal.band.map { ParentLabels(below: channels, CategoryPositions(band: $0), limits: edges) }
    if display.horizontalAxis {
      area = PlotLayout.area(area, labels: labels.height, parents: parents?.depth ?? 0, sides)
    }
    let scale = scale(of: value, items, largest, area)
    if !channels.given.style.isThumbnail || display.verticalAxis {
      value.render(
        scale, area: area, isLying: false, isAtTop: false, showsLabels: display.verticalAxis && display.gridLabels,
        crossing: horizontal.crossing, theme: theme, limits: edges, to: &out)
      grid(horizontal, area, to: &out)
    }
    renderTitles(area, in: frame, value: heading, category: hasCategoryTitle ? title : "", to: &out)
    let plot = Plot(
      channels: channels, theme: theme, ids: ids, area: area, isLying: false,
      category: CategoryPositions(band: BandScale(count: 1, start: area.x, end: area.maxX, padding: 0)), value: scale,
      tooltips: nil)
    ThresholdMark(part: .regions).render(plot, to: &out)
    let annotations = AnnotationDrawing(
      model, theme: theme,
      axes: AnnotationDrawing.Axes(area: area, isLying: false, value: scale) { horizontal.place(of: $0, channels) })
    annotations.renderBehind(to: &out)
    let base = model.axes.value.crossing == nil ? area.maxY : scale.baseline
    out.line(area.x, base, area.maxX, base, stroke: theme[.categoryAxis])
    value.renderCrossing(at: horizontal.crossing, area: area, isLying: false, theme: theme, to: &out)
    if display.horizontalAxis {
      let axis = (labels: labels, places: named.places, limits: edges)
      render(axis, parents, horizontal.minorPlaces(sides), sides, area, to: &out)
    }
    renderMarks(plot, items, contours, horizontal, value, largest, to: &out)
    ThresholdMark(part: .reference).render(plot, to: &out)
    AxisBreaks.render(plot, to: &out)
    if let scale = horizontal.scale { AxisBreaks.strips(scale, isUpright: true, area, theme, to: &out) }
    annotations.renderOver(to: &out)
    sizes?.render(in: frame, theme, to: &out)
    tracks.render(along: area, isLying: false, theme, to: &out)
    if items.count == 0 { Notice.render(model.noValuesText, in: area, theme, to: &out) }
    return area
  }

  /// Draws the points, polygons or contours.
  private func renderMarks(
    _ plot: Plot, _ items: ItemChannels, _ contours: ContourMark?, _ horizontal: Horizontal, _ value: ValueAxis,
    _ largest: Double, to out: inout SVGBytes
  ) {
    let view = Bounds(plot.area.x, plot.area.maxX) ?? .zero
    let shape = model.type.look.items
    plot.clip(to: &out, isNeeded: shape != .points || !channels.window.isWhole) { out in
      if shape == .polygons {
        return PolygonMark(items, channels, theme: theme).render(
          x: { horizontal.position(items.x[$0]) }, y: plot.value, names: channels.seriesLabels, to: &out)
      }
      if let contours { return contours.render(x: horizontal.position, y: { plot.value($0) }, to: &out) }
      PointMark(channels: items, theme: theme, tooltips: tooltips(items)).render(
        x: { horizontal.position(items.x[$0]) }, y: plot.value, categories: horizontal.scale, largestRadius: largest,
        isInView: {
          view.contains(horizontal.position(items.x[$0])) && value.domain.contains(items.y[$0])
        }, outside: plot.outside, to: &out)
    }
  }

  /// Draws the colors of contours above the plot, and returns the remaining frame.
  private func rampArea(_ contours: ContourMark?, to out: inout SVGBytes) -> ChartFrame {
    guard let contours, frame.height > 120 else { return frame }
    let dimension = model.dimensions[1]
    contours.ramp.render(
      x: frame.x, y: frame.y, width: frame.width, title: dimension.title,
      text: { dimension.readableText($0, model.locale) }, to: &out)
    return frame.inset(top: ColorRamp.height)
  }

  /// Draws the titles of the axes. An empty title is not drawn.
  private func renderTitles(
    _ area: ChartFrame, in frame: ChartFrame, value: String, category: String, to out: inout SVGBytes
  ) {
    var layout = PlotLayout(
      area: area, positions: CategoryPositions(band: BandScale(count: 1, start: 0, end: 1, padding: 0)))
    if !value.isEmpty {
      let look = PlotLayout.titleLook(model, .valueAxisTitle)
      layout.titles.append(
        PlotLayout.PlacedText(
          value, look, from: frame.x, to: frame.maxX, y: frame.y + 10 + look.extraHeight, usual: .left,
          width: frame.width))
    }
    if !category.isEmpty {
      layout.titles.append(
        PlotLayout.PlacedText(
          category, PlotLayout.titleLook(model, .categoryAxisTitle), from: area.x, to: area.maxX, y: frame.maxY - 2,
          usual: .center, width: frame.width))
    }
    layout.renderTitles(theme, to: &out)
  }

  /// Draws the labels of the horizontal axis, and its ticks without labels.
  private func render(
    _ axis: (labels: AxisLabels, places: [Double], limits: Bounds), _ parents: ParentLabels?, _ minorPlaces: [Double],
    _ options: FittedAxis, _ area: ChartFrame, to out: inout SVGBytes
  ) {
    let isOnTop = options.isOpposite(isVertical: false) ?? false
    out.beginGroup(
      "auger-category-axis", fill: theme[.categoryLabelText], font: theme.style.fonts[.categoryLabels])
    axis.labels.render(
      places: axis.places, y: isOnTop ? area.y - 1 : area.maxY + 5, isOnTop: isOnTop, limits: axis.limits, to: &out)
    let end = area.maxY + 5 + (isOnTop ? 0 : axis.labels.height)
    parents?.render(belowAxis: axis.labels.style == .slanted ? end : area.maxY + 2, from: end, theme, to: &out)
    out.raw("</g>\n")
    guard !minorPlaces.isEmpty else { return }
    let (edge, tip) = isOnTop ? (area.y, area.y - 4) : (area.maxY, area.maxY + 4)
    out.beginGroup("auger-minor-ticks", stroke: theme.axis)
    for place in minorPlaces { out.line(place, edge, place, tip) }
    out.raw("</g>\n")
  }

  /// Returns the scale of the values. If points would extend over an edge, the scale is extended.
  private func scale(of value: ValueAxis, _ items: ItemChannels, _ largest: Double, _ area: ChartFrame) -> ValueScale {
    let radius: (Int) -> Double = { PointMark.radius(items, $0, largest) }
    let scale = value.scale(start: area.maxY, end: area.y)
    let shown = items.y.indices.filter { value.domain.contains(items.y[$0]) }
    let below = shown.map { scale(items.y[$0]) + radius($0) - area.maxY }.extent?.upper ?? 0
    let above = shown.map { area.y - scale(items.y[$0]) + radius($0) }.extent?.upper ?? 0
    return value.scale(start: area.maxY - max(0, below), end: area.y + max(0, above))
  }

  /// The items of all charts that share the axes, including items that are not visible.
  var allItems: [ItemChannels] {
    compared.map { own in
      let whole = own.whole
      return ItemChannels(whole, theme: theme, categoryAxis: ItemAxis(whole.model))
    }
  }

  /// Returns the range of the horizontal axis.
  static func numbers(of items: [ItemChannels]) -> Bounds? {
    items.compactMap(\.categoryExtent).union
  }

  func valueAxis(of items: [ItemChannels]) -> ValueAxis {
    ValueAxis(
      items.map { padded($0.valueExtent, $0.sizes != nil) }
        + [ThresholdMark(part: .regions).extent(channels), model.annotatedExtent],
      includesZero: false, nearness: 0.25, count: min(5, max(2, Int(clamping: frame.height / 52))),
      part: channels.window.ofValues,
      format: model.dimensions[0].format, model: model)
  }

  /// Bubbles require space around their centers.
  private func padded(_ extent: Bounds?, _ isBubble: Bool) -> Bounds? {
    guard let extent, isBubble, model.valueAxis == .linear else { return extent }
    let room = extent.halfSpan * 0.2
    let low = extent.lower - room
    let high = extent.upper + room
    guard low.isFinite, high.isFinite else { return extent }
    return extent.replacing(lower: extent.lower >= 0 ? max(0, low) : low, upper: high)
  }

  struct Horizontal {
    var texts: [String] = []
    var places: [Double] = []
    var step = 0.0
    var isOrdered = true
    /// The scale of names.
    var band: BandScale?
    var position: (Double) -> Double = { $0 }
    /// The scale of numbers and dates.
    var scale: ValueScale?
    /// The position of the value axis, if it is not at the edge.
    var crossing: Double?

    /// Returns the labels that do not extend over an end that clips them.
    ///
    /// - Parameter isRange: True for the first and the last label.
    func clipped(
      by options: FittedAxis, in area: ChartFrame, isRange: Bool
    ) -> (texts: [String], places: [Double]) {
      let all = isRange ? [0, texts.count - 1] : Array(texts.indices)
      let kept = all.filter { options.shows(texts[$0], at: places[$0], from: area.x, to: area.maxX) }
      return (kept.map { texts[$0] }, kept.map { places[$0] })
    }

    /// Returns the positions of ticks without labels.
    func minorPlaces(_ options: FittedAxis) -> [Double] {
      guard let scale, options.minorTicks != nil else { return [] }
      return options.minorNumbers(between: places.map { scale.number(at: $0) }, in: scale.domain).map { scale($0) }
        .filter { place in !places.contains { ($0 - place).magnitude < 0.5 } }
    }

    /// Returns the extent of a category or point of the axis.
    func place(of category: Scalar, _ channels: ChartChannels) -> Bounds? {
      if let band {
        return channels.categoryIndex(of: category).flatMap {
          Bounds(band.center($0) - band.step / 2, band.center($0) + band.step / 2)
        }
      }
      let isTemporal =
        (channels.model.items?.category ?? channels.model.levels[channels.model.visibleLevel].values).type.isTemporal
      guard let scale, let point = category.axisNumber, point.isTemporal == isTemporal else { return nil }
      return Bounds(scale(point.number))
    }
  }

  struct Edges {
    var low: Double
    var high: Double
  }

  func horizontal(
    _ axis: ItemAxis, _ numbers: Bounds?, _ area: ChartFrame, inset: Edges
  ) -> Horizontal {
    var result = Horizontal()
    let level = model.levels[model.visibleLevel]
    let part = channels.window.horizontal
    let (start, end) = (area.x + inset.low, max(area.x + inset.low + 1, area.maxX - inset.high))
    let options = model.fittedCategoryAxis ?? FittedAxis()
    func finish(_ scale: ValueScale) {
      result.scale = scale
      result.position = { scale($0) }
      result.crossing = options.crossing.map { scale(scale.domain.clamp($0)) }
    }
    switch axis {
    case .numbers:
      let ticks = ValueTicks(
        level.axis, extent: numbers ?? .unit, count: min(6, max(3, Int(clamping: area.width / 70))), part: part,
        options: options, format: level.format, role: .category, locale: model.locale)
      let scale = ValueScale(level.axis, domain: ticks.domain, gaps: ticks.gaps, start: start, end: end)
      result.texts = ticks.texts
      result.places = ticks.values.map { scale($0) }
      finish(scale)
    case .moments:
      let extent = numbers ?? .unit
      let day = Double(Timestamp.microsecondsPerDay)
      let wide = extent.isPoint ? extent.expanded(by: day) : extent
      let all = options.domain(wide)
      let gaps = options.gaps(in: all)
      let whole = ValueScale(domain: all, gaps: gaps, start: start, end: end)
      let scale = ValueScale(domain: part.map(whole.part) ?? all, gaps: gaps, start: start, end: end)
      let calendar = CalendarLabels(scale, length: area.width, options: options, locale: model.locale)
      result.texts = calendar.texts
      result.places = calendar.places
      finish(scale)
    case .names:
      let band = BandScale(count: channels.categoryCount, start: area.x, end: area.maxX, padding: 0)
      result.band = band
      result.texts = channels.axisLabels
      result.places = (0..<channels.categoryCount).map(band.center)
      result.step = band.step
      result.isOrdered = false
      result.position = { band.center(Int(clamping: $0)) }
      return result
    }
    let count = result.places.count
    result.step = count > 1 ? (result.places[count - 1] - result.places[0]) / Double(count - 1) : area.width
    return result
  }

  /// Draws vertical grid lines, if the horizontal axis has numbers.
  private func grid(_ horizontal: Horizontal, _ area: ChartFrame, to out: inout SVGBytes) {
    guard horizontal.isOrdered else { return }
    out.beginGroup("auger-grid", stroke: theme.grid)
    for place in horizontal.places { out.line(place, area.y, place, area.maxY) }
    out.raw("</g>\n")
  }

  func tooltips(_ items: ItemChannels) -> [String]? {
    guard items.count <= Tooltips.limit else { return nil }
    guard let source = model.items else {
      let texts = Tooltips(channels)
      return items.rows.map { row in
        texts?.text(series: row / channels.categoryCount, category: row % channels.categoryCount) ?? ""
      }
    }
    var counted = Warnings()
    let level = model.levels[model.visibleLevel]
    let names = ValueFormatter(level.format, locale: model.locale, role: .category)
      .texts(source.category, warnings: &counted)
    let values = model.dimensions.indices.map {
      ValueFormatter(model.dimensions[$0].format, locale: model.locale).keepingSmall
        .texts(source.values[$0], warnings: &counted)
        .map { [unit = model.dimensions[$0].unit] in $0.isEmpty ? $0 : $0.with(unit: unit) }
    }
    return items.rows.indices.map { item in
      let row = items.rows[item]
      var text = names[row]
      if model.seriesColumn != nil { text += ", \(channels.seriesLabels[items.series[item]])" }
      return Tooltips.text(text, zip(model.dimensions, values).map { ($0.title, $1[row]) })
    }
  }
}
