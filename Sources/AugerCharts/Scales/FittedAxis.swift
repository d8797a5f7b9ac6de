import AugerColumns
import AugerDiagnostics

/// An author's options as numbers of an axis: those that fit what it shows, numbers or moments.
package struct FittedAxis: Sendable, Hashable {
  package var lower: Double?
  package var upper: Double?
  package var padding: Double?
  package var crossing: Double?
  /// Nil: as the axis finds it good.
  package var ticks: AxisTicks?
  /// Ascending, apart from one another.
  package private(set) var gaps: [Bounds] = []
  package private(set) var leavesOutWeekends = false
  /// What does not fit, as it is called: `crossing`.
  package private(set) var unfitting: [AxisOptions.Part] = []
  /// Whether it shows moments, of which a gap has its beginning and not its end.
  private let isTemporal: Bool

  /// Of an axis of which nothing is said.
  package init() { self.init(AxisOptions(), isTemporal: false) }

  /// - Parameters:
  ///   - isTemporal: Whether the axis shows dates or moments rather than numbers.
  ///   - kind: What is not above zero has no place on a logarithmic axis.
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
      case .range(let lower, let upper):
        guard let low = number(lower, .gaps), let high = number(upper, .gaps) else { continue }
        // Whole days: the last too.
        let end = isTemporal && upper.type == .date ? high + Double(Timestamp.microsecondsPerDay) : high
        if low < end, let stretch = Bounds(low, end) { stretches.append(stretch) }
      }
    }
    gaps = Self.merged(stretches)
    switch options.ticks {
    case nil: break
    case .values(let points):
      let fitting = points.filter { number($0, .ticks) != nil }
      if !fitting.isEmpty { ticks = .values(fitting) }
    case .every(let step, let anchor):
      let isOfMoments = if case .number = step { false } else { true }
      if isOfMoments == isTemporal {
        ticks = .every(step, anchor: number(anchor, .ticks) == nil ? nil : anchor)
      } else if !unfitting.contains(.ticks) {
        unfitting.append(.ticks)
      }
    }
  }

  /// The gaps within a domain; weekends too, where they are not more than ten thousand.
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
    return Self.merged(all).map { ValueScale.Gap($0, isShown: named.contains($0)) }
  }

  /// Whether a number lies where the axis leaves something out.
  package func isInGap(_ number: Double) -> Bool {
    if leavesOutWeekends {
      let days = (number / Double(Timestamp.microsecondsPerDay)).rounded(.down)
      // 1970-01-01 was a Thursday.
      let weekday = (days + 3) - ((days + 3) / 7).rounded(.down) * 7
      if weekday >= 5 { return true }
    }
    return gaps.contains {
      isTemporal
        ? $0.lower <= number && number < $0.upper : $0.lower < number && number < $0.upper
    }
  }

  /// Whether a number lies where a label would stand in a break. At the edge of weekends, which have no room, labels
  /// have their place: a month may begin on a Sunday.
  package func isInBreak(_ number: Double) -> Bool {
    gaps.contains { $0.lower < number && number < $0.upper }
  }

  /// Whether a number is beyond an end that the author gave.
  package func isOutside(_ number: Double) -> Bool {
    if let lower, number < lower { return true }
    if let upper, number > upper { return true }
    return false
  }

  /// The ends of the axis where the data reach over `extent`: those given, and room beyond the others.
  ///
  /// - Parameter beginsAtZero: Whether marks begin at zero, beyond which there is then no room.
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
    // An end that is given beyond all data.
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
