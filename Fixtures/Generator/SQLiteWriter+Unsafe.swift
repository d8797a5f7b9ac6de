import CSQLite

/// A value for a column of a table.
enum SampleValue {
  case null
  case integer(Int)
  case text(String)
  /// An amount in cents. It is bound as a real, but a DECIMAL column stores whole amounts as integers.
  case money(Int)
}

/// Writes one new database, on one thread.
///
/// Safe although it holds a pointer: no other code sees the handle, which lives as long as the object.
@safe final class SQLiteWriter {
  private let database: OpaquePointer

  /// Creates the file. Throws if it exists.
  init(path: String) throws {
    var handle: OpaquePointer?
    // Sound: `path` is a C string for the duration of the call. The handle is closed below or in deinit, once.
    let code = unsafe sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      // Sound: SQLite requires closing the handle of a failed open call, which may be nil.
      unsafe sqlite3_close(handle)
      throw SampleError(description: "cannot create '\(path)': \(Self.meaning(of: code))")
    }
    unsafe database = handle
  }

  deinit {
    // Sound: the only owner is released, and `insert` has finalized all statements.
    unsafe sqlite3_close(database)
  }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws {
    // Sound: the text is a C string for the duration of the call, and no callback is given.
    try check(unsafe sqlite3_exec(database, sql, nil, nil, nil))
  }

  /// Inserts rows with one prepared statement. Each row has one value per column.
  func insert(into table: String, columns: Int, rows: some Sequence<[SampleValue]>) throws {
    let places = Array(repeating: "?", count: columns).joined(separator: ", ")
    var statement: OpaquePointer?
    // Sound: finalized below on every path, before the database can be closed.
    try check(unsafe sqlite3_prepare_v2(database, "INSERT INTO \(table) VALUES (\(places))", -1, &statement, nil))
    // Sound: once, after the last use.
    defer { unsafe sqlite3_finalize(statement) }
    for row in rows {
      precondition(row.count == columns)
      for (index, value) in row.enumerated() {
        // Sound: the statement lives until the end of this function.
        try unsafe bind(value, at: Int32(index + 1), of: statement)
      }
      // Sound: the statement is prepared, and all of its parameters are bound.
      let code = unsafe sqlite3_step(statement)
      guard code == SQLITE_DONE else { throw failure() }
      try check(unsafe sqlite3_reset(statement))
    }
  }

  private func bind(_ value: SampleValue, at index: Int32, of statement: OpaquePointer?) throws {
    // Sound for all calls: the index was checked against the number of parameters. With SQLITE_TRANSIENT (-1), SQLite
    // copies the text before the call returns. The length is given, so zero bytes are preserved.
    let code =
      switch value {
      case .null: unsafe sqlite3_bind_null(statement, index)
      case .integer(let number): unsafe sqlite3_bind_int64(statement, index, Int64(number))
      case .money(let cents): unsafe sqlite3_bind_double(statement, index, Double(cents) / 100)
      case .text(let text):
        unsafe sqlite3_bind_text(
          statement, index, text, Int32(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    try check(code)
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw failure() }
  }

  private func failure() -> SampleError {
    // Sound: SQLite owns the message, which is copied before the next call.
    SampleError(description: "SQLite refused: \(unsafe String(cString: sqlite3_errmsg(database)))")
  }

  private static func meaning(of code: Int32) -> String {
    // Sound: a constant of the library.
    unsafe String(cString: sqlite3_errstr(code))
  }
}
