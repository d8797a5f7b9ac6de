import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

// Terms of this module:
//
// - A *job* is configured in a workspace. `JobDefinition`, in `Jobs`, describes it.
// - A *run* is one execution of a job. `RunRecord`, in `History`, contains its state. `RunRow` is its row in the local
//   database. `JobRun` is the part that programs can read.
// - An *attempt* is one try of a run. `RunPerformer`, in `Running`, performs it, and `AttemptEvaluation` computes its
//   results. A transient failure leads to another attempt.
// - A *worker* performs attempts. It holds a run by a *lease* and writes under the *fence* of its claim.

/// The jobs of a workspace in your own program. Run them on demand or on schedule.
///
/// ```swift
/// let workspace = try Workspace(contentsOf: URL(filePath: "auger.yaml"), adapters: CSVAdapter())
/// let runner = try JobRunner(workspace)
/// let run = try await runner.run("nightly")
/// let snapshot = try runner.snapshot(of: "nightly")
/// ```
///
/// Runs are recorded in a folder that any number of processes share, including the command `auger`. A job never runs
/// twice at the same time. If a process dies, another one continues its run. A snapshot is published completely or not
/// at all.
///
/// PNG and PDF output requires the command, which uses a browser to draw them. A job with `png` or `pdf` fails here.
public struct JobRunner: Sendable {
  private let performer: RunPerformer
  private let worker: String
  /// The mark that this process is alive, held as long as a copy of the runner exists.
  private let life: WorkerLife?

  /// Reads the jobs of a workspace, and opens or creates the folder of its runs.
  ///
  /// - Parameters:
  ///   - folder: the folder in which runs are recorded. Nil means `.auger` next to the workspace file.
  ///   - memoryLimit: the maximum number of bytes for the results and working data of all concurrent runs. A run that
  ///     exceeds it fails with `lowMemory`. Nil means no limit.
  ///   - report: a function that receives the events of runs, from any thread, for logs and metrics.
  /// - Throws: `DiagnosticError` with all errors in the jobs, or `AugerError`: `jobUndefined` if the workspace defines
  ///   no jobs, `runStoreFailed` if the folder cannot be used.
  public init(
    _ workspace: Workspace, folder: String? = nil, memoryLimit: Int? = nil,
    report: @escaping @Sendable (JobReport) -> Void = { _ in }
  ) throws {
    let jobs = try JobDefinition.all(of: workspace)
    let store = try LocalRunStore(
      folder: folder ?? LocalRunStore.folder(beside: workspace), folder == nil ? workspace.access : .anywhere)
    worker = RunPerformer.newWorkerName()
    life = try store.register(worker: worker)
    var performer = RunPerformer(workspace: workspace, jobs: jobs, store: store) { report(JobReport($0)) }
    performer.memory = memoryLimit.map { MemoryBudget(limit: $0) }
    self.performer = performer
  }

  /// The names of the jobs, in the order of the workspace file.
  public var jobs: [String] { performer.jobs.map(\.name) }

  /// Runs a job now. Returns when its results are published or it has failed permanently.
  ///
  /// A failed job does not throw: the result contains the failure. If the task is cancelled, the run returns to the
  /// queue and its queries are cancelled in their databases.
  ///
  /// - Throws: `DiagnosticError` for an unknown job, `AugerError` or `CancellationError`. The code is `jobUnderWay` if
  ///   another process runs the job and the job does not queue, or `runStoreFailed`.
  public func run(_ job: String) async throws -> JobRun {
    JobRun(try await performer.settle(try performer.job(job), worker: worker))
  }

  /// Runs the jobs on schedule until the task is cancelled. Runs in progress then return to the queue, and no
  /// incomplete files remain.
  ///
  /// - Parameter slots: the maximum number of concurrent runs, at least 1.
  /// - Throws: `AugerError(runStoreFailed)` if runs cannot be recorded for a long time.
  public func keepSchedule(slots: Int = 2) async throws {
    try await RunService(performer, worker: worker, slots: max(1, slots)).run()
  }

  /// Returns the last published snapshot of a job. Nil if the job has not published yet, or does not publish.
  ///
  /// - Throws: `DiagnosticError` for an unknown job, `AugerError(snapshotDamaged)`.
  public func snapshot(of job: String) throws -> PublishedSnapshot? {
    guard let publication = try performer.job(job).publication else { return nil }
    return try PublishedSnapshot(directory: publication.directory)
  }
}

extension JobDefinition {
  /// Returns the jobs of a workspace. Throws if it defines none.
  package static func all(of workspace: Workspace) throws -> [JobDefinition] {
    let jobs = try JobDefinition.jobs(of: workspace)
    guard !jobs.isEmpty else {
      throw AugerError(
        .jobUndefined, operation: "find jobs", "the workspace has no jobs",
        hint: "Define jobs under 'jobs:' in auger.yaml.")
    }
    return jobs
  }
}

extension LocalRunStore {
  /// Returns the default folder for the runs of a workspace.
  package static func folder(beside workspace: Workspace) -> String {
    (workspace.directory ?? ".") + "/" + folderName
  }
}

extension RunPerformer {
  /// Returns a unique worker name that contains the host name.
  package static func newWorkerName() -> String {
    let host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? "host"
    return "\(host)-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
  }
}
