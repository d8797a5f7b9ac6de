import AugerColumns

/// The storage of runs, which workers share.
///
/// Every function is one transaction. A caller that changes a run must hold it. `save` and `renew` reject a fence that
/// differs from the recorded fence, so that a worker without its lease changes nothing.
package protocol RunStore: Sendable {
  /// Marks a worker of this process as alive until the returned value is released. Nil if the store relies on leases
  /// alone.
  func register(worker: String) throws -> WorkerLife?

  /// Records that a job is due. The overlap policy decides whether the run is queued, or skipped because another run is
  /// in progress.
  ///
  /// Returns nil if the job already has a run for this time, because another process was faster.
  func enqueue(_ record: RunRecord, overlap: JobDefinition.Overlap) async throws -> RunRecord?

  /// Claims the oldest queued run that is due, belongs to one of the jobs, and whose job has no other run in progress.
  func claim(worker: String, jobs: [String], now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord?

  /// Claims one queued run by its number, even if it is not due.
  func claim(_ id: Int64, worker: String, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord?

  /// Extends a lease. Returns the current record, which includes a cancellation request, or nil if the run is no longer
  /// held.
  ///
  /// Only the difference of `leaseUntil` and `now` matters: a store with its own clock adds it to its own time.
  func renew(_ record: RunRecord, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord?

  /// Writes a run. Returns false and writes nothing if the run is no longer held.
  func save(_ record: RunRecord) async throws -> Bool

  /// Returns runs of dead workers to the queue. The result contains these runs.
  func recover(now: Timestamp) async throws -> [RunRecord]

  /// Returns runs, newest first.
  func history(job: String?, limit: Int) async throws -> [RunRecord]

  func run(_ id: Int64) async throws -> RunRecord?

  /// Returns the last scheduled time for which a job has a run.
  func lastScheduled(_ job: String) async throws -> Timestamp?

  /// Removes all settled runs except the newest ones of each job. Returns the number of removed runs.
  func prune(keeping count: Int) async throws -> Int
}
