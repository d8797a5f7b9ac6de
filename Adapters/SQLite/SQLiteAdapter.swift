import AugerDiagnostics
import AugerQuery

/// AugerSQLite: SQLite files as sources, by libsqlite3. A program or the command line names `SQLiteAdapter`; everything
/// else sees AugerQuery's protocols.

/// Opens SQLite databases, for reading only.
///
/// A file is opened with `SQLITE_OPEN_READONLY`, `query_only`, the defensive mode, an untrusted schema, no extension
/// loading and an authorizer that lets nothing through but reading. A database in WAL mode is read with its WAL; SQLite
/// may then keep `-wal` and `-shm` files beside it. Options:
///
/// - `busyTimeout`: how long to wait for a lock, as `5s`, `250ms` or milliseconds (default 5s);
/// - `immutable`: true for a file that no process writes: locks and WAL are not looked at (default false; assumed where
///   the medium is read-only and there is no WAL);
/// - `onTypeConflict`: `widen`, `null` or `fail` - what happens to values that contradict the type of their column;
/// - `onInvalidText`: `fail` or `null` - what happens to text that is not UTF-8;
/// - `unixTime`: columns (`table.column`, or a result's `column`) that hold seconds since 1970-01-01 00:00 UTC;
/// - `julian`: columns that hold Julian day numbers.
public struct SQLiteAdapter: SourceAdapter {
  /// An adapter for SQLite files.
  public init() {}

  public var name: String { "sqlite" }

  public var pathExtensions: [String] { ["sqlite", "sqlite3", "db", "db3"] }

  /// Checks options and that the file is there and is a SQLite database; connections are made when they are needed.
  ///
  /// Throws `AugerError`: `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput`, `notADatabase`.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    let options = try SQLiteOptions(configuration)
    // A database is a file with others beside it: it is never a pipe, and a link to it is followed by SQLite.
    var access = configuration.access
    access.special = []
    try access.checkReading(configuration.location)
    let file = DatabaseFacts(configuration.location)
    try file.requireDatabase()
    return SQLiteSource(name: configuration.name, path: configuration.location, options: options)
  }
}

extension SQLiteAdapter: RecognizedAdapter {
  package var recognition: Recognition { .signature("SQLite format 3") }
}

extension Diagnostic.Code {
  package static let notADatabase = Self("notADatabase")
  package static let corruptDatabase = Self("corruptDatabase")
  package static let databaseLocked = Self("databaseLocked")
  /// A stored value contradicts the type of its column.
  package static let typeConflict = Self("typeConflict")
  /// Text that is not UTF-8.
  package static let invalidText = Self("invalidText")
  /// Blobs came as hexadecimal text.
  package static let blobAsText = Self("blobAsText")
  /// Times without an offset stand among times with one, and were taken as UTC.
  package static let zoneAssumed = Self("zoneAssumed")
}
