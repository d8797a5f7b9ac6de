import AugerCharts

/// What a chart is drawn with.
///
/// Every mark has one life: the channels are initialised from the model, values that are not there are filtered, scales
/// give the rest its places, and it is rendered.
protocol Mark {
  /// The values that the value axis must span, nil for none. Called before there are scales.
  func extent(_ channels: ChartChannels) -> ClosedRange<Double>?

  /// Whether the value axis must reach zero, where the marks begin.
  var beginsAtZero: Bool { get }

  func render(_ plot: Plot, to out: inout SVGBytes)
}

extension Mark {
  /// Of the first dimension.
  func extent(_ channels: ChartChannels) -> ClosedRange<Double>? { channels.firstExtent }
}

extension Sequence<Double> {
  /// Smallest and largest number, without NaN.
  var extent: ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    for value in self where !value.isNaN {
      if value < low { low = value }
      if value > high { high = value }
    }
    return low <= high ? low...high : nil
  }
}

/// Scales and surroundings that a mark is rendered with.
struct Plot {
  let channels: ChartChannels
  let theme: Theme
  let ids: String
  /// Where the marks are.
  let area: ChartFrame
  /// Whether categories run downwards and values to the right.
  let isLying: Bool
  let category: CategoryPositions
  let value: LinearScale
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

  /// `data-series` and `data-category`, tooltip and end of an element that stands for one value.
  func finish(_ element: String, series: Int, category: Int, to out: inout SVGBytes) {
    out.raw(" data-series=\"")
    out.integer(UInt32(clamping: channels.seriesNumbers[series]))
    out.raw("\" data-category=\"")
    out.integer(UInt32(clamping: channels.firstCategory + category))
    out.raw("\"")
    if channels.isFaded(series, category) { out.attribute("opacity", Self.fadedOpacity) }
    guard let text = tooltips?.text(series: series, category: category) else { return out.raw("/>\n") }
    out.raw("><title>")
    out.escaped(text)
    out.raw("</title></")
    out.raw(element)
    out.raw(">\n")
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

/// Where categories stand: bands, or moments of a time axis.
struct CategoryPositions {
  let band: BandScale
  /// Where not the bands' centres.
  var moments: [Double]?

  func center(_ index: Int) -> Double { moments?[index] ?? band.center(index) }
}
