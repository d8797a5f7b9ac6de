import AugerColumns
import AugerDiagnostics

/// The options of the author for an axis of numbers or dates, in addition to its scale. The model is ShinobiCharts'
/// guide, "axes": range and padding, tick marks, axis position, discontinuous axes.
///
/// Points of the axis are floats, dates or timestamps. Options that do not fit the data of a chart are ignored, and the
/// renderer reports them.
package struct AxisOptions: Sendable, Hashable {
  /// The ends. Nil for the ends of the data.
  package var lower: Scalar?
  package var upper: Scalar?
  /// The space outside of the data at each end without a limit, as a fraction of their length. Nil for round numbers.
  package var padding: Double?
  /// Nil for round numbers, or calendar steps for dates.
  package var ticks: AxisTicks?
  /// The position of the other axis, which is also the start of columns. The axis is at the edge if the position is out
  /// of range. Nil for zero, or the edge.
  package var crossing: Scalar?
  /// The gaps of the axis.
  package var gaps: [AxisGap] = []
  /// Short lines without labels between the ticks. Nil for none, except on a logarithmic axis.
  package var minorTicks: AxisMinorTicks?
  /// The room for the labels, in points: a width, or a height of a horizontal axis. Nil for the room that they need.
  package var width: Double?
  /// The ends at which labels that extend over the end of the axis are omitted. Nil if all are shown.
  package var labelClipping: AxisLabelClipping?
  /// The side of the plot. Nil for the usual one.
  package var side: AxisSide?

  package init() {}

  package var isEmpty: Bool { self == AxisOptions() }

  /// The options that also apply to an axis of names: its room, its side and the clipping of labels.
  package var ofNames: AxisOptions {
    var options = AxisOptions()
    (options.width, options.labelClipping, options.side) = (width, labelClipping, side)
    return options
  }

  /// Adds options of `other` that this does not have.
  ///
  /// - Returns: The options that both have with different values. Those of `other` are ignored.
  package mutating func fill(from other: AxisOptions) -> [Part] {
    var refused: [Part] = []
    func fill<Value: Equatable>(_ own: inout Value, _ value: Value, _ part: Part, nothing: Value) {
      if own == nothing { own = value } else if value != nothing, value != own { refused.append(part) }
    }
    // Both ends are one option.
    if lower == nil, upper == nil {
      (lower, upper) = (other.lower, other.upper)
    } else if other.lower != nil || other.upper != nil, (lower, upper) != (other.lower, other.upper) {
      refused.append(.range)
    }
    fill(&padding, other.padding, .padding, nothing: nil)
    fill(&ticks, other.ticks, .ticks, nothing: nil)
    fill(&crossing, other.crossing, .crossing, nothing: nil)
    fill(&gaps, other.gaps, .gaps, nothing: [])
    fill(&minorTicks, other.minorTicks, .minorTicks, nothing: nil)
    fill(&width, other.width, .width, nothing: nil)
    fill(&labelClipping, other.labelClipping, .labelClipping, nothing: nil)
    fill(&side, other.side, .side, nothing: nil)
    return refused
  }
}

/// The positions of axis labels.
package enum AxisTicks: Sendable, Hashable {
  case values([Scalar])
  /// At equal distances, including `anchor`. If it is nil, zero or calendar steps are used.
  case every(AxisStep, anchor: Scalar?)
}

/// The distance between two ticks.
package enum AxisStep: Sendable, Hashable {
  case number(Double)
  case months(Int)
  case microseconds(Int64)
}

/// The positions of ticks without labels.
package enum AxisMinorTicks: Sendable, Hashable {
  /// Some between two ticks with labels.
  case automatic
  case chosen(AxisTicks)
}

/// The ends of an axis at which labels are omitted if they would extend over the end.
package enum AxisLabelClipping: String, Sendable, Hashable, CaseIterable {
  case low, high, both

  package var clipsLow: Bool { self != .high }
  package var clipsHigh: Bool { self != .low }
}

/// The side of the plot on which an axis is drawn.
package enum AxisSide: String, Sendable, Hashable, CaseIterable {
  case left, right, top, bottom

  /// True for the sides of a vertical axis.
  package var isVertical: Bool { self == .left || self == .right }
}

/// A gap of an axis: the parts before and after it are adjacent.
package enum AxisGap: Sendable, Hashable {
  /// Between numbers; between timestamps, with an exclusive end; or whole days, including the last.
  case range(Scalar, Scalar)
  /// All Saturdays and Sundays.
  case weekends
  /// A single day, such as a holiday. Unlike a range, it is not marked in the plot.
  case day(CivilDate)
  /// A gap that starts at `anchor` and again after each step, in both directions, with the same length. It is not
  /// marked in the plot.
  case every(AxisStep, anchor: Scalar, length: AxisStep)
}

/// Another axis of an overlay, with the name that its layers use.
package struct NamedAxis: Sendable, Hashable {
  package var name: String
  /// The text next to a category axis. Empty for none.
  package var title: String
  package var options: AxisOptions

  package init(_ name: String, title: String = "", options: AxisOptions = AxisOptions()) {
    self.name = name
    self.title = title
    self.options = options
  }
}

/// The options of the author for the axes of a chart.
package struct ChartAxes: Sendable, Hashable {
  /// The value axis; in an overlay, the one on the left.
  package var value = AxisOptions()
  /// The second value axis of an overlay, on the right.
  package var secondValue = AxisOptions()
  /// The category axis, if categories are ascending numbers or dates.
  package var category = AxisOptions()
  /// More value axes of an overlay, in the order of their first layers.
  package var otherValues: [NamedAxis] = []
  /// More category axes of an overlay, in the order of their first layers.
  package var otherCategories: [NamedAxis] = []

  package init(
    value: AxisOptions = AxisOptions(), secondValue: AxisOptions = AxisOptions(), category: AxisOptions = AxisOptions()
  ) {
    self.value = value
    self.secondValue = secondValue
    self.category = category
  }

  package var isEmpty: Bool { self == ChartAxes() }
}

extension Diagnostic.Code {
  /// An option for an axis that the chart does not have, or an option that conflicts with another.
  package static let axisNotApplied = Self("axisNotApplied")
}
