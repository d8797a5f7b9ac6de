import AugerQuery
import Synchronization

/// Stands for your database: tables of rows in memory, asked in a small SQL.
///
/// It counts its statements and the rows that leave it, which is what pushing down is about.
public final class Shelf: Sendable {
  struct StoredTable: Sendable {
    var fields: [Field]
    var rows: [[Scalar]]
  }

  /// What a statement gives: rows, and the types of their columns.
  struct Answer {
    var types: [DataType]
    var rows: [[Scalar]]
  }

  public struct Traffic: Sendable {
    /// Each statement, and how many rows it gave.
    public var statements: [(text: String, rows: Int)] = []
  }

  private let tables: [String: StoredTable]
  private let counted = Mutex(Traffic())

  public init(_ tables: [String: Table]) {
    self.tables = tables.mapValues { table in
      StoredTable(
        fields: table.schema.fields, rows: (0..<table.rowCount).map { row in table.columns.map { $0[row] } })
    }
  }

  public var tableNames: [String] {
    tables.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func table(_ name: String) -> StoredTable? { tables[name] }

  /// What was asked since it was last asked for.
  public func takeTraffic() -> Traffic {
    counted.withLock { traffic in
      defer { traffic = Traffic() }
      return traffic
    }
  }

  /// Runs one statement. `check` is called now and then, and may throw to end it.
  func execute(_ text: String, _ bindings: [Scalar], check: () throws -> Void) throws -> Answer {
    let statement = try ShelfStatement(text, bindings)
    guard let table = tables[statement.table] else { throw ShelfError("there is no table \(statement.table)") }
    let rows = try statement.run(on: table, check: check)
    counted.withLock { $0.statements.append((text, rows.count)) }
    return Answer(types: statement.items.map { statement.type(of: $0, in: table) }, rows: rows)
  }
}

/// What the database says when it cannot.
struct ShelfError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
