import GRDB

/// The database of runs through its versions. A migration that was released is never changed; a new one follows it.
enum RunMigrations {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("runs") { db in
      try db.execute(
        sql: """
          CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            job TEXT NOT NULL,
            trigger TEXT NOT NULL,
            scheduled_for INTEGER,
            state TEXT NOT NULL,
            delivery TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            deaths INTEGER NOT NULL,
            queued_at INTEGER NOT NULL,
            not_before INTEGER NOT NULL,
            started_at INTEGER,
            finished_at INTEGER,
            rows INTEGER,
            bytes INTEGER,
            snapshot TEXT,
            error_code TEXT,
            error_message TEXT,
            worker TEXT,
            lease_until INTEGER,
            fence INTEGER NOT NULL,
            cancel_requested INTEGER NOT NULL,
            UNIQUE (job, scheduled_for)
          );
          CREATE INDEX run_job ON run (job, id);
          CREATE INDEX run_active ON run (not_before) WHERE state IN ('queued', 'running') OR delivery = 'pending';
          """)
    }
    return migrator
  }
}
