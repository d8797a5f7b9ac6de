import ArgumentParser
import Auger
import AugerRefresh
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct ScheduleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule", abstract: "Run scheduled jobs until stopped.",
    discussion: """
      Examples (the workspace must define jobs):
        auger schedule
        auger schedule --slots 4 --metrics /var/lib/node_exporter/auger.prom

      SIGTERM and SIGINT stop the scheduler within seconds. Unfinished runs return to the queue and are resumed at the \
      next start. In a terminal, the log is written to standard error. Otherwise, it is written to standard output, \
      one JSON object per line.
      """)

  /// The execution of the jobs.
  struct ServiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum number of concurrent runs. Default: 2.", valueName: "count")) var slots: Int?

    @Option(
      help: ArgumentHelp(
        "File for metrics in the text format of Prometheus, written after each run. Default: no metrics.",
        valueName: "file"))
    var metrics: String?

    @Option(
      help: ArgumentHelp("Number of runs after which the scheduler stops.", valueName: "count", visibility: .hidden))
    var runs: Int?
  }

  @OptionGroup(title: "Runs") var scheduler: ServiceOptions
  @OptionGroup(title: "Runs") var refresh: RefreshOptions
  @OptionGroup(title: "Output") var reporting: ReportingOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var memory: MemoryOptions

  private var slots: Int { scheduler.slots ?? 2 }

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
      let file = scheduler.metrics.map { RunMetrics(jobs: jobs.map(\.name), path: $0) }
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
      let service = ScheduledService(service: RunService(performer, worker: worker, slots: slots), runs: scheduler.runs)
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

/// The scheduler as a service that stops on a signal.
private struct ScheduledService: Service {
  let service: RunService
  let runs: Int?

  /// The maximum time to wait for cancelled database queries. Later, the process exits, and the next start recovers its
  /// runs.
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
