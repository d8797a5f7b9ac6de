import AugerColumns
import AugerDiagnostics
import AugerQuery

extension RunPerformer {
  /// Sends the published snapshot and the end of failures to every target. A failed target does not affect the others.
  func notifyTargets(_ record: inout RunRecord, _ job: JobDefinition) async throws {
    let held = record
    let targets = job.publication?.targets ?? []
    let before = targets.isEmpty ? nil : try await store.outcome(before: held)
    var failures: [RunFailure] = []
    for target in targets {
      do {
        if let directory = job.publication?.directory {
          try await send(to: target, held, job) { try DeliveryNotice(publishedBy: held, in: directory, at: $0) }
        }
        if let before, before.isFailure {
          try await send(to: target, held, job) { DeliveryNotice(.recovered(from: before), of: held, at: $0) }
        }
      } catch let lasting as LastingFailure {
        failures.append(lasting.failure)
      }
    }
    if let first = failures.first {
      apply(.deliveryFailed(first), to: &record, job)
    } else {
      apply(.delivered(snapshot: record.snapshot), to: &record, job)
    }
  }

  /// Reports a permanent failure: marks the last snapshot as stale and notifies the targets, unless the previous run
  /// also failed.
  ///
  /// Call this before recording the end. If the worker dies here, another worker repeats the run.
  ///
  /// - Parameter held: the recorded run, whose lease is renewed during delivery.
  func reportFailure(
    _ failed: RunRecord, _ failure: RunFailure, heldAs held: RunRecord, _ job: JobDefinition
  ) async throws {
    await markStale(failed, failure, job)
    if let before = try await store.outcome(before: failed), before.isFailure { return }
    let targets = job.publication?.targets ?? []
    if targets.isEmpty {
      report(.note("job '\(job.name)' failed and notified nobody: it has no webhook and no e-mail"))
    }
    for target in targets {
      do {
        try await send(to: target, held, job) { DeliveryNotice(.failed, of: failed, at: $0) }
      } catch let lasting as LastingFailure {
        report(
          .note(
            "job '\(job.name)' failed and its \(target.channel.name) was not delivered: "
              + "\(lasting.failure.code): \(lasting.failure.message)"))
      }
    }
  }

  /// Returns runs of dead workers to the queue. If too many workers died during a run, the run fails instead.
  package func recover() async throws {
    let recovered = try await store.recover(now: clock.now())
    let requeued = recovered.filter { !$0.isSettled }
    if !requeued.isEmpty { report(.recovered(requeued)) }
    var errors: [any Error] = []
    for record in recovered where record.isSettled {
      report(.ended(record))
      guard record.isFailure, let job = jobs.first(named: record.job) else { continue }
      let failure = RunFailure(
        code: record.errorCode ?? "other", message: record.errorMessage ?? "", isTransient: false)
      // The end of these runs is recorded, so no other worker reports the remaining ones.
      do { try await reportFailure(record, failure, heldAs: record, job) } catch { errors.append(error) }
    }
    if let first = errors.first { throw first }
  }

  private func send(
    to target: DeliveryTarget, _ held: RunRecord, _ job: JobDefinition,
    _ notice: @escaping @Sendable (Timestamp) throws -> DeliveryNotice
  ) async throws {
    let channel = target.channel
    try await persistently(held, job) {
      let now = clock.now()
      let notice = try await Workers.blocking(RunControl()) { try notice(now) }
      try await channel.deliver(notice)
    }
  }

  private func markStale(_ record: RunRecord, _ failure: RunFailure, _ job: JobDefinition) async {
    guard let publication = job.publication else { return }
    let folder = SnapshotFolder(publication.directory, files: files)
    let now = clock.now()
    do {
      _ = try await Workers.blocking(RunControl()) { try folder.markStale(run: record.id, failure, at: now) }
    } catch {
      report(.note("the snapshot of '\(job.name)' could not be marked as stale: \(error)"))
    }
  }
}

extension RunStore {
  /// Returns the previous run of the same job that succeeded or failed. Nil for the first one.
  func outcome(before record: RunRecord) async throws -> RunRecord? {
    var limit = 16
    while true {
      let runs = try await history(job: record.job, limit: limit)
      let ended = runs.filter { $0.id != record.id && $0.hasOutcome }
      // A run that waits for a retry may finish after a later run.
      if let last = ended.max(by: { ($0.finishedAt ?? $0.queuedAt) < ($1.finishedAt ?? $1.queuedAt) }) { return last }
      if runs.count < limit { return nil }
      limit *= 8
    }
  }
}
