import ArgumentParser
import AugerDiagnostics
import AugerQuery
import Foundation

/// The `auger` command. AugerCLI is the only module that names the adapters. Every command creates a workspace from its
/// command line and then uses the same API as other programs.
@main
struct AugerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auger",
    abstract: "Create charts and dashboards from PostgreSQL, SQLite, CSV and Arrow.",
    discussion: """
      Examples:
        auger demo demo                        Create a sample workspace in 'demo'
        auger chart demo/sales.csv             Create a chart from a CSV file
        auger query demo/shop.sqlite.products  Print a table of a database
        auger serve --workspace demo           Open dashboards in a browser

      The examples of the other commands use the sample workspace: run them in the folder 'demo'.

      A source is one of:
        sales.csv, 'Data/*.csv', -      A CSV file, several files, or standard input
        sales.arrow                     An Arrow file
        shop.sqlite, shop.sqlite.sales  A SQLite database, or one of its tables
        sqlite:shop.db                  An adapter and a path
        postgresql://host/erp.orders    A table of a PostgreSQL database
        shop, shop.sales                A source of the workspace, or its table

      If a file and a source of the workspace have the same name, Auger reads the file. A value can start with '-'.

      Exit codes:
        0    Success
        1    Findings, or a part of the work failed
        2    Failure
        130  Interrupted (SIGINT)
        143  Terminated (SIGTERM)

      An interrupted command cancels its queries and removes unfinished files.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Chart and query",
        subcommands: [ChartCommand.self, QueryCommand.self, InspectCommand.self, EvalCommand.self]),
      CommandGroup(
        name: "Workspace",
        subcommands: [
          DemoCommand.self, InitCommand.self, CheckCommand.self, ExportCommand.self, GenerateCommand.self,
          ConvertMetadataCommand.self,
        ]),
      CommandGroup(name: "Server", subcommands: [ServeCommand.self, TokenCommand.self, MCPCommand.self]),
      CommandGroup(
        name: "Job",
        subcommands: [RefreshCommand.self, ScheduleCommand.self, JobsCommand.self, HistoryCommand.self]),
      CommandGroup(
        name: "Reference",
        subcommands: [
          FunctionsCommand.self, ExplainCommand.self, PlanCommand.self, FormatsCommand.self, LimitsCommand.self,
          SchemaCommand.self, ErrorsCommand.self,
        ]),
    ])

  static func main() async {
    // Ignore SIGPIPE: a write to a closed pipe fails instead, and Console.write then ends the process with success.
    signal(SIGPIPE, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    // Services handle signals themselves: they shut down gracefully and succeed.
    let isService = ["schedule", "serve"].contains(words.first)
    let code = isService ? await perform(words) : await Interruption.cancelling { await perform(words) }
    // Wait for cancelled queries, so that no statement continues to run in a database.
    await Workers.ended(within: .seconds(Interruption.seconds))
    Foundation.exit(code)
  }

  /// Parses a command line. A named command is parsed directly. Parsing from the root would check all of its options
  /// again, which takes a sixth of the time of a short command. The root parses help requests and reports errors.
  static func parsed(_ words: [String]) throws -> any ParsableCommand {
    if let name = words.first, !words.contains(where: rootWords.contains),
      let type = configuration.subcommands.first(where: { $0._commandName == name }),
      let command = try? type.parseAsRoot(Array(words.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(words)
  }

  private static let rootWords: Set<String> = ["--help", "-h", "-help", "help", "--version", "--help-hidden"]

  /// Runs a command line and returns the exit code.
  private static func perform(_ words: [String]) async -> Int32 {
    do {
      var command = try parsed(try CommandWords.prepared(words, for: Self.self))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch {
      if let code = error as? ExitCode { return code.rawValue }
      // Help, version and completion scripts succeed. A usage error has exit code 2, not the parser's 64.
      if exitCode(for: error) == .success { exit(withError: error) }
      // Any other error comes from a library and has no code of its own.
      let isOther = exitCode(for: error) == .failure
      let diagnostic = Diagnostic(isOther ? .other : .usage, message(for: error))
      let isJSON = zip(words, words.dropFirst()).contains { $0 == ("--diagnostics", "json") }
      if isJSON || words.contains("--diagnostics=json") {
        Console.error(DiagnosticRenderer().json(diagnostic))
      } else if isOther {
        Console.error(DiagnosticRenderer().text(diagnostic))
      } else {
        let text = fullMessage(for: error)
        let start = "Error: "
        Console.error(text.hasPrefix(start) ? "error: usage: \(text.dropFirst(start.count))" : text)
      }
      return 2
    }
  }
}
