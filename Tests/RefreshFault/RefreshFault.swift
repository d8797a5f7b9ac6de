import Auger
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation

/// Runs a job of the workspace in the working directory as `auger refresh` does, and kills itself with SIGKILL before a
/// given file operation. Tests use it to check the files that remain. It is not part of the product, which has no way
/// to end itself like this.
///
/// Usage: `refresh-fault JOB NUMBER`
@main struct RefreshFault {
  static func main() async throws {
    guard CommandLine.arguments.count == 3, let number = Int(CommandLine.arguments[2]) else {
      FileHandle.standardError.write(Data("usage: refresh-fault JOB NUMBER\n".utf8))
      exit(64)
    }
    let workspace = try Workspace(contentsOf: "auger.yaml", adapters: [CSVAdapter()])
    let store = try LocalRunStore(folder: (workspace.directory ?? ".") + "/" + LocalRunStore.folderName)
    let process = ProcessInfo.processInfo.processIdentifier
    let worker = "refresh-fault-\(process)"
    let life = try store.register(worker: worker)
    defer { withExtendedLifetime(life) {} }
    let left = Locked(number)
    let files = FileSystem { _, _ throws(AugerError) in
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { kill(process, SIGKILL) }
    }
    let performer = RunPerformer(
      workspace: workspace, jobs: try JobDefinition.jobs(of: workspace), store: store, files: files)
    let job = try performer.job(CommandLine.arguments[1])
    let now = performer.clock.now()
    _ = try await store.recover(now: now)
    // Resume a run that an earlier kill interrupted.
    var run = try await store.history(job: job.name, limit: 100).last { $0.state == .queued }
    if run == nil {
      run = try await store.enqueue(
        RunRecord(job: job.name, trigger: .command, queuedAt: now), overlap: job.overlap)
    }
    guard let run,
      let claimed = try await store.claim(
        run.id, worker: worker, now: now, leaseUntil: now.adding(performer.lease))
    else { exit(2) }
    let record = try await performer.perform(claimed)
    exit(record.state == .succeeded ? 0 : 2)
  }
}
