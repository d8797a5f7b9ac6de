import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The positions of a plot and its labels when both axes are known.
struct PlotLayout {
  var area: ChartFrame
  var positions: CategoryPositions
  /// The labels of the categories.
  var labels: [PlacedText] = []
  var titles: [PlacedText] = []
  /// The labels of a horizontal category axis, with their positions.
  var axisLabels: (labels: AxisLabels, places: [Double], limits: Bounds)?
  /// The labels of the coarser levels. For a vertical axis, also the left end of its own labels.
  var parents: (labels: ParentLabels, left: Double?)?
  /// True if the category axis is at the top, or on the right of a horizontal plot.
  var isOpposite = false
  /// The positions of ticks without labels on the category axis.
  var minorPlaces: [Double] = []
  /// True if categories run downwards.
  var isLying = false
  /// The lines of additional category axes above and below.
  var otherEdges: (top: Double, bottom: Double) = (0, 0)

  struct PlacedText {
    var text: String
    var x: Double
    var y: Double
    var anchor: SVGBytes.Anchor = .start
    var isBold = false
    /// The number of the category; nil for other texts.
    var category: Int?
    /// The appearance of a title. Nil for other texts.
    var look: TextLook?

    init(
      text: String, x: Double, y: Double, anchor: SVGBytes.Anchor = .start, isBold: Bool = false, category: Int? = nil
    ) {
      (self.text, self.x, self.y, self.anchor, self.isBold) = (text, x, y, anchor, isBold)
      self.category = category
    }

    /// Creates the title of an axis between two ends.
    init(
      _ text: String, _ look: TextLook, from left: Double, to right: Double, y: Double,
      usual: TextStyle.Alignment, width: Double
    ) {
      self.text = look.metrics.fitted(text, size: look.size, width: width)
      (x, anchor) = look.place(from: left, to: right, usual: usual)
      self.y = y
      self.look = look
      isBold = look.isBold
    }
  }

  /// Returns the appearance of the title of an axis.
  static func titleLook(_ model: ChartModel, _ role: TextStyle.Role) -> TextLook {
    TextLook(model, role, size: AxisLabels.size, isBold: true)
  }

  func renderLabels(_ theme: Theme, to out: inout SVGBytes) {
    let style = theme.style
    out.beginGroup("auger-category-axis", fill: theme[.categoryLabelText], font: style.fonts[.categoryLabels])
    axisLabels.map {
      $0.labels.render(
        places: $0.places, y: isOpposite ? area.y - 1 : area.maxY + 5, isOnTop: isOpposite, limits: $0.limits,
        color: style.categoryLabel, to: &out)
    }
    for label in labels {
      let color = label.category.flatMap { style.categoryLabel($0) }
      out.text(label.text, x: label.x, y: label.y, anchor: label.anchor, fill: color)
    }
    out.raw("</g>\n")
    renderMinorTicks(theme, to: &out)
    renderParents(theme, to: &out)
  }

  private func renderMinorTicks(_ theme: Theme, to out: inout SVGBytes) {
    guard !minorPlaces.isEmpty else { return }
    out.beginGroup("auger-minor-ticks", stroke: theme.axis)
    let edge = isLying ? (isOpposite ? area.maxX : area.x) : isOpposite ? area.y : area.maxY
    let end = edge + (isLying == isOpposite ? 4 : -4)
    for place in minorPlaces {
      if isLying { out.line(edge, place, end, place) } else { out.line(place, edge, place, end) }
    }
    out.raw("</g>\n")
  }

  private func renderParents(_ theme: Theme, to out: inout SVGBytes) {
    guard let parents, parents.labels.depth > 0 else { return }
    out.beginGroup("auger-parents", fill: theme[.categoryAxisText], font: theme.style.fonts[.categoryLabels])
    if let left = parents.left {
      parents.labels.render(besideAxis: area.x, until: left, theme, to: &out)
    } else {
      let end = area.maxY + 5 + (isOpposite ? 0 : axisLabels?.labels.height ?? 0)
      // A line from the axis would cross slanted labels.
      parents.labels.render(
        belowAxis: axisLabels?.labels.style == .slanted ? end : area.maxY + 2, from: end, theme, to: &out)
    }
    out.raw("</g>\n")
  }

