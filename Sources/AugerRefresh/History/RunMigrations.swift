import GRDB

/// The migrations of the run database. A released migration never changes: each new column belongs to the new migration
/// that adds it.
enum RunMigrations {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("runs") { db in
      try db.execute(
        sql: """
          CREATE TABLE run (
            \(RunColumn.definitions(version: 1, definition(of:))),
            UNIQUE (job, scheduled_for)
          );
          CREATE INDEX run_job ON run (job, id);
          CREATE INDEX run_active ON run (not_before) WHERE state IN ('queued', 'running') OR delivery = 'pending';
          """)
    }
    return migrator
  }

  private static func definition(of column: RunColumn) -> String {
    if column.name == RunColumn.id.name { return "\(column.name) INTEGER PRIMARY KEY AUTOINCREMENT" }
    return "\(column.name) \(column.kind == .text ? "TEXT" : "INTEGER")\(column.isRequired ? " NOT NULL" : "")"
  }
}
