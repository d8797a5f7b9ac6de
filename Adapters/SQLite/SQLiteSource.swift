import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// An opened SQLite file. Each query uses a connection from a small pool, so that queries do not wait for each other.
final class SQLiteSource: SQLSource {
  let name: String
  let path: String
  let options: SQLiteOptions
  private let idle = Locked<[Opened]>([])
  private let watch: DatabaseWatch
  private let encoding = Locked<Bool?>(nil)
  /// Profiles of the stored values of columns.
  let profiles = StorageProfiles()

  /// The maximum number of idle connections. Others are closed.
  private static let mostIdle = 4

  init(name: String, path: String, options: SQLiteOptions) {
    self.name = name
    self.path = path
    self.options = options
    watch = DatabaseWatch(path: path)
  }

  let dialect = SQLDialect(name: "sqlite", placeholder: .numberedQuestionMark, hasDates: false)

  func close() {
    idle.withLock { $0 = [] }
    watch.close()
  }

  /// Returns a number that changes when another process has written to the database or replaced its file.
  ///
  /// Throws `databaseLocked` if a writer holds the database. If `waits`, it first waits for the timeout of the
  /// source.
  func dataVersion(_ control: RunControl, waits: Bool = true) throws -> Int64 {
    let deadline = ContinuousClock.now + options.busyTimeout
    while true {
      // Waiting does not block other callers.
      do { return try readDataVersion(control) } catch let error as AugerError where error.code == .databaseLocked {
        guard waits, ContinuousClock.now < deadline else { throw error }
      }
      Pause.short()
      try control.check()
    }
  }

  private func readDataVersion(_ control: RunControl) throws -> Int64 {
    try watch.number(isImmutable: options.isImmutable) {
      try connect(control, nil)
    } read: { connection in
      connection.context.begin(control, nil)
      defer { connection.context.begin(RunControl(), nil) }
      return try connection.context.withoutWaiting {
        let answer = try rows("PRAGMA data_version", connection)
        guard case .int(let version)? = answer.first?.first else { return 0 }
        return version
      }
    }
  }

  /// Returns the version of the whole database. The result of any statement can change only with it.
  ///
  /// A locked database has its previous version, because uncommitted changes are not visible. The file identity
  /// reveals commits of a writer that never releases the lock.
  func contentVersion(_ control: RunControl) throws -> String {
    let file = try DatabaseFile(path: path)
    do {
      return "\(file.text) \(try dataVersion(control, waits: false))"
    } catch let error as AugerError where error.code == .databaseLocked {
      return "\(file.text) \(watch.lastNumber)"
    }
  }

  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? { try contentVersion(control) }

  func contentVersion(ofStatement text: String, _ control: RunControl) throws -> String? {
    SQLToken.readsClock(text) ? nil : try contentVersion(control)
  }

  /// Returns true if strings are stored in UTF-8. The encoding of a database with tables never changes.
  func isUTF8(_ control: RunControl) throws -> Bool {
    if let known = encoding.withLock({ $0 }) { return known }
    let answer = try withConnection(control) { try rows("SELECT encoding FROM pragma_encoding", $0) }
    let isUTF8 = answer.first?[0] == .string("UTF-8")
    encoding.withLock { $0 = isUTF8 }
    return isUTF8
  }

