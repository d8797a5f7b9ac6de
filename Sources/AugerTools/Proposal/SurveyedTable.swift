import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

/// The survey of a table for a proposal: its catalog entry and the contents of its first rows.
struct SurveyedTable: Sendable, HasName {
  struct Column: Sendable {
    var name: String
    var type: DataType
    var distinct: Int
    var nulls: Int
    var minimum: Scalar
    var maximum: Scalar
    /// The average length of a string in bytes. Zero for other types.
    var length: Int
    var meaning: ColumnMeaning
    /// The fraction of rows with the most frequent string.
    var dominance = 0.0
    /// True for strings of digits, which are codes.
    var isCode = false
  }

  var description: TableDescription
  var rows: Int
  /// The number of rows that the column statistics cover.
  var surveyedRows: Int
  var columns: [Column]
  /// The rows of totals, which charts exclude.
  var totals: TotalsFooter?
  private let profiles: [TableProfile.ColumnProfile]
  /// The values of possible category columns, for some of the rows.
  var categories: [Name: AugerColumns.Column]

  var name: String { description.name }

  /// True for a table of a database, whose name describes its rows.
  let isOfDatabase: Bool

  /// A noun for several rows: `payments`, or `rows` if the name of the table is not clear.
  var rowNoun: String {
    let own = String(name.split(separator: ".").last ?? "")
    let title = isOfDatabase ? ProposedTitle.column(own) : ProposedTitle.source(own)
    guard let plural = ProposedTitle.plural(title), isOfDatabase || !isPanel else { return "rows" }
    return isOfDatabase || plural.lowercased() == title.lowercased() ? plural : "rows"
  }

  /// The subject of amounts in a database: `Payment` for the table `payment`.
  var subject: String? {
    guard isOfDatabase, let plural = ProposedTitle.plural(ProposedTitle.column(name)) else { return nil }
    let title = ProposedTitle.column(name)
    return plural.lowercased() == title.lowercased() && title.contains(" ") ? Wording.singular(title) : title
  }

  /// True if the table has a row for each item and time, such as prices of stocks.
  private var isPanel: Bool {
    let times = columns.filter { [.moment, .year].contains($0.meaning) }.map(\.distinct)
    let things = columns.filter { [.group, .key, .ordinal].contains($0.meaning) }.map(\.distinct)
    return times.contains { time in
      things.contains { $0 > 1 && time > 1 && (rows...(rows + rows / 4)).contains($0 * time) }
    }
  }

  /// Two numbers that vary together, such as the budget and the rating of a movie.
  private(set) var related: (String, String)?

  /// The days between which almost all rows are, if the others are far from them, such as typing errors.
  private(set) var usualDays: ClosedRange<CivilDate>?

  /// Returns the name without the common prefix of all columns.
  func unprefixed(_ name: String) -> String { Wording.unprefixed(name, among: columns.map(\.name)) }

  /// Returns the measures that the columns suggest.
  ///
  /// - Parameter hasTime: true if a joined table contains the time of the rows.
  func measures(hasTime: Bool) -> SuggestedMeasures {
    let meant = zip(profiles, columns).map { SuggestedMeasures.MeantColumn(profile: $0, meaning: $1.meaning) }
    return SuggestedMeasures(meant, rows: surveyedRows, hasTime: hasTime)
  }

  /// The maximum number of rows for column statistics. A million rows would take a second or two.
  static let mostRows = 200_000
  /// The number of rows for comparing columns with each other.
  static let comparedRows = 20_000

