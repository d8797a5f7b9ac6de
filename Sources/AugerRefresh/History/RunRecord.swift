import AugerColumns

/// The record of one run of a job: its request, its progress and its outcome.
package struct RunRecord: Sendable, Hashable {
  /// The state of the evaluation. Delivery has its own state.
  package enum State: String, Sendable, CaseIterable {
    case queued, running, succeeded, failed, skipped, cancelled

    package var isFinal: Bool { self != .queued && self != .running }
  }

  /// The state of the delivery of the results.
  package enum Delivery: String, Sendable, CaseIterable {
    /// The run has no results to deliver, or none yet.
    case none
    case pending, delivered, failed
  }

  package enum Trigger: String, Sendable {
    case schedule, command
  }

  package var id: Int64
  package var job: String
  package var trigger: Trigger
  package var scheduledFor: Timestamp?
  package var state: State
  package var delivery: Delivery
  /// The number of evaluation attempts that have started.
  package var attempts: Int
  /// The number of workers that died during this run.
  package var deaths: Int
  package var queuedAt: Timestamp
  /// The earliest start: it includes the wait before a retry and the jitter of the schedule.
  package var notBefore: Timestamp
  package var startedAt: Timestamp?
  package var finishedAt: Timestamp?
  package var rows: Int?
  package var bytes: Int?
  package var snapshot: String?
  package var errorCode: String?
  package var errorMessage: String?
  /// The current worker, its lease and its fence. The fence increases with every claim of any run. Results that were
  /// published under a greater fence are not replaced.
  package var worker: String?
  package var leaseUntil: Timestamp?
  package var fence: Int64
  /// True if cancellation was requested.
  package var cancelRequested: Bool

  package init(
    id: Int64 = 0, job: String, trigger: Trigger, scheduledFor: Timestamp? = nil, queuedAt: Timestamp,
    notBefore: Timestamp? = nil
  ) {
    self.id = id
    self.job = job
    self.trigger = trigger
    self.scheduledFor = scheduledFor
    self.queuedAt = queuedAt
    self.notBefore = notBefore ?? queuedAt
    state = .queued
    delivery = .none
    attempts = 0
    deaths = 0
    fence = 0
    cancelRequested = false
  }

  /// True if the run is finished, including delivery.
  package var isSettled: Bool { state.isFinal && delivery != .pending }

  /// True if the run succeeded or failed permanently.
  package var hasOutcome: Bool { isSettled && (state == .succeeded || state == .failed) }

  /// True if the run failed permanently, so that its results were not computed or not published.
  package var isFailure: Bool { state == .failed || delivery == .failed && snapshot == nil }

  /// The time from the first start to the end.
  package var duration: Duration? {
    guard let startedAt, let finishedAt else { return nil }
    return .microseconds(finishedAt.microseconds - startedAt.microseconds)
  }
}
