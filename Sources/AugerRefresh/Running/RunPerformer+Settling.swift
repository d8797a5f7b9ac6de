import AugerColumns
import AugerDiagnostics

extension RunPerformer {
  /// Runs a job now: takes over a queued run or adds one, then waits until it is settled.
  ///
  /// A queued run may have been published already, with data older than this call. In that case the job runs again.
  ///
  /// Throws `jobUnderWay` if another worker runs the job and its overlap policy is `skip`, or `runStoreFailed` if the
  /// run cannot be recorded. After `CancellationError` the run is in the queue again.
  package func settle(_ job: JobDefinition, worker: String) async throws -> RunRecord {
    let began = clock.now()
    let record = try await settleOnce(job, worker)
    return isOlder(record, than: began, job) ? try await settleOnce(job, worker) : record
  }

  private func settleOnce(_ job: JobDefinition, _ worker: String) async throws -> RunRecord {
    let waiting = try await store.history(job: job.name, limit: 100).last { $0.state == .queued }
    let asked = RunRecord(job: job.name, trigger: .command, queuedAt: clock.now())
    var queued = waiting
    if queued == nil { queued = try await store.enqueue(asked, overlap: job.overlap) }
    guard var record = queued else {
      throw AugerError(.runStoreFailed, operation: "run job '\(job.name)'", "the run was not recorded")
    }
    if record.state == .skipped {
      throw AugerError(
        .jobUnderWay, operation: "run job '\(job.name)'", "it is already running in another process",
        hint: "Wait until it ends, or set 'overlap: queue' in the job.")
    }
    while !record.isSettled {
      // Cancellation returned the run to the queue.
      try Task.checkCancellation()
      let now = clock.now()
      if let claimed = try await store.claim(record.id, worker: worker, now: now, leaseUntil: now.adding(lease)) {
        record = try await perform(claimed)
        if record.state == .queued {
          let wait = record.notBefore.microseconds - clock.now().microseconds
          if wait > 0 { try await clock.sleep(for: .microseconds(wait)) }
        }
      } else {
        // The worker that holds the run may have died.
        try await recover()
        try await clock.sleep(for: .milliseconds(200))
        guard let current = try await store.run(record.id) else { break }
        record = current
      }
    }
    return record
  }

  private func isOlder(_ record: RunRecord, than moment: Timestamp, _ job: JobDefinition) -> Bool {
    guard record.delivery == .delivered, let publication = job.publication,
      let snapshot = try? PublishedSnapshot(directory: publication.directory), snapshot.manifest.run == record.id
    else { return false }
    return snapshot.asOf < moment
  }
}

extension Diagnostic.Code {
  /// Another worker runs the job.
  package static let jobUnderWay = Self("jobUnderWay")
}
