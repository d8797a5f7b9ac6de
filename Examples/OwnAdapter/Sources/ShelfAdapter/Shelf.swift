import AugerQuery
import Synchronization

/// A replacement for your database: tables in memory with a small SQL dialect.
///
/// It records its statements and counts the rows that they return, to show the effect of pushdown.
public final class Shelf: Sendable {
  struct StoredTable: Sendable {
    var fields: [DataTable.Field]
    var rows: [[Scalar]]
  }

  /// The result of a statement: rows, and the types of their columns.
  struct Answer {
    var types: [DataType]
    var rows: [[Scalar]]
  }

  public struct Traffic: Sendable {
    /// Each statement and the number of rows in its result.
    public var statements: [(text: String, rows: Int)] = []
  }

  private let tables: [String: StoredTable]
  private let counted = Mutex(Traffic())

  public init(_ tables: [String: DataTable]) {
    self.tables = tables.mapValues { table in
      StoredTable(
        fields: table.fields, rows: (0..<table.rowCount).map { row in table.columns.map { $0[row] } })
    }
  }

  public var tableNames: [String] {
    tables.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func table(_ name: String) -> StoredTable? { tables[name] }

  /// Returns and clears the statements since the last call.
  public func takeTraffic() -> Traffic {
    counted.withLock { traffic in
      defer { traffic = Traffic() }
      return traffic
    }
  }

  /// Runs one statement. `check` is called regularly and can throw to cancel the statement.
  func execute(_ text: String, _ bindings: [Scalar], check: () throws -> Void) throws -> Answer {
    let statement = try ShelfStatement(text, bindings)
    guard let table = tables[statement.table] else { throw ShelfError("there is no table \(statement.table)") }
    let rows = try statement.run(on: table, check: check)
    counted.withLock { $0.statements.append((text, rows.count)) }
    return Answer(types: statement.items.map { statement.type(of: $0, in: table) }, rows: rows)
  }
}

/// An error of the database.
struct ShelfError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
