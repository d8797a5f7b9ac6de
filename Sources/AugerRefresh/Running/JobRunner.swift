import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

// Words of this module:
//
// - A *job* is configured in a workspace. `JobDefinition`, in `Jobs`, describes it.
// - A *run* is one execution of a job. `RunRecord`, in `History`, holds its state. `RunRow` is its row in the local
//   database, and `JobRun` the part of it that programs see.
// - An *attempt* is one try of a run. `RunPerformer`, in `Running`, performs it, and `AttemptEvaluation` computes its
//   results. A transient failure leads to another attempt.
// - A *worker* performs attempts. It holds a run by a *lease*, and writes under the *fence* of its claim.

/// The jobs of a workspace inside a program: run now, or at their times.
///
/// ```swift
/// let runner = try JobRunner(try Workspace(contentsOf: "auger.yaml", adapters: [CSVAdapter()]))
/// let run = try await runner.run("nightly")
/// let snapshot = try runner.snapshot(of: "nightly")
/// ```
///
/// Runs are recorded in a folder that any number of processes share, the command `auger` among them: a job never runs
/// twice at once, a run whose process dies is taken up by another, and a snapshot is shown whole or not at all.
/// Pictures
/// of `png` and `pdf` need the command, which has a browser draw them; a job that publishes such fails here.
public struct JobRunner: Sendable {
  private let performer: RunPerformer
  private let worker: String
  /// Says to other processes that this one is alive, for as long as a copy of the runner lives.
  private let life: WorkerLife?

  /// Reads the jobs of a workspace, and opens or makes the folder of its runs.
  ///
  /// - Parameters:
  ///   - folder: where runs are recorded; nil: `.auger` beside the workspace file.
  ///   - memoryLimit: bytes that all runs that are under way at once, and what they are made of, may take together;
  /// more
  ///     fails with `lowMemory`. Nil: as much as there is.
  ///   - report: is called with what happens to runs, from any thread: for logs and metrics.
  /// - Throws: `DiagnosticError` with every mistake in the jobs, and `AugerError`: `jobUndefined` where there are none,
  ///   `runStoreFailed` for the folder.
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

  /// Names of the jobs, in the order of the workspace's file.
  public var jobs: [String] { performer.jobs.map(\.name) }

  /// Runs a job now and waits until its results are published, or it has failed for good.
  ///
  /// That a job fails is not an error of the program: the result says so. When the task is cancelled, the run goes back
  /// to the queue, and its queries are cancelled in their databases.
  ///
  /// - Throws: `DiagnosticError` for a name that is not among the jobs, `AugerError`: `jobUnderWay` where another
  ///   process runs it and the job does not queue, `runStoreFailed`; and `CancellationError`.
  public func run(_ job: String) async throws -> JobRun {
    JobRun(try await performer.settle(try performer.job(job), worker: worker))
  }

  /// Runs the jobs at their times until the task is cancelled. What is under way then goes back to the queue; nothing
  /// is
  /// left half written.
  ///
  /// - Parameter slots: how many runs may be under way at once, at least 1.
  /// - Throws: `AugerError(runStoreFailed)` where runs cannot be recorded for longer.
  public func keepSchedule(slots: Int = 2) async throws {
    try await RunService(performer, worker: worker, slots: max(1, slots)).run()
  }

  /// What a job has published last; nil where it has published nothing yet, or has no place to publish to.
  ///
  /// - Throws: `DiagnosticError` for a name that is not among the jobs, `AugerError(snapshotDamaged)`.
  public func snapshot(of job: String) throws -> PublishedSnapshot? {
    guard let publication = try performer.job(job).publication else { return nil }
    return try PublishedSnapshot(directory: publication.directory)
  }
}

extension JobDefinition {
  /// The jobs of a workspace; none is a mistake.
  package static func all(of workspace: Workspace) throws -> [JobDefinition] {
    let jobs = try JobDefinition.jobs(of: workspace)
    guard !jobs.isEmpty else {
      throw AugerError(
        .jobUndefined, operation: "find jobs", "the workspace has no jobs",
        hint: "write them under 'jobs:' in auger.yaml")
    }
    return jobs
  }
}

extension LocalRunStore {
  /// Where the runs of a workspace are recorded unless something else is said.
  package static func folder(beside workspace: Workspace) -> String {
    (workspace.directory ?? ".") + "/" + folderName
  }
}

extension RunPerformer {
  /// A name that no other worker has, and that says where it is.
  package static func newWorkerName() -> String {
    let host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? "host"
    return "\(host)-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
  }
}
