import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// From when to when the dates of rows reach, and how far the last of them does: a row of a month stands for all of it.
struct DateSpan {
  let first: CivilDate
  let last: CivilDate
  /// The last day that there are data of.
  let covered: CivilDate

  /// What must be known of the dates that an expression gives, each of `names` one measure.
  static func measures(of date: String, names: [String] = Self.names) throws(DiagnosticError) -> [TableQuery.Named] {
    let texts = [
      "min(date(\(date)))", "max(date(\(date)))", "min(month(\(date)))", "max(month(\(date)))",
      "min(month(\(date)) % 3)", "max(month(\(date)) % 3)", "min(dayNumber(\(date)))", "max(dayNumber(\(date)))",
      "max(day(\(date)))",
    ]
    var measures: [TableQuery.Named] = []
    for (name, text) in zip(names, texts) { measures.append(try TableQuery.Named(name, text)) }
    return measures
  }

  static let names = [
    "first", "last", "first month", "last month", "first third", "last third", "first weekday", "last weekday",
    "last day",
  ]

  /// Of the measures, in one row or one for each group. Nil where there are no dates.
  init?(_ columns: [Column]) {
    guard columns.count == Self.names.count else { return nil }
    func end(_ index: Int) -> Scalar? {
      let present = columns[index].scalars.filter { !$0.isNull }
      let isLast = index % 2 == 1 || index == 8
      return present.reduce(nil) { found, next in
        guard let found else { return next }
        return (Scalar.compare(next, found) < 0) == isLast ? found : next
      }
    }
    func isSame(_ index: Int) -> Bool { end(index) != nil && end(index) == end(index + 1) }
    guard case .date(let first)? = end(0), case .date(let last)? = end(1), first.isFinite, last.isFinite else {
      return nil
    }
    self.first = first
    self.last = last
    if end(8) == .int(1) {
      // All dates are first days: those of months, or of quarters or years where nothing else begins between them.
      let months = first == last ? 1 : isSame(2) ? 12 : isSame(4) ? 3 : 1
      covered = last.firstOfMonth(adding: months)?.adding(days: -1) ?? last
    } else if first != last, isSame(6) {
      covered = last.adding(days: 6)
    } else {
      covered = last
    }
  }

  /// The last day of the period that the last date lies in, if it is after the data. Days and hours are no periods that
  /// end before they are over.
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
      // Years of weeks end before the week that has the fourth of January.
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

  /// Nil beyond the calendar.
  fileprivate func firstOfMonth(adding months: Int) -> CivilDate? {
    let month = components.year * 12 + components.month - 1 + months
    let (year, index) = ((month - ((month % 12) + 12) % 12) / 12, ((month % 12) + 12) % 12)
    return CivilDate(year: year, month: index + 1, day: 1)
  }
}
