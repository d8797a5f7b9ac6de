import CSQLite
import Foundation

/// A SQLite database for a test, which can also lock it.
@safe final class Database {
  let path: String
  private var handle: OpaquePointer?

  init(path: String) {
    self.path = path
    // Sound: only this object uses `handle`. It is set once here and closed once in `deinit`.
    unsafe sqlite3_open(path, &handle)
  }

  // Sound: closing nil does nothing, and no other object uses the handle.
  deinit { unsafe sqlite3_close(handle) }

  /// Returns true if SQLite accepted all statements.
  @discardableResult
  func execute(_ sql: String) -> Bool {
    // Sound: the handle is open as long as the object exists, and no callback is passed.
    unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
  }
}
