import AugerColumns

/// Where runs are recorded, and how workers share them.
///
/// Every function is one transaction. A caller that changes a run must hold it: `save` and `renew` refuse a fence that
/// is not the recorded one, so that a worker that lost its lease changes nothing any more.
package protocol RunStore: Sendable {
  /// Says that a worker of this process is alive, as long as the value lives. Nil where only leases say so.
  func register(worker: String) throws -> WorkerLife?

  /// Records that a job is due, as its overlap policy has it: queued, or skipped while another run is under way.
  ///
  /// Nil where this job has a run for this time already: another process was faster.
  func enqueue(_ record: RunRecord, overlap: JobDefinition.Overlap) async throws -> RunRecord?

  /// Takes the oldest run that is queued, due, of one of the jobs, and whose job has no other run under way.
  func claim(worker: String, jobs: [String], now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord?

  /// Takes one queued run by its number, due or not.
  func claim(_ id: Int64, worker: String, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord?

  /// Extends a lease. The record as it is now, which shows a request to cancel; nil if the run is not held any more.
  ///
  /// How long it is extended by counts, `leaseUntil` less `now`: a store with a clock of its own goes by that.
  func renew(_ record: RunRecord, now: Timestamp, leaseUntil: Timestamp) async throws -> RunRecord?

  /// Writes a run. False, and nothing is written, if the run is not held any more.
  func save(_ record: RunRecord) async throws -> Bool

  /// Gives runs of dead workers back to the queue, and returns them.
  func recover(now: Timestamp) async throws -> [RunRecord]

  /// Runs, newest first.
  func history(job: String?, limit: Int) async throws -> [RunRecord]

  func run(_ id: Int64) async throws -> RunRecord?

  /// The last time of the schedule that a job has a run for.
  func lastScheduled(_ job: String) async throws -> Timestamp?

  /// Removes settled runs but the newest of each job. How many went.
  func prune(keeping count: Int) async throws -> Int
}