  func renderTitles(_ theme: Theme, to out: inout SVGBytes) {
    for title in titles {
      out.text(
        title.text, x: title.x, y: title.y, anchor: title.anchor, size: title.look?.ownSize,
        fill: title.look?.color(in: theme, usual: theme[.categoryAxisText]) ?? theme[.categoryAxisText],
        isBold: title.isBold)
    }
  }

  static let titleHeight = 18.0

  /// Returns an area without the room of the labels of a horizontal category axis.
  ///
  /// - Parameters:
  ///   - labels: The height of the labels.
  ///   - parents: The height of the labels of coarser levels, which are always below.
  static func area(_ area: ChartFrame, labels: Double, parents: Double, _ options: FittedAxis) -> ChartFrame {
    let isOnTop = options.isOpposite(isVertical: false) ?? false
    let height = options.width ?? labels + (isOnTop ? 0 : parents) + 5
    return isOnTop
      ? area.inset(top: min(height, area.height * 0.4), bottom: min(parents + 2, area.height * 0.4))
      : area.inset(bottom: min(height, area.height * 0.6))
  }
}

/// A layout with categories along the bottom and values on the left.
struct UprightLayout {
  let plotLayout: PlotLayout

  /// - Parameters:
  ///   - heading: The title of the value axis if another axis has a title too. Nil for that of the display options.
  ///   - others: The heights of additional category axes.
  init(
    _ channels: ChartChannels, frame: ChartFrame, limits: ChartFrame, axis: CategoryAxis, value: ValueAxis,
    padding: CategoryPadding, heading: String? = nil, others: (top: Double, bottom: Double) = (0, 0)
  ) {
    let display = channels.model.display
    let valueTitle = heading ?? channels.model.valueHeading(isShown: display.verticalAxisTitle)
    let categoryTitle = channels.model.levels[channels.model.visibleLevel].title
    let hasValueTitle = !valueTitle.isEmpty
    let hasCategoryTitle = display.horizontalAxisTitle && !categoryTitle.isEmpty
    let room = display.verticalAxis && display.gridLabels ? value.room : 0
    let isOnTop = axis.options.isOpposite(isVertical: false) ?? false
    let valueLook = PlotLayout.titleLook(channels.model, .valueAxisTitle)
    let categoryLook = PlotLayout.titleLook(channels.model, .categoryAxisTitle)
    var area = frame.inset(
      top: (hasValueTitle ? PlotLayout.titleHeight + 8 + valueLook.extraHeight : 6) + others.top,
      left: value.isRight ? 0 : room,
      bottom: (hasCategoryTitle ? PlotLayout.titleHeight + categoryLook.extraHeight : 0) + others.bottom,
      right: value.isRight ? room : 0)
    let edges = (area.y, area.maxY)
    let positions = axis.positions(
      start: area.x, end: area.maxX, padding: padding(area.width, count: channels.categoryCount))
    var axisLabels: (AxisLabels, [Double], Bounds)?
    var parents: ParentLabels?
    var note: String?
    if display.horizontalAxis {
      let all = axis.labels(at: positions, length: area.width)
      let shown = all.clipped(by: axis.options, from: area.x, to: area.maxX)
      let places = shown.places
      let step = places.count > 1 ? (places[places.count - 1] - places[0]) / Double(places.count - 1) : area.width
      let isRange = channels.model.style.labelLayout == .range
      let edges = (isRange ? Bounds(area.x, area.maxX) : Bounds(limits.x + 4, limits.maxX - 4)) ?? .zero
      let labels = AxisLabels(
        shown.texts, places: places, step: step, limits: edges, height: frame.height * 0.4, isOrdered: shown.isOrdered,
        parents: shown.isCalendar || places.count != channels.categoryCount ? [] : channels.nearestParents)
      // Calendar labels include the month, so that only the year is missing.
      let names = ParentLabels(below: channels, positions, outermostOnly: shown.isCalendar, limits: edges)
      let hidesOwn = channels.hidesOwnLabels && names.depth > 0
      if !hidesOwn { axisLabels = (labels, places, edges) }
      if !hidesOwn, !shown.isOrdered, frame.height >= Self.leastNotedHeight {
        note = Self.note(shown: labels.shown.count, of: shown.texts.count)
        if note != nil, !hasCategoryTitle { area = area.inset(bottom: PlotLayout.titleHeight) }
      }
      let ownHeight = hidesOwn ? 0 : labels.height
      if hidesOwn || !shown.hasYears, ownHeight + names.depth < area.height * 0.5 { parents = names }
      area = PlotLayout.area(area, labels: ownHeight, parents: parents?.depth ?? 0, axis.options)
    }
    var layout = PlotLayout(area: area, positions: positions)
    (layout.isOpposite, layout.otherEdges) = (isOnTop, edges)
    layout.minorPlaces = axis.minorPlaces(positions, between: axisLabels?.1 ?? [])
    layout.axisLabels = axisLabels
    layout.parents = parents.map { ($0, nil) }
    if let note {
      layout.labels.append(PlotLayout.PlacedText(text: note, x: area.maxX, y: frame.maxY - 2, anchor: .end))
    }
    if hasValueTitle {
      let width = heading == nil ? frame.width : frame.width / 2 - 8
      layout.titles.append(
        PlotLayout.PlacedText(
          valueTitle, valueLook, from: value.isRight ? frame.maxX - width : frame.x,
          to: value.isRight ? frame.maxX : frame.x + width, y: frame.y + 10 + valueLook.extraHeight,
          usual: value.isRight ? .right : .left, width: width))
    }
    if hasCategoryTitle {
      layout.titles.append(
        PlotLayout.PlacedText(
          categoryTitle, categoryLook, from: area.x, to: area.maxX, y: frame.maxY - 2, usual: .center,
          width: frame.width))
    }
    plotLayout = layout
  }
}

