import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import GRDB

/// The runs of one machine in a database file that any number of processes share.
///
/// A worker is dead as soon as no process holds the lock on its file, even if its lease is still valid.
package final class LocalRunStore: RunStore {
  private let database: DatabasePool
  private let lives: WorkerLives

  /// The default name of the folder, next to the workspace file.
  package static let folderName = ".auger"

  /// Opens or creates the file `runs.sqlite` in a folder. Creates the folder if necessary.
  package init(folder: String, _ access: FileAccess = .anywhere) throws {
    do {
      let files = FileSystem(access)
      try files.makeFolder(folder, for: .owner)
      // Processes that start at the same time must create the tables only once.
      let lock = try FileLock.wait(folder + "/.lock", seconds: 30, RunControl(), files)
      defer { withExtendedLifetime(lock) {} }
      // The database gives its journal its own mode. Without this step both would be readable by all users.
      let path = folder + "/runs.sqlite"
      // A folder with a different name may be shared with other users.
      if URL(fileURLWithPath: folder).lastPathComponent == Self.folderName { try files.restrict(folder) }
      for ending in ["", "-wal", "-shm"] {
        try files.requireFile(path + ending)
        try files.restrict(path + ending)
      }
      try files.restrict(folder + "/.lock")
      if !FileManager.default.fileExists(atPath: path) { try files.write([], to: path, for: .owner) }
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      // A higher quality of service requests a priority that only root may set, and prints a line on standard error.
      configuration.qos = .default
      database = try DatabasePool(path: path, configuration: configuration)
      try RunMigrations.migrator.migrate(database)
    } catch {
      throw Self.failure(error, "open the runs in '\(folder)'")
    }
    lives = try WorkerLives(folder: folder + "/workers", FileSystem(access))
  }

  /// Marks a worker of this process as alive until the process ends or the returned value is released.
  package func register(worker: String) throws -> WorkerLife? { try lives.begin(worker) }

  package func enqueue(_ record: RunRecord, overlap: JobDefinition.Overlap) async throws -> RunRecord? {
    try await write { db in
      if let time = record.scheduledFor,
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT * FROM run WHERE job = ? AND scheduled_for = ?)",
          arguments: [record.job, time.microseconds]) == true
      {
        return nil
      }
      var record = record
      var unsettled = try RunRow.all(
        db,
        sql: "SELECT * FROM run WHERE job = ? AND (state IN ('queued', 'running') OR delivery = 'pending') ORDER BY id",
        arguments: [record.job])
      record.meet(&unsettled, overlap: overlap)
      if overlap == .cancelPrevious { for previous in unsettled { try RunRow.update(previous, db) } }
      return try RunRow.insert(record, db)
    }
  }

  package func claim(
    worker: String, jobs: [String], now: Timestamp, leaseUntil: Timestamp
  ) async throws -> RunRecord? {
    try await write { db in
      let known = jobs.map { _ in "?" }.joined(separator: ", ")
      let record = try RunRow.one(
        db,
        sql: """
          SELECT * FROM run AS r WHERE state = 'queued' AND not_before <= ? AND job IN (\(known))
            AND NOT EXISTS (
              SELECT * FROM run AS o WHERE o.job = r.job AND o.id <> r.id
                AND (o.state = 'running' OR o.delivery = 'pending'))
          ORDER BY not_before, id LIMIT 1
          """, arguments: [now.microseconds] + StatementArguments(jobs))
      return try record.map { try Self.take($0, worker, now, leaseUntil, db) }
    }
  }

  package func claim(_ id: Int64, worker: String, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord? {
    try await write { db in
      let record = try RunRow.one(
        db,
        sql: """
          SELECT * FROM run AS r WHERE id = ? AND state = 'queued'
            AND NOT EXISTS (
              SELECT * FROM run AS o WHERE o.job = r.job AND o.id <> r.id
                AND (o.state = 'running' OR o.delivery = 'pending'))
          """, arguments: [id])
      return try record.map { try Self.take($0, worker, now, leaseUntil, db) }
    }
  }

  private static func take(
    _ record: RunRecord, _ worker: String, _ now: Timestamp, _ leaseUntil: Timestamp, _ db: Database
  ) throws -> RunRecord {
    var record = record
    var chance = SystemRandomNumberGenerator()
    let fence = try nextFence(now, db)
    record.apply(.claimed(worker: worker, leaseUntil: leaseUntil, fence: fence), at: now, using: &chance)
    try RunRow.update(record, db)
    return record
  }

  /// Returns the fence of a new claim. It is at least the current time, so that fences still increase after the file of
  /// runs was lost.
  private static func nextFence(_ now: Timestamp, _ db: Database) throws -> Int64 {
    max(now.microseconds, (try Int64.fetchOne(db, sql: "SELECT max(fence) FROM run") ?? 0) + 1)
  }

  package func renew(_ record: RunRecord, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord? {
    try await write { db in
      guard var current = try RunRow.one(db, record.id), current.fence == record.fence,
        !current.isSettled, current.state != .queued
      else { return nil }
      current.leaseUntil = leaseUntil
      try RunRow.update(current, db)
      return current
    }
  }

  package func save(_ record: RunRecord) async throws -> Bool {
    try await write { db in
      guard let current = try RunRow.one(db, record.id), current.fence == record.fence,
        !current.isSettled, current.state != .queued
      else { return false }
      var record = record
      // Only other processes request cancellation, and the holder's copy may be older than the request.
      record.cancelRequested = record.cancelRequested || current.cancelRequested
      // The lease may have been renewed after the holder made its copy.
      if let copied = record.leaseUntil, let renewed = current.leaseUntil { record.leaseUntil = max(copied, renewed) }
      try RunRow.update(record, db)
      return true
    }
  }

  package func recover(now: Timestamp) async throws -> [RunRecord] {
    try await write { [lives] db in
      let active = try RunRow.all(db, sql: "SELECT * FROM run WHERE state = 'running' OR delivery = 'pending'")
      var recovered: [RunRecord] = []
      for var record in active {
        let isLate = record.leaseUntil.map { $0 < now } ?? true
        guard isLate || !lives.isAlive(record.worker ?? "") else { continue }
        var chance = SystemRandomNumberGenerator()
        record.apply(.workerDied, at: now, using: &chance)
        // Change the fence, so that the old holder cannot write even if the same worker claims the run next.
        record.fence = try Self.nextFence(now, db)
        try RunRow.update(record, db)
        recovered.append(record)
      }
      return recovered
    }
  }

  package func history(job: String?, limit: Int) async throws -> [RunRecord] {
    try await read { db in
      try RunRow.all(
        db, sql: "SELECT * FROM run WHERE job = coalesce(?, job) ORDER BY id DESC LIMIT ?", arguments: [job, limit])
    }
  }

  package func run(_ id: Int64) async throws -> RunRecord? { try await read { try RunRow.one($0, id) } }

  package func lastScheduled(_ job: String) async throws -> Timestamp? {
    try await read { db in
      try Int64.fetchOne(db, sql: "SELECT max(scheduled_for) FROM run WHERE job = ?", arguments: [job])
        .map(Timestamp.init(microseconds:))
    }
  }

  package func prune(keeping count: Int) async throws -> Int {
    try await write { db in
      try db.execute(
        sql: """
          DELETE FROM run WHERE state NOT IN ('queued', 'running') AND delivery <> 'pending' AND id NOT IN (
            SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY job ORDER BY id DESC) AS n FROM run)
            WHERE n <= ?)
          """, arguments: [count])
      return db.changesCount
    }
  }

  private func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    // Use an uncancelled task: a cancelled run must still be able to record its end.
    try await Task { [database] in
      do { return try await database.write(body) } catch { throw Self.failure(error, "record a run") }
    }.value
  }

  private func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    do { return try await database.read(body) } catch { throw Self.failure(error, "read the runs") }
  }

  private static func failure(_ error: any Error, _ operation: String) -> AugerError {
    AugerError(
      .runStoreFailed, operation: operation, "the database of runs cannot be used",
      hint: "Check that the folder exists and is writable.", underlying: String(describing: error))
  }
}

extension Diagnostic.Code {
  /// The database of runs cannot be opened, read or written.
  package static let runStoreFailed = Self("runStoreFailed")
}