  init(_ table: any ScannableTable, _ description: TableDescription, workers: Int?, _ control: RunControl) throws {
    let executor = TableQueryExecutor(workers: workers)
    let profile = try TableProfile(
      of: FirstRows(base: table, limit: Self.mostRows), executor: executor, control)
    self.description = description
    surveyedRows = profile.rowCount
    rows = max(description.rows?.number ?? 0, profile.rowCount)
    let keys = Set((description.primaryKey + description.foreignKeys.flatMap(\.columns)).map { Array($0.utf8) })
    let texts = profile.columns.filter {
      $0.field.type == .string && $0.distinctCount > 1
    }.map(\.field.name)
    let request = TableQuery(
      from: table.name, select: texts.map { TableQuery.ColumnReference($0) }, limit: Self.comparedRows)
    let values = texts.isEmpty ? nil : try executor.execute(request, on: table, control)
    categories = Dictionary(
      zip(values?.schema.names ?? [], values?.columns ?? []).map { (Name($0), $1) }
    ) { first, _ in first }
    let categories = categories
    columns = profile.columns.map { column in
      let name = column.field.name
      return Column(
        name: name, type: column.field.type, distinct: column.distinctCount, nulls: column.nullCount,
        minimum: column.minimum, maximum: column.maximum, length: categories[Name(name)].map(Self.length) ?? 0,
        meaning: keys.contains(Array(name.utf8)) ? .key : ColumnMeaning(column, rows: profile.rowCount),
        dominance: categories[Name(name)].map(Self.dominance) ?? 0,
        isCode: Self.isCode(column.samples))
    }
    isOfDatabase = table.pushdown != nil
    let numbers = columns.filter {
      [.averaged, .unclear].contains($0.meaning) && $0.distinct > 20 && $0.nulls * 2 <= profile.rowCount
    }.prefix(Self.mostCompared).map(\.name)
    if numbers.count > 1 {
      let request = TableQuery(
        from: table.name, select: numbers.map { TableQuery.ColumnReference($0) }, limit: Self.comparedRows)
      related = Self.related(numbers, try executor.execute(request, on: table, control).columns)
    }
    if let moment = columns.first(where: \.isDate) {
      let days = TableQuery(
        from: table.name, select: [TableQuery.ColumnReference(moment.name)], limit: Self.comparedRows)
      usualDays = Self.usual(try executor.execute(days, on: table, control).columns.first)
    }
    profiles = profile.columns
    // Only tables written by people contain totals. Database tables do not.
    totals = table.pushdown == nil ? try TotalsFooter(of: table, profile, executor: executor, control) : nil
  }

  private static let mostCompared = 8

  /// Returns the pair with the strongest correlation, if it is neither weak nor between copies of the same number.
  private static func related(_ names: [String], _ columns: [AugerColumns.Column]) -> (String, String)? {
    let numbers = columns.map { column in (0..<column.count).map { column[$0].doubleValue } }
    var best: (strength: Double, pair: (String, String))?
    for first in numbers.indices {
      for second in numbers.indices.dropFirst(first + 1) where second < names.count {
        let strength = abs(correlation(numbers[first], numbers[second]))
        if (0.3...0.97).contains(strength), strength > best?.strength ?? 0 {
          best = (strength, (names[first], names[second]))
        }
      }
    }
    return best?.pair
  }