extension UprightLayout {
  /// Minimum height for a note. Smaller charts use all their height for the data.
  private static let leastNotedHeight = 180.0

  /// Returns a note if the axis does not show all of its labels; nil if they fit.
  static func note(shown: Int, of count: Int) -> String? { shown < count ? "\(shown) of \(count) names" : nil }
}

/// A layout with categories from the top on the left, and values along the top or the bottom.
struct LyingLayout {
  let plotLayout: PlotLayout

  init(_ channels: ChartChannels, frame: ChartFrame, axis: CategoryAxis, value: ValueAxis, padding: CategoryPadding) {
    let model = channels.model
    let display = model.display
    let metrics = FontMetrics.regular
    let size = AxisLabels.size
    let categoryTitle = model.levels[model.visibleLevel].title
    let valueTitle = model.valueHeading(isShown: display.horizontalAxisTitle)
    let hasCategoryTitle = display.verticalAxisTitle && !categoryTitle.isEmpty
    let hasValueTitle = !valueTitle.isEmpty
    let isAtTop = value.isAtTop(display)
    let isOnRight = axis.options.isOpposite(isVertical: true) ?? false
    let labelHeight = display.horizontalAxis && display.gridLabels ? value.options.width ?? 18.0 : 4
    let valueLook = PlotLayout.titleLook(model, .valueAxisTitle)
    let categoryLook = PlotLayout.titleLook(model, .categoryAxisTitle)
    let extra = max(
      hasCategoryTitle ? categoryLook.extraHeight : 0, hasValueTitle && isAtTop ? valueLook.extraHeight : 0)
    let titles = hasCategoryTitle || (hasValueTitle && isAtTop) ? PlotLayout.titleHeight + extra : 0
    let bottomTitle = hasValueTitle && !isAtTop ? PlotLayout.titleHeight + valueLook.extraHeight : 0
    let most = frame.width * 0.32
    let divisions = model.style.divisions
    let named = divisions.isEmpty ? channels.categoryLabels : divisions
    let widest = named.map { metrics.width($0, size: size) }.max() ?? 0
    let hidesOwn = channels.hidesOwnLabels
    let labelWidth = display.verticalAxis && !hidesOwn ? axis.options.width ?? min(most, widest) + 10 : 0
    var height = frame.inset(
      top: titles + (isAtTop ? labelHeight : 2), bottom: (isAtTop ? 4 : labelHeight) + bottomTitle)
    var rows = ChartRows(channels, in: height.height, padding)
    var positions = axis.positions(start: height.y, end: height.y + rows.length, padding: rows.padding)
    let isNoted =
      display.verticalAxis && !hidesOwn && positions.scale == nil && !channels.isOrdered(level: 0)
      && Self.every(positions) > 1 && model.style.labelLayout == .all
    if isNoted, isAtTop {
      // The note has a separate line below the labels.
      height = height.inset(bottom: AxisLabels.lineHeight)
      rows = ChartRows(channels, in: height.height, padding)
      positions = axis.positions(start: height.y, end: height.y + rows.length, padding: rows.padding)
    }
    height.height = rows.length
    // Labels of several levels must leave most of the width to the bars.
    let names = display.verticalAxis ? ParentLabels(besides: channels, positions, width: frame.width) : nil
    let parents = names.flatMap { $0.depth + labelWidth < frame.width * 0.6 ? $0 : nil }
    let parentWidth = parents?.depth ?? 0
    let area =
      isOnRight
      ? height.inset(left: max(10, parentWidth), right: labelWidth)
      : height.inset(left: parentWidth + labelWidth, right: 10)
    let textWidth = axis.options.width.map { max(0, $0 - 8) } ?? most
    let labelX = isOnRight ? area.maxX + 8 : area.x - 8
    let anchor = isOnRight ? SVGBytes.Anchor.start : .end
    var layout = PlotLayout(area: area, positions: positions)
    (layout.isLying, layout.isOpposite) = (true, isOnRight)
    layout.parents = parents.map { ($0, frame.x + parentWidth) }
    if display.verticalAxis, !hidesOwn || parents == nil {
      if positions.scale == nil {
        layout.labels = Self.names(channels, positions, x: labelX, most: textWidth)
          .filter { axis.options.shows(height: AxisLabels.lineHeight, at: $0.y - 4, from: area.y, to: area.maxY) }
        for index in layout.labels.indices { layout.labels[index].anchor = anchor }
        let every = Self.every(positions)
        let count = channels.categoryCount
        if isNoted,
          let note = UprightLayout.note(shown: (count + every - 1) / every, of: count)
        {
          layout.labels.append(
            PlotLayout.PlacedText(text: note, x: frame.x, y: frame.maxY - (isAtTop ? 0 : 3)))
        }
      } else {
        layout.addTicks(axis, x: labelX, anchor: anchor, width: textWidth)
      }
    }
    layout.addTitles(
      value: (valueTitle, valueLook), category: (hasCategoryTitle ? categoryTitle : "", categoryLook), in: frame,
      top: frame.y + 10 + extra, isAtTop: isAtTop)
    plotLayout = layout
  }

