import AugerColumns
import CSQLite

/// The reading method of a cursor on a virtual table. It is chosen when a statement is prepared, and SQLite stores it
/// as text.
struct ReadingPlan: Hashable {
  struct Condition: Hashable {
    var column: Int
    /// SQLite's code of the operation: `SQLITE_INDEX_CONSTRAINT_EQ`, ...
    var operation: Int32
  }

  /// The columns that the statement uses, ascending.
  var columns: [Int]
  /// Columns whose values are provided when the cursor starts. Rows with these values are found by an index.
  var keys: [Int] = []
  /// Comparisons with constants. Their values are also provided when the cursor starts.
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

  /// The columns to read: the used columns and the keys.
  var readColumns: [Int] { Set(columns + keys).sorted() }
}
