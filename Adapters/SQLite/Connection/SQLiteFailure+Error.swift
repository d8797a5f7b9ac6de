import AugerAdapterKit
import AugerDiagnostics
import AugerQuery
import CSQLite

extension SQLiteFailure {
  /// `SQLITE_IOERR_GETTEMPPATH`, which the header defines by an expression that Swift does not import.
  private static let noTemporaryFolder = SQLITE_IOERR | (25 << 8)

  /// Returns the failure as an `AugerError`. `statement` adds the position in the SQL.
  func error(operation: String, statement: SQLStatement? = nil) -> AugerError {
    switch code & 0xFF {
    case SQLITE_NOTADB:
      return AugerError(
        .notADatabase, operation: operation, "'\(path)' is not a SQLite database", place: path, underlying: message)
    case SQLITE_CORRUPT:
      return AugerError(
        .corruptDatabase, operation: operation, "the database file '\(path)' is damaged", place: path,
        hint: "Restore the file from a backup, or run '.recover' in the sqlite3 shell.", underlying: message)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return AugerError(
        .databaseLocked, operation: operation, "another program holds a lock on '\(path)'", place: path,
        hint: "Wait for it, or raise the source's option 'busyTimeout'.", underlying: message)
    case SQLITE_IOERR where code == Self.noTemporaryFolder:
      return AugerError(
        .fileUnreadable, operation: operation, "SQLite has no folder to sort '\(path)' in", place: path,
        hint: "Make /tmp writable, or set SQLITE_TMPDIR to another folder.", underlying: message)
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_READONLY, SQLITE_NOLFS:
      return AugerError(
        .fileUnreadable, operation: operation, "SQLite cannot read '\(path)'", place: path, underlying: message)
    case SQLITE_TOOBIG:
      return AugerError(.limitExceeded, operation: operation, "a text or blob is too long", underlying: message)
    default:
      let error = AugerError(.queryFailed, operation: operation, message)
      guard let statement, let offset else { return error }
      return statement.locate(error, at: offset)
    }
  }
}
