import AugerCharts
import AugerColumns

/// What a chart is drawn with.
///
/// Every mark has one life: the channels are initialised from the model, values that are not there are filtered, scales
/// give the rest its places, and it is rendered.
package protocol Mark: Sendable {
  /// The values that the value axis must span, nil for none. Called before there are scales.
  func extent(_ channels: ChartChannels) -> Bounds?

  /// Whether the value axis must reach zero, where the marks begin.
  var beginsAtZero: Bool { get }

  /// The position of a layer among the others of an overlay.
  var place: LayerPlace { get }

  func render(_ plot: Plot, to out: inout SVGBytes)
}

package enum LayerPlace {
  /// Next to the marks of other layers, as columns are.
  case beside
  /// In the middle of a category, over other marks, with a width.
  case middle
  /// Over other marks, without a width: columns would hide them.
  case over
  /// In the order of the layers, without a width.
  case inOrder

  var isThin: Bool { self == .over || self == .middle }
  /// True if a category needs room for the marks.
  var isWide: Bool { self == .beside || self == .middle }
}

extension Mark {
  package var place: LayerPlace { .beside }

  /// The range of the first dimension, or of the ends of a stack.
  package func extent(_ channels: ChartChannels) -> Bounds? { Stacks(channels)?.extent ?? channels.firstExtent }
}

/// Scales and surroundings that a mark is rendered with.
package struct Plot {
  package let channels: ChartChannels
  package let theme: Theme
  let ids: String
  /// Where the marks are.
  let area: ChartFrame
  /// Whether categories run downwards and values to the right.
  let isLying: Bool
  package let category: CategoryPositions
  package let value: ValueScale
  /// Tooltips, where the marks are few enough.
  let tooltips: Tooltips?

  /// Keeps marks inside where the value axis is not shown whole: what they stand for may be beyond it.
  func clip(to out: inout SVGBytes, isNeeded: Bool, _ marks: (inout SVGBytes) -> Void) {
    guard isNeeded else { return marks(&out) }
    // Dots at the first and last category may stand over the edge.
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

  /// A rectangle from the category's axis and the value's, whichever way they run.
  func frame(across: Double, width: Double, from: Double, to: Double) -> ChartFrame {
    let (low, length) = (min(from, to), (to - from).magnitude)
    return isLying
      ? ChartFrame(x: low, y: across, width: length, height: width)
      : ChartFrame(x: across, y: low, width: width, height: length)
  }

  /// `data-series`, `data-category` and the opacity of an element that stands for one pair.
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

  /// Attributes and tooltip of a group that stands for one pair, after which its elements follow.
  func begin(series: Int, category: Int, to out: inout SVGBytes) {
    attributes(series: series, category: category, to: &out)
    out.raw(">")
    out.title(tooltips?.text(series: series, category: category))
    out.raw("\n")
  }

  /// Attributes, tooltip and end of an element that stands for one pair.
  package func finish(_ element: String, series: Int, category: Int, to out: inout SVGBytes) {
    attributes(series: series, category: category, to: &out)
    out.finish(element, title: tooltips?.text(series: series, category: category))
  }

  /// Of what is not in focus.
  static let fadedOpacity = 0.25

  /// A line across a column where its value was before the data were changed.
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

  /// -1 below the lower threshold, 1 above the upper, 0 otherwise.
  func outside(_ value: Double) -> Int {
    if let upper = channels.model.thresholds.upper, value > upper { return 1 }
    if let lower = channels.model.thresholds.lower, value < lower { return -1 }
    return 0
  }
}

/// Where categories stand: bands, or moments and numbers in proportion.
package struct CategoryPositions {
  let band: BandScale
  /// Where not the bands' centres.
  var moments: [Double]?
  /// From one category to the next at least.
  var step: Double
  /// What marks of a category may take of a step.
  var bandwidth: Double
  /// How far marks stand from where their category's do: beside those of another layer.
  var offset = 0.0
  /// True if the series of a category stand side by side even on an axis of dates, as the columns below them do.
  var spreadsSeries = false
  /// From the categories' numbers or microseconds to places; nil where they stand in bands.
  private(set) var scale: ValueScale?

  init(band: BandScale) {
    self.band = band
    step = band.step
    bandwidth = band.bandwidth
  }

  /// - Parameter padding: The part of a step that stays empty.
  init(band: BandScale, moments: [Double], scale: ValueScale, padding: Double) {
    self.band = band
    self.moments = moments
    self.scale = scale
    step = zip(moments, moments.dropFirst()).map { ($1 - $0).magnitude }.min() ?? band.step
    bandwidth = max(1, step * (1 - padding))
  }

  package func center(_ index: Int) -> Double { moments?[index] ?? band.center(index) }

  /// Where the marks of a category begin.
  func start(_ index: Int) -> Double { (moments.map { $0[index] } ?? band.center(index)) - bandwidth / 2 + offset }
}
