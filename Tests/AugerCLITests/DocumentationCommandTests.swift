import Foundation
import TestSupport
import Testing

/// Runs each command of the documentation in a shell. The folder contains the files that the page mentions, and the
/// output must match the page.
@Suite struct DocumentationCommandTests {
  /// Pages whose commands are run by another suite.
  private static let elsewhere = [
    "Documentation/questions.md": "QuestionsTests, on the shared data",
    "Documentation/diagnostics.md": "CodeCaseTests; the page is generated from their transcripts",
    "Documentation/exploration.md": "ExplorationPageTests",
    "CONTRIBUTING.md": "names the checks themselves",
  ]

  /// Commands that a test cannot run, or whose output varies.
  private static let notRun = [
    "AUGER_STATE=postgresql://jobs@db.example.org/jobs auger schedule": "runs until it is ended, and needs a server",
    "Scripts/demo    # installs what is missing, builds, writes the sample workspace and its charts": "builds",
    "Scripts/test    # installs what is missing, builds, and runs all tests": "runs the tests",
    "auger serve --workspace .": "runs until it is ended",
    "auger serve --workspace Fixtures/Sample    # pages and an API at http://127.0.0.1:8017/": "runs until it is ended",
    "auger history --format csv": "shows numbers and moments of runs, which differ each time",
  ]

