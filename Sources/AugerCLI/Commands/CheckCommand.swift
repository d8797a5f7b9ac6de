import ArgumentParser
import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import AugerTools
import Foundation

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Says what is wrong with a workspace, its dashboards and its jobs, all at once.",
    discussion: """
      A folder is its auger.yaml, or without one every dashboard below it; without PATH, the nearest auger.yaml upwards.
      Exit codes: 0 clean, notes at most; 1 errors or warnings; 2 could not run, or a source could not be opened.

      Examples:
        auger check
        auger check Dashboards/sales.xml --workspace . --live --format github
      """)

  @Argument(help: ArgumentHelp("Folders, workspaces, dashboards.", valueName: "path")) var files: [String] = []

  @Flag(help: "Also ask the sources: tables, columns, types, rows, choices of filters.") var live = false

  @Flag(help: "Also prove that the data policy holds in every query of every dashboard; opens the sources.")
  var policy = false

  @Flag(help: "Also list every way to every query, and what arrives there.") var paths = false

  @Option(help: "The format: text, json, sarif or github; without it that of --diagnostics.")
  var format: Format?

  @Option(name: .shortAndLong, help: "Where to write; '-', or nothing, is standard output.") var output = "-"

  @Option(help: "The workspace whose queries dashboards are checked against.") var workspace: String?

  @Option(help: ArgumentHelp("Ways that are listed of each item, at most.", valueName: "n")) var mostPaths = 200

  @OptionGroup var clock: ClockOptions
  @OptionGroup var reporting: ReportingOptions

  @Option(help: "Threads that share the work, at most four for each processor.") var workers: Int?

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github

    var report: DiagnosticReport.Format {
      switch self {
      case .text: .text
      case .json: .json
      case .sarif: .sarif
      case .github: .github
      }
    }
  }

  func validate() throws {
    if let workers, workers < 1 { throw ValidationError("--workers must be at least 1.") }
    if mostPaths < 1 { throw ValidationError("--most-paths must be at least 1.") }
  }

  func run() async throws {
    try await reporting.run {
      let check = try await checked()
      let text = DiagnosticRenderer.printable(shown(check), keeping: "\n\t")
      if output == "-" { Console.write(text) } else { try AtomicFile.write(Array(text.utf8), to: output) }
      if check.isIncomplete { throw ExitCode(2) }
      if check.count(.error) + check.count(.warning) > 0 { throw ExitCode(1) }
    }
  }

  private func checked() async throws -> WorkspaceCheck {
    var files = files
    var around = workspace
    if files.isEmpty {
      guard let path = try workspace ?? WorkspaceOption.nearestWorkspace() else {
        throw AugerError(
          .fileNotFound, operation: "check", "there is no auger.yaml here, nor in a folder above",
          hint: "Name a folder, a workspace or a dashboard.")
      }
      files = [path]
      around = nil
    }
    var check = try WorkspaceCheck(files, workspace: around, adapters: WorkspaceOption.adapters) {
      _ = JobDefinition.jobs(of: $0, reporting: $1)
    }
    reporting.noteWorkers(workers)
    if live { try await check.askSources(workers: workers, now: clock.moment()) }
    if policy { try await check.checkPolicies() }
    return check
  }

  private func shown(_ check: WorkspaceCheck) -> String {
    let shown = reporting.quiet ? check.diagnostics.filter { $0.level != .note } : check.diagnostics
    let report = DiagnosticReport(shown)
    let format = format ?? (reporting.diagnostics == .json ? .json : .text)
    switch format {
    case .text:
      return report.text(.text) + (paths ? pathsText(check) : "") + check.summary + "\n"
    case .json where paths:
      return report.json(adding: "paths", pathsJSON(check))
    default:
      return report.text(format.report)
    }
  }

  private func pathsText(_ check: WorkspaceCheck) -> String {
    check.dashboards.map { dashboard in
      let lines = dashboard.contract.paths(atMost: mostPaths).text.split(separator: "\n").map { "  \($0)\n" }
      return "\(dashboard.name)\n\(lines.joined())"
    }.joined()
  }

  /// A list with an object for each dashboard.
  private func pathsJSON(_ check: WorkspaceCheck) -> String {
    let quoted = DiagnosticRenderer.quoted
    let dashboards = check.dashboards.map { dashboard in
      let listed = dashboard.contract.paths(atMost: mostPaths)
      let cycles = listed.cycles.map { "[" + $0.map(quoted).joined(separator: ", ") + "]" }
      let cut = listed.cut.map { "{\"item\": \(quoted($0.item)), \"ways\": \($0.count)}" }
      return "    {\"dashboard\": \(quoted(dashboard.name)), \"paths\": [\n"
        + listed.paths.map { "      " + $0.json }.joined(separator: ",\n")
        + "\n    ], \"cut\": [\(cut.joined(separator: ", "))], \"loops\": [\(cycles.joined(separator: ", "))]}"
    }
    return "[\n\(dashboards.joined(separator: ",\n"))\n  ]"
  }
}
