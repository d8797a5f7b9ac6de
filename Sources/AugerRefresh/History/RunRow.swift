import AugerDiagnostics
import GRDB

/// A run as a row of the local database.
struct RunRow: FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "run"

  private var run: RunRecord

  private init(_ run: RunRecord) { self.run = run }

  init(row: Row) throws {
    let run = RunRecord { column in
      guard row.hasColumn(column.name) else { return nil }
      let stored: DatabaseValue = row[column.name]
      return switch stored.storage {
      case .null: .null
      case .int64(let number): column.kind == .flag ? .flag(number != 0) : .number(number)
      case .string(let text): .text(text)
      case .double, .blob: nil
      }
    }
    guard let run else {
      throw AugerError(.runStoreFailed, operation: "read the runs", "a row of the table 'run' was not written by Auger")
    }
    self.run = run
  }

  static func all(_ db: Database, sql: String, arguments: StatementArguments = []) throws -> [RunRecord] {
    try fetchAll(db, sql: sql, arguments: arguments).map(\.run)
  }

  static func one(_ db: Database, sql: String, arguments: StatementArguments) throws -> RunRecord? {
    try fetchOne(db, sql: sql, arguments: arguments)?.run
  }

  static func one(_ db: Database, _ id: Int64) throws -> RunRecord? { try fetchOne(db, key: id)?.run }

  static func update(_ run: RunRecord, _ db: Database) throws { try RunRow(run).update(db) }

  static func insert(_ run: RunRecord, _ db: Database) throws -> RunRecord {
    var stored = RunRow(run)
    try stored.insert(db)
    return stored.run
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { run.id = inserted.rowID }

  func encode(to container: inout PersistenceContainer) throws {
    for column in RunColumn.all {
      let value: (any DatabaseValueConvertible)? =
        switch column.value(run) {
        case .text(let text): text
        case .number(let number): number
        case .flag(let flag): flag
        case .null: nil
        }
      // The database assigns the numbers of new runs.
      container[column.name] = column.name == RunColumn.id.name && run.id == 0 ? nil : value
    }
  }
}
