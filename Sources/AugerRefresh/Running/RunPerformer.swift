import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Dispatch

/// An event that a performer reports, for logs and metrics.
package enum RunReport: Sendable {
  case began(RunRecord)
  /// An attempt failed. The record contains the time of the next one.
  case willRetry(RunRecord)
  /// The results could not be delivered. Delivery is retried after a wait.
  case willDeliverAgain(RunRecord, after: Duration, RunFailure)
  case ended(RunRecord)
  /// Another worker holds the run now. The results computed here are dropped.
  case lost(RunRecord)
  /// Runs of a dead worker are in the queue again.
  case recovered([RunRecord])
  case note(String)
}

/// Performs claimed runs: evaluates, checks, publishes and records the outcome.
package struct RunPerformer: Sendable {
  package var workspace: Workspace
  package var jobs: [JobDefinition]
  package var store: any RunStore
  package var clock: any WallClock
  /// The file operations for publishing.
  package var files: FileSystem
  /// The time for which a run remains claimed without a sign of life from its worker.
  package var lease: Duration
  /// The memory budget of all concurrent runs. A run that exceeds it fails with `lowMemory`.
  package var memory: MemoryBudget?
  /// The value of `today()` and `now()` in every run. Nil means the scheduled time, or else the first start of the run.
  package var moment: Timestamp?
  /// True if stored tables are read from their sources again.
  package var rebuildsTables = false
  /// The renderer for jobs that publish PNG and PDF.
  package var rasterize: ChartFiles.Rasterize?
  package var report: @Sendable (RunReport) -> Void

  package init(
    workspace: Workspace, jobs: [JobDefinition], store: any RunStore, clock: any WallClock = SystemClock(),
    files: FileSystem = FileSystem(), lease: Duration = .seconds(30),
    report: @escaping @Sendable (RunReport) -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.jobs = jobs
    self.store = store
    self.clock = clock
    self.files = files
    self.files.access = workspace.access
    self.lease = lease
    self.report = report
  }

  package func job(_ name: String) throws(DiagnosticError) -> JobDefinition {
    try JobDefinition.named(name, among: jobs)
  }

  /// Performs one attempt of a claimed run. If its task is cancelled, the run returns to the queue.
  ///
  /// Throws only if the run store fails.
  package func perform(_ claimed: RunRecord) async throws -> RunRecord {
    var record = claimed
    report(.began(record))
    do {
      do {
        let job = try job(record.job)
        if let snapshot = try await publishedBefore(record, job) {
          apply(.evaluated(rows: snapshot.rows, bytes: snapshot.bytes), to: &record, job)
          record.snapshot = snapshot.name
          try await notifyTargets(&record, job)
        } else {
          try await evaluateAndDeliver(&record, job)
        }
      } catch let error where !Task.isCancelled && !(error is RunRefusal) {
        try await fail(&record, RunFailure(error))
      }
    } catch let error where Task.isCancelled && !(error is RunRefusal) {
      apply(.givenBack, to: &record, nil)
    } catch RunRefusal.cancelled {
      apply(.cancelled, to: &record, nil)
    } catch RunRefusal.leaseLost {
      report(.lost(record))
      return record
    }
    guard try await store.save(record) else {
      report(.lost(record))
      return record
    }
    report(record.state == .queued ? .willRetry(record) : .ended(record))
    return record
  }

  private func evaluateAndDeliver(_ record: inout RunRecord, _ job: JobDefinition) async throws {
    let asOf = clock.now()
    let now = moment ?? record.scheduledFor ?? record.startedAt ?? asOf
    let held = record
    let draft = SnapshotDraft(in: job.publication?.directory, run: held.id, fence: held.fence, files: files)
    defer { draft.discard() }
    let (result, measures) = try await holding(held, job.timeout) {
      let result = try await AttemptEvaluation(
        job: job, workspace: workspace, draft: draft, rebuilds: rebuildsTables, fence: held.fence, asOf: asOf,
        now: now, memory: memory, rasterize: rasterize
      ).run()
      return (result, try await check(job, result))
    }
    apply(.evaluated(rows: result.rows, bytes: result.bytes), to: &record, job)
    guard try await store.save(record) else { throw RunRefusal.leaseLost }
    for notice in result.notices { report(.note("\(notice.chart): \(notice.code): \(notice.message)")) }
    var contents = SnapshotFolder.Contents(
      job: job.name, run: record.id, fence: record.fence, began: record.startedAt, asOf: asOf, files: result.files,
      in: draft,
      receipt: result.answers.map {
        SnapshotManifest.Query(name: $0.name, arguments: $0.arguments.canonicalText, rows: $0.rowCount)
      }, measures: measures)
    contents.notices = result.notices
    try await deliver(contents, result.kept, &record, job)
  }

  /// Checks the results against the expectations before anything is published.
  private func check(
    _ job: JobDefinition, _ result: AttemptEvaluation.Result
  ) async throws -> [SnapshotManifest.Measure] {
    guard !job.expectations.isEmpty else { return [] }
    let control = RunControl()
    let now = clock.now()
    return try await Workers.blocking(control) {
      let previous = try job.publication.flatMap { publication -> PublishedSnapshot? in
        // Publishing reports the damage and moves the snapshot away.
        do { return try PublishedSnapshot(directory: publication.directory) } catch let error as AugerError
          where error.code == .snapshotDamaged
        { return nil }
      }
      return try ExpectationCheck(
        expectations: job.expectations, previous: previous?.manifest.measures ?? [], now: now
      ).measures(of: result.answers)
    }
  }

  private func deliver(
    _ contents: SnapshotFolder.Contents, _ kept: AttemptEvaluation.KeptTable?, _ record: inout RunRecord,
    _ job: JobDefinition
  ) async throws {
    let held = record
    do {
      record.snapshot = try await persistently(held, job) {
        let (now, control) = (clock.now(), RunControl())
        return try await Workers.blocking(control) {
          if let kept { try write(kept, held, control) }
          return try job.publication.map { try publish(contents, $0, at: now, held, control) }
        }
      }
    } catch let lasting as LastingFailure {
      var failed = record
      apply(.deliveryFailed(lasting.failure), to: &failed, job)
      try await reportFailure(failed, lasting.failure, heldAs: record, job)
      record = failed
      return
    }
    try await notifyTargets(&record, job)
  }

  /// A failure after which the run is not tried again.
  struct LastingFailure: Error {
    var failure: RunFailure
  }

  /// Retries a delivery according to the job's policy. The results are not computed again.
  func persistently<R: Sendable>(
    _ record: RunRecord, _ job: JobDefinition, _ body: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    var attempt = 1
    while true {
      do { return try await holding(record, nil, body) } catch let error
        where !(error is RunRefusal) && !Task.isCancelled
      {
        let failure = RunFailure(error)
        if failure.code == Diagnostic.Code.leaseLost.rawValue { throw RunRefusal.leaseLost }
        var chance = SystemRandomNumberGenerator()
        guard failure.isTransient, let wait = job.retry.wait(afterAttempt: attempt, using: &chance) else {
          throw LastingFailure(failure: failure)
        }
        report(.willDeliverAgain(record, after: wait, failure))
        try await holding(record, nil) { try await clock.sleep(for: wait) }
        attempt += 1
      }
    }
  }

  private func write(_ kept: AttemptEvaluation.KeptTable, _ held: RunRecord, _ control: RunControl) throws {
    try TableStore(directory: kept.directory, files: files).write(kept.file, as: kept.name, control) {
      try stillHeld(held)
    }
  }

  private func publish(
    _ contents: SnapshotFolder.Contents, _ publication: JobDefinition.Publication, at now: Timestamp,
    _ held: RunRecord, _ control: RunControl
  ) throws -> String {
    let folder = SnapshotFolder(publication.directory, files: files)
    let published = try folder.publish(contents, at: now, control) { try stillHeld(held) }
    if let damage = published.damage { report(.note(damage)) }
    removeOld(publication.keep, in: publication.directory)
    return published.name
  }

  /// Removes old snapshots. A failure here does not fail a published run.
  private func removeOld(_ keep: Retention, in directory: String) {
    do { _ = try SnapshotFolder(directory, files: files).removeOld(keep, at: clock.now()) } catch {
      report(.note("old snapshots stay: \(error)"))
    }
  }

  /// Throws if the run is no longer held or is cancelled. Waits for the store, so call it from a blocking thread.
  private func stillHeld(_ record: RunRecord) throws {
    let answer = Locked<Result<RunRecord?, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let now = clock.now()
    Task {
      let found: Result<RunRecord?, any Error>
      do {
        found = .success(try await store.renew(record, now: now, leaseUntil: now.adding(lease)))
      } catch { found = .failure(error) }
      answer.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    guard let current = try answer.withLock({ $0 })?.get() else { throw RunRefusal.leaseLost }
    if current.cancelRequested { throw RunRefusal.cancelled }
  }

  /// Runs `body` while this worker holds the run. A settled run needs no holder.
  ///
  /// If the lease is lost, cancellation is requested or the time limit is exceeded, `body` and its database queries are
  /// cancelled.
  private func holding<R: Sendable>(
    _ record: RunRecord, _ timeout: Duration?, _ body: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    if record.isSettled { return try await body() }
    return try await withThrowingTaskGroup(of: R?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await body() }
      if let timeout {
        group.addTask {
          try await clock.sleep(for: timeout)
          throw AugerError(
            .timeout, operation: "finish job '\(record.job)'", "it exceeded its time limit of \(timeout.unitText)")
        }
      }
      group.addTask { try await keepLease(of: record) }
      do {
        while let result = try await group.next() { if let result { return result } }
      } catch is CancellationError {
        // `body` may have completed before the cancellation took effect. In that case its result counts.
        group.cancelAll()
        while let rest = await group.nextResult() { if case .success(let result?) = rest { return result } }
      }
      throw CancellationError()
    }
  }

  /// Renews the lease until an error occurs. If the store does not respond, it retries until the lease expires.
  private func keepLease(of record: RunRecord) async throws -> Never {
    var renewedAt = clock.now()
    while true {
      try await clock.sleep(for: min(.seconds(1), lease / 3))
      let now = clock.now()
      do {
        guard let current = try await store.renew(record, now: now, leaseUntil: now.adding(lease)) else {
          throw RunRefusal.leaseLost
        }
        if current.cancelRequested { throw RunRefusal.cancelled }
        renewedAt = now
      } catch let error as AugerError {
        if renewedAt.adding(lease) < clock.now() { throw error }
      }
    }
  }

  private func fail(_ record: inout RunRecord, _ failure: RunFailure) async throws {
    let job = jobs.first(named: record.job)
    var failed = record
    apply(.evaluationFailed(failure), to: &failed, job)
    if failed.state == .failed, let job { try await reportFailure(failed, failure, heldAs: record, job) }
    record = failed
  }

  /// Returns the results that were published before a worker died or was cancelled, so that they are not published
  /// twice.
  private func publishedBefore(
    _ record: RunRecord, _ job: JobDefinition
  ) async throws -> (name: String, rows: Int, bytes: Int)? {
    guard let directory = job.publication?.directory, let began = record.startedAt else {
      return nil
    }
    return try await Workers.blocking(RunControl()) {
      let folder = SnapshotFolder(directory, files: files)
      guard let earlier = try folder.shown(byRun: record.id, job: record.job, since: began) else { return nil }
      if let keep = job.publication?.keep { removeOld(keep, in: directory) }
      let manifest = earlier.manifest
      return (
        earlier.name, manifest.receipt.reduce(0) { $0 + $1.rows }, manifest.files.reduce(0) { $0 + $1.bytes }
      )
    }
  }

  func apply(_ event: RunEvent, to record: inout RunRecord, _ job: JobDefinition?) {
    var chance = SystemRandomNumberGenerator()
    record.apply(event, at: clock.now(), retry: job?.retry ?? RetryPolicy(), using: &chance)
  }
}

/// The reason why a worker releases a run. The run itself has not failed.
enum RunRefusal: Error {
  case leaseLost
  case cancelled
}
