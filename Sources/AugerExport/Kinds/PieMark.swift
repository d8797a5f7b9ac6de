import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Pies and donuts: one with a slice for each category, or, with series, one for each category with a slice for each
/// series.
///
/// A pie with more than nine categories shows the eight largest in their order, followed by all others. The others
/// share a color, a label and a value, but each of them is a separate mark.
struct PieMark {
  private let channels: ChartChannels
  private let theme: Theme
  private let area: ChartFrame
  private let tooltips: Tooltips?
  private let texts: [String]
  private let labels: [String]
  private let hasLegend: Bool
  /// The radius of the hole relative to the outer radius; zero for a pie.
  private let hole: Double

  /// - Parameter hasLegend: True if a legend also names the slices.
  init(_ channels: ChartChannels, theme: Theme, area: ChartFrame, hasLegend: Bool, hole: Double = 0) {
    self.hasLegend = hasLegend
    self.hole = hole
    self.channels = channels
    self.theme = theme
    self.area = area
    tooltips = Tooltips(channels)
    texts = channels.model.readableTexts(dimension: 0)
    labels = channels.qualifiedLabels
  }

  /// A slice. `start` and `end` are fractions of the whole.
  private struct Slice {
    var series: Int
    var category: Int
    var start: Double
    var end: Double
    /// The index of its color.
    var color: Int
    var label: String
    var text: String
    /// True if it is one of the small slices, which share one color and one label.
    var isMinor = false

    var middle: Turn { Turn((start + end) / 2) }
  }

  func render(to out: inout SVGBytes) {
    let hasSeries = channels.model.seriesColumn != nil
    let pies = hasSeries ? (0..<channels.categoryCount).map { slices(ofCategory: $0) } : [slicesOfCategories()]
    let shift = options.shift
    guard pies.contains(where: { !$0.isEmpty }) else {
      return Notice.render(channels.model.noValuesText, in: area, theme, to: &out)
    }
    if pies.count == 1 { return renderAlone(pies[0], title: hasSeries ? labels[0] : nil, to: &out) }
    let columns = Self.columns(pies.count, in: area)
    let rows = (pies.count + columns - 1) / columns
    let (width, height) = (area.width / Double(columns), area.height / Double(rows))
    for (index, slices) in pies.enumerated() {
      // The last row is centered.
      let missing = index / columns == rows - 1 ? rows * columns - pies.count : 0
      let cell = ChartFrame(
        x: area.x + width * (Double(index % columns) + Double(missing) / 2),
        y: area.y + height * Double(index / columns), width: width,
        height: height)
      let labelHeight = height > 50 ? 18.0 : 0
      let radius = max(2, min(cell.width, cell.height - labelHeight) / 2 - 6 - shift)
      let center = (x: cell.midX, y: cell.y + (cell.height - labelHeight) / 2)
      if slices.isEmpty {
        out.beginCircle(center.x, center.y, radius)
        out.attribute("stroke", theme.axis)
        out.raw(" fill=\"none\" stroke-dasharray=\"3 3\"/>\n")
      }
      draw(slices, center, radius, to: &out)
      guard labelHeight > 0 else { continue }
      let label = FontMetrics.regular.fitted(
        labels[index], size: AxisLabels.size, width: cell.width - 6)
      out.text(label, x: cell.midX, y: center.y + radius + 15, anchor: .middle, fill: theme.mutedInk)
    }
  }

  /// Returns the number of columns for which the pies are largest.
  private static func columns(_ count: Int, in area: ChartFrame) -> Int {
    var best = (columns: 1, size: 0.0)
    for columns in 1..<count + 1 {
      let rows = (count + columns - 1) / columns
      let size = min(area.width / Double(columns), area.height / Double(rows) - 18)
      if size > best.size { best = (columns, size) }
    }
    return best.columns
  }

  private func slicesOfCategories() -> [Slice] {
    slices((0..<channels.categoryCount).map { (0, $0, $0, labels[$0]) })
  }

  private func slices(ofCategory category: Int) -> [Slice] {
    slices((0..<channels.seriesCount).map { ($0, category, $0, channels.seriesLabels[$0]) })
  }

  private func slices(_ parts: [(series: Int, category: Int, color: Int, label: String)]) -> [Slice] {
    // Divide by the largest value first, because the sum of the values could overflow.
    let values = parts.map { channels.value(0, $0.series, $0.category) }
    guard let largest = values.extent?.upper, largest > 0 else { return [] }
    let whole = values.reduce(0) { $1 > 0 ? $0 + $1 / largest : $0 }
    var start = 0.0
    var slices: [Slice] = []
    // The slices of several pies have the colors of their series, which the legend names.
    let leading = channels.model.seriesColumn == nil ? Self.leading(values) : nil
    let ordered =
      leading.map { leading in
        parts.indices.filter(leading.contains) + parts.indices.filter { !leading.contains($0) }
      } ?? Array(parts.indices)
    for index in ordered where values[index] > 0 {
      let (part, value) = (parts[index], values[index])
      let end = start + value / largest / whole
      let text = texts[part.series * channels.categoryCount + part.category]
      slices.append(
        Slice(
          series: part.series, category: part.category, start: start, end: end,
          color: leading == nil ? part.color : slices.count, label: part.label, text: text,
          isMinor: leading.map { !$0.contains(index) } ?? false))
      start = end
    }
    turn(&slices)
    return slices
  }

