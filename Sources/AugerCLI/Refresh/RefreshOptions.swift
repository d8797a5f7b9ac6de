import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerRefresh
import Foundation

/// What `refresh`, `schedule`, `jobs` and `history` share: the jobs and the folder that remembers their runs.
struct RefreshOptions: ParsableArguments {
  @Option(help: "The folder that remembers runs; without it, .auger beside the workspace file.")
  var state: String?

  func folder(of workspace: Workspace) -> String { state ?? (workspace.directory ?? ".") + "/.auger" }

  func store(for workspace: Workspace) throws -> LocalRunStore { try LocalRunStore(folder: folder(of: workspace)) }

  /// The jobs of a workspace; none is a mistake.
  static func jobs(of workspace: Workspace) throws -> [JobDefinition] {
    let jobs = try JobDefinition.jobs(of: workspace)
    guard !jobs.isEmpty else {
      throw AugerError(
        .jobUndefined, operation: "find jobs", "the workspace has no jobs",
        hint: "write them under 'jobs:' in auger.yaml")
    }
    return jobs
  }

  /// A name that no other worker has, and that says where it is.
  static func workerName() -> String {
    let host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? "host"
    return "\(host)-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
  }

  /// How publishing touches files; tests let it die before the operation of this number.
  static func files() -> FileSystem {
    guard let text = ProcessInfo.processInfo.environment["AUGER_FAULT_DIE_AT"], let last = Int(text) else {
      return FileSystem()
    }
    let countdown = FaultCountdown(last)
    return FileSystem { _, _ throws(AugerError) in
      if countdown.next() { kill(ProcessInfo.processInfo.processIdentifier, SIGKILL) }
    }
  }
}
