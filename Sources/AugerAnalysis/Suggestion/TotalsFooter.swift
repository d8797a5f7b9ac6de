import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// Rows with totals of other rows, which a chart would count twice. The totals are either the last row, if its first
/// key is empty or `Total`, or all rows with such a key.
package struct TotalsFooter: Sendable, Hashable {
  /// Condition that selects all other rows, as an expression.
  package let condition: String
  /// A description, for example `the last row, 'Total', which is the sum of the others`.
  package let description: String

  /// Larger tables were not written manually and are not read again.
  private static let mostRows = 100_000

  /// Reads the table. Returns nil if it contains no totals.
  package init?(
    of table: any ScannableTable, _ profile: TableProfile, executor: TableQueryExecutor, _ control: RunControl
  ) throws {
    var last: Self?
    for key in Self.keys(profile) where last == nil {
      last = try Self(last: table, key: key, profile, executor: executor, control)
    }
    let all = try last.map { [$0] } ?? Self.keyed(table, profile, executor: executor, control)
    guard let first = all.first else { return nil }
    let conditions = all.map(\.condition)
    condition = all.count == 1 ? first.condition : conditions.map { "(\($0))" }.joined(separator: " and ")
    description = all.map(\.description).joined(separator: ", and ")
  }

  private init(condition: String, description: String) {
    self.condition = condition
    self.description = description
  }

  /// Returns the rows that are totals of a column, one column after the other.
  private static func keyed(
    _ table: any ScannableTable, _ profile: TableProfile, executor: TableQueryExecutor, _ control: RunControl
  ) throws -> [Self] {
    let adding = adding(profile).map(\.name)
    guard (3...mostRows).contains(profile.rowCount), !adding.isEmpty else { return [] }
    var found: [Self] = []
    for column in profile.columns
    where (3...mostGroups).contains(column.distinctCount) && column.hasText(where: TotalsWord.isTotal) {
      var query = TableQuery(from: table.name, groupBy: [.init(column.field.name)])
      for (index, name) in adding.enumerated() {
        query.measures.append(try .init("sum \(index)", "sum(\(Expression.reference(to: name)))"))
      }
      let groups: Table
      do { groups = try executor.execute(query, on: table, control) } catch let error as AugerError
        where error.code == .sumOverflow
      { continue }
      guard let key = total(in: groups) else { continue }
      let name = Expression.reference(to: column.field.name)
      found.append(
        Self(
          condition: "\(name) != '\(key.replacingBytes("'", with: "''"))' or \(name) is null",
          description: "the rows of \(column.field.name) '\(key)', which are the sums of the others"))
    }
    return found
  }

  private static let mostGroups = 1000

  /// Returns the columns whose totals are the sums of their values.
  private static func adding(_ profile: TableProfile) -> [Field] {
    profile.columns.filter { column in
      column.field.type.isNumeric
        && [.amount, .level, .unclear].contains(ColumnMeaning(column, rows: profile.rowCount))
    }.map(\.field)
  }

  /// Returns the key that contains `Total` and whose sums equal those of all other groups.
  private static func total(in groups: Table) -> String? {
    let keys = groups.columns[0].scalars
    let isTotal = keys.map { if case .string(let text) = $0 { TotalsWord.isTotal(text) } else { false } }
    guard isTotal.filter(\.self).count == 1, let row = isTotal.firstIndex(of: true) else { return nil }
    var adds = false
    for column in groups.columns.dropFirst() {
      let sums = column.scalars.map { $0.doubleValue ?? 0 }
      let whole = sums.reduce(0, +)
      guard abs(whole - 2 * sums[row]) <= abs(whole) * 1e-6 else { return nil }
      if sums[row] != 0 { adds = true }
    }
    guard adds, case .string(let text) = keys[row] else { return nil }
    return text
  }

  /// Returns the columns that can mark a last row of totals. These are a first column of numbers that is null only in
  /// that row, and the first column of another type.
  private static func keys(_ profile: TableProfile) -> [Field] {
    let first = profile.columns.prefix(1).first { $0.field.type.isNumeric && $0.nullCount == 1 }
    return [first, profile.columns.first { !$0.field.type.isNumeric }].compactMap { $0?.field }
  }

  /// Returns nil if the last row is not the sum of the others.
  private init?(
    last table: any ScannableTable, key: Field, _ profile: TableProfile, executor: TableQueryExecutor,
    _ control: RunControl
  ) throws {
    let numbers = Self.adding(profile).filter { $0 != key }
    guard (3...Self.mostRows).contains(profile.rowCount), !numbers.isEmpty else { return nil }
    let name = Expression.reference(to: key.name)
    var query = TableQuery(from: table.name)
    func ask(_ text: String) throws {
      query.measures.append(try TableQuery.Named("\(query.measures.count)", text))
    }
    try ask("last(\(name))")
    for field in numbers {
      try ask("last(\(Expression.reference(to: field.name)))")
      try ask("sum(\(Expression.reference(to: field.name)))")
    }
    let found: [Scalar]
    do {
      found = try executor.execute(query, on: table, control).columns.map { $0[0] }
    } catch let error as AugerError where error.code == .sumOverflow {
      // The sum overflows, so that no stored total can equal it.
      return nil
    }
    if case .string(let text) = found[0] {
      guard TotalsWord.normalized(text).isEmpty || TotalsWord.isTotal(text) else { return nil }
      description = "the last row" + (text.isEmpty ? "" : ", '\(text)'") + ", which is the sum of the others"
      condition = "\(name) != '\(text.replacingBytes("'", with: "''"))' or \(name) is null"
    } else {
      guard found[0].isNull else { return nil }
      description = "the last row, which is the sum of the others"
      condition = "\(name) is not null"
    }
    // No other row may have the key, which distinguishes the totals.
    let others = TableQuery(
      from: table.name, measures: [try .init("n", "count(where: not (\(condition)))")])
    guard try executor.execute(others, on: table, control).columns[0][0] == .int(1) else { return nil }
    var hasSum = false
    for index in numbers.indices {
      guard let last = found[1 + 2 * index].doubleValue else { continue }
      guard let sum = found[2 + 2 * index].doubleValue, abs(sum - 2 * last) <= abs(sum) * 1e-6 else { return nil }
      if last != 0 { hasSum = true }
    }
    guard hasSum else { return nil }
  }
}
