import CSQLite

/// A value for a column of a table.
enum SampleValue {
  case null
  case integer(Int)
  case text(String)
  /// Cents. Bound as a real; a DECIMAL column keeps whole amounts as integers.
  case money(Int)
}

/// Writes one new database. One thread's work.
///
/// Safe to use although it holds a pointer: nothing outside sees the handle, and it lives as long as the object.
@safe final class SQLiteWriter {
  private let database: OpaquePointer

  /// Creates the file; fails if there is one.
  init(path: String) throws {
    var handle: OpaquePointer?
    // Sound: `path` is a C string for the length of the call; the handle is closed below or in deinit, once.
    let code = unsafe sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      // Sound: closing what a failed opening left, nil included, is what SQLite asks for.
      unsafe sqlite3_close(handle)
      throw SampleError(description: "cannot create '\(path)': \(Self.meaning(of: code))")
    }
    unsafe database = handle
  }

  deinit {
    // Sound: the only owner goes away; all statements were finalised by `insert`.
    unsafe sqlite3_close(database)
  }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws {
    // Sound: the text is a C string for the length of the call, and no callback is given.
    try check(unsafe sqlite3_exec(database, sql, nil, nil, nil))
  }

  /// Inserts rows, each of as many values as the table has columns, through one prepared statement.
  func insert(into table: String, columns: Int, rows: some Sequence<[SampleValue]>) throws {
    let places = Array(repeating: "?", count: columns).joined(separator: ", ")
    var statement: OpaquePointer?
    // Sound: finalised below on every way out, before the database can be closed.
    try check(unsafe sqlite3_prepare_v2(database, "INSERT INTO \(table) VALUES (\(places))", -1, &statement, nil))
    // Sound: once, after the last use.
    defer { unsafe sqlite3_finalize(statement) }
    for row in rows {
      precondition(row.count == columns)
      for (index, value) in row.enumerated() {
        // Sound: the statement lives until the end of this function.
        try unsafe bind(value, at: Int32(index + 1), of: statement)
      }
      // Sound: the statement is prepared and all of its parameters are bound.
      let code = unsafe sqlite3_step(statement)
      guard code == SQLITE_DONE else { throw failure() }
      try check(unsafe sqlite3_reset(statement))
    }
  }

  private func bind(_ value: SampleValue, at index: Int32, of statement: OpaquePointer?) throws {
    // Sound, all: the index was counted against the statement's parameters. SQLITE_TRANSIENT (-1) has SQLite copy the
    // text before the call returns; its length is given, so a zero byte inside would be kept.
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
