import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerRefresh
import Foundation

struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Runs jobs now and publishes their results.",
    discussion: """
      Without names all jobs of the workspace are run, one after the other. A run that was left unfinished is finished.

      Exit codes: 0 all is published, 1 a result is not as expected, 2 could not; the last good snapshot stays.

      Examples:
        auger refresh
        auger refresh nightly-sales --workspace /srv/sales
      """)

  @Argument(help: "Jobs of the workspace.") var jobs: [String] = []

  @Flag(help: "Tables that jobs keep are read anew from their sources.") var rebuild = false

  @OptionGroup var refresh: RefreshOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var reporting: ReportingOptions

  func run() async throws {
    var code: Int32 = 0
    try await reporting.run {
      let workspace = try place.open(reporting, damage: nil)
      let known = try RefreshOptions.jobs(of: workspace)
      let store = try refresh.store(for: workspace)
      let worker = RefreshOptions.workerName()
      let life = try store.register(worker: worker)
      defer { withExtendedLifetime(life) {} }
      let log = RunLog(reporting)
      var performer = RunPerformer(
        workspace: workspace, jobs: known, store: store,
        lease: .seconds(refresh.lease)
      ) { log.record($0) }
      performer.memory = memory.budget()
      performer.moment = clock.now?.timestamp
      performer.rebuildsTables = rebuild
      performer.rasterize = { try await Rasterizer.make($1 == .pdf ? .pdf : .png, of: $0) }
      let chosen = try jobs.isEmpty ? known : jobs.map { try performer.job($0) }
      let recovered = try await store.recover(now: performer.clock.now())
      if !recovered.isEmpty { log.record(.recovered(recovered)) }
      for job in chosen {
        let began = performer.clock.now()
        var record = try await run(job, performer, worker)
        // What waited may have been published already, of the data of then.
        if Self.isOlder(record, than: began, job) { record = try await run(job, performer, worker) }
        code = max(code, Self.exitCode(of: record))
      }
    }
    if code != 0 { throw ExitCode(code) }
  }

  /// Takes up a run that waits in the queue, or asks for one; and stays with it until it is settled.
  private func run(_ job: JobDefinition, _ performer: RunPerformer, _ worker: String) async throws -> RunRecord {
    let (store, clock) = (performer.store, performer.clock)
    let waiting = try await store.history(job: job.name, limit: 100).last { $0.state == .queued }
    let asked = RunRecord(job: job.name, trigger: .command, queuedAt: clock.now())
    var queued = waiting
    if queued == nil { queued = try await store.enqueue(asked, overlap: job.overlap) }
    guard var record = queued else {
      throw AugerError(.runStoreFailed, operation: "run job '\(job.name)'", "the run was not recorded")
    }
    if record.state == .skipped {
      throw AugerError(
        .jobUnderWay, operation: "run job '\(job.name)'", "it is being run by another process",
        hint: "with 'overlap: queue' this run would wait")
    }
    while !record.isSettled {
      // What was under way went back to the queue when the command was cancelled.
      try Task.checkCancellation()
      let now = clock.now()
      if let claimed = try await store.claim(
        record.id, worker: worker, now: now, leaseUntil: now.adding(performer.lease))
      {
        record = try await performer.perform(claimed)
        if record.state == .queued {
          let wait = record.notBefore.microseconds - clock.now().microseconds
          if wait > 0 { try await clock.sleep(for: .microseconds(wait)) }
        }
      } else {
        // The worker that has it may have died.
        _ = try await store.recover(now: now)
        try await clock.sleep(for: .milliseconds(200))
        guard let current = try await store.run(record.id) else { break }
        record = current
      }
    }
    return record
  }

  private static func isOlder(_ record: RunRecord, than moment: Timestamp, _ job: JobDefinition) -> Bool {
    guard record.delivery == .delivered, let publication = job.publication,
      let snapshot = try? PublishedSnapshot(directory: publication.directory), snapshot.manifest.run == record.id
    else { return false }
    return snapshot.asOf < moment
  }

  private static func exitCode(of record: RunRecord) -> Int32 {
    if record.state == .succeeded, record.delivery != .failed { return 0 }
    return record.errorCode == Diagnostic.Code.expectationFailed.rawValue ? 1 : 2
  }
}

extension Diagnostic.Code {
  static let jobUnderWay = Self("jobUnderWay")
}