  /// Reads the result in one pass. Types are determined after the last row.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try withConnection(control, timeLimit: limits.time) { connection in
      let prepared = try SQLiteStatement(statement.comparingBytes, on: connection)
      var reader = ResultReader(prepared, options: options, operation: "execute the query")
      return try reader.readAll(connection, options.onTypeConflict, limits, control)
    }
  }

  /// Runs `body` with a connection. The connection is interrupted on cancellation and on timeout.
  func withConnection<R>(
    _ control: RunControl, timeLimit: Duration? = nil, _ body: (SQLiteConnection) throws -> R
  ) throws -> R {
    try withConnections(1, control, timeLimit: timeLimit) { try body($0[0]) }
  }

  /// Runs `body` with several connections.
  func withConnections<R>(
    _ count: Int, _ control: RunControl, timeLimit: Duration? = nil, _ body: ([SQLiteConnection]) throws -> R
  ) throws -> R {
    try control.check()
    let deadline = timeLimit.map { ContinuousClock.now + $0 }
    // A connection to a file that was replaced or rewritten in place would continue to read the old file.
    let file = try DatabaseFile(path: path)
    var connections: [SQLiteConnection] = []
    var interrupters: [Interrupter] = []
    defer {
      for interrupter in interrupters { interrupter.end() }
      for connection in connections {
        connection.context.begin(RunControl(), nil)
        idle.withLock { if $0.count < Self.mostIdle { $0.append(Opened(connection: connection, file: file)) } }
      }
    }
    do {
      while connections.count < count {
        let connection = try idleConnection(to: file) ?? connect(control, deadline)
        connection.context.begin(control, deadline)
        connection.limitValues(to: control.memory)
        connections.append(connection)
        interrupters.append(Interrupter(connection))
      }
      let interrupt: @Sendable () -> Void = { [interrupters] in
        for interrupter in interrupters { interrupter.interrupt() }
      }
      return try control.withCancellationHandler(interrupt) { try body(connections) }
    } catch let error as AugerError where error.code == .queryFailed || error.code == .databaseLocked {
      // SQLite reports only an interruption. The reason is known here.
      try control.check()
      if let timeLimit, let deadline, ContinuousClock.now >= deadline { throw CallbackContext.timeout(timeLimit) }
      throw error
    } catch let error as AugerError where error.code == .limitExceeded {
      // The value is too long for the remaining memory, not for SQLite.
      if let memory = control.memory, error.underlying != nil { throw memory.refusal }
      throw error
    }
  }

  private struct Opened: Sendable {
    var connection: SQLiteConnection
    /// The state of the file before the connection was last used.
    var file: DatabaseFile
  }

  private func idleConnection(to file: DatabaseFile) -> SQLiteConnection? {
    idle.withLock { idle in
      idle.removeAll { $0.file != file }
      return idle.popLast()?.connection
    }
  }

  private func connect(
    _ control: RunControl, _ deadline: ContinuousClock.Instant?
  ) throws(AugerError) -> SQLiteConnection {
    func connect(isImmutable: Bool) throws(AugerError) -> SQLiteConnection {
      let connection = try SQLiteConnection(path: path, options: options, isImmutable: isImmutable)
      connection.context.begin(control, deadline)
      try readSchema(connection)
      return connection
    }
    do {
      return try connect(isImmutable: options.isImmutable)
    } catch  where error.code == .fileUnreadable {
      // A database in WAL mode cannot be opened on a read-only medium, because its shared memory cannot be created.
      // Without a WAL file, no writes are pending and locks are unnecessary.
      let file = DatabaseFacts(path)
      guard !options.isImmutable, !file.hasWAL, !file.isInWritableDirectory else { throw error }
      return try connect(isImmutable: true)
    }
  }

  /// Makes SQLite read the file, so that a damaged or locked file is reported before any query runs.
  private func readSchema(_ connection: SQLiteConnection) throws(AugerError) {
    var reader = ResultReader(
      try SQLiteStatement(SQLStatement(text: "SELECT count(*) FROM sqlite_master"), on: connection),
      options: SQLiteOptions(), operation: "open '\(path)'")
    try reader.readBatch(rows: 1)
  }
}

extension ResultReader {
  /// Reads all rows of a statement within limits and returns them as a table.
  mutating func readAll(
    _ connection: SQLiteConnection, _ policy: SQLiteOptions.TypeConflict, _ limits: QueryLimits, _ control: RunControl
  ) throws -> Table {
    let share = MemoryShare(of: control.memory)
    while !isAtEnd {
      let allowed = limits.rows.map { $0 - rowCount + 1 } ?? RowStage.standardCapacity
      try readBatch(rows: max(1, allowed), share)
      try connection.context.check(limit: limits.time)
      try limits.check(rows: rowCount, bytes: limits.bytes != nil ? byteCount : 0)
    }
    return try table(policy)
  }

  /// Returns all rows read as a table.
  mutating func table(_ policy: SQLiteOptions.TypeConflict) throws(AugerError) -> Table {
    var warnings = warnings
    var fields: [Field] = []
    var finished: [Column] = []
    for index in columns.indices {
      let decision = TypeDecision(kinds[index], facts(index), policy)
      finished.append(try finish(index, as: decision, firstRow: 0, warnings: &warnings))
      fields.append(Field(names[index], decision.type, declaredType: declaredTypes[index]))
    }
    return Table(Schema(fields), finished, rowCount: rowCount, warnings: warnings)
  }
}