  /// Returns n such that every n-th label has its own line.
  private static func every(_ positions: CategoryPositions) -> Int {
    max(1, Int(clamping: (AxisLabels.lineHeight / max(0.001, positions.band.step)).rounded(.up)))
  }

  /// Returns the labels of the categories that fit into the lines.
  private static func names(
    _ channels: ChartChannels, _ positions: CategoryPositions, x: Double, most: Double
  ) -> [PlotLayout.PlacedText] {
    let metrics = FontMetrics.regular
    let size = AxisLabels.size
    let every = every(positions)
    let style = channels.model.style
    let named = style.divisions.isEmpty ? channels.axisLabels : style.divisions
    let parents = channels.isOrdered(level: 0) && style.divisions.isEmpty ? channels.nearestParents : []
    let last = max(0, named.count - 1)
    let shown =
      style.labelLayout == .range
      ? (last == 0 ? Array(named.indices) : [0, last])
      : AxisLabels.rhythm(named.count, every: every, parents: parents)
    return shown.flatMap { index in
      let text = named[index]
      let lines =
        positions.band.step >= 2 * AxisLabels.lineHeight
        ? metrics.wrapped(text, size: size, width: most, lines: 2) ?? [metrics.fitted(text, size: size, width: most)]
        : [metrics.fitted(text, size: size, width: most)]
      let middle = positions.band(at: index) + FontMetrics.capitalHeight * size / 2
      return lines.enumerated().map { line, part in
        let offset = (Double(line) - Double(lines.count - 1) / 2) * (AxisLabels.lineHeight - 1)
        return PlotLayout.PlacedText(text: part, x: x, y: middle + offset, anchor: .end, category: index)
      }
    }
  }
}

