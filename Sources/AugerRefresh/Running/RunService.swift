import AugerColumns
import AugerDiagnostics

/// A scheduler that runs the jobs of a workspace until its task is cancelled.
///
/// One task follows the schedule, and `slots` tasks claim runs from the store and perform them. All of them read the
/// clock at least once per second, so that they notice clock changes and sleep of the machine.
package struct RunService: Sendable {
  package var performer: RunPerformer
  package var worker: String
  /// The maximum number of concurrent runs.
  package var slots: Int
  /// The time for which an idle slot waits before it checks the store again.
  package var pause: Duration = .milliseconds(250)
  /// The number of settled runs of each job to retain.
  package var historyCount = Self.standardHistoryCount

  package static let standardHistoryCount = 1000

  package init(_ performer: RunPerformer, worker: String, slots: Int = 2) {
    precondition(slots >= 1, "a service needs a slot")
    self.performer = performer
    self.worker = worker
    self.slots = slots
  }

  /// Runs until cancelled. Runs in progress then return to the queue, and no incomplete files remain.
  ///
  /// - Parameter runs: the number of runs after which the service ends. Nil means that it does not end.
  package func run(runs: Int? = nil) async throws {
    let left = Locked(runs ?? .max)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watch(left) }
      for _ in 0..<slots { group.addTask { try await work(left) } }
      do {
        try await group.waitForAll()
      } catch is CancellationError {
        group.cancelAll()
      }
    }
  }

  private func watch(_ left: Locked<Int>) async throws {
    let (store, clock) = (performer.store, performer.clock)
    var lastTimes: [(job: String, time: Timestamp)] = []
    for job in performer.jobs {
      let last = try await patiently { try await store.lastScheduled(job.name) }
      if let last { lastTimes.append((job.name, last)) }
    }
    var scheduler = Scheduler(performer.jobs, lastTimes: lastTimes, now: clock.now())
    var chance = SystemRandomNumberGenerator()
    var nextRecovery = clock.now()
    var nextPruning = clock.now()
    while !Task.isCancelled, left.withLock({ $0 > 0 }) {
      let now = clock.now()
      // The second condition covers a clock that was set back, which would delay recovery.
      if nextRecovery <= now || nextRecovery > now.adding(.seconds(60)) {
        try await patiently { try await performer.recover() }
        nextRecovery = now.adding(.seconds(5))
      }
      if nextPruning <= now || nextPruning > now.adding(.seconds(1200)) {
        _ = try await patiently { try await store.prune(keeping: historyCount) }
        nextPruning = now.adding(.seconds(600))
      }
      for action in scheduler.advance(to: now, using: &chance) {
        try await patiently { try await enqueue(action, now) }
      }
      let untilDue = scheduler.wakeUp.map { Duration.microseconds(max(0, $0.microseconds - clock.now().microseconds)) }
      try await clock.sleep(for: min(untilDue ?? .seconds(1), .seconds(1)))
    }
  }

  private func enqueue(_ action: Scheduler.Action, _ now: Timestamp) async throws {
    switch action {
    case .run(let name, let time, let notBefore):
      let job = try performer.job(name)
      let record = RunRecord(
        job: name, trigger: .schedule, scheduledFor: time, queuedAt: now, notBefore: notBefore)
      if let queued = try await performer.store.enqueue(record, overlap: job.overlap), queued.state == .skipped {
        performer.report(.ended(queued))
      }
    case .skipMissed(let name, let last, let count):
      var record = RunRecord(job: name, trigger: .schedule, scheduledFor: last, queuedAt: now)
      record.state = .skipped
      record.finishedAt = now
      record.errorCode = "missed"
      record.errorMessage = count == 1 ? "one time was missed" : "\(count) times were missed"
      if let skipped = try await performer.store.enqueue(record, overlap: .queue) { performer.report(.ended(skipped)) }
    }
  }

  private func work(_ left: Locked<Int>) async throws {
    let names = performer.jobs.map(\.name)
    while !Task.isCancelled, left.withLock({ $0 > 0 }) {
      let now = performer.clock.now()
      let claimed = try await patiently {
        try await performer.store.claim(
          worker: worker, jobs: names, now: now, leaseUntil: now.adding(performer.lease))
      }
      guard let claimed else {
        try await performer.clock.sleep(for: pause)
        continue
      }
      do {
        let ended = try await performer.perform(claimed)
        if ended.isSettled { left.withLock { $0 -= 1 } }
      } catch let error as AugerError {
        // The end could not be recorded. When the lease expires, another worker recovers the run.
        performer.report(.note("run \(claimed.id) of '\(claimed.job)' could not be recorded: \(error)"))
        try await performer.clock.sleep(for: pause)
      }
    }
  }

  /// Calls the run store again after increasing pauses if it does not respond: its server may return.
  private func patiently<R>(_ body: () async throws -> R) async throws -> R {
    var wait: Duration = .seconds(1)
    while true {
      do { return try await body() } catch let error as AugerError {
        try Task.checkCancellation()
        performer.report(.note("the runs cannot be reached, again in \(wait.unitText): \(error)"))
        try await performer.clock.sleep(for: wait)
        wait = min(wait * 2, .seconds(30))
      }
    }
  }
}
