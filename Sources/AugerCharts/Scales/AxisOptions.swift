import AugerColumns
import AugerDiagnostics

/// What an author says of an axis of numbers, dates or moments, beside how they lie on it (ShinobiCharts' guide,
/// "axes": range and padding, tick marks, axis position, discontinuous axes).
///
/// Points of the axis are floats, dates or moments. What does not fit the data of a chart is left out, and reported by
/// whoever draws it.
package struct AxisOptions: Sendable, Hashable {
  /// The ends; nil: as the data are.
  package var lower: Scalar?
  package var upper: Scalar?
  /// Room beyond the data at each end that is not given, as a share of their length; nil: up to round numbers.
  package var padding: Double?
  /// Nil: round numbers, and days as a calendar has them.
  package var ticks: AxisTicks?
  /// Where the other axis stands, at the edge where that is out of range; columns begin there. Nil: at zero, or at the
  /// edge.
  package var crossing: Scalar?
  /// Stretches that the axis leaves out.
  package var gaps: [AxisGap] = []

  package init() {}

  package var isEmpty: Bool { self == AxisOptions() }

  /// Takes over what `other` says and this does not.
  ///
  /// - Returns: The parts of which both say something, and not the same; those of `other` are not used.
  package mutating func fill(from other: AxisOptions) -> [Part] {
    var refused: [Part] = []
    func fill<Value: Equatable>(_ own: inout Value, _ value: Value, _ part: Part, nothing: Value) {
      if own == nothing { own = value } else if value != nothing, value != own { refused.append(part) }
    }
    // Both ends are one statement.
    if lower == nil, upper == nil {
      (lower, upper) = (other.lower, other.upper)
    } else if other.lower != nil || other.upper != nil, (lower, upper) != (other.lower, other.upper) {
      refused.append(.range)
    }
    fill(&padding, other.padding, .padding, nothing: nil)
    fill(&ticks, other.ticks, .ticks, nothing: nil)
    fill(&crossing, other.crossing, .crossing, nothing: nil)
    fill(&gaps, other.gaps, .gaps, nothing: [])
    return refused
  }
}

/// Where an axis has labels.
package enum AxisTicks: Sendable, Hashable {
  case values([Scalar])
  /// At equal distances, one of them at `anchor`; nil: at zero, or as a calendar has them.
  case every(AxisStep, anchor: Scalar?)
}

/// The distance of two ticks.
package enum AxisStep: Sendable, Hashable {
  case number(Double)
  case months(Int)
  case microseconds(Int64)
}

/// A stretch that an axis leaves out, so that what is before and after it lie side by side.
package enum AxisGap: Sendable, Hashable {
  /// Between numbers; from a moment until another; or whole days, the last too.
  case range(Scalar, Scalar)
  /// All Saturdays and Sundays.
  case weekends
}

/// What an author says of the axes of a chart.
package struct ChartAxes: Sendable, Hashable {
  /// The axis of the values; of an overlay that on the left.
  package var value = AxisOptions()
  /// The second axis of values, of an overlay that has one: that on the right.
  package var secondValue = AxisOptions()
  /// The axis of the categories, where they are numbers, dates or moments in their order.
  package var category = AxisOptions()

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
  /// What is said of an axis that the chart does not have, or that something else was said of before.
  package static let axisNotApplied = Self("axisNotApplied")
}
