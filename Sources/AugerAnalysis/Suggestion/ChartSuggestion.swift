import AugerCharts
import AugerColumns
import AugerEngine

/// The default chart of a table, if the user names only the table.
///
/// Events are shown over time. Other rows are grouped by the best dimension: a string column, a year, a key, or the
/// names of the rows. `SuggestedMeasures` chooses the value.
package struct ChartSuggestion: Sendable, Hashable {
  /// The aggregate function of a group's values.
  package enum Aggregate: String, Sendable, Hashable {
    case sum, avg, count
  }

  /// Titles of the axes and the value.
  package struct Titles: Sendable, Hashable {
    package var category = ""
    package var series: String?
    package var value = ""

    /// `Average delay by month and carrier`.
    package var whole: String { "\(value) by \(category)" + (series.map { " and \($0)" } ?? "") }
  }

  package var category: String?
  /// Grain of a date category: `month`. Nil if dates are shown unchanged.
  package var grain: String?
  /// Format of the categories. Nil for the default format.
  package var categoryFormat: ValueFormat?
  /// Months or days of the week, if the category contains them as strings.
  package var calendar: CalendarText?
  /// First day of a last period that is excluded because its data are incomplete.
  package var incompleteEnd: CivilDate?
  package var series: String?
  /// Nil if rows are counted.
  package var value: String?
  package var aggregate: Aggregate
  package var type: ChartType
  /// True if the largest value comes first because the categories have no natural order.
  package var isSorted = false
  /// Maximum number of categories; those with the largest values are shown. Nil if all are shown.
  package var categoryLimit: Int?
  /// Total number of categories, if `categoryLimit` hides some.
  package var categoryCount: Int?
  /// Titles derived from column names, without a prefix that all columns of the table share.
  package var titles = Titles()

  /// Other values that may interest the user, if the choice of the value is uncertain.
  package var alternatives: [SuggestedMeasures.Measure] = []

  /// Maximum number of series: a chart has eight colors.
  package static let mostSeries = 8
  /// Maximum number of bars. If a chart has more categories, only the top ones are shown.
  private static let mostBars = 25
  private static let topBars = 10

  private typealias Profile = TableProfile.ColumnProfile

  /// - Parameter mostFrequent: Returns the number of rows with the most frequent value of a column. Called only for
  ///   candidate categories whose number of distinct values does not decide.
  package init(_ profile: TableProfile, mostFrequent: (String) throws -> Int = { _ in 0 }) rethrows {
    let rows = profile.rowCount
    let columns = profile.columns.map {
      SuggestedMeasures.MeantColumn(profile: $0, meaning: ColumnMeaning($0, rows: rows))
    }
    func all(_ meaning: ColumnMeaning) -> [Profile] { columns.filter { $0.meaning == meaning }.map(\.profile) }
    /// Returns true if nearly all rows have the same value, so that grouping by the column is not useful.
    func isDominated(_ column: Profile) throws -> Bool {
      let most = max(rows - column.nullCount - (column.distinctCount - 1), column.nullCount)
      return try rows > 20 && most * 10 > rows * 9 && mostFrequent(column.field.name) * 10 > rows * 9
    }

    let labels = all(.label)
    let moment = all(.moment).first
    let time = moment ?? all(.year).first { $0.distinctCount > 2 }
    let name = labels.first { ColumnMeaning.isName($0.field.name) } ?? labels.first
    let isOfThings =
      moment.map { $0.distinctCount < rows } ?? true && labels.contains { ColumnMeaning.isName($0.field.name) }

    let measures = SuggestedMeasures(columns, rows: rows)
    let measure = measures.best
    let isSeriesOfTime = moment.map { $0.distinctCount == rows } ?? false

    let groups = try Self.groups(all(.group), isDominated)
    let isSmallList = rows <= 60 && groups.allSatisfy { $0.distinctCount < 4 } || rows <= 30
    let keys = all(.key).filter { $0.distinctCount * 2 <= rows }.sorted { $0.distinctCount < $1.distinctCount }

    aggregate = measure.aggregate
    value = measure.column
    alternatives = measures.alternatives
    type = .column
    if let moment, !isOfThings || aggregate == .sum && !isSmallList || groups.isEmpty && name == nil {
      category = moment.field.name
      type = .line
      grain = Self.grain(of: moment, isEachRowsOwn: isSeriesOfTime)
      // Several items at each point in time become one line each.
      if !isSeriesOfTime, aggregate != .count {
        series = groups.first { Self.isSeries($0, at: moment, of: rows, aggregate) }?.field.name
      }
    } else if let name, isSmallList, value != nil, isOfThings || groups.isEmpty {
      category = name.field.name
    } else if let group = groups.first, time?.field.type != .int64 || aggregate != .avg {
      category = group.field.name
    } else if let time {
      category = time.field.name
      type = time.field.type.isTemporal || aggregate == .avg ? .line : .column
      if aggregate == .avg, time.distinctCount < rows {
        series = groups.first { Self.isSeries($0, at: time, of: rows, aggregate) }?.field.name
      }
    } else if let group = groups.first ?? keys.first {
      category = group.field.name
    } else if let name, value != nil || rows <= Self.mostBars {
      category = name.field.name
    } else if let ordinal = (all(.ordinal) + all(.flag) + all(.datePart)).first {
      category = ordinal.field.name
    } else if let number = measures.columns.first(where: { $0.name == value })?.profile ?? measures.numbers.first {
      // No column groups the rows: show the distribution of the numbers.
      category = nil
      value = number.field.name
      aggregate = .count
      type = .histogram
      alternatives = []
    }
    if aggregate == .count, let number = measures.numbers.first,
      let column = columns.first(where: { $0.name == category })?.profile, column.distinctCount == rows
    {
      // The number of rows would be 1 for every category.
      (value, aggregate, alternatives) = (number.field.name, .avg, [])
      if column.field.type.isNumeric { type = .line }
    }
    complete(columns, rows: rows)
  }

  /// Returns at most two columns that group the rows, the best first.
  private static func groups(_ all: [Profile], _ isDominated: (Profile) throws -> Bool) rethrows -> [Profile] {
    func order(_ item: (offset: Int, element: Profile)) -> (Int, Int, Int) {
      // Two groups show less than a few, and hundreds more than a reader can distinguish.
      let count = item.element.distinctCount
      let size = count > 400 ? 2 : count < 3 ? 1 : 0
      return (size, ColumnMeaning.groupRank(item.element.field.name), item.offset)
    }
    var groups: [Profile] = []
    for (_, candidate) in all.enumerated().sorted(by: { order($0) < order($1) }) where groups.count < 2 {
      if try !isDominated(candidate) { groups.append(candidate) }
    }
    return groups
  }

  /// Sets titles, formats, order and limit for the chosen category.
  private mutating func complete(_ columns: [SuggestedMeasures.MeantColumn], rows: Int) {
    if let column = columns.first(where: { $0.name == category })?.profile {
      // With one row for each category, an average would be the value itself.
      let isPlain = grain == nil && series == nil && column.distinctCount == rows
      if isPlain { alternatives = [] }
      calendar = CalendarText(column)
      titles = titles(of: columns.map(\.name), isPlain: isPlain)
      if calendar?.hasYears == true { type = .line }
      categoryFormat = calendar?.format ?? Self.format(of: column, grain: grain)
      if aggregate != .avg { incompleteEnd = Self.incompleteEnd(of: column, grain: grain) }
    }
    guard calendar == nil, let category, type == .column, let column = columns.first(where: { $0.name == category })
    else { return }
    isSorted = column.meaning == .key || Self.isNominal(column.profile)
    if column.profile.distinctCount > Self.mostBars, !column.profile.field.type.isNumeric || column.meaning == .key {
      categoryLimit = Self.topBars
      categoryCount = column.profile.distinctCount + (column.profile.nullCount > 0 ? 1 : 0)
    }
  }

  /// Returns true if each point in time has a row for each value of the group. Sums are exact only with at most one row
  /// each.
  private static func isSeries(_ group: Profile, at moment: Profile, of rows: Int, _ aggregate: Aggregate) -> Bool {
    guard group.distinctCount <= mostSeries else { return false }
    let pairs = moment.distinctCount * group.distinctCount
    return aggregate == .sum ? pairs == rows : pairs >= rows
  }

  /// Returns true if the strings do not start with digits. Strings such as `18-24` and `1-URGENT` have an order.
  private static func isNominal(_ column: Profile) -> Bool {
    [column.minimum, column.maximum].allSatisfy { value in
      if case .string(let text) = value {
        text.first.map { !$0.isNumber && $0 != "<" && $0 != ">" } ?? true
      } else {
        false
      }
    }
  }

  private func titles(of names: [String], isPlain: Bool) -> Titles {
    func phrase(_ name: String) -> String { Wording.phrase(Wording.unprefixed(name, among: names)) }
    let column = value.map { Wording.unprefixed($0, among: names) }
    return Titles(
      category: grain ?? calendar?.name.lowercased() ?? phrase(category ?? ""), series: series.map(phrase),
      value: column.map { aggregate == .avg && !isPlain ? Wording.average($0) : Wording.title($0) } ?? "Number of rows")
  }
}
