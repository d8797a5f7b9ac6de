import AugerQuery
import AugerSQLite
import CSQLite
import Foundation

/// A database file for one test. `execute` writes to it directly with SQLite.
///
/// Files remain until the process ends, because sources and tables may read them after the database object is released.
@safe final class Database: @unchecked Sendable {
  // Sound: the handle is open from init to deinit, and only one thread at a time uses it.
  private let db: OpaquePointer
  let path: String

  private static let root: URL = {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("auger-sqlite-\(UUID().uuidString)")
    atexit { try? FileManager.default.removeItem(at: Database.root) }
    return root
  }()

  init(_ sql: String = "", name: String = "test.sqlite") throws {
    let directory = Self.root.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    path = directory.appendingPathComponent(name).path
    var handle: OpaquePointer?
    // Sound: SQLite writes the handle.
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK, let opened = unsafe handle else {
      throw Failure("cannot open")
    }
    unsafe db = opened
    // Write the header: otherwise a new database is an empty file.
    try execute("PRAGMA user_version = 1; " + sql)
  }

  /// Opens another connection to an existing database.
  init(at path: String) throws {
    self.path = path
    var handle: OpaquePointer?
    // Sound: SQLite writes the handle.
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK, let opened = unsafe handle else {
      throw Failure("cannot open")
    }
    unsafe db = opened
    try execute("PRAGMA busy_timeout = 5000")
  }

  deinit { unsafe sqlite3_close_v2(db) }

  struct Failure: Error {
    var message: String
    init(_ message: String) { self.message = message }
  }

  func execute(_ sql: String) throws {
    // Sound: the handle is open, the text is a C string for the duration of the call, and the message is copied.
    guard unsafe sqlite3_exec(db, sql, nil, nil, nil) == SQLITE_OK else {
      throw unsafe Failure(String(cString: sqlite3_errmsg(db)))
    }
  }

  /// Disables features that reading does not require, without an authorizer.
  func harden() throws {
    // Sound: the handle is open and belongs to this test.
    guard unsafe auger_sqlite3_harden(db) == SQLITE_OK else {
      throw unsafe Failure(String(cString: sqlite3_errmsg(db)))
    }
  }

  func source(_ options: [SourceOption] = []) throws -> any SQLSource {
    try SQLiteTests.open(path, options)
  }
}
