import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerRefresh
import Foundation

struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Run jobs now and publish their results.",
    discussion: """
      Examples (the workspace must define a job 'nightly'):
        auger refresh
        auger refresh nightly --rebuild

      Jobs run one after the other. A run that was interrupted is completed first.

      Exit codes:
        0  All results were published
        1  A result did not meet an expectation of its job
        2  A run failed

      After a failure, the previous snapshot remains published.
      """)

  @Argument(help: ArgumentHelp("Jobs of the workspace. Default: all jobs.", valueName: "job")) var jobs: [String] = []

  /// The execution of the jobs.
  struct RunOptions: ParsableArguments {
    @Flag(help: "Read the stored tables of the jobs from their sources again.") var rebuild = false
  }

  @OptionGroup(title: "Runs") var runs: RunOptions
  @OptionGroup(title: "Runs") var refresh: RefreshOptions
  @OptionGroup(title: "Runs") var clock: ClockOptions
  @OptionGroup(title: "Output") var reporting: ReportingOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var memory: MemoryOptions

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
      performer.rebuildsTables = runs.rebuild
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
