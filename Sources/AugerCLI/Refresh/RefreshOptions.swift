import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerRefresh
import AugerWorkers
import Foundation

/// What `refresh`, `schedule`, `jobs` and `history` share: the jobs and the folder that remembers their runs.
struct RefreshOptions: ParsableArguments {
  @Option(
    help: """
      Where runs are remembered: a folder, or a PostgreSQL database that several workers share, as postgresql://... or \
      'service=NAME'. Without it AUGER_STATE says it, or else it is .auger beside the workspace file.
      """)
  var state: String?

  @Option(help: ArgumentHelp("How long a run stays claimed when its worker is silent.", visibility: .hidden))
  var lease = 30.0

  func validate() throws {
    if !(lease >= 0.1 && lease <= 86_400) { throw ValidationError("--lease must be a number of seconds.") }
  }

  func store(for workspace: Workspace) throws -> any RunStore {
    let place = state ?? ProcessInfo.processInfo.environment["AUGER_STATE"]
    if let place, Self.isDatabase(place) { return try SharedRunStore(place) }
    guard let place else { return try LocalRunStore(folder: LocalRunStore.folder(beside: workspace), workspace.access) }
    return try LocalRunStore(folder: place)
  }

  private static func isDatabase(_ place: String) -> Bool {
    ["postgresql://", "postgres://"].contains { place.hasPrefix($0) } || SourceArgument.areKeywords(place)
  }
}
