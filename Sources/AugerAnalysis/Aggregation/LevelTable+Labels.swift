import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension LevelTable {
  /// The text of each category: by the level's format; quarters and months of a calendar by their short names, so that
  /// the first quarter is no 1 among other numbers.
  func labels(of values: Column, _ locale: ChartLocale, _ warnings: inout Warnings) throws(AugerError) -> [String] {
    guard let monthsEach = calendar?.monthsOfGrain else {
      return ValueFormatter(category.format, locale: locale, role: .category).texts(values, warnings: &warnings)
    }
    let days = try Column(.date, values.scalars.map { Self.day(inGrain: $0, of: monthsEach) })
    let format = ValueFormat.pattern(monthsEach == 3 ? "QQQ" : "LLL")
    return ValueFormatter(format, locale: locale, role: .category).texts(days, warnings: &warnings)
  }

  /// A day of the n-th quarter or month of a year.
  private static func day(inGrain number: Scalar, of months: Int) -> Scalar {
    guard case .int(let number) = number, (1...Int64(12 / months)).contains(number),
      let day = CivilDate(year: 2000, month: (Int(number) - 1) * months + 1, day: 1)
    else { return .null }
    return .date(day)
  }
}

extension LevelTable.Calendar {
  /// Of quarters 3, of months 1; nil for grains that are told by their numbers.
  fileprivate var monthsOfGrain: Int? {
    switch grain {
    case .quarter: 3
    case .month: 1
    case .year, .week, .day, .hour: nil
    }
  }
}
