import AugerColumns
import CSQLite
import Foundation

/// Writes generated rows into a SQLite database.
enum Database {
  static func write(_ table: GeneratedTable, to path: String) -> Bool {
    var handle: OpaquePointer?
    // Sound: the handle is used in this function alone and closed at its end; texts outlive each call (exec copies).
    defer { unsafe sqlite3_close(handle) }
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else { return false }
    var statements = ["BEGIN", "CREATE TABLE sales (region TEXT, item TEXT, day DATE, count INTEGER, price REAL)"]
    for row in table.rows {
      let values = row.map { value in
        switch value {
        case .null: "NULL"
        case .string(let text): "'" + text.replacing("'", with: "''") + "'"
        case .date: "'\(value)'"
        default: value.description
        }
      }
      statements.append("INSERT INTO sales VALUES (\(values.joined(separator: ", ")))")
    }
    statements.append("COMMIT")
    // Sound: as above; no callback is passed.
    return statements.allSatisfy { unsafe sqlite3_exec(handle, $0, nil, nil, nil) == SQLITE_OK }
  }
}
