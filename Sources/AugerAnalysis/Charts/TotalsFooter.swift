import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// A last row that adds up the others, as people write it below a table: its first key is empty or says `Total`, and
/// its numbers are the sums. In a chart it would count everything twice.
package struct TotalsFooter: Sendable, Hashable {
  /// What all other rows fulfil, as an expression.
  package let condition: String
  /// What its key says; empty where it has none.
  package let key: String

  private static let words: Set<String> = [
    "total", "totals", "grand total", "sum", "overall", "all", "gesamt", "gesamtsumme", "summe", "insgesamt", "totale",
    "totaal", "total general", "total général", "suma", "celkem", "razem", "итого", "合計", "总计",
  ]

  /// Tables of more rows were not written by people, and are not read once more.
  private static let mostRows = 100_000

  /// Nil where there is none. Reads the table.
  package init?(
    of table: any ScannableTable, _ profile: TableProfile, executor: TableQueryExecutor, _ control: RunControl
  ) throws {
    let numbers = profile.columns.map(\.field).filter { $0.type.isNumeric }
    guard (3...Self.mostRows).contains(profile.rowCount), !numbers.isEmpty,
      let key = profile.columns.first(where: { !$0.field.type.isNumeric })?.field
    else { return nil }
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
      // None that somebody wrote.
      return nil
    }
    if case .string(let text) = found[0] {
      let word = text.lowercased().filter { $0 != ":" && $0 != "*" }.split(separator: " ").joined(separator: " ")
      guard word.isEmpty || Self.words.contains(word) else { return nil }
      self.key = text
      condition = "\(name) != '\(text.replacingBytes("'", with: "''"))' or \(name) is null"
    } else {
      guard found[0].isNull else { return nil }
      self.key = ""
      condition = "\(name) is not null"
    }
    // Nothing else may have the key, which tells the row from the others.
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
