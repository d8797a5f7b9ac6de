import AugerColumns
import AugerDiagnostics
import AugerRefresh

/// The migrations of the run tables. A released version never changes: each new column belongs to the new version that
/// adds it.
enum RunTables {
  private static let versions = [
    """
    CREATE TABLE auger.job (name text COLLATE "C" PRIMARY KEY, fence bigint NOT NULL DEFAULT 0);
    CREATE TABLE auger.run (
      \(RunColumn.definitions(version: 1, RunColumns.definition(of:))),
      UNIQUE (job, scheduled_for)
    );
    CREATE INDEX run_job ON auger.run (job, id);
    CREATE INDEX run_queued ON auger.run (job, not_before) WHERE state = 'queued';
    CREATE UNIQUE INDEX run_under_way ON auger.run (job) WHERE state = 'running' OR delivery = 'pending';
    """
  ]

  static func migrate(_ sql: RunConnection) throws {
    // Workers that start at the same time must create the tables only once. The number of the lock is specific to
    // Auger.
    _ = try sql.rows("SELECT pg_advisory_xact_lock(4707190421)")
    _ = try sql.rows("CREATE SCHEMA IF NOT EXISTS auger")
    _ = try sql.rows("CREATE TABLE IF NOT EXISTS auger.version (number integer NOT NULL)")
    let known = try sql.rows("SELECT coalesce(max(number), 0) FROM auger.version")[0][0].flatMap { Int($0) } ?? 0
    guard known <= versions.count else {
      throw AugerError(
        .runStoreFailed, operation: "open the runs", "their tables are of a newer version of Auger: \(known)")
    }
    for (index, version) in versions.enumerated().dropFirst(known) {
      _ = try sql.rows(version)
      _ = try sql.rows("INSERT INTO auger.version VALUES ($1::integer)", [String(index + 1)])
    }
  }
}

/// The row format of a run in the shared database.
enum RunColumns {
  static let list = RunColumn.all.map(\.name).joined(separator: ", ")
  static let isUnderWay = "(state = 'running' OR delivery = 'pending')"
  static let isUnsettled = "(state IN ('queued', 'running') OR delivery = 'pending')"
  /// The SQL expression for the server's time in microseconds since 1970.
  static let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

  static func array(_ texts: [String]) -> String {
    "{"
      + texts.map {
        "\"" + $0.replacingBytes("\\", with: "\\\\").replacingBytes("\"", with: "\\\"") + "\""
      }.joined(separator: ",") + "}"
  }

  static func type(of column: RunColumn) -> String {
    switch column.kind {
    case .text: "text"
    case .number: "bigint"
    case .flag: "boolean"
    }
  }

  static func definition(of column: RunColumn) -> String {
    switch column.name {
    case RunColumn.id.name: "\(column.name) bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    case RunColumn.job.name: "\(column.name) text COLLATE \"C\" NOT NULL REFERENCES auger.job"
    default: "\(column.name) \(type(of: column))\(column.isRequired ? " NOT NULL" : "")"
    }
  }

  /// Reads a row with the columns of `list`.
  static func record(_ row: [String?]) throws -> RunRecord {
    let texts = Dictionary(zip(RunColumn.all.map(\.name), row)) { first, _ in first }
    let run = RunRecord { column in
      guard let text = texts[column.name] else { return nil }
      guard let text else { return .null }
      return switch column.kind {
      case .text: .text(text)
      case .number: Int64(text).map(RunColumn.Value.number)
      case .flag: .flag(text == "t")
      }
    }
    guard let run else {
      throw AugerError(.runStoreFailed, operation: "read the runs", "a row of auger.run was not written by Auger")
    }
    return run
  }

