import AugerCharts
import AugerColumns
import AugerEngine

/// The chart that a table suggests to somebody who only named the table.
///
/// What happened at moments is shown over time, everything else by groups: the best dividing text, a year, a key, or
/// the names of the rows themselves. Amounts are added up, prices and rates are averaged, and where there are neither,
/// or the rows are things with names of which no amount is known, rows are counted.
package struct ChartSuggestion: Sendable, Hashable {
  /// How the values of a group become one.
  package enum Aggregate: String, Sendable, Hashable {
    case sum, avg, count
  }

  package var category: String?
  /// In which a date is shown: `month`; nil as it is.
  package var grain: String?
  package var series: String?
  /// Nil: count the rows.
  package var value: String?
  package var aggregate: Aggregate
  package var type: ChartType
  /// Only so many categories, those with the largest values; nil: all.
  package var categoryLimit: Int?

  package static let mostSeries = 16
  /// More categories than this are shown as the top ones.
  private static let mostBars = 25
  private static let topBars = 10

  private typealias Profile = TableProfile.ColumnProfile

  /// - Parameter mostFrequent: The number of rows of a column's most frequent value. It is asked only for columns that
  ///   may become categories.
  package init(_ profile: TableProfile, mostFrequent: (String) throws -> Int = { _ in 0 }) rethrows {
    let rows = profile.rowCount
    let columns = profile.columns.map { (profile: $0, meaning: ColumnMeaning($0, rows: rows)) }
    func all(_ meaning: ColumnMeaning) -> [Profile] { columns.filter { $0.meaning == meaning }.map(\.profile) }
    /// Nearly all rows have one value: it divides nothing.
    func isDominated(_ column: Profile) throws -> Bool {
      try rows > 20 && mostFrequent(column.field.name) * 10 > rows * 9
    }

    let labels = all(.label)
    let moment = all(.moment).first
    let time = moment ?? all(.year).first { $0.distinctCount > 2 }
    let name = labels.first { ColumnMeaning.isName($0.field.name) } ?? labels.first
    let isOfThings =
      moment.map { $0.distinctCount < rows } ?? true && labels.contains { ColumnMeaning.isName($0.field.name) }

    // The value: amounts by how telling they are, then counts, then what is averaged.
    let sums = all(.amount).enumerated().sorted { a, b in
      (Self.rank(a.element.field.name), a.offset) < (Self.rank(b.element.field.name), b.offset)
    }.map(\.element)
    let averages = all(.averaged)
    let isSeriesOfTime = moment.map { $0.distinctCount == rows } ?? false
    var measure: (column: Profile, aggregate: Aggregate)?
    if isSeriesOfTime, let first = columns.first(where: { [.amount, .averaged].contains($0.meaning) }) {
      // One row for each moment: a level, of which a month has an average.
      measure = (first.profile, .avg)
    } else if let sum = sums.first,
      !isOfThings || ColumnMeaning.amountRank(sum.field.name) != nil
        || ColumnMeaning.isCounted(sum.field.name) && labels.count < 3 && time == nil
    {
      measure = (sum, .sum)
    } else if !isOfThings, sums.isEmpty,
      let average = averages.first(where: { ColumnMeaning.isTellingAverage($0.field.name) })
    {
      measure = (average, .avg)
    }

    // The category.
    var groups: [Profile] = []
    let candidates = all(.group).enumerated().sorted { a, b in
      func order(_ item: (offset: Int, element: Profile)) -> (Int, Int, Int) {
        // Two groups say less than a few, hundreds more than can be seen.
        let count = item.element.distinctCount
        let size = count > 400 ? 2 : count < 3 ? 1 : 0
        return (size, ColumnMeaning.groupRank(item.element.field.name), item.offset)
      }
      return order(a) < order(b)
    }.map(\.element)
    for candidate in candidates where groups.count < 2 {
      if try !isDominated(candidate) { groups.append(candidate) }
    }
    let isSmallList = rows <= 60 && groups.allSatisfy { $0.distinctCount < 4 } || rows <= 30
    let keys = all(.key).filter { $0.distinctCount * 2 <= rows }.sorted { $0.distinctCount < $1.distinctCount }

    aggregate = measure?.aggregate ?? .count
    value = measure?.column.field.name
    type = .column
    if let moment, !isOfThings || measure?.aggregate == .sum && !isSmallList || groups.isEmpty && name == nil {
      category = moment.field.name
      type = .line
      grain = Self.grain(of: moment, isEachRowsOwn: isSeriesOfTime)
      if aggregate == .avg, !isSeriesOfTime {
        // Levels of several things at each moment are a line for each.
        series =
          groups.first { group in
            group.distinctCount <= Self.mostSeries && moment.distinctCount * group.distinctCount >= rows
          }?.field.name
      }
    } else if let name, isSmallList, measure != nil, isOfThings || groups.isEmpty {
      category = name.field.name
    } else if let group = groups.first, time?.field.type != .int64 || aggregate != .avg {
      category = group.field.name
    } else if let time {
      category = time.field.name
      type = time.field.type.isTemporal || aggregate == .avg ? .line : .column
    } else if let group = groups.first ?? keys.first {
      category = group.field.name
    } else if let name, measure != nil || rows <= Self.mostBars {
      category = name.field.name
    } else if let ordinal = (all(.ordinal) + all(.flag) + all(.datePart)).first {
      category = ordinal.field.name
    } else if let number = (measure?.column ?? averages.first ?? sums.first) {
      // Nothing divides the rows: how the numbers are spread.
      category = nil
      value = number.field.name
      aggregate = .count
      type = .histogram
    }
    if let category, type == .column, let column = columns.first(where: { $0.profile.field.name == category })?.profile,
      column.distinctCount > Self.mostBars, !column.field.type.isNumeric || ColumnMeaning(column, rows: rows) == .key
    {
      categoryLimit = Self.topBars
    }
  }

  private static func rank(_ name: String) -> Int {
    ColumnMeaning.amountRank(name) ?? (ColumnMeaning.isCounted(name) ? 100 : 200)
  }

  /// What happened on irregular days, and dates of more than can be told apart, are shown by the month, over decades by
  /// the year, within days by the hour.
  private static func grain(of column: Profile, isEachRowsOwn: Bool) -> String? {
    func days(_ scalar: Scalar) -> Double? {
      switch scalar {
      case .date(let date): Double(date.days)
      case .timestamp(let moment): Double(moment.microseconds) / 86_400_000_000
      default: nil
      }
    }
    guard let low = days(column.minimum), let high = days(column.maximum) else { return nil }
    let span = high - low
    if column.distinctCount <= 150, isEachRowsOwn || span < 150 { return nil }
    switch span {
    case ..<7: return "hour"
    case ..<150: return "day"
    case ..<7_300: return "month"
    default: return "year"
    }
  }
}
