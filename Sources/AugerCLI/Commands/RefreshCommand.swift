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
      let known = try JobDefinition.all(of: workspace)
      let store = try refresh.store(for: workspace)
      let worker = RunPerformer.newWorkerName()
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
      performer.rasterize = Rasterizer.make
      let chosen = try jobs.isEmpty ? known : jobs.map { try performer.job($0) }
      try await performer.recover()
      for job in chosen {
        let record = try await performer.settle(job, worker: worker)
        code = max(code, Self.exitCode(of: record))
      }
    }
    if code != 0 { throw ExitCode(code) }
  }

  private static func exitCode(of record: RunRecord) -> Int32 {
    if record.state == .succeeded, record.delivery != .failed { return 0 }
    return record.errorCode == Diagnostic.Code.expectationFailed.rawValue ? 1 : 2
  }
}
