import AugerColumns

/// What an author says of an axis of numbers, dates or moments, beside how they lie on it (ShinobiCharts' guide, "axes":
/// range and padding, tick marks, axis position, discontinuous axes).
///
/// Points of the axis are floats, dates or moments. What does not fit the data of a chart is left out, and reported by
/// whoever draws it.
public struct AxisOptions: Sendable, Hashable {
  /// The ends; nil: as the data are.
  public var lower: Scalar?
  public var upper: Scalar?
  /// Room beyond the data at each end that is not given, as a share of their length; nil: up to round numbers.
  public var padding: Double?
  /// Nil: round numbers, and days as a calendar has them.
  public var ticks: AxisTicks?
  /// Where the other axis stands, at the edge where that is out of range; columns begin there. Nil: at zero, or at the
  /// edge.
  public var crossing: Scalar?
  /// Stretches that the axis leaves out.
  public var gaps: [AxisGap] = []

  public init() {}

  public var isEmpty: Bool { self == AxisOptions() }
}

/// Where an axis has labels.
public enum AxisTicks: Sendable, Hashable {
  case values([Scalar])
  /// At equal distances, one of them at `anchor`; nil: at zero, or as a calendar has them.
  case every(AxisStep, anchor: Scalar?)
}

/// The distance of two ticks.
public enum AxisStep: Sendable, Hashable {
  case number(Double)
  case months(Int)
  case microseconds(Int64)
}

/// A stretch that an axis leaves out, so that what is before and after it lie side by side.
public enum AxisGap: Sendable, Hashable {
  /// Between numbers; from a moment until another; or whole days, the last too.
  case range(Scalar, Scalar)
  /// All Saturdays and Sundays.
  case weekends
}

/// What an author says of the axes of a chart.
public struct ChartAxes: Sendable, Hashable {
  /// The axis of the values; of an overlay that on the left.
  public var value = AxisOptions()
  /// The axis of the categories, where they are numbers, dates or moments in their order.
  public var category = AxisOptions()

  public init(value: AxisOptions = AxisOptions(), category: AxisOptions = AxisOptions()) {
    self.value = value
    self.category = category
  }

  public var isEmpty: Bool { value.isEmpty && category.isEmpty }
}
