import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh

/// AugerWorkers: a run store in a database that workers on any number of machines share. The command line uses it. A
/// single machine does not need it.

/// The runs of a workspace in the schema `auger` of a database.
///
/// A worker holds a run by a lease, which it renews about once per second. When the lease expires, another worker takes
/// over the run. Only the server's clock counts, so that the clocks of the machines may differ.
///
/// Every claim has a fence greater than all earlier ones of its job. Renewing, saving and publishing require the
/// current fence, so that a late worker changes nothing.
///
/// A statement that starts or ends the work of a job locks the job's row first, before any lock on runs.
package final class SharedRunStore: RunStore {
  private let database: RunDatabase

  /// Connects to the database and creates missing tables.
  package init(_ location: String, connections: Int = 4) throws {
    database = RunDatabase(location, connections: connections)
    try database.transaction("make the tables of runs") { try RunTables.migrate($0) }
  }

  package func register(worker: String) throws -> WorkerLife? { nil }

  package func enqueue(_ record: RunRecord, overlap: JobDefinition.Overlap) async throws -> RunRecord? {
    try await transaction("record a run") { sql in
      try sql.lockJob(record.job)
      if let time = record.scheduledFor {
        let same = try sql.rows(
          "SELECT 1 FROM auger.run WHERE job = $1 AND scheduled_for = $2::bigint",
          [record.job, String(time.microseconds)])
        guard same.isEmpty else { return nil }
      }
      var record = record
      var unsettled = try sql.runs("job = $1 AND \(RunColumns.isUnsettled) ORDER BY id FOR UPDATE", [record.job])
      record.meet(&unsettled, overlap: overlap)
      if overlap == .cancelPrevious { for previous in unsettled { try sql.update(previous) } }
      return try sql.insert(record)
    }
  }

  package func claim(
    worker: String, jobs: [String], now: Timestamp, leaseUntil: Timestamp
  ) async throws -> RunRecord? {
    let lease = leaseUntil.microseconds - now.microseconds
    return try await transaction("claim a run") { sql in
      // Lock the job first. The next statement reads its runs and sees all earlier changes.
      let free = try sql.rows(
        """
        SELECT name FROM auger.job AS j
        WHERE name = ANY ($1::text[])
          AND NOT EXISTS (SELECT FROM auger.run WHERE job = j.name AND \(RunColumns.isUnderWay))
          AND EXISTS (
            SELECT FROM auger.run WHERE job = j.name AND state = 'queued' AND not_before <= \(RunColumns.now))
        ORDER BY (SELECT min(not_before) FROM auger.run WHERE job = j.name AND state = 'queued'), name
        LIMIT 1 FOR UPDATE SKIP LOCKED
        """, [RunColumns.array(jobs)])
      guard let name = free.first?.first ?? nil else { return nil }
      let due = try sql.runs(
        """
        job = $1 AND state = 'queued' AND not_before <= \(RunColumns.now)
          AND NOT EXISTS (SELECT FROM auger.run WHERE job = $1 AND \(RunColumns.isUnderWay))
        ORDER BY not_before, id LIMIT 1 FOR UPDATE
        """, [name])
      return try due.first.map { try sql.take($0, worker, lease) }
    }
  }

  package func claim(_ id: Int64, worker: String, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord? {
    let lease = leaseUntil.microseconds - now.microseconds
    return try await transaction("claim a run") { sql in
      guard let job = try sql.runs("id = $1::bigint", [String(id)]).first?.job else { return nil }
      try sql.lockJob(job)
      let free = try sql.runs(
        """
        id = $1::bigint AND state = 'queued'
          AND NOT EXISTS (SELECT FROM auger.run AS o WHERE o.job = run.job AND \(RunColumns.isUnderWay))
        FOR UPDATE
        """, [String(id)])
      return try free.first.map { try sql.take($0, worker, lease) }
    }
  }

  package func renew(_ record: RunRecord, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord? {
    let lease = leaseUntil.microseconds - now.microseconds
    return try await transaction("renew a lease") { sql in
      try sql.records(
        """
        UPDATE auger.run SET lease_until = \(RunColumns.now) + $3::bigint
        WHERE id = $1::bigint AND fence = $2::bigint AND \(RunColumns.isUnderWay)
        RETURNING \(RunColumns.list)
        """, [String(record.id), String(record.fence), String(lease)]
      ).first
    }
  }

  package func save(_ record: RunRecord) async throws -> Bool {
    try await transaction("record a run") { try $0.update(record, ifHeld: true) }
  }

  package func recover(now: Timestamp) async throws -> [RunRecord] {
    try await transaction("recover runs") { sql in
      let late = "\(RunColumns.isUnderWay) AND coalesce(lease_until, 0) < \(RunColumns.now)"
      let jobs = try sql.rows(
        """
        SELECT name FROM auger.job AS j WHERE EXISTS (SELECT FROM auger.run WHERE job = j.name AND \(late))
        ORDER BY name FOR UPDATE SKIP LOCKED
        """
      ).compactMap { $0[0] }
      guard !jobs.isEmpty else { return [] }
      var recovered: [RunRecord] = []
      var chance = SystemRandomNumberGenerator()
      for var record in try sql.runs(
        "job = ANY ($1::text[]) AND \(late) ORDER BY id FOR UPDATE",
        [
          RunColumns.array(jobs)
        ])
      {
        record.apply(.workerDied, at: try sql.now(), using: &chance)
        // Change the fence, so that the old holder cannot write even if the same worker claims the run next.
        record.fence = try sql.nextFence(record.job)
        _ = try sql.update(record)
        recovered.append(record)
      }
      return recovered
    }
  }

  package func history(job: String?, limit: Int) async throws -> [RunRecord] {
    try await transaction("read the runs") {
      try $0.runs("job = coalesce($1::text, job) ORDER BY id DESC LIMIT $2::bigint", [job, String(limit)])
    }
  }

  package func run(_ id: Int64) async throws -> RunRecord? {
    try await transaction("read the runs") { try $0.runs("id = $1::bigint", [String(id)]).first }
  }

  package func lastScheduled(_ job: String) async throws -> Timestamp? {
    try await transaction("read the runs") { sql in
      let rows = try sql.rows("SELECT max(scheduled_for) FROM auger.run WHERE job = $1", [job])
      return rows[0][0].flatMap { Int64($0) }.map(Timestamp.init(microseconds:))
    }
  }

  package func prune(keeping count: Int) async throws -> Int {
    try await transaction("remove old runs") { sql in
      try sql.rows(
        """
        DELETE FROM auger.run WHERE NOT (\(RunColumns.isUnsettled)) AND id IN (
          SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY job ORDER BY id DESC) AS n FROM auger.run) AS r
          WHERE n > $1::bigint) RETURNING 1
        """, [String(count)]
      ).count
    }
  }

  /// Runs a transaction on a blocking thread. It ignores cancellation, so that a cancelled run can still record its
  /// end.
  private func transaction<R: Sendable>(
    _ operation: String, _ body: @escaping @Sendable (RunConnection) throws -> R
  ) async throws -> R {
    try await Task { [database] in
      try await Workers.blocking(RunControl()) { try database.transaction(operation, body) }
    }.value
  }
}
