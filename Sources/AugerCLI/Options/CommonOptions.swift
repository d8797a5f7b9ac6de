import ArgumentParser
import Auger
import AugerDiagnostics

/// Options of a command that computes something of a workspace.
protocol ComputesInWorkspace: WritesOutput {
  var place: WorkspaceOption { get }
  var threads: WorkersOption { get }
}

extension ComputesInWorkspace {
  var workers: Int? { threads.workers }

  /// Does a command's work; what it throws is reported.
  func run(_ work: () async throws -> Void) async throws {
    reporting.noteWorkers(workers)
    try await reporting.run(work)
  }

  /// The workspace that was named, or the nearest one upwards, or an empty one.
  ///
  /// A dashboard of it that cannot be read is reported as `damage` says, and is left out; where that is nil it is an
  /// error of the workspace.
  func openWorkspace(damage: Diagnostic.Level? = .warning, noting dashboards: [String] = []) throws -> Workspace {
    try place.open(reporting, damage: damage, noting: dashboards)
  }
}

struct CommonOptions: ParsableArguments, WritesTables, ComputesInWorkspace {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
  @Option(help: .format) var format: OutputFormat?
  @OptionGroup var tables: SafeOption
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var threads: WorkersOption
}
