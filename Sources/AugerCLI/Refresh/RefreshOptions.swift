import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerRefresh
import AugerWorkers
import Foundation

/// The run store of `refresh`, `schedule`, `history` and `serve`.
struct RefreshOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Store of past runs: a folder, or a PostgreSQL database that several workers share (postgresql://... or \
      'service=NAME'). Default: the variable AUGER_STATE, or else the folder .auger next to the workspace file.
      """,
      valueName: "location"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "Seconds until another worker takes over the run of a worker that stopped responding, 0.1 to 86400. Default: 30.",
      valueName: "seconds", visibility: .hidden))
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

  /// Returns the store, or nil if it does not exist yet. Creates no files.
  func existingStore(for workspace: Workspace) throws -> (any RunStore)? {
    let place = state ?? ProcessInfo.processInfo.environment["AUGER_STATE"]
    let folder = place ?? LocalRunStore.folder(beside: workspace)
    if !Self.isDatabase(folder), !FileManager.default.fileExists(atPath: folder + "/runs.sqlite") { return nil }
    return try store(for: workspace)
  }

  private static func isDatabase(_ place: String) -> Bool {
    ["postgresql://", "postgres://"].contains { place.hasPrefix($0) } || SourceArgument.areKeywords(place)
  }
}
