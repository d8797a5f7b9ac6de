import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// The range of the dates of rows, and the end of the period of the last row: a monthly row covers the whole month.
struct DateSpan {
  let first: CivilDate
  let last: CivilDate
  /// The last day covered by the data.
  let covered: CivilDate

  /// Returns the measures for the first and last date of an expression.
  static func ends(of date: String) -> [Regrouping.Key] {
    zip(endNames, ["min(date(\(date)))", "max(date(\(date)))"]).map { Regrouping.Key($0, $1) }
  }

  static let endNames = ["first", "last"]

  /// Returns the measures that distinguish days from weeks, months, quarters and years.
  static func steps(of date: String) -> [Regrouping.Key] {
    let measures = [
      "max(day(\(date)))", "min(month(\(date)))", "max(month(\(date)))", "min(month(\(date)) % 3)",
      "max(month(\(date)) % 3)", "min(dayNumber(\(date)))", "max(dayNumber(\(date)))",
    ]
    return zip(stepNames, measures).map { Regrouping.Key($0, $1) }
  }

  static let stepNames = [
    "last day", "first month", "last month", "first third", "last third", "first weekday", "last weekday",
  ]

  /// Creates a span from the first and last dates of groups and from one row of steps. Without steps, every row covers
  /// one day. Nil if no dates exist.
  init?(first: Column, last: Column, steps: [Column]?) {
    let (starts, ends) = (first.scalars, last.scalars)
    guard case .date(let first)? = starts.filter({ !$0.isNull }).min(by: { Scalar.compare($0, $1) < 0 }),
      case .date(let last)? = ends.filter({ !$0.isNull }).max(by: { Scalar.compare($0, $1) < 0 }),
      first.isFinite, last.isFinite
    else { return nil }
    self.first = first
    self.last = last
    let steps = steps.flatMap { steps in
      steps.count == Self.stepNames.count && steps.allSatisfy { $0.count == 1 } ? steps.map { $0[0] } : nil
    }
    guard let steps else {
      covered = last
      return
    }
    func isSame(_ index: Int) -> Bool { !steps[index].isNull && steps[index] == steps[index + 1] }
    if steps[0] == .int(1) {
      // All dates start a month. If none starts another month, the period is a quarter or a year.
      let months = first == last ? 1 : isSame(1) ? 12 : isSame(3) ? 3 : 1
      covered = last.firstOfMonth(adding: months)?.adding(days: -1) ?? last
    } else if first != last, isSame(5) {
      covered = last.adding(days: 6)
    } else {
      covered = last
    }
  }

  /// True if rows may cover more than a day, judging by the first and last date.
  var mayHaveSteps: Bool {
    first.components.day == 1 && last.components.day == 1
      || first != last && (Int(last.days) - Int(first.days)) % 7 == 0
  }

  /// Returns the last day of the period of the last date, if it is after the data. Nil for days and hours, which are
  /// never incomplete.
  func endAfterData(_ grain: AugerMetadata.Grain, of grains: [AugerMetadata.Grain], fiscalYearStart: Int) -> CivilDate?
  {
    guard let end = end(grain, grains, fiscalYearStart), end > covered else { return nil }
    return end
  }

  private func end(
    _ grain: AugerMetadata.Grain, _ grains: [AugerMetadata.Grain], _ fiscalYearStart: Int
  ) -> CivilDate? {
    let month = (last.components.month - fiscalYearStart + 12) % 12
    switch grain {
    case .year where grains.contains(.week):
      // Years of weeks end before the week that contains 4 January.
      let year = last.startOfWeek.adding(days: 3).components.year
      return CivilDate(year: year + 1, month: 1, day: 4)?.startOfWeek.adding(days: -1)
    case .year: return last.firstOfMonth(adding: 12 - month)?.adding(days: -1)
    case .quarter: return last.firstOfMonth(adding: 3 - month % 3)?.adding(days: -1)
    case .month: return last.firstOfMonth(adding: 1)?.adding(days: -1)
    case .week: return last.startOfWeek.adding(days: 6)
    case .day, .hour: return nil
    }
  }
}

extension CivilDate {
  fileprivate func adding(days count: Int32) -> CivilDate { CivilDate(days: days &+ count) }

  /// 1970-01-05 was a Monday.
  fileprivate var startOfWeek: CivilDate {
    let past = ((Int(days) - 4) % 7 + 7) % 7
    return CivilDate(days: days &- Int32(truncatingIfNeeded: past))
  }

  /// Returns nil if the month exceeds the calendar.
  fileprivate func firstOfMonth(adding months: Int) -> CivilDate? {
    let month = components.year * 12 + components.month - 1 + months
    let (year, index) = ((month - ((month % 12) + 12) % 12) / 12, ((month % 12) + 12) % 12)
    return CivilDate(year: year, month: index + 1, day: 1)
  }
}
