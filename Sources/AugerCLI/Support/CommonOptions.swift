import ArgumentParser
import Auger
import AugerCSV
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerRefresh
import AugerSQLite
import Foundation

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Where to write; the ending chooses the format. '-', or nothing, is standard output.", valueName: "output"))
  var namedOutput: String?

  /// Where to write; `-` is standard output.
  var output: String {
    get { namedOutput ?? "-" }
    set { namedOutput = newValue }
  }

  @Option(help: "The format, where the ending does not say it.")
  var format: OutputFormat?

  @Flag(help: "No warnings and notes on standard error.")
  var quiet = false

  @Flag(help: "Say on standard error what is done and how long it takes.")
  var verbose = false

  @Option(help: "How errors and warnings are told: text or json.")
  var diagnostics = DiagnosticsStyle.text

  @Option(help: "The workspace file or its folder; without it, the nearest auger.yaml upwards.")
  var workspace: String?

  @Option(help: "Threads that share the work. The result does not depend on it.")
  var workers: Int?

  enum DiagnosticsStyle: String, ExpressibleByArgument, CaseIterable { case text, json }

  func validate() throws {
    if let workers, workers < 1 { throw ValidationError("--workers must be at least 1.") }
  }

  static let adapters: [any SourceAdapter] = [
    CSVAdapter(), SQLiteAdapter(), PostgreSQLAdapter(), TableStoreAdapter(),
  ]

  /// Runs a command's work; what it throws is told in the chosen style.
  func run(_ work: () async throws -> Void) async throws {
    do {
      let start = ContinuousClock.now
      try await work()
      log("done in \((ContinuousClock.now - start).formattedMilliseconds)")
    } catch {
      throw StyledError(underlying: error, style: diagnostics == .json ? .json : .text)
    }
  }

  func log(_ message: @autoclosure () -> String) {
    if verbose, !quiet { Console.error("auger: \(message())") }
  }

  /// Something the person should know that is no warning: what was chosen for them.
  func note(_ message: String) { if !quiet { Console.error(message) } }

  func warn(_ warnings: [Warning]) {
    guard !quiet else { return }
    for warning in warnings {
      if diagnostics == .json {
        let diagnostic = Diagnostic(warning.code, level: .warning, warning.description)
        Console.error(DiagnosticRenderer().json(diagnostic))
      } else {
        Console.error(warning.description)
      }
    }
  }

  /// The workspace that was named, or the nearest one upwards, or an empty one.
  func openWorkspace() throws -> Workspace {
    guard let path = workspace ?? Self.nearestWorkspace() else { return Workspace(adapters: Self.adapters) }
    let opened = try Workspace(contentsOf: path, adapters: Self.adapters)
    for note in opened.notes where !quiet { Console.error(DiagnosticRenderer().text(note)) }
    return opened
  }

  /// The nearest `auger.yaml` upwards; one in the working directory by its bare name.
  static func nearestWorkspace() -> String? {
    var directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    if FileManager.default.fileExists(atPath: "auger.yaml") { return "auger.yaml" }
    while true {
      let candidate = directory.appendingPathComponent("auger.yaml").path
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      if directory.path == "/" { return nil }
      directory.deleteLastPathComponent()
    }
  }
}

extension Duration {
  fileprivate var formattedMilliseconds: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
  }
}