  private static func correlation(_ first: [Double?], _ second: [Double?]) -> Double {
    let pairs = zip(first, second).compactMap { x, y in x.flatMap { x in y.map { (x, $0) } } }
    let count = Double(max(1, pairs.count))
    let means = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for (x, y) in pairs {
      xx += (x - means.0) * (x - means.0)
      yy += (y - means.1) * (y - means.1)
      xy += (x - means.0) * (y - means.1)
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
  }

  private static func isCode(_ samples: [Scalar]) -> Bool {
    let texts = samples.compactMap { if case .string(let text) = $0, !text.isEmpty { text } else { nil } }
    return texts.count { text in text.utf8.allSatisfy { (48...57).contains($0) } } * 2 > texts.count
  }

  private static func dominance(_ column: AugerColumns.Column) -> Double {
    var counts: [Scalar: Int] = [:]
    for row in 0..<column.count where !column[row].isNull { counts[column[row], default: 0] += 1 }
    return Double(counts.values.max() ?? 0) / Double(max(1, column.count))
  }

  /// Returns the range from the 1st to the 99th percentile, extended to whole years, if it is shorter than half of all.
  private static func usual(_ column: AugerColumns.Column?) -> ClosedRange<CivilDate>? {
    guard let column else { return nil }
    let dates = (0..<column.count).compactMap { CivilDate(of: column[$0]) }.sorted()
    guard dates.count > 200 else { return nil }
    let (low, high) = (dates[dates.count / 50], dates[dates.count - 1 - dates.count / 100])
    let all = Int(dates[dates.count - 1].days) - Int(dates[0].days)
    let most = Int(high.days) - Int(low.days)
    guard all > 7300, most * 10 < all * 7, let first = CivilDate(year: low.components.year, month: 1, day: 1),
      let last = CivilDate(year: high.components.year, month: 12, day: 31)
    else { return nil }
    return first...last
  }

  private static func length(_ column: AugerColumns.Column) -> Int {
    let texts = (0..<min(column.count, 500)).compactMap { row -> Int? in
      if case .string(let text) = column[row] { text.utf8.count } else { nil }
    }
    return texts.isEmpty ? 0 : texts.reduce(0, +) / texts.count
  }

  /// True if the rows are people, whose titles and first names are not useful groups.
  var isOfPeople: Bool {
    columns.contains {
      ["first name", "last name"].contains(Wording.words($0.name).joined(separator: " ").lowercased())
    }
  }

  /// Returns a key from `other` to this table if each row of `other` has at most one row here.
  func extending(_ other: SurveyedTable) -> ForeignKey? {
    // Without all rows, duplicates may be missing.
    guard rows == surveyedRows, rows <= other.rows, description.foreignKeys.count > 1 else { return nil }
    for key in description.foreignKeys where key.columns.count == 1 && key.referencedColumns.count == 1 {
      guard Name(key.referencedTable) == Name(other.name),
        let column = columns.first(where: { Name($0.name) == Name(key.columns[0]) }), column.nulls == 0,
        column.distinct == rows
      else { continue }
      return ForeignKey(columns: key.referencedColumns, referencedTable: name, referencedColumns: key.columns)
    }
    return nil
  }

  /// Returns the columns without those that have one value for each value of a previous column: `city_ascii`.
  func withoutCopies(_ found: [Column]) -> [Column] {
    var kept: [Column] = []
    for column in found {
      let isCopy = kept.contains { other in
        abs(other.distinct - column.distinct) * 10 <= column.distinct && column.distinct > 20
          && refines(column.name, other.name) && refines(other.name, column.name)
      }
      if !isCopy { kept.append(column) }
    }
    return kept
  }

  /// Returns true if almost every value of `fine` occurs with only one value of `coarse`: a country is in one region.
  func refines(_ fine: String, _ coarse: String) -> Bool {
    guard let fine = categories[Name(fine)], let coarse = categories[Name(coarse)] else { return false }
    var parents: [Scalar: Scalar] = [:]
    var (rows, exceptions) = (0, 0)
    for row in 0..<min(fine.count, coarse.count) {
      let (child, parent) = (fine[row], coarse[row])
      if child.isNull || parent.isNull { continue }
      rows += 1
      if let known = parents[child] { if known != parent { exceptions += 1 } } else { parents[child] = parent }
    }
    return rows > 0 && exceptions * 50 <= rows
  }
}

extension SurveyedTable.Column {
  var isDate: Bool { meaning == .moment }

  /// True if charts can group by the column: strings other than flags, URLs and prose.
  var isCategory: Bool {
    type == .string && (meaning == .group || meaning == .label) && (1...40).contains(length)
  }

  /// True for a number with a meaningful sum or average.
  var isMeasure: Bool { [.amount, .level, .averaged, .unclear].contains(meaning) }
}

private struct FirstRows: ScannableTable {
  let base: any ScannableTable
  let limit: Int

  var name: String { base.name }

  func schema(_ control: RunControl) throws -> Schema { try base.schema(control) }

  func scan(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    var request = request
    request.rowLimit = min(limit, request.rowLimit ?? limit)
    return try base.scan(request, control, body: body)
  }
}

extension CivilDate {
  /// Returns nil for other values and for infinite dates.
  init?(of scalar: Scalar) {
    switch scalar {
    case .date(let date) where date.isFinite: self = date
    case .timestamp(let moment) where moment.isFinite: self = moment.date
    default: return nil
    }
  }
}
