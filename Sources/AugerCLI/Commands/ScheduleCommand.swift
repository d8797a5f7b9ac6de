import ArgumentParser
import Auger
import AugerRefresh
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct ScheduleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule", abstract: "Keeps running, and runs the jobs of a workspace at their times.",
    discussion: """
      SIGTERM and SIGINT end it within seconds: what is under way goes back to the queue; the next start takes it up.
      On a terminal it says what it does on standard error, elsewhere as JSON lines on standard output.

      Examples:
        auger schedule --workspace /srv/sales
        auger schedule --slots 4 --metrics /var/lib/node_exporter/auger.prom
      """)

  @Option(help: "How many runs may be under way at once.") var slots = 2

  @Option(help: "A file that is written after each run, in the text format of Prometheus.") var metrics: String?

  @Option(help: ArgumentHelp("Ends after so many runs.", visibility: .hidden)) var runs: Int?

  @OptionGroup var refresh: RefreshOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    if slots < 1 { throw ValidationError("--slots must be at least 1.") }
  }

  func run() async throws {
    try await reporting.run(isEndless: true) {
      let workspace = try place.open(reporting, damage: nil)
      let jobs = try JobDefinition.all(of: workspace)
      let store = try refresh.store(for: workspace)
      let worker = RunPerformer.newWorkerName()
      let life = try store.register(worker: worker)
      defer { withExtendedLifetime(life) {} }
      let log = RunLog(reporting)
      let file = metrics.map { RunMetrics(jobs: jobs.map(\.name), path: $0) }
      var performer = RunPerformer(
        workspace: workspace, jobs: jobs, store: store,
        lease: .seconds(refresh.lease)
      ) { report in
        log.record(report)
        if let problem = file?.count(report) { log.record(.note(problem)) }
      }
      performer.memory = memory.budget()
      performer.rasterize = Rasterizer.make
      log.info("scheduling \(jobs.count) \(jobs.count == 1 ? "job" : "jobs")")
      let service = ScheduledService(service: RunService(performer, worker: worker, slots: slots), runs: runs)
      var silent = Logger(label: "lifecycle")
      silent.logLevel = .critical
      let group = ServiceGroup(
        configuration: .init(
          services: [
            .init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)
          ], gracefulShutdownSignals: [.sigterm, .sigint], logger: silent))
      try await group.run()
      log.info("ended")
    }
  }
}

/// The scheduler as a service that a signal ends.
private struct ScheduledService: Service {
  let service: RunService
  let runs: Int?

  /// How long a database may take to notice that it was interrupted; what dies after that is recovered like any death.
  private static let patience: Duration = .seconds(4)

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await cancelWhenGracefulShutdown { try await service.run(runs: runs) }
    } onGracefulShutdown: {
      Task.detached {
        try await Task.sleep(for: Self.patience)
        exit(0)
      }
    }
  }
}
