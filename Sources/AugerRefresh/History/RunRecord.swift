import AugerColumns

/// One run of a job as it is recorded: what was asked for, how far it came, and what came of it.
package struct RunRecord: Sendable, Hashable {
  /// How far the evaluation is. Delivery has a state of its own.
  package enum State: String, Sendable, CaseIterable {
    case queued, running, succeeded, failed, skipped, cancelled

    package var isFinal: Bool { self != .queued && self != .running }
  }

  /// How far the results are on their way to their readers.
  package enum Delivery: String, Sendable, CaseIterable {
    /// There is nothing to deliver, or nothing yet.
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
  /// Attempts of evaluation that were begun.
  package var attempts: Int
  /// Workers that died over it.
  package var deaths: Int
  package var queuedAt: Timestamp
  /// It is not begun before: the wait before another attempt, or the schedule's jitter.
  package var notBefore: Timestamp
  package var startedAt: Timestamp?
  package var finishedAt: Timestamp?
  package var rows: Int?
  package var bytes: Int?
  package var snapshot: String?
  package var errorCode: String?
  package var errorMessage: String?
  /// The worker that has it, until when, and a number that grows with every claim of any run: what was published
  /// under a greater one is not replaced.
  package var worker: String?
  package var leaseUntil: Timestamp?
  package var fence: Int64
  /// It was asked to end.
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

  /// Nothing more is to be done for it.
  package var isSettled: Bool { state.isFinal && delivery != .pending }

  /// True if the run succeeded or failed for good.
  package var hasOutcome: Bool { isSettled && (state == .succeeded || state == .failed) }

  /// True if the run failed for good, and with it its results: they were not computed or not published.
  package var isFailure: Bool { state == .failed || delivery == .failed && snapshot == nil }

  /// From the first beginning to the end.
  package var duration: Duration? {
    guard let startedAt, let finishedAt else { return nil }
    return .microseconds(finishedAt.microseconds - startedAt.microseconds)
  }
}
