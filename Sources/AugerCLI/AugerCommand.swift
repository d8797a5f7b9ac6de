import ArgumentParser
import AugerDiagnostics
import AugerQuery
import Foundation

/// AugerCLI: the `auger` command. The only module that names the adapters; every command turns what was typed into a
/// workspace and takes the path that programs take.
@main
struct AugerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auger",
    abstract: "Drills into the data you already have: PostgreSQL, SQLite, CSV and Arrow files in, charts out.",
    discussion: """
      Sources are a path (sales.csv, sales.arrow, shop.sqlite), an adapter and a path (sqlite:shop.db), one table of
      either (shop.sqlite.orders, sqlite:shop.db.orders), or a source of the workspace (shop.orders).

      An existing file wins over a source of its name. A value may begin with '-'.

      Exit codes: 0 done, 1 findings, or a part could not be done; 2 could not; 130 and 143 SIGINT and
      SIGTERM, by which a command cancels what it asked for and removes what is unfinished.
      """,
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, TokenCommand.self, DemoCommand.self, InitCommand.self, ChartCommand.self, ExportCommand.self,
      QueryCommand.self, EvalCommand.self,
      ExplainCommand.self,
      PlanCommand.self, FunctionsCommand.self, InspectCommand.self, SchemaCommand.self, ConvertMetadataCommand.self,
      CheckCommand.self, GenerateCommand.self, RefreshCommand.self, ScheduleCommand.self, JobsCommand.self,
      HistoryCommand.self, MCPCommand.self, LimitsCommand.self, FormatsCommand.self,
    ])

  static func main() async {
    // A closed pipe is success: the write fails, and we end (Console.write).
    signal(SIGPIPE, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    // Services end by signals too, but gracefully, which is success.
    let isService = ["schedule", "serve"].contains(words.first)
    let code = isService ? await perform(words) : await Interruption.cancelling { await perform(words) }
    // What was cancelled is ended, so that no statement is left to a database.
    await Workers.ended(within: .seconds(Interruption.seconds))
    Foundation.exit(code)
  }

  /// The command that the words are. A command that is named is asked at once: on the way from the root the parser
  /// would look at all of its options once more, a sixth of the time that a short command takes. Whatever the command
  /// alone does not take is the root's to answer, as help and mistakes are.
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

  /// Does what the words say, and gives the code to end with.
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
      // Help, version and completion scripts; a wrong command line ends with 2, not with the parser's 64.
      if exitCode(for: error) == .success { exit(withError: error) }
      // What the parser did not throw is an error of a library below, which has no code of its own.
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
