import AugerColumns
import AugerDiagnostics

/// An author's options as numbers of an axis, limited to those that fit its numbers or dates.
package struct FittedAxis: Sendable, Hashable {
  package var lower: Double?
  package var upper: Double?
  package var padding: Double?
  package var crossing: Double?
  /// Nil for automatic ticks.
  package var ticks: AxisTicks?
  /// Ascending and disjoint.
  package private(set) var gaps: [Bounds] = []
  package private(set) var leavesOutWeekends = false
  /// Single days without a mark in the plot, ascending and disjoint.
  private var days: [Bounds] = []
  private var repeats: [AxisRepeat] = []
  /// Nil for no minor ticks, except on a logarithmic axis.
  package private(set) var minorTicks: AxisMinorTicks?
  /// The room for labels in points. Nil for the room that they need.
  package private(set) var width: Double?
  package private(set) var labelClipping: AxisLabelClipping?
  package private(set) var side: AxisSide?
  /// The options that do not fit, by name: `crossing`.
  package private(set) var unfitting: [AxisOptions.Part] = []
  /// True if the axis shows dates. Date gaps include their start and exclude their end.
  let isTemporal: Bool

  /// Creates an axis without options.
  package init() { self.init(AxisOptions(), isTemporal: false) }

  /// - Parameters:
  ///   - isTemporal: True if the axis shows dates or timestamps instead of numbers.
  ///   - kind: The scale. A logarithmic axis contains only positive numbers.
  package init(_ options: AxisOptions, isTemporal: Bool, kind: AxisKind = .linear) {
    self.isTemporal = isTemporal
    func number(_ point: Scalar?, _ part: AxisOptions.Part) -> Double? {
      guard let point else { return nil }
      guard let (number, isMoment) = point.axisNumber, isMoment == isTemporal, kind == .linear || number > 0 else {
        if !unfitting.contains(part) { unfitting.append(part) }
        return nil
      }
      return number
    }
    padding = options.padding
    lower = number(options.lower, .range)
    upper = number(options.upper, .range)
    crossing = number(options.crossing, .crossing)
    var stretches: [Bounds] = []
    for gap in options.gaps {
      switch gap {
      case .weekends where isTemporal: leavesOutWeekends = true
      case .weekends: unfitting.append(.gaps)
      case .day(let date):
        guard let start = number(.date(date), .gaps) else { continue }
        if let day = Bounds(start, start + Double(Timestamp.microsecondsPerDay)) { days.append(day) }
      case .every(let step, let anchor, let length):
        if let found = AxisRepeat(step, anchor: anchor, length: length), found.isTemporal == isTemporal {
          repeats.append(found)
        } else if !unfitting.contains(.gaps) {
          unfitting.append(.gaps)
        }
      case .range(let lower, let upper):
        guard let low = number(lower, .gaps), let high = number(upper, .gaps) else { continue }
        // Whole days include the last.
        let end = isTemporal && upper.type == .date ? high + Double(Timestamp.microsecondsPerDay) : high
        if low < end, let stretch = Bounds(low, end) { stretches.append(stretch) }
      }
    }
    gaps = Self.merged(stretches)
    days = Self.merged(days)
    (width, labelClipping, side) = (options.width, options.labelClipping, options.side)
    func fitted(_ ticks: AxisTicks, _ part: AxisOptions.Part) -> AxisTicks? {
      switch ticks {
      case .values(let points):
        let fitting = points.filter { number($0, part) != nil }
        return fitting.isEmpty ? nil : .values(fitting)
      case .every(let step, let anchor):
        let isOfMoments = if case .number = step { false } else { true }
        if isOfMoments == isTemporal { return .every(step, anchor: number(anchor, part) == nil ? nil : anchor) }
        if !unfitting.contains(part) { unfitting.append(part) }
        return nil
      }
    }
    ticks = options.ticks.flatMap { fitted($0, .ticks) }
    switch options.minorTicks {
    case nil: break
    case .automatic: minorTicks = .automatic
    case .chosen(let chosen): minorTicks = fitted(chosen, .minorTicks).map { .chosen($0) }
    }
  }

  /// True for the right or the top, false for the left or the bottom. Nil without a side, or if an axis of this
  /// direction does not have it.
  package func isOpposite(isVertical: Bool) -> Bool? {
    guard let side, side.isVertical == isVertical else { return nil }
    return side == .right || side == .top
  }

  /// Reports a side that an axis of this direction does not have, and removes it.
  package mutating func limitSide(isVertical: Bool) {
    guard let side, side.isVertical != isVertical else { return }
    self.side = nil
    unfitting.append(.side)
  }

  /// Returns the gaps in a domain, including up to ten thousand weekends.
  package func gaps(in domain: Bounds) -> [ValueScale.Gap] {
    var all = gaps.filter { $0.upper > domain.lower && $0.lower < domain.upper }
    let named = all
    if leavesOutWeekends {
      let (day, week) = (Double(Timestamp.microsecondsPerDay), 7 * Double(Timestamp.microsecondsPerDay))
      // 1970-01-03 was a Saturday.
      let first = ((domain.lower - 4 * day) / week).rounded(.down) * week + 2 * day
      let count = (domain.upper - first) / week
      if count < 10_000 {
        for index in 0..<max(0, Int(clamping: count.rounded(.up))) {
          let start = first + Double(index) * week
          guard start + 2 * day > domain.lower, let weekend = Bounds(start, start + 2 * day) else { continue }
          all.append(weekend)
        }
      }
    }
    all += days.filter { $0.upper > domain.lower && $0.lower < domain.upper }
    all += repeats.flatMap { $0.gaps(in: domain) }
    return Self.merged(all).map { ValueScale.Gap($0, isShown: named.contains($0)) }
  }

  /// Returns true if a number is in a gap of the axis.
  package func isInGap(_ number: Double) -> Bool {
    if leavesOutWeekends {
      let days = (number / Double(Timestamp.microsecondsPerDay)).rounded(.down)
      // 1970-01-01 was a Thursday.
      let weekday = (days + 3) - ((days + 3) / 7).rounded(.down) * 7
      if weekday >= 5 { return true }
    }
    if repeats.contains(where: { $0.contains(number) }) { return true }
    return (gaps + days).contains {
      isTemporal
        ? $0.lower <= number && number < $0.upper : $0.lower < number && number < $0.upper
    }
  }

  /// Returns true if the label of a number would be in a break. The edges of weekends, which have no width, can have
  /// labels: a month may begin on a Sunday.
  package func isInBreak(_ number: Double) -> Bool {
    gaps.contains { $0.lower < number && number < $0.upper }
  }

  /// Returns true if a number exceeds an end that the author specified.
  package func isOutside(_ number: Double) -> Bool {
    if let lower, number < lower { return true }
    if let upper, number > upper { return true }
    return false
  }

  /// Returns the ends of the axis for data in `extent`: the specified ends, and padding at the others.
  ///
  /// - Parameter beginsAtZero: True if marks start at zero, so that no padding is added below zero.
  package func domain(
    _ extent: Bounds, _ kind: AxisKind = .linear, beginsAtZero: Bool = false
  ) -> Bounds {
    let extent = extent.finite
    var (low, high) = (extent.lower, extent.upper)
    if let padding, padding > 0 {
      switch kind {
      case .linear:
        let room = (high / 2 - low / 2) * 2 * padding
        low = beginsAtZero && low == 0 ? 0 : low - room
        high = beginsAtZero && high == 0 ? 0 : high + room
      case .logarithmic where low > 0:
        let room = (Logarithm.ten(high) - Logarithm.ten(low)) * padding
        (low, high) = (Logarithm.power(Logarithm.ten(low) - room), Logarithm.power(Logarithm.ten(high) + room))
      case .logarithmic: break
      }
      if !low.isFinite || !high.isFinite { (low, high) = (extent.lower, extent.upper) }
    }
    low = lower ?? low
    high = upper ?? high
    if low < high || lower == nil && upper == nil { return extent.replacing(lower: low, upper: high) }
    // A specified end that excludes all data.
    let length = max(extent.span, isTemporal ? Double(Timestamp.microsecondsPerDay) : 1)
    if lower != nil {
      return extent.replacing(lower: low, upper: kind == .logarithmic ? low * 10 : low + length).finite
    }
    return extent.replacing(lower: kind == .logarithmic ? high / 10 : high - length, upper: high).finite
  }

  private static func merged(_ stretches: [Bounds]) -> [Bounds] {
    var result: [Bounds] = []
    for stretch in stretches.sorted(by: { $0.lower < $1.lower }) {
      if let last = result.last, stretch.lower <= last.upper {
        result[result.count - 1] = last.union(stretch)
      } else {
        result.append(stretch)
      }
    }
    return result
  }
}
