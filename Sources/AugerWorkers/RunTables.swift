import AugerColumns
import AugerDiagnostics
import AugerRefresh

/// The tables of runs through their versions. A version that was released is never changed; a new one follows it.
enum RunTables {
  private static let versions = [
    """
    CREATE TABLE auger.job (name text COLLATE "C" PRIMARY KEY, fence bigint NOT NULL DEFAULT 0);
    CREATE TABLE auger.run (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      job text COLLATE "C" NOT NULL REFERENCES auger.job,
      trigger text NOT NULL,
      scheduled_for bigint,
      state text NOT NULL,
      delivery text NOT NULL,
      attempts bigint NOT NULL,
      deaths bigint NOT NULL,
      queued_at bigint NOT NULL,
      not_before bigint NOT NULL,
      started_at bigint,
      finished_at bigint,
      rows bigint,
      bytes bigint,
      snapshot text,
      error_code text,
      error_message text,
      worker text,
      lease_until bigint,
      fence bigint NOT NULL,
      cancel_requested boolean NOT NULL,
      UNIQUE (job, scheduled_for)
    );
    CREATE INDEX run_job ON auger.run (job, id);
    CREATE INDEX run_queued ON auger.run (job, not_before) WHERE state = 'queued';
    CREATE UNIQUE INDEX run_under_way ON auger.run (job) WHERE state = 'running' OR delivery = 'pending';
    """
  ]

  static func migrate(_ sql: RunConnection) throws {
    // Workers that start at once make the tables once: a number that is this house's own.
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

/// A run as a row of the shared database; the one place where its columns are written.
enum RunColumns {
  static let list = RunRecord.CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
  static let isUnderWay = "(state = 'running' OR delivery = 'pending')"
  static let isUnsettled = "(state IN ('queued', 'running') OR delivery = 'pending')"
  /// Microseconds since 1970 by the server's clock.
  static let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

  /// The text of an array of texts.
  static func array(_ texts: [String]) -> String {
    "{"
      + texts.map {
        "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }.joined(separator: ",") + "}"
  }

  static func record(_ row: [String?]) throws -> RunRecord {
    let values = Array(zip(RunRecord.CodingKeys.allCases, row))
    func text(_ key: RunRecord.CodingKeys) -> String? { values.first { $0.0 == key }?.1 }
    func number(_ key: RunRecord.CodingKeys) -> Int64? { text(key).flatMap { Int64($0) } }
    func moment(_ key: RunRecord.CodingKeys) -> Timestamp? { number(key).map(Timestamp.init(microseconds:)) }
    guard let id = number(.id), let job = text(.job), let trigger = text(.trigger).flatMap(RunRecord.Trigger.init),
      let state = text(.state).flatMap(RunRecord.State.init),
      let delivery = text(.delivery).flatMap(RunRecord.Delivery.init), let queuedAt = moment(.queuedAt)
    else {
      throw AugerError(.runStoreFailed, operation: "read the runs", "a row of auger.run is not one of Auger's")
    }
    var run = RunRecord(
      id: id, job: job, trigger: trigger, scheduledFor: moment(.scheduledFor), queuedAt: queuedAt,
      notBefore: moment(.notBefore))
    (run.state, run.delivery) = (state, delivery)
    run.attempts = Int(number(.attempts) ?? 0)
    run.deaths = Int(number(.deaths) ?? 0)
    (run.startedAt, run.finishedAt) = (moment(.startedAt), moment(.finishedAt))
    (run.rows, run.bytes) = (number(.rows).map { Int($0) }, number(.bytes).map { Int($0) })
    (run.snapshot, run.worker) = (text(.snapshot), text(.worker))
    (run.errorCode, run.errorMessage) = (text(.errorCode), text(.errorMessage))
    run.leaseUntil = moment(.leaseUntil)
    run.fence = number(.fence) ?? 0
    run.cancelRequested = text(.cancelRequested) == "t"
    return run
  }

  /// Columns with the text of their values and their types, but for the number.
  static func values(_ run: RunRecord) -> [(column: String, type: String, text: String?)] {
    RunRecord.CodingKeys.allCases.compactMap { key in
      func whole(_ value: Int?) -> String? { value.map(String.init) }
      func moment(_ value: Timestamp?) -> String? { value.map { String($0.microseconds) } }
      // The server's texts hold no zero byte.
      func text(_ value: String?) -> String? { value?.replacing("\0", with: "\u{FFFD}") }
      let name = key.rawValue
      return switch key {
      case .id: nil
      case .job: (name, "text", run.job)
      case .trigger: (name, "text", run.trigger.rawValue)
      case .scheduledFor: (name, "bigint", moment(run.scheduledFor))
      case .state: (name, "text", run.state.rawValue)
      case .delivery: (name, "text", run.delivery.rawValue)
      case .attempts: (name, "bigint", whole(run.attempts))
      case .deaths: (name, "bigint", whole(run.deaths))
      case .queuedAt: (name, "bigint", moment(run.queuedAt))
      case .notBefore: (name, "bigint", moment(run.notBefore))
      case .startedAt: (name, "bigint", moment(run.startedAt))
      case .finishedAt: (name, "bigint", moment(run.finishedAt))
      case .rows: (name, "bigint", whole(run.rows))
      case .bytes: (name, "bigint", whole(run.bytes))
      case .snapshot: (name, "text", text(run.snapshot))
      case .errorCode: (name, "text", text(run.errorCode))
      case .errorMessage: (name, "text", text(run.errorMessage))
      case .worker: (name, "text", text(run.worker))
      case .leaseUntil: (name, "bigint", moment(run.leaseUntil))
      case .fence: (name, "bigint", String(run.fence))
      case .cancelRequested: (name, "boolean", run.cancelRequested ? "t" : "f")
      }
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

  /// Makes the row of a job that is new, and locks it.
  func lockJob(_ name: String) throws {
    _ = try rows("INSERT INTO auger.job (name) VALUES ($1) ON CONFLICT DO NOTHING", [name])
    _ = try rows("SELECT FROM auger.job WHERE name = $1 FOR UPDATE", [name])
  }

  /// Greater than all before of the job, and not below the time, so that fences grow on where the tables were lost.
  func nextFence(_ job: String) throws -> Int64 {
    let fence = try rows(
      "UPDATE auger.job SET fence = greatest(fence + 1, \(RunColumns.now)) WHERE name = $1 RETURNING fence", [job])
    return fence.first?[0].flatMap { Int64($0) } ?? 0
  }

  /// Claims a run; its job is locked.
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

  /// Writes a run; `ifHeld`, only if it is still held under its fence. Whether it was written.
  @discardableResult
  func update(_ run: RunRecord, ifHeld: Bool = false) throws -> Bool {
    let values = RunColumns.values(run)
    let sets = values.enumerated().map { index, value in
      let place = "$\(index + 1)::\(value.type)"
      // The holder's copy may be older than a request to end and than the last renewal.
      if ifHeld, value.column == "cancel_requested" { return "cancel_requested = cancel_requested OR \(place)" }
      if ifHeld, value.column == "lease_until" {
        return "lease_until = CASE WHEN \(place) IS NULL THEN NULL ELSE greatest(lease_until, \(place)) END"
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
