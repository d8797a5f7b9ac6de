import AugerColumns
import CSQLite

/// How a cursor reads a virtual table, chosen while a statement is prepared: SQLite keeps it as text in between.
struct ReadingPlan: Hashable {
  struct Condition: Hashable {
    var column: Int
    /// As SQLite numbers them: `SQLITE_INDEX_CONSTRAINT_EQ`, ...
    var operation: Int32
  }

  /// The columns that the statement asks for, ascending.
  var columns: [Int]
  /// Columns whose values are given when the cursor begins, in the order of the values: rows with these are found.
  var keys: [Int] = []
  /// Comparisons with constants, whose values are given likewise.
  var conditions: [Condition] = []

  init(columns: [Int]) { self.columns = columns }

  /// `0,2;1;3:4,5:2`
  var text: String {
    func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
    return [list(columns), list(keys), conditions.map { "\($0.column):\($0.operation)" }.joined(separator: ",")]
      .joined(separator: ";")
  }

  init?(text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    columns = parts[0].split(separator: ",").compactMap { Int($0) }
    keys = parts[1].split(separator: ",").compactMap { Int($0) }
    conditions = parts[2].split(separator: ",").compactMap { item in
      let pair = item.split(separator: ":")
      guard pair.count == 2, let column = Int(pair[0]), let operation = Int32(pair[1]) else { return nil }
      return Condition(column: column, operation: operation)
    }
  }

  /// What is read: the columns that are asked for, and those of keys.
  var readColumns: [Int] { Set(columns + keys).sorted() }
}