  /// Creates the files that a page's commands use.
  private static func prepare(_ folder: TemporaryFolder, for page: DocumentationPage) throws {
    let files = FileManager.default
    func copy(_ path: String, to name: String) throws {
      let target = folder.url(name)
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: Shared.repository.appendingPathComponent(path), to: target)
    }
    func demo(_ name: String) throws {
      let run = try Auger(["demo", folder.url(name).path])
      try #require(run.exitCode == 0, "\(run.errors)")
    }
    func yaml(beginningWith key: String) throws -> String {
      let block = page.blocks.first { $0.language == "yaml" && $0.text.drop { $0 == " " }.hasPrefix(key) }
      return try #require(block?.text, "\(page) has no YAML that begins with \(key)")
    }
    switch page.path {
    case "README.md":
      try demo("work/Fixtures/Sample")
      try copy("Fixtures/Workspace", to: "work/Fixtures/Workspace")
      try copy("Fixtures/Cases/Generate/sales.xml", to: "work/Fixtures/Cases/Generate/sales.xml")
    case "Documentation/agents.md", "Documentation/server.md": try demo("work")
    case "Documentation/checking.md":
      try demo("work")
      try copy("Fixtures/Cases/Generate/sales.xml", to: "old-dashboards/sales.xml")
    case "Documentation/command-line.md":
      try demo("work/Fixtures/Sample")
      try copy("Fixtures/Workspace/auger.yaml", to: "work/auger.yaml")
      _ = try folder.write(
        "carrier,day,dep_delay\nAA,2024-01-02,20\nUA,2024-02-03,5\nAA,2024-02-04,30\n", to: "work/flights.csv")
      for name in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        try files.createDirectory(at: folder.url(name), withIntermediateDirectories: true)
      }
    case "Documentation/expressions.md":
      _ = try folder.write(
        "month,region,amount\n2024-01-31,North,10\n2024-02-29,South,\n2024-03-31,North,30\n", to: "sales.csv")
    case "Documentation/plan.md":
      try demo("Fixtures/Sample")
      try copy("Fixtures/Workspace", to: "Fixtures/Workspace")
      let sources = "sources:\n  shop: { adapter: sqlite, path: Fixtures/Sample/shop.sqlite }\nqueries:\n"
      _ = try folder.write(sources + (try yaml(beginningWith: "PriceOfCategory")), to: "auger.yaml")
    case "Documentation/policy.md":
      try files.createDirectory(at: folder.url("Data"), withIntermediateDirectories: true)
      _ = try folder.write("region,tenant,amount\nAsia,a,1\n", to: "Data/sales.csv")
      _ = try folder.write(WorkspaceText.dashboard, to: "sales.xml")
      _ = try folder.write(try yaml(beginningWith: "sources:"), to: "auger.yaml")
    case "Documentation/refresh.md":
      try demo("sample")
      let rest = """
        sources: { drops: { adapter: csv, path: sample/sales.csv } }
        queries:
          SalesByRegion: { source: drops, from: sales, where: ["[[ region == $Region ]]"], groupBy: [region] }
          Regions: { source: drops, from: sales, groupBy: [region] }
        dashboards: { sales: sales.xml }

        """
      _ = try folder.write(WorkspaceText.dashboard.replacing("ByRegion", with: "SalesByRegion"), to: "sales.xml")
      _ = try folder.write(rest + (try yaml(beginningWith: "jobs:")), to: "auger.yaml")
    default: break
    }
  }

  /// Returns the folder in which the commands of a page start. Commands with `../` require a parent folder.
  private static func directory(of folder: TemporaryFolder) -> URL {
    let work = folder.url("work")
    return FileManager.default.fileExists(atPath: work.path) ? work : folder.root
  }

  private static let pages = DocumentationPage.all.filter { elsewhere[$0.path] == nil && !$0.commands.isEmpty }

  @Test func pagesWithCommandsExist() {
    #expect(Self.pages.count >= 7, "\(Self.pages)")
    #expect(Self.pages.flatMap(\.commands).count >= 30)
  }

  @Test(arguments: pages) func commandsPrintTheDocumentedOutput(_ page: DocumentationPage) throws {
    let folder = try TemporaryFolder()
    try Self.prepare(folder, for: page)
    let directory = Self.directory(of: folder)
    for command in page.commands where Self.notRun[command.line] == nil {
      let run = try Auger(
        ["-c", command.line], running: "/bin/sh", in: directory,
        environment: [
          "PATH": "\(Auger.directory.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
          "HOME": folder.root.path, "AUGER_SAMPLE": directory.appendingPathComponent("Fixtures/Sample").path,
        ])
      guard let output = command.output else {
        #expect(run.exitCode == 0, "\(command.line)\n\(run.errors)")
        continue
      }
      #expect(run.output + run.errors == output, "\(command.line)")
      #expect((run.exitCode == 0) == !output.contains("error: "), "\(command.line): exit code \(run.exitCode)")
    }
    try Self.lookAtTheChart(of: page, in: directory)
  }

  /// Checks that each line of the chart in the README, except lines with dots, occurs in the file that the command
  /// writes.
  private static func lookAtTheChart(of page: DocumentationPage, in directory: URL) throws {
    guard page.path == "README.md" else { return }
    let shown = try #require(page.blocks.first { $0.language == "json" }?.text)
    let written = try String(contentsOf: directory.appendingPathComponent("sales.json"), encoding: .utf8)
    func plain(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
    let lines = shown.split(separator: "\n").filter { !$0.contains("...") && plain($0).count > 3 }
    #expect(lines.count >= 8)
    for line in lines { #expect(plain(written).contains(plain(line)), "\(line)") }
  }

  @Test func skippedCommandsOccurInThePages() {
    let lines = DocumentationPage.all.flatMap { $0.commands.map(\.line) }
    for (line, reason) in Self.notRun { #expect(lines.contains(line), "\(line): \(reason)") }
    for (path, suite) in Self.elsewhere { #expect(DocumentationPage.page(path) != nil, "\(path): \(suite)") }
  }

  @Test func everyDocumentedCommandAndOptionExists() throws {
    var helps: [String: String] = [:]
    func help(_ words: [String]) throws -> String? {
      let key = words.joined(separator: " ")
      if let known = helps[key] { return known }
      let run = try Auger(words + ["--help"])
      helps[key] = run.exitCode == 0 ? run.output : ""
      return helps[key]
    }
    let root = try Auger(["--help"]).output
    var count = 0
    for page in DocumentationPage.all {
      for words in page.mentions {
        guard let name = words.first, name.wholeMatch(of: /[a-z][a-z-]+/) != nil else { continue }
        #expect(root.contains("  \(name) "), "\(page): auger \(name)")
        let inner = name == "generate" && words.count > 1 ? [name, words[1]] : [name]
        guard let text = try help(inner) else { continue }
        for option in words.compactMap({ $0.wholeMatch(of: /\(?(--[a-z][a-z-]*)[,.)\]]?/)?.1 }) {
          #expect(text.contains("\(option)"), "\(page): auger \(words.joined(separator: " "))")
          count += 1
        }
      }
    }
    #expect(count > 80)
  }
}
