import AugerColumns
import AugerDiagnostics

/// A recurring gap of an axis: it starts at a point and again after each step, in both directions.
package struct AxisRepeat: Sendable, Hashable {
  private let step: AxisStep
  private let anchor: Double
  private let length: AxisStep
  /// True if the axis shows dates or timestamps.
  package let isTemporal: Bool

  /// Returns nil if the units do not fit each other, or if a gap is as long as the distance between two.
  package init?(_ step: AxisStep, anchor: Scalar, length: AxisStep) {
    guard let (number, isTemporal) = anchor.axisNumber, number.isFinite, number.magnitude < 1e300 else { return nil }
    (self.step, self.anchor, self.length, self.isTemporal) = (step, number, length, isTemporal)
    switch (step, length) {
    case (.number(let step), .number(let length)): guard !isTemporal, length > 0, length < step else { return nil }
    case (.number, _), (_, .number): return nil
    case (.microseconds(let step), .microseconds(let length)):
      guard isTemporal, length > 0, length < step else { return nil }
    case (.months(let step), .months(let length)): guard isTemporal, length > 0, length < step else { return nil }
    case (.months, .microseconds(let length)):
      // The shortest month has 28 days.
      guard isTemporal, length > 0, length < 28 * Timestamp.microsecondsPerDay else { return nil }
    case (.microseconds, .months): return nil
    }
  }

  /// Maximum number of gaps. With more, the axis is drawn without them.
  private static let most = 10_000.0

  /// Returns the gaps that intersect a domain. Empty if they are too many.
  package func gaps(in domain: Bounds) -> [Bounds] {
    let (first, last) = (index(before: domain.lower), index(before: domain.upper))
    guard first.isFinite, last.isFinite, last - first < Self.most else { return [] }
    return stride(from: first - 1, through: last + 1, by: 1).compactMap(gap)
      .filter { $0.upper > domain.lower && $0.lower < domain.upper }
  }

  /// Returns true if a number is in one of the gaps. On a time axis, a gap includes its start.
  package func contains(_ number: Double) -> Bool {
    let index = index(before: number)
    return [index - 1, index, index + 1].contains { index in
      guard let gap = gap(index) else { return false }
      return number < gap.upper && (isTemporal ? gap.lower <= number : gap.lower < number)
    }
  }

  /// Returns the approximate index of the last gap that starts at or before a number.
  private func index(before number: Double) -> Double {
    switch step {
    case .number(let step): ((number - anchor) / step).rounded(.down)
    case .microseconds(let step): ((number - anchor) / Double(step)).rounded(.down)
    case .months(let step): ((Self.month(of: number) - Self.month(of: anchor)) / Double(step)).rounded(.down)
    }
  }

  private func gap(_ index: Double) -> Bounds? {
    let start: Double?
    switch step {
    case .number(let step): start = anchor + index * step
    case .microseconds(let step): start = anchor + index * Double(step)
    case .months(let step): start = Self.number(anchor, addingMonths: index * Double(step))
    }
    guard let start else { return nil }
    switch length {
    case .number(let length): return Bounds(start, start + length)
    case .microseconds(let length): return Bounds(start, start + Double(length))
    case .months(let length): return Self.number(start, addingMonths: Double(length)).flatMap { Bounds(start, $0) }
    }
  }

  /// Returns a moment within the years that have a calendar.
  private static func moment(_ number: Double) -> Timestamp {
    let most = Int64.max / 4
    return Timestamp(microseconds: min(max(Int64(clamping: number), -most), most))
  }

  /// Returns the number of months since year 0.
  private static func month(of number: Double) -> Double {
    let date = moment(number).date.components
    return Double(date.year) * 12 + Double(date.month - 1)
  }

  /// Returns the same day and time of another month, or the last day of a shorter month.
  private static func number(_ number: Double, addingMonths months: Double) -> Double? {
    let moment = moment(number)
    let (day, time) = (moment.date, number - Double(Timestamp.midnight(moment.date.days)))
    let total = month(of: number) + months
    guard total.magnitude < 12 * 290_000 else { return nil }
    let year = Int(clamping: (total / 12).rounded(.down))
    let month = Int(clamping: total) - year * 12 + 1
    let last = CivilDate.daysInMonth(year: year, month: month)
    guard let date = CivilDate(year: year, month: month, day: min(day.components.day, last)) else { return nil }
    return Double(Timestamp.midnight(date.days)) + time
  }
}
