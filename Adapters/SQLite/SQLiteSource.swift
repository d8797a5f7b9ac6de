import AugerColumns
import AugerDiagnostics
import AugerQuery

/// An opened SQLite file. Each query takes a connection of its own from a small pool, so that none waits for another.
final class SQLiteSource: SQLSource {
  let name: String
  let path: String
  let options: SQLiteOptions
  private let idle = Locked<[SQLiteConnection]>([])
  /// Tells whether others have written: a connection of its own, whose `data_version` says so.
  private let monitor = Locked<SQLiteConnection?>(nil)
  private let encoding = Locked<Bool?>(nil)
  /// What is known of the stored values of columns.
  let profiles = StorageProfiles()

  /// Idle connections beyond this number are closed.
  private static let mostIdle = 4

  init(name: String, path: String, options: SQLiteOptions) {
    self.name = name
    self.path = path
    self.options = options
  }

  let dialect = SQLDialect(name: "sqlite", placeholder: .numberedQuestionMark, hasDates: false)

  func close() {
    idle.withLock { $0 = [] }
    monitor.withLock { $0 = nil }
  }

  /// A number that changes when another connection has written to the database.
  func dataVersion(_ control: RunControl, waits: Bool = true) throws -> Int64 {
    try monitor.withLock { monitor in
      let connection = try monitor ?? connect(control, nil)
      monitor = connection
      connection.context.begin(control, nil)
      defer { connection.context.begin(RunControl(), nil) }
      func version() throws -> Int64 {
        var reader = ResultReader(
          try SQLiteStatement(SQLStatement(text: "PRAGMA data_version"), on: connection), options: SQLiteOptions(),
          operation: "ask whether '\(path)' was written to")
        while !reader.isAtEnd { try reader.readBatch(rows: 1) }
        guard case .int(let version) = try reader.table(.widen).columns[0][0] else { return 0 }
        return version
      }
      return waits ? try version() : try connection.context.withoutWaiting(version)
    }
  }

  /// Whether texts are stored in UTF-8, which a database with tables never changes.
  func isUTF8(_ control: RunControl) throws -> Bool {
    if let known = encoding.withLock({ $0 }) { return known }
    let answer = try withConnection(control) { try rows("SELECT encoding FROM pragma_encoding", $0) }
    let isUTF8 = answer.first?[0] == .string("UTF-8")
    encoding.withLock { $0 = isUTF8 }
    return isUTF8
  }

  /// Reads the result in one pass; types are decided when its last row was read.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try withConnection(control, timeLimit: limits.time) { connection in
      let prepared = try SQLiteStatement(statement, on: connection)
      var reader = ResultReader(prepared, options: options, operation: "execute the query")
      return try reader.readAll(connection, options.onTypeConflict, limits, control)
    }
  }

  /// Runs `body` with a connection that is interrupted when `control` is cancelled or the time is over.
  func withConnection<R>(
    _ control: RunControl, timeLimit: Duration? = nil, _ body: (SQLiteConnection) throws -> R
  ) throws -> R {
    try withConnections(1, control, timeLimit: timeLimit) { try body($0[0]) }
  }

  /// The same with several connections.
  func withConnections<R>(
    _ count: Int, _ control: RunControl, timeLimit: Duration? = nil, _ body: ([SQLiteConnection]) throws -> R
  ) throws -> R {
    try control.check()
    let deadline = timeLimit.map { ContinuousClock.now + $0 }
    var connections: [SQLiteConnection] = []
    var interrupters: [Interrupter] = []
    defer {
      for interrupter in interrupters { interrupter.end() }
      for connection in connections {
        connection.context.begin(RunControl(), nil)
        idle.withLock { if $0.count < Self.mostIdle { $0.append(connection) } }
      }
    }
    do {
      while connections.count < count {
        let connection = try idle.withLock { $0.popLast() } ?? connect(control, deadline)
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
      // SQLite only knows that it was interrupted; why is known here.
      try control.check()
      if let timeLimit, let deadline, ContinuousClock.now >= deadline { throw CallbackContext.timeout(timeLimit) }
      throw error
    } catch let error as AugerError where error.code == .limitExceeded {
      // A value is too long for what is left of the memory, not for SQLite.
      if let memory = control.memory, error.underlying != nil { throw memory.refusal }
      throw error
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
      // A database in WAL mode cannot be opened on a read-only medium, where its shared memory cannot be made. Without
      // a WAL nothing can have been written since, and locks can be done without.
      let file = FileFacts(path)
      guard !options.isImmutable, !file.hasWAL, !file.isInWritableDirectory else { throw error }
      return try connect(isImmutable: true)
    }
  }

  /// Makes SQLite read the file: a damaged or locked one is known before any query is blamed for it.
  private func readSchema(_ connection: SQLiteConnection) throws(AugerError) {
    var reader = ResultReader(
      try SQLiteStatement(SQLStatement(text: "SELECT count(*) FROM sqlite_master"), on: connection),
      options: SQLiteOptions(), operation: "open '\(path)'")
    try reader.readBatch(rows: 1)
  }
}

extension ResultReader {
  /// Reads the rows of a statement to the last, within limits, as a table.
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

  /// All rows read, as a table.
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