/// The empty part of the space of each category.
struct CategoryPadding {
  private let share: Double
  /// The width of all items of a category, in points. Nil for a width in proportion to the space.
  private let itemsWidth: Double?

  init(_ share: Double, itemsWidth: Double? = nil) {
    self.share = share
    self.itemsWidth = itemsWidth
  }

  /// Returns the padding of categories along a length in points, from 0 to 1.
  func callAsFunction(_ length: Double, count: Int) -> Double {
    guard let itemsWidth else { return share }
    return min(0.999, max(0.02, 1 - itemsWidth * Double(max(1, count)) / max(length, 0.001)))
  }
}

/// The rows of a horizontal chart along its categories.
struct ChartRows {
  /// The length of all rows. Rows that do not fit are lower in proportion.
  let length: Double
  /// The empty part of each row.
  let padding: Double

  init(_ channels: ChartChannels, in room: Double, _ padding: CategoryPadding) {
    let (style, count) = (channels.given.style, Double(max(1, channels.categoryCount)))
    let standard = padding(room, count: channels.categoryCount)
    guard style.hasRows, channels.given.type.has(.lying) else {
      length = room
      self.padding = standard
      return
    }
    let height = style.rowHeight ?? max(1, room / count - (style.rowSpacing ?? 0))
    let spacing = style.rowSpacing ?? height * standard / max(0.05, 1 - standard)
    length = min(room, (height + spacing) * count)
    self.padding = min(0.95, spacing / (height + spacing))
  }
}

extension ChartChannels {
  /// True if only coarser levels have labels.
  var hidesOwnLabels: Bool { !parents.isEmpty && !given.style.labels(level: 0, coarsest: parents.count) }
}

extension PlotLayout {
  /// Adds the titles of both axes of a horizontal chart. Both fit on one line. An empty title is not drawn.
  fileprivate mutating func addTitles(
    value: (text: String, look: TextLook), category: (text: String, look: TextLook), in frame: ChartFrame,
    top: Double, isAtTop: Bool
  ) {
    let width = frame.width / 2 - 8
    if !category.text.isEmpty {
      titles.append(
        PlacedText(
          category.text, category.look, from: frame.x, to: frame.x + width, y: top, usual: .left, width: width))
    }
    if !value.text.isEmpty {
      titles.append(
        PlacedText(
          value.text, value.look, from: area.maxX - width, to: area.maxX, y: isAtTop ? top : frame.maxY - 2,
          usual: .right, width: width))
    }
  }

  /// Adds labels at the ticks of a vertical axis of numbers or dates.
  fileprivate mutating func addTicks(_ axis: CategoryAxis, x: Double, anchor: SVGBytes.Anchor, width: Double) {
    // The height of a line is a quarter of the width of a date label.
    let shown = axis.labels(at: positions, length: area.height * 4)
      .clipped(by: axis.options, height: AxisLabels.lineHeight, from: area.y, to: area.maxY)
    minorPlaces = axis.minorPlaces(positions, between: shown.places)
    var end = -Double.infinity
    for (text, place) in zip(shown.texts, shown.places) where place - end >= AxisLabels.lineHeight {
      end = place
      labels.append(
        PlacedText(
          text: FontMetrics.regular.fitted(text, size: AxisLabels.size, width: width), x: x,
          y: place + FontMetrics.capitalHeight * AxisLabels.size / 2, anchor: anchor))
    }
  }
}

extension ChartModel {
  /// Returns the heading of the value axis: its title, if shown, and the unit. Shares have no unit.
  func valueHeading(isShown: Bool) -> String {
    let unit = stacking == .percent ? "" : dimensions[0].unit
    guard isShown, !dimensions[0].title.isEmpty else { return unit }
    return unit.isEmpty ? dimensions[0].title : "\(dimensions[0].title) (\(unit))"
  }
}
