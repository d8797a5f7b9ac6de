import AugerColumns
import CSQLite
import Foundation

/// Writes generated rows into a SQLite database.
enum Database {
  static func write(_ table: GeneratedTable, _ style: SQLiteStyle, to path: String) -> Bool {
    execute(statements(table, style), on: path)
  }

  static func execute(_ statements: [String], on path: String) -> Bool {
    var handle: OpaquePointer?
    // Sound: the handle is used in this function alone and closed at its end; texts outlive each call (exec copies).
    defer { unsafe sqlite3_close(handle) }
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else { return false }
    // Sound: as above; no callback is passed.
    return statements.allSatisfy { unsafe sqlite3_exec(handle, $0, nil, nil, nil) == SQLITE_OK }
  }

  private static func statements(_ table: GeneratedTable, _ style: SQLiteStyle) -> [String] {
    func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
    let columns = table.columns.enumerated().map { index, column in
      quoted(column.name) + " " + column.type.sqliteType
        + (index == 0 ? " PRIMARY KEY" : column.type == .text && style.ignoresCase ? " COLLATE NOCASE" : "")
    }
    var statements = [
      "PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "BEGIN",
      "CREATE TABLE t (\(columns.joined(separator: ", ")))" + (style.isWithoutRowid ? " WITHOUT ROWID" : ""),
    ]
    for row in table.rows { statements.append("INSERT INTO t VALUES (\(row.map(literal).joined(separator: ", ")))") }
    if let lie = style.lie, !table.rows.isEmpty {
      let name = quoted(table.columns[lie.column].name)
      statements.append("UPDATE t SET \(name) = \(lie.value) WHERE id = \(table.rows.count / 2)")
    }
    if style.hasIndex, let column = table.columns.last {
      statements.append("CREATE INDEX i ON t (\(quoted(column.name)))")
    }
    statements.append("COMMIT")
    return statements
  }

  private static func literal(_ value: Scalar) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let flag): flag ? "1" : "0"
    case .string(let text): "'" + text.replacing("'", with: "''") + "'"
    case .date: "'\(value)'"
    case .timestamp: "'\(value.description.replacing("T", with: " "))'"
    case .float(let number): String(format: "%.17e", number)
    default: value.description
    }
  }
}
