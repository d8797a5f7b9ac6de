import Foundation
import TestSupport
import Testing

/// Each command has only the options that affect it.
@Suite struct CommandOptionsTests {
  private func help(_ command: String) throws -> String { try Auger([command, "--help"]).output }

  @Test(arguments: [
    ("functions", ["--workspace", "--workers", "--format", "--safe", "--now"], ["--output", "--verbose"]),
    ("schema", ["--workspace", "--workers", "--format", "--safe"], ["--output"]),
    ("limits", ["--workspace", "--workers", "--format", "--safe"], ["--output"]),
    ("errors", ["--workspace", "--workers", "--format", "--safe", "--now"], ["--output"]),
    ("jobs", ["--workers", "--now"], ["--workspace", "--output", "--format"]),
    ("history", ["--workers", "--now"], ["--workspace", "--output", "--format"]),
    ("refresh", ["--workers", "--format", "--output", "--safe"], ["--workspace", "--now", "--verbose"]),
    ("schedule", ["--workers", "--format", "--output", "--safe", "--now"], ["--workspace"]),
    ("explain", ["--format", "--safe"], ["--workspace", "--now", "--output"]),
    ("plan", ["--safe"], ["--format", "--workspace", "--now"]),
    ("inspect", ["--safe", "--now"], ["--format", "--workspace", "--workers"]),
    ("export", ["--format "], ["--formats", "--safe", "--now", "--workers"]),
    ("init", ["--workspace", "--format", "--safe"], ["--output", "--workers"]),
    ("demo", ["--workspace", "--format", "--output", "--safe"], ["--workers", "--theme"]),
    ("query", [], ["--safe", "--now", "--format", "--workspace", "--workers", "--join", "--verbose"]),
    ("chart", [], ["--safe", "--now", "--join", "--derive", "--as", "--set", "--arg"]),
  ])
  func commandsAcceptOnlyTheirOptions(_ command: String, _ absent: [String], _ present: [String]) throws {
    let help = try help(command)
    for option in absent { #expect(!help.contains("  \(option)"), "\(command) \(option)") }
    for option in present { #expect(help.contains("\(option)"), "\(command) \(option)") }
    for option in absent where !option.hasSuffix(" ") {
      #expect(try Auger([command, option, "1"]).exitCode == 2, "\(command) \(option)")
    }
  }

  private static let commands = [
    "chart", "query", "inspect", "eval", "demo", "init", "check", "export", "generate", "convert-metadata", "serve",
    "token", "mcp", "refresh", "schedule", "jobs", "history", "functions", "explain", "plan", "formats", "limits",
    "schema", "errors",
  ]

  @Test(arguments: commands) func helpStartsWithExamples(_ command: String) throws {
    let paragraphs = try help(command).split(separator: "\n\n")
    try #require(paragraphs.count > 1)
    #expect(paragraphs[0].hasPrefix("OVERVIEW: ") && paragraphs[1].hasPrefix("Examples"), "\(paragraphs[1])")
    #expect(paragraphs[1].contains("\n  auger \(command)"), "\(paragraphs[1])")
  }

  @Test(arguments: ["chart", "query", "export", "serve", "inspect"])
  func longHelpGroupsOptions(_ command: String) throws {
    let help = try help(command)
    for title in ["OUTPUT", "WORKSPACE", "LIMITS"] { #expect(help.contains("\n\(title):\n"), "\(command) \(title)") }
    guard command == "chart" else { return }
    for title in ["DATA", "CHART", "LABELS", "AXES"] { #expect(help.contains("\n\(title):\n"), "\(title)") }
  }

  @Test(arguments: ["chart", "query", "eval", "export", "functions", "refresh", "check", "convert-metadata"])
  func repeatedSingleValueOptionFails(_ command: String) throws {
    let run = try Auger([command, "x", "--diagnostics", "text", "--diagnostics=json"])
    #expect(
      run.exitCode == 2 && run.errors.contains("--diagnostics is given twice; it takes one value."), "\(run.errors)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsContainEveryCommand(_ shell: String) throws {
    let script = try Auger(["--generate-completion-script", shell])
    #expect(script.exitCode == 0)
    for command in ["chart", "query", "export", "refresh", "functions"] { #expect(script.output.contains(command)) }
    #expect(script.output.contains("group-by"))
  }

  @Test func verbosePrintsTimesToStandardError() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nNorth,1\nSouth,2\n", to: "sales.csv")
    let query = ["query", "sales.csv", "--group-by", "region", "--measure", "count()"]
    let run = try Auger(query + ["--verbose"], in: folder.root)
    let quiet = try Auger(query, in: folder.root)
    #expect(run.output == quiet.output && quiet.errors.isEmpty)
    let words = run.errors.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(words.contains(["phase", "ms"]), "\(run.errors)")
    for phase in ["open", "read", "compute", "write", "all"] {
      let line = try #require(words.first { $0.first == phase[...] }, "\(run.errors)")
      #expect(line.count == 2 && Int(line[1]) != nil, "\(line)")
    }
  }

  #if os(Linux)
    /// `script` provides a terminal. The data arrive after the progress display has appeared.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func terminalShowsAndRemovesProgress() throws {
      let folder = try TemporaryFolder()
      let program = Auger.directory.appendingPathComponent("auger").path
      let feed = "(until grep -aq 'auger: ' shown; do sleep 0.05; done; printf 'x\\n1\\n')"
      let run = try Auger(
        ["-qfec", "\(feed) | '\(program)' query - ", "shown"], running: "/usr/bin/script", in: folder.root)
      #expect(run.exitCode == 0)
      let shown = run.output
      let progress = try #require(shown.firstRange(of: "auger: 1 s"), "\(shown)")
      #expect(shown[progress.upperBound...].contains("\r\u{1B}[K"), "the line is taken away")
      #expect(shown.replacing(/\u{1B}\[[0-9;]*m/, with: "").contains("x\r\n─\r\n1\r\n"), "\(shown)")
      let silent = try Auger(
        ["-qfec", "(sleep 0; printf 'x\\n1\\n') | '\(program)' query - --quiet", "/dev/null"],
        running: "/usr/bin/script", in: folder.root)
      #expect(!silent.output.contains("auger: "))
    }
  #endif
}
