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
        meaning: keys.contains(Array(name.utf8)) ? .key : ColumnMeaning(column, rows: profile.rowCount))
    }
    profiles = profile.columns
    // Only tables written by people contain totals. Database tables do not.
    totals = table.pushdown == nil ? try TotalsFooter(of: table, profile, executor: executor, control) : nil
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