  /// Turns slices to the angle of the author, or so that the middle of the only selected slice is there.
  private func turn(_ slices: inout [Slice]) {
    let selected = slices.filter { options.isSelected($0.series, $0.category) }
    let turn = options.turn(selectedMiddles: selected.map { ($0.start + $0.end) / 2 })
    guard turn != 0 else { return }
    for index in slices.indices {
      slices[index].start += turn
      slices[index].end += turn
    }
  }

  private var options: SliceOptions { SliceOptions(channels: channels) }

  private static let mostSlices = 9

  /// Returns the slices with individual labels; nil if all have one.
  private static func leading(_ values: [Double]) -> Set<Int>? {
    let shown = values.indices.filter { values[$0] > 0 }
    guard shown.count > mostSlices else { return nil }
    let bySize = shown.sorted { values[$0] == values[$1] ? $0 < $1 : values[$0] > values[$1] }
    return Set(bySize.prefix(mostSlices - 1))
  }

  /// Returns the legend of a pie of categories.
  static func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry]? {
    guard channels.model.seriesColumn == nil else { return nil }
    let labels = channels.qualifiedLabels
    let leading = leading((0..<channels.categoryCount).map { channels.value(0, 0, $0) })
    let shown = labels.indices.filter { leading?.contains($0) ?? true }
    let own = shown.enumerated().map { place, index in
      let color = theme.color(leading == nil ? index : place)
      return Legend.Entry(label: labels[index], color: color, link: channels.link(ofCategory: index))
    }
    return leading == nil ? own : own + [Legend.Entry(label: channels.model.locale.texts[.other], color: theme.axis)]
  }

  /// Returns the labeled slices around a pie, with the minor slices as one.
  private func labelled(_ slices: [Slice]) -> [Slice] {
    let minor = slices.filter(\.isMinor)
    guard let first = minor.first, let last = minor.last else { return slices }
    var other = first
    other.end = last.end
    other.label = channels.model.locale.texts.text(.others, count: minor.count)
    let sum = minor.reduce(0) { $0 + channels.value(0, $1.series, $1.category) }
    other.text = channels.model.dimensions[0].readableText(sum, channels.model.locale)
    return slices.filter { !$0.isMinor } + [other]
  }

  /// True if every slice of the only pie has its full label, so that no legend is needed.
  var namesAll: Bool {
    guard channels.model.seriesColumn == nil else { return false }
    let slices = slicesOfCategories()
    // Only a legend can name categories without a slice.
    guard slices.count == channels.categoryCount else { return false }
    let sides = layout(slices, hasTitle: false)
    guard sides.showsLabels, sides.radius >= 0.2 * min(area.width, area.height) else { return false }
    let labelled = labelled(slices)
    return labelled.allSatisfy { labelWidth($0.label) <= sides.labelWidth }
      && [true, false].allSatisfy { isRight in
        let side = labelled.count { ($0.middle.x >= 0) == isRight }
        return labels(labelled, isRight, sides.center.y, sides.radius, lineHeight: 15).places.count == side
      }
  }

  /// Returns the position of the only pie, and the layout of labels and values around it.
  private func layout(
    _ slices: [Slice], hasTitle: Bool
  ) -> (center: (x: Double, y: Double), radius: Double, showsLabels: Bool, labelWidth: Double) {
    let titleHeight = hasTitle ? 18.0 : 0
    let bare = min(area.width, area.height - titleHeight) / 2 - 4 - options.shift
    let slices = labelled(slices)
    let widest = slices.map { max(labelWidth($0.label), labelWidth($0.text)) }.max() ?? 0
    func radius(beside width: Double) -> Double {
      min(area.width / 2 - min(width, area.width * 0.3) - 26, (area.height - titleHeight) / 2 - 16) - options.shift
    }
    // Write value and name on one line, unless that makes the pie much smaller.
    let inLine = radius(beside: slices.map { labelWidth($0.label) + 6 + labelWidth($0.text) }.max() ?? 0)
    let labelled = inLine >= 0.75 * bare ? inLine : radius(beside: widest)
    // If a legend names the slices too, labels must not make the pie much smaller.
    let least = hasLegend ? 0.66 * bare : 24
    let showsLabels = channels.model.display.seriesLabels && labelled >= least
    let radius = max(4, showsLabels ? labelled : bare)
    return (
      (area.midX, area.y + (area.height - titleHeight) / 2), radius, showsLabels,
      area.width / 2 - radius - 22
        - options.shift
    )
  }

  /// Draws the only pie with the names and values of its slices around it.
  private func renderAlone(_ slices: [Slice], title: String?, to out: inout SVGBytes) {
    let (center, radius, showsLabels, width) = layout(slices, hasTitle: title != nil)
    draw(slices, center, radius, to: &out)
    if showsLabels { renderLabels(labelled(slices), center, radius + options.shift, width: width, to: &out) }
    if let title {
      out.text(title, x: center.x, y: area.maxY - 3, anchor: .middle, fill: theme.mutedInk)
    }
  }

  private func labelWidth(_ text: String) -> Double { FontMetrics.regular.width(text, size: AxisLabels.size) }

  /// Draws the outline of a slice that is not the whole pie.
  private func outline(
    _ slice: Slice, _ center: (x: Double, y: Double), _ radius: Double, to out: inout SVGBytes
  ) {
    func point(_ turn: Turn, _ radius: Double) { out.point(center.x + radius * turn.x, center.y + radius * turn.y) }
    let (from, to) = (Turn(slice.start), Turn(slice.end))
    let isLarge = slice.end - slice.start > 0.5
    out.raw("M")
    if hole > 0 { point(from, radius * hole) } else { out.point(center.x, center.y) }
    out.raw("L")
    point(from, radius)
    out.point("A", radius, radius)
    out.raw(isLarge ? " 0 1 1 " : " 0 0 1 ")
    point(to, radius)
    if hole > 0 {
      out.raw("L")
      point(to, radius * hole)
      out.point("A", radius * hole, radius * hole)
      out.raw(isLarge ? " 0 1 0 " : " 0 0 0 ")
      point(from, radius * hole)
    }
    out.raw("Z")
  }

  /// Draws two circles with an empty inner one.
  private func ring(_ center: (x: Double, y: Double), _ radius: Double, to out: inout SVGBytes) {
    for radius in [radius, radius * hole] {
      out.point("M", center.x, center.y - radius)
      for side in [1.0, -1] {
        out.point("A", radius, radius)
        out.raw(" 0 1 1 ")
        out.point(center.x, center.y + side * radius)
      }
      out.raw("Z")
    }
  }

  private func draw(_ slices: [Slice], _ center: (x: Double, y: Double), _ radius: Double, to out: inout SVGBytes) {
    out.raw("<g")
    if theme.style.borders.isEmpty { out.attribute("stroke", theme.background) }
    out.attribute("stroke-width", radius > 40 ? 1.5 : 0.75)
    out.raw(">\n")
    for slice in slices {
      out.linked(channels.link(ofCategory: slice.category)) { draw(slice, center, radius, to: &$0) }
    }
    out.raw("</g>\n")
  }

  private func draw(_ slice: Slice, _ center: (x: Double, y: Double), _ radius: Double, to out: inout SVGBytes) {
    let isWhole = slice.end - slice.start > 0.99999
    let isCircle = isWhole && hole == 0
    let distance = isWhole ? 0 : options.distance(slice.series, slice.category, slice.label)
    let center = (x: center.x + distance * slice.middle.x, y: center.y + distance * slice.middle.y)
    if isCircle {
      out.beginCircle(center.x, center.y, radius)
    } else {
      out.raw(isWhole ? "<path fill-rule=\"evenodd\" d=\"" : "<path d=\"")
      if isWhole { ring(center, radius, to: &out) } else { outline(slice, center, radius, to: &out) }
      out.raw("\"")
    }
    let own = slice.isMinor ? theme.axis : theme.color(slice.color)
    out.attribute("fill", channels.itemColor(slice.series, slice.category, theme) ?? own)
    // Avoid seams between them.
    if slice.isMinor {
      out.attribute("stroke", own)
    } else if let border = theme.style.border(slice.color) {
      out.attribute("stroke", border)
    }
    out.attribute("data-series", index: channels.seriesNumbers[slice.series])
    out.attribute("data-category", index: slice.category)
    if channels.isFaded(slice.series, slice.category) { out.attribute("opacity", Plot.fadedOpacity) }
    let title = tooltips?.text(series: slice.series, category: slice.category)
    out.finish(isCircle ? "circle" : "path", title: title)
  }

  /// The labels of one side: their positions, and true if values have separate lines.
  private struct Labels {
    var places: [(slice: Int, y: Double)]
    var lineHeight: Double

    /// The largest distance of a label from its slice.
    var displacement = 0.0
  }

  /// Draws names and values left and right of the pie, moved apart to avoid overlap.
  private func renderLabels(
    _ slices: [Slice], _ center: (x: Double, y: Double), _ radius: Double, width: Double, to out: inout SVGBytes
  ) {
    func sides(_ lineHeight: Double) -> [Labels] {
      [true, false].map { labels(slices, $0, center.y, radius, lineHeight: lineHeight) }
    }
    // All labels have one style: values below the names, next to them, or hidden.
    let high = sides(28)
    func isNear(_ most: Double) -> Bool { high.allSatisfy { $0.displacement <= most } }
    let fitsBeside = slices.allSatisfy { labelWidth($0.label) + 6 + labelWidth($0.text) <= width }
    let style: LabelStyle = isNear(8) || !fitsBeside && isNear(28) ? .below : fitsBeside ? .beside : .names
    for (isRight, labels) in zip([true, false], style == .below ? high : sides(15)) {
      for place in labels.places {
        render(slices[place.slice], at: place.y, center, radius, isRight, style, width, to: &out)
      }
    }
  }

  private enum LabelStyle { case below, beside, names }

  /// Returns the labels. The smallest slices have none if space is insufficient.
  private func labels(
    _ slices: [Slice], _ isRight: Bool, _ middle: Double, _ radius: Double, lineHeight: Double
  ) -> Labels {
    let side = slices.indices.filter { (slices[$0].middle.x >= 0) == isRight }
    let most = max(1, Int(clamping: area.height / lineHeight))
    let bySize = side.sorted { a, b in
      let (x, y) = (slices[a].end - slices[a].start, slices[b].end - slices[b].start)
      return x == y ? a < b : x > y
    }
    let kept = Set(bySize.prefix(most))
    let isTurned = options.isTurned
    let clockwise = isTurned ? side.sorted { slices[$0].middle.y < slices[$1].middle.y } : side
    let ordered = (isRight || isTurned ? clockwise : side.reversed()).filter(kept.contains)
    let wanted = ordered.map { middle + (radius + 12) * slices[$0].middle.y }
    var places = wanted
    let (low, high) = (area.y + lineHeight / 2 - 2, area.maxY - lineHeight / 2 + 2)
    // Move labels downwards and then upwards, so that adjacent labels are a line apart within the limits.
    var next = low
    for index in places.indices {
      places[index] = max(places[index], next)
      next = places[index] + lineHeight
    }
    next = high
    for index in places.indices.reversed() {
      places[index] = min(places[index], next)
      next = places[index] - lineHeight
    }
    let displacement = zip(wanted, places).map { ($0 - $1).magnitude }.max() ?? 0
    return Labels(
      places: Array(zip(ordered, places)), lineHeight: lineHeight,
      displacement: ordered.count < side.count ? .infinity : displacement)
  }

  /// Draws a leader line in the direction of the slice, then horizontally to the label, outside of the pie.
  private func leader(
    _ slice: Slice, to y: Double, _ center: (x: Double, y: Double), _ radius: Double, edge: Double,
    to out: inout SVGBytes
  ) {
    let middle = slice.middle
    let sign = edge > center.x ? 1.0 : -1
    let height = y - center.y
    let clear = ((radius + 8) * (radius + 8) - height * height)
    let elbow = max((radius + 8) * middle.x.magnitude, clear > 0 ? clear.squareRoot() : 0)
    out.raw("<path fill=\"none\"")
    out.attribute("stroke", theme.axis)
    out.raw(" d=\"M")
    out.point(center.x + (radius + 2) * middle.x, center.y + (radius + 2) * middle.y)
    out.point("L", center.x + sign * min(elbow, (edge - center.x).magnitude), y)
    out.point("L", edge, y)
    out.raw("\"/>\n")
  }

  private func render(
    _ slice: Slice, at y: Double, _ center: (x: Double, y: Double), _ radius: Double, _ isRight: Bool,
    _ style: LabelStyle, _ width: Double, to out: inout SVGBytes
  ) {
    let sign = isRight ? 1.0 : -1
    let edge = center.x + sign * (radius + 12)
    leader(slice, to: y, center, radius, edge: edge, to: &out)
    let metrics = FontMetrics.regular
    let anchor: SVGBytes.Anchor = isRight ? .start : .end
    let x = edge + sign * 5
    let label = metrics.fitted(slice.label, size: AxisLabels.size, width: width)
    if style == .below {
      out.text(label, x: x, y: y - 2, anchor: anchor, fill: theme.ink)
      let text = metrics.fitted(slice.text, size: AxisLabels.size, width: width)
      out.text(text, x: x, y: y + 11, anchor: anchor, fill: theme.mutedInk)
      return
    }
    out.text(label, x: x, y: y + 4, anchor: anchor, fill: theme.ink)
    guard style == .beside else { return }
    let used = labelWidth(label) + 6
    out.text(slice.text, x: x + sign * used, y: y + 4, anchor: anchor, fill: theme.mutedInk)
  }
}
