import AugerDiagnostics
import AugerQuery

/// AugerSQLite: SQLite files as sources, using libsqlite3. Programs and the command line use `SQLiteAdapter`. All
/// other code depends only on AugerQuery's protocols.

/// Opens SQLite databases for reading only.
///
/// A file is opened with `SQLITE_OPEN_READONLY`, `query_only`, the defensive mode, an untrusted schema and no
/// extension loading. An authorizer permits only reading. A database in WAL mode is read with its WAL. SQLite may
/// then create `-wal` and `-shm` files next to it. Options:
///
/// - `busyTimeout`: maximum time to wait for a lock, as `5s`, `250ms` or milliseconds (default 5s).
/// - `immutable`: true for a file that no process writes: locks and WAL are ignored (default false; assumed if the
///   medium is read-only and no WAL exists).
/// - `onTypeConflict`: `widen`, `null` or `fail`, for values that contradict the type of their column.
/// - `onInvalidText`: `fail` or `null`, for text that is not UTF-8.
/// - `unixTime`: columns (`table.column`, or a result's `column`) with seconds since 1970-01-01 00:00 UTC.
/// - `julian`: columns with Julian day numbers.
public struct SQLiteAdapter: SourceAdapter {
  /// Creates an adapter for SQLite files.
  public init() {}

  public var name: String { "sqlite" }

  public var pathExtensions: [String] { ["sqlite", "sqlite3", "db", "db3"] }

  /// Validates the options and the file. Connections are opened when they are needed.
  ///
  /// Throws `AugerError`: `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput`, `notADatabase`.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    let options = try SQLiteOptions(configuration)
    // A database consists of several files, so it cannot be a pipe. SQLite itself follows a link to it.
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
  /// Blobs were read as hexadecimal text.
  package static let blobAsText = Self("blobAsText")
  /// A column mixes times with and without an offset. Times without one were read as UTC.
  package static let zoneAssumed = Self("zoneAssumed")
}
