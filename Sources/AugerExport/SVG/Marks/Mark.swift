import AugerCharts
import AugerColumns

/// The marks of a chart.
///
/// Every mark has the same steps. It reads the channels of the model, omits missing values, maps the others to
/// positions with scales, and is rendered.
package protocol Mark: Sendable {
  /// Returns the range that the value axis must include; nil for none. Called before the scales exist.
  func extent(_ channels: ChartChannels) -> Bounds?

  /// True if the value axis must include zero, because the marks start there.
  var beginsAtZero: Bool { get }

  /// The position of a layer among the others of an overlay.
  var place: LayerPlace { get }

  func render(_ plot: Plot, to out: inout SVGBytes)
}

package enum LayerPlace {
  /// Next to the marks of other layers, like columns.
  case beside
  /// In the middle of a category, over other marks, with a width.
  case middle
  /// Over other marks, without a width, because columns would hide them.
  case over
  /// In the order of the layers, without a width.
  case inOrder

  var isThin: Bool { self == .over || self == .middle }
  /// True if a category reserves a width for the marks.
  var isWide: Bool { self == .beside || self == .middle }
}

extension Mark {
  package var place: LayerPlace { .beside }

  /// Returns the range of the first dimension, or of the ends of a stack.
  package func extent(_ channels: ChartChannels) -> Bounds? { Stacks(channels)?.extent ?? channels.firstExtent }
}

/// The scales and the context for rendering a mark.
package struct Plot {
  package let channels: ChartChannels
  package let theme: Theme
  let ids: String
  /// The area of the marks.
  let area: ChartFrame
  /// True if categories run downwards and values to the right.
  let isLying: Bool
  package let category: CategoryPositions
  package let value: ValueScale
  /// The tooltips, if the number of marks permits them.
  let tooltips: Tooltips?

  /// Clips marks to the plot area if the value axis is not completely visible, because values can exceed it.
  func clip(to out: inout SVGBytes, isNeeded: Bool, _ marks: (inout SVGBytes) -> Void) {
    guard isNeeded else { return marks(&out) }
    // Dots at the first and last category may extend over the edge.
    let frame = isLying ? area.inset(top: -4, bottom: -4) : area.inset(left: -4, right: -4)
    out.raw("<clipPath")
    out.attribute("id", "\(ids)-window")
    out.raw(">")
    out.beginRect(frame)
    out.raw("/></clipPath>\n<g")
    out.attribute("clip-path", "url(#\(ids)-window)")
    out.raw(">\n")
    marks(&out)
    out.raw("</g>\n")
  }

  /// Returns a rectangle from positions on the category axis and the value axis, for both orientations.
  func frame(across: Double, width: Double, from: Double, to: Double) -> ChartFrame {
    let (low, length) = (min(from, to), (to - from).magnitude)
    return isLying
      ? ChartFrame(x: low, y: across, width: length, height: width)
      : ChartFrame(x: across, y: low, width: width, height: length)
  }

  /// Returns the point at a position on the category axis and one on the value axis, for both orientations.
  func point(across: Double, at value: Double) -> (x: Double, y: Double) {
    isLying ? (value, across) : (across, value)
  }

  /// Draws a line between two such points.
  func line(
    _ start: (across: Double, at: Double), _ end: (across: Double, at: Double), to out: inout SVGBytes
  ) {
    let (a, b) = (point(across: start.across, at: start.at), point(across: end.across, at: end.at))
    out.line(a.x, a.y, b.x, b.y)
  }

  /// Writes `data-series`, `data-category` and the opacity of the element for one pair.
  private func attributes(series: Int, category: Int, to out: inout SVGBytes) {
    if out.namesMarks {
      out.raw(" data-series=\"")
      out.integer(UInt32(clamping: channels.seriesNumbers[series]))
      out.raw("\" data-category=\"")
      out.integer(UInt32(clamping: channels.categoryNumbers[category]))
      out.raw("\"")
    }
    if channels.isFaded(series, category) { out.attribute("opacity", Self.fadedOpacity) }
  }

  /// Writes attributes and tooltip of a group for one pair. The elements of the group follow.
  func begin(series: Int, category: Int, to out: inout SVGBytes) {
    attributes(series: series, category: category, to: &out)
    out.raw(">")
    out.title(tooltips?.text(series: series, category: category))
    out.raw("\n")
  }

  /// Writes attributes, tooltip and end of an element for one pair.
  package func finish(_ element: String, series: Int, category: Int, to out: inout SVGBytes) {
    attributes(series: series, category: category, to: &out)
    out.finish(element, title: tooltips?.text(series: series, category: category))
  }

  /// The opacity of marks that are not in focus.
  static let fadedOpacity = 0.25

  /// Draws a line across a column at its original value before data changes.
  func baselineTick(_ before: Double, across: Double, width: Double, to out: inout SVGBytes) {
    let place = value(before)
    if isLying {
      out.beginLine(place, across, place, across + width)
    } else {
      out.beginLine(across, place, across + width, place)
    }
    out.attribute("stroke", theme.ink)
    out.raw(" stroke-width=\"2\" stroke-dasharray=\"3 2\" data-baseline=\"true\"/>\n")
  }

  /// Returns -1 below the lower threshold, 1 above the upper threshold, otherwise 0.
  func outside(_ value: Double) -> Int {
    if let upper = channels.model.thresholds.upper, value > upper { return 1 }
    if let lower = channels.model.thresholds.lower, value < lower { return -1 }
    return 0
  }
}

/// The positions of categories: bands, or dates and numbers in proportional positions.
package struct CategoryPositions {
  let band: BandScale
  /// The positions, if they differ from the centers of the bands.
  var moments: [Double]?
  /// Minimum distance between two categories.
  var step: Double
  /// The part of a step that the marks of a category can use.
  var bandwidth: Double
  /// The distance of the marks from their category's position, next to those of another layer.
  var offset = 0.0
  /// True if the series of a category are side by side even on a date axis, like the columns below them.
  var spreadsSeries = false
  /// The scale from numbers or microseconds of categories to positions; nil for bands.
  private(set) var scale: ValueScale?

  init(band: BandScale) {
    self.band = band
    step = band.step
    bandwidth = band.bandwidth
  }

  /// - Parameter padding: The empty part of a step.
  init(band: BandScale, moments: [Double], scale: ValueScale, padding: Double) {
    self.band = band
    self.moments = moments
    self.scale = scale
    step = zip(moments, moments.dropFirst()).map { ($1 - $0).magnitude }.min() ?? band.step
    bandwidth = max(1, step * (1 - padding))
  }

  package func center(_ index: Int) -> Double { moments?[index] ?? band.center(index) }

  /// Returns the position of a division of the axis, which can have more divisions than categories.
  func band(at index: Int) -> Double {
    moments.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? band.center(index)
  }

  /// Returns the start of the marks of a category.
  func start(_ index: Int) -> Double { (moments.map { $0[index] } ?? band.center(index)) - bandwidth / 2 + offset }
}