  /// Returns the columns, except the number of the run, with their values as text and their types.
  static func values(_ run: RunRecord) -> [(column: String, type: String, text: String?)] {
    RunColumn.all.filter { $0.name != RunColumn.id.name }.map { column in
      let text: String? =
        switch column.value(run) {
        // Strings of the database cannot contain a zero byte.
        case .text(let text): text.replacingBytes("\0", with: "\u{FFFD}")
        case .number(let number): String(number)
        case .flag(let flag): flag ? "t" : "f"
        case .null: nil
        }
      return (column.name, type(of: column), text)
    }
  }
}

extension RunConnection {
  func now() throws -> Timestamp {
    Timestamp(microseconds: try rows("SELECT \(RunColumns.now)")[0][0].flatMap { Int64($0) } ?? 0)
  }

  func records(_ sql: String, _ arguments: [String?] = []) throws -> [RunRecord] {
    try rows(sql, arguments).map(RunColumns.record)
  }

  func runs(_ condition: String, _ arguments: [String?] = []) throws -> [RunRecord] {
    try records("SELECT \(RunColumns.list) FROM auger.run AS run WHERE \(condition)", arguments)
  }

  /// Inserts the row of a new job if necessary, and locks it.
  func lockJob(_ name: String) throws {
    _ = try rows("INSERT INTO auger.job (name) VALUES ($1) ON CONFLICT DO NOTHING", [name])
    _ = try rows("SELECT FROM auger.job WHERE name = $1 FOR UPDATE", [name])
  }

  /// Returns a fence greater than all earlier ones of the job. It is at least the current time, so that fences still
  /// increase after the tables were lost.
  func nextFence(_ job: String) throws -> Int64 {
    let fence = try rows(
      "UPDATE auger.job SET fence = greatest(fence + 1, \(RunColumns.now)) WHERE name = $1 RETURNING fence", [job])
    return fence.first?[0].flatMap { Int64($0) } ?? 0
  }

  /// Claims a run. Call it while the job is locked.
  func take(_ record: RunRecord, _ worker: String, _ lease: Int64) throws -> RunRecord {
    var record = record
    var chance = SystemRandomNumberGenerator()
    let now = try now()
    let until = Timestamp(microseconds: now.microseconds + lease)
    record.apply(
      .claimed(worker: worker, leaseUntil: until, fence: try nextFence(record.job)), at: now, using: &chance)
    _ = try update(record)
    return record
  }

  func insert(_ run: RunRecord) throws -> RunRecord? {
    let values = RunColumns.values(run)
    let places = values.enumerated().map { "$\($0 + 1)::\($1.type)" }.joined(separator: ", ")
    return try records(
      """
      INSERT INTO auger.run (\(values.map(\.column).joined(separator: ", "))) VALUES (\(places))
      RETURNING \(RunColumns.list)
      """, values.map(\.text)
    ).first
  }

  /// Updates a run and returns true if a row was changed. With `ifHeld`, updates it only if this worker still holds its
  /// lease.
  @discardableResult
  func update(_ run: RunRecord, ifHeld: Bool = false) throws -> Bool {
    let values = RunColumns.values(run)
    let sets = values.enumerated().map { index, value in
      let place = "$\(index + 1)::\(value.type)"
      // The holder's copy may be older than a cancellation request or the last renewal.
      if ifHeld, value.column == RunColumn.cancelRequested.name {
        return "\(value.column) = \(value.column) OR \(place)"
      }
      if ifHeld, value.column == RunColumn.leaseUntil.name {
        return "\(value.column) = CASE WHEN \(place) IS NULL THEN NULL ELSE greatest(\(value.column), \(place)) END"
      }
      return "\(value.column) = \(place)"
    }
    let count = values.count
    let held = ifHeld ? " AND fence = $\(count + 2)::bigint AND \(RunColumns.isUnderWay)" : ""
    let found = try rows(
      """
      UPDATE auger.run SET \(sets.joined(separator: ", "))
      WHERE id = $\(count + 1)::bigint\(held) RETURNING 1
      """, values.map(\.text) + [String(run.id)] + (ifHeld ? [String(run.fence)] : []))
    return !found.isEmpty
  }
}
