import AugerColumns
import CSQLite
import Foundation

/// Writes generated rows into a SQLite database.
enum Database {
  static func write(_ tables: GeneratedTables, _ style: SQLiteStyle, to path: String) -> Bool {
    var plain = style
    (plain.lie, plain.hasIndex) = (nil, false)
    let sides = zip(Roads.names(of: tables), tables.sides).flatMap { statements($0, $1.table, plain) }
    return execute(
      ["PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "BEGIN"] + statements("t", tables.main, style) + sides
        + ["COMMIT"], on: path)
  }

  static func execute(_ statements: [String], on path: String) -> Bool {
    var handle: OpaquePointer?
    // Sound: only this function uses the handle, and it closes it at the end. `exec` copies the statements.
    defer { unsafe sqlite3_close(handle) }
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else { return false }
    // Sound: the handle is open, and no callback is passed.
    return statements.allSatisfy { unsafe sqlite3_exec(handle, $0, nil, nil, nil) == SQLITE_OK }
  }

  private static func statements(_ name: String, _ table: GeneratedTable, _ style: SQLiteStyle) -> [String] {
    func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
    // SQLite replaces a null in an integer primary key with a number.
    let isKeyed =
      table.columns[0].type == .int && Set(table.rows.map { $0[0] }.filter { !$0.isNull }).count == table.rows.count
    let columns = table.columns.enumerated().map { index, column in
      quoted(column.name) + " " + column.type.sqliteType
        + (index == 0 && isKeyed
          ? " PRIMARY KEY" : column.type == .text && style.ignoresCase ? " COLLATE NOCASE" : "")
    }
    var statements = [
      "CREATE TABLE \(name) (\(columns.joined(separator: ", ")))"
        + (style.isWithoutRowid && isKeyed ? " WITHOUT ROWID" : "")
    ]
    for row in table.rows {
      statements.append("INSERT INTO \(name) VALUES (\(row.map(literal).joined(separator: ", ")))")
    }
    if let lie = style.lie, !table.rows.isEmpty {
      let name = quoted(table.columns[lie.column].name)
      statements.append("UPDATE t SET \(name) = \(lie.value) WHERE id = \(table.rows.count / 2)")
    }
    if style.hasIndex, let column = table.columns.last {
      statements.append("CREATE INDEX i ON t (\(quoted(column.name)))")
    }
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
