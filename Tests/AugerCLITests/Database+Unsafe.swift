import CSQLite
import Foundation

/// A SQLite database that a test makes, and may keep locked.
@safe final class Database {
  let path: String
  private var handle: OpaquePointer?

  init(path: String) {
    self.path = path
    // Sound: `handle` is ours, written once here and closed once in deinit.
    unsafe sqlite3_open(path, &handle)
  }

  // Sound: closing nil does nothing; nobody else has the handle.
  deinit { unsafe sqlite3_close(handle) }

  /// Whether SQLite accepted all statements of the text.
  @discardableResult
  func execute(_ sql: String) -> Bool {
    // Sound: the handle is open while the object lives; no callback is passed.
    unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
  }
}
