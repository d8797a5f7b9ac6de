import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension LevelTable {
  /// Returns the label of each category in the level's format. Quarters and months of a calendar get their short names,
  /// so that the first quarter is not shown as the number 1.
  func labels(of values: Column, _ locale: ChartLocale, _ warnings: inout Warnings) throws(AugerError) -> [String] {
    guard let monthsEach = calendar?.monthsOfGrain else {
      return ValueFormatter(category.format, locale: locale, role: .category).texts(values, warnings: &warnings)
    }
    let days = try Column(.date, values.scalars.map { Self.day(inGrain: $0, of: monthsEach) })
    let format = ValueFormat.pattern(monthsEach == 3 ? "QQQ" : "LLL")
    return ValueFormatter(format, locale: locale, role: .category).texts(days, warnings: &warnings)
  }

  /// Returns a day in the n-th quarter or month of a year.
  private static func day(inGrain number: Scalar, of months: Int) -> Scalar {
    guard case .int(let number) = number, (1...Int64(12 / months)).contains(number),
      let day = CivilDate(year: 2000, month: (Int(number) - 1) * months + 1, day: 1)
    else { return .null }
    return .date(day)
  }
}

extension LevelTable.Calendar {
  /// The number of months in the grain: 3 for quarters, 1 for months. Nil for grains that are shown as numbers.
  fileprivate var monthsOfGrain: Int? {
    switch grain {
    case .quarter: 3
    case .month: 1
    case .year, .week, .day, .hour: nil
    }
  }
}
