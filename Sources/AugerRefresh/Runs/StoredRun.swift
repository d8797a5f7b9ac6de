import AugerColumns
import GRDB

/// A run as a row of the local database; the one place where its columns are written.
struct StoredRun: Decodable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "run"

  private var run: RunRecord

  private init(_ run: RunRecord) { self.run = run }

  init(from decoder: any Decoder) throws { run = try RunRecord(from: decoder) }

  static func all(_ db: Database, sql: String, arguments: StatementArguments = []) throws -> [RunRecord] {
    try fetchAll(db, sql: sql, arguments: arguments).map(\.run)
  }

  static func one(_ db: Database, sql: String, arguments: StatementArguments) throws -> RunRecord? {
    try fetchOne(db, sql: sql, arguments: arguments)?.run
  }

  static func one(_ db: Database, _ id: Int64) throws -> RunRecord? { try fetchOne(db, key: id)?.run }

  static func update(_ run: RunRecord, _ db: Database) throws { try StoredRun(run).update(db) }

  /// The run with its number.
  static func insert(_ run: RunRecord, _ db: Database) throws -> RunRecord {
    var stored = StoredRun(run)
    try stored.insert(db)
    return stored.run
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { run.id = inserted.rowID }

  func encode(to container: inout PersistenceContainer) throws {
    container["id"] = run.id == 0 ? nil : run.id
    container["job"] = run.job
    container["trigger"] = run.trigger.rawValue
    container["scheduled_for"] = run.scheduledFor?.microseconds
    container["state"] = run.state.rawValue
    container["delivery"] = run.delivery.rawValue
    container["attempts"] = run.attempts
    container["deaths"] = run.deaths
    container["queued_at"] = run.queuedAt.microseconds
    container["not_before"] = run.notBefore.microseconds
    container["started_at"] = run.startedAt?.microseconds
    container["finished_at"] = run.finishedAt?.microseconds
    container["rows"] = run.rows
    container["bytes"] = run.bytes
    container["snapshot"] = run.snapshot
    container["error_code"] = run.errorCode
    container["error_message"] = run.errorMessage
    container["worker"] = run.worker
    container["lease_until"] = run.leaseUntil?.microseconds
    container["fence"] = run.fence
    container["cancel_requested"] = run.cancelRequested
  }
}
