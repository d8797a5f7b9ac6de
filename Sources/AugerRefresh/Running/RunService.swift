import AugerColumns
import AugerDiagnostics

/// Keeps a workspace's jobs to their times until its task is cancelled.
///
/// One task watches the schedule, and `slots` tasks take runs from the store and perform them. All of them look at the
/// clock again at least every second, so that a clock that jumps and a machine that slept are noticed.
package struct RunService: Sendable {
  package var performer: RunPerformer
  package var worker: String
  /// How many runs are under way at once.
  package var slots: Int
  /// How long a slot without work waits before it looks again.
  package var pause: Duration = .milliseconds(250)
  /// How many settled runs of each job are remembered.
  package var historyCount = Self.standardHistoryCount

  package static let standardHistoryCount = 1000

  package init(_ performer: RunPerformer, worker: String, slots: Int = 2) {
    precondition(slots >= 1, "a service needs a slot")
    self.performer = performer
    self.worker = worker
    self.slots = slots
  }

  /// Runs until cancelled. What is under way then goes back to the queue; nothing is left half written.
  ///
  /// - Parameter runs: ends by itself after so many runs; nil is never.
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
      // A clock set back would otherwise put these off for as long.
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
        // It could not be recorded; when its lease is over, the run is recovered by the worker that sees it first.
        performer.report(.note("run \(claimed.id) of '\(claimed.job)' could not be recorded: \(error)"))
        try await performer.clock.sleep(for: pause)
      }
    }
  }

  /// Asks a store of runs that does not answer again, after growing pauses: its server may come back.
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
