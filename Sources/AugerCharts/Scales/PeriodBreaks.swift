import AugerColumns

/// The points of a date axis that follow a missing period, such as a month without data between other months.
///
/// Points have periods if at least half of their steps are equal and none is shorter. Measurements at irregular times
/// have none. First and last days of months are counted in months. Weekdays that never occur are not missing.
package struct PeriodBreaks: Sendable, Hashable {
  /// Ascending indices of the points that follow a missing period.
  package let indices: [Int]

  /// - Parameter moments: Microseconds since 1970, ascending.
  package init(_ moments: [Double]) {
    guard moments.count > 2, moments.allSatisfy(\.isFinite) else {
      indices = []
      return
    }
    indices = Self.months(moments).map(Self.breaks(ofMonths:)) ?? Self.breaks(of: moments)
  }

  /// Returns the number of each month, if all dates are first days of months, or all are last days.
  private static func months(_ moments: [Double]) -> [Double]? {
    var (isFirst, isLast) = (true, true)
    var months: [Double] = []
    for moment in moments {
      let days = moment / Double(Timestamp.microsecondsPerDay)
      guard days == days.rounded(), let day = Int32(exactly: days) else { return nil }
      let (year, month, number) = CivilDate(days: day).components
      isFirst = isFirst && number == 1
      isLast = isLast && CivilDate(days: day &+ 1).components.day == 1
      guard isFirst || isLast else { return nil }
      months.append(Double(year * 12 + month))
    }
    return months
  }

  /// Rows of single months can be irregular, because a first day of a month represents the month.
  private static func breaks(ofMonths months: [Double]) -> [Int] {
    let steps = zip(months, months.dropFirst()).map { $1 - $0 }
    guard let least = steps.min(), least > 0, least == 1 || isRegular(steps, least) else { return [] }
    return steps.indices.filter { steps[$0] > least }.map { $0 + 1 }
  }

  private static func breaks(of moments: [Double]) -> [Int] {
    let steps = zip(moments, moments.dropFirst()).map { $1 - $0 }
    guard let least = steps.min(), least > 0, isRegular(steps, least) else { return [] }
    let day = Double(Timestamp.microsecondsPerDay)
    guard least == day, let week = Week(moments) else {
      // Clock changes of an hour are not missing periods of a day or more.
      let slack = least >= day ? 1.2 : 1.5
      return steps.indices.filter { steps[$0] > slack * least }.map { $0 + 1 }
    }
    return steps.indices.filter { steps[$0] > least && week.isMissing(from: moments[$0], to: moments[$0 + 1]) }
      .map { $0 + 1 }
  }

  private static func isRegular(_ steps: [Double], _ least: Double) -> Bool {
    steps.count { $0 <= least * 1.05 } * 2 >= steps.count
  }

  /// The weekdays that occur among the days.
  private struct Week {
    private var occurs = [Bool](repeating: false, count: 7)

    /// Returns nil if a timestamp is too far from 1970 to have a weekday.
    init?(_ moments: [Double]) {
      for moment in moments {
        guard let day = Self.day(moment) else { return nil }
        occurs[((day % 7) + 7) % 7] = true
      }
    }

    private static func day(_ moment: Double) -> Int? {
      Int(exactly: (moment / Double(Timestamp.microsecondsPerDay)).rounded(.down))
    }

    /// Returns true if days between two others are missing. Calendars of working days have holidays, so a whole week
    /// must be missing there.
    func isMissing(from: Double, to: Double) -> Bool {
      guard let first = Self.day(from), let last = Self.day(to) else { return false }
      let working = occurs.count { $0 }
      if last - first > 7 { return true }
      return working == 7 && last - first > 1
    }
  }
}
