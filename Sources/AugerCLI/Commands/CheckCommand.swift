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
    commandName: "check", abstract: "Validate a workspace, its dashboards and its jobs.",
    discussion: """
      Examples:
        auger check
        auger check Dashboards/sales.xml --workspace . --live

      A folder without auger.yaml means all dashboards below it.

      Exit codes:
        0  No errors and no warnings
        1  Errors or warnings
        2  The check failed, or a source could not be opened
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders, workspace files or dashboards. Default: the nearest auger.yaml in this folder or a parent folder.",
      valueName: "path"))
  var files: [String] = []

  /// The additional checks.
  struct CheckOptions: ParsableArguments {
    @Flag(help: "Also check the sources: tables, columns, types, rows and filter values.") var live = false

    @Flag(help: "Also verify that the data policy applies to every query of every dashboard. Opens the sources.")
    var policy = false

    @Flag(help: "Also list the drill paths to every query, with their arguments.") var paths = false

    @Option(
      help: ArgumentHelp("Maximum number of listed paths per chart or other item. Default: 200.", valueName: "count"))
    var mostPaths: Int?

    @Option(
      help: ArgumentHelp(
        "Workspace file or folder with the queries of the dashboards. Default: check dashboard files without queries.",
        valueName: "path"))
    var workspace: String?
  }

  /// The report of the check.
  struct ReportOptions: ParsableArguments {
    @Option(name: .output, help: ArgumentHelp("Output file. Default: '-', standard output.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Report format. Default: the format of --diagnostics.", valueName: "format"))
    var format: Format?
  }

  @OptionGroup(title: "Checks") var checks: CheckOptions
  @OptionGroup(title: "Checks") var clock: ClockOptions
  @OptionGroup(title: "Output") var report: ReportOptions
  @OptionGroup(title: "Output") var reporting: ReportingOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  private var output: String { report.output ?? "-" }
  private var workers: Int? { threads.workers }
  private var mostPaths: Int { checks.mostPaths ?? 200 }

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
    var around = checks.workspace
    if files.isEmpty {
      guard let path = try checks.workspace ?? WorkspaceOption.nearestWorkspace() else {
        throw AugerError(
          .fileNotFound, operation: "check", "no auger.yaml in this folder or a folder above",
          hint: "Name a folder, a workspace or a dashboard.")
      }
      files = [path]
      around = nil
    }
    var check = try WorkspaceCheck(files, workspace: around, adapters: WorkspaceOption.adapters) {
      _ = JobDefinition.jobs(of: $0, reporting: $1)
    }
    reporting.noteWorkers(workers)
    if checks.live { try await check.askSources(workers: workers, now: clock.moment()) }
    if checks.policy { try await check.checkPolicies() }
    return check
  }

  private func shown(_ check: WorkspaceCheck) -> String {
    let shown = reporting.quiet ? check.diagnostics.filter { $0.level != .note } : check.diagnostics
    let report = DiagnosticReport(shown)
    let format = self.report.format ?? (reporting.diagnostics == .json ? .json : .text)
    switch format {
    case .text:
      return report.text(.text) + (checks.paths ? pathsText(check) : "") + check.summary + "\n"
    case .json where checks.paths:
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

  /// Returns a JSON array with one object per dashboard.
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
