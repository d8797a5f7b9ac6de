import Foundation
import TestSupport
import Testing

/// A workspace file from another author has limited access to files and environment variables.
@Suite struct ConfinementTests {
  private let folder: TemporaryFolder
  private let other: TemporaryFolder

  init() throws {
    (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try folder.write("n,m\n1,2\nx,3\n", to: "s.csv")
    _ = try other.write("n\n1\n", to: "secret.csv")
    _ = try folder.write("mine\n", to: "mine.csv")
  }

  private func workspace(_ source: String, _ rest: String = "") throws {
    _ = try folder.write("sources: { s: \(source) }\n\(rest)\n", to: "auger.yaml")
  }

  private func auger(_ arguments: [String], environment: [String: String] = [:]) throws -> Auger {
    try Auger(arguments + ["--workspace", folder.root.path], in: other.root, environment: environment)
  }

  /// Returns a source that writes a list of rejects to `path`.
  private func listing(_ path: String) -> String {
    "{ adapter: csv, path: s.csv, columns: ['n: int'], onError: 'null', rejects: \"\(path)\" }"
  }

  @Test func rejectsAreListedNextToTheWorkspace() throws {
    try workspace(listing("r.csv"))
    let run = try auger(["query", "s.s"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let list = try String(contentsOf: folder.url("r.csv"), encoding: .utf8)
    #expect(list.hasPrefix("file,line,column,field,value,expected\n") && list.contains(",3,1,n,x,int"))
    #expect(!FileManager.default.fileExists(atPath: other.url("r.csv").path))
  }

  @Test func rejectsDoNotOverwriteUserFiles() throws {
    let profile = try other.write("export PATH\n", to: ".bashrc")
    try FileManager.default.createSymbolicLink(atPath: folder.url("link.csv").path, withDestinationPath: profile)
    for (path, code) in [
      ("${HOME}/.bashrc", "pathNotAllowed"), (profile, "pathNotAllowed"), ("link.csv", "fileNotReplaced"),
      ("mine.csv", "fileNotReplaced"), ("../x.csv", "pathNotAllowed"),
    ] {
      try workspace(listing(path))
      let run = try auger(["query", "s.s"], environment: ["HOME": other.root.path])
      #expect(run.exitCode == 2 && run.errors.contains(code) && run.errors.contains("hint: "), "\(path) \(run.errors)")
    }
    #expect(try String(contentsOfFile: profile, encoding: .utf8) == "export PATH\n")
    #expect(try String(contentsOf: folder.url("mine.csv"), encoding: .utf8) == "mine\n")
    try workspace(listing(other.url("r.csv").path))
    #expect(try auger(["query", "s.s", "--allow-path", other.root.path]).exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: other.url("r.csv").path))
  }

  @Test func confinedWorkspaceReadsNoEnvironment() throws {
    try workspace("{ adapter: csv, path: \"${NAME:-s}.csv\" }")
    let refused = try auger(["query", "s.s", "--confined"], environment: ["NAME": "s"])
    #expect(refused.exitCode == 2 && refused.errors.contains("environmentVariableNotAllowed"), "\(refused.errors)")
    #expect(refused.errors.contains("auger.yaml:1:") && refused.errors.contains("--allow-env NAME"))
    let allowed = ["query", "s.s", "--confined", "--allow-env", "NAME"]
    #expect(try auger(allowed, environment: ["NAME": "s"]).exitCode == 0)
    #expect(try auger(["query", "s.s"]).exitCode == 0)
  }

  @Test func confinedWorkspaceReadsNoOutsideFiles() throws {
    let secret = other.url("secret.csv").path
    try FileManager.default.createSymbolicLink(atPath: folder.url("link.csv").path, withDestinationPath: secret)
    for source in [
      "{ adapter: csv, path: \(secret) }", "{ adapter: csv, url: \(secret) }", "{ adapter: csv, path: link.csv }",
      "{ adapter: csv, path: '\(other.root.path)/*.csv' }", "{ adapter: csv, path: s.csv, schema: \(secret) }",
      "{ adapter: sqlite, path: \(secret) }", "{ adapter: arrow, path: \(secret) }",
      "{ adapter: store, path: \(other.root.path) }", "{ adapter: postgresql, url: 'host=127.0.0.1 dbname=x' }",
    ] {
      try workspace(source)
      let run = try auger(["inspect", "s", "--confined"])
      #expect(run.exitCode == 2 && run.errors.contains("pathNotAllowed"), "\(source) \(run.errors)")
    }
    try workspace("{ adapter: csv, path: \(secret) }")
    #expect(try auger(["inspect", "s", "--confined", "--allow-path", secret]).exitCode == 0)
    #expect(try auger(["inspect", "s"]).exitCode == 0)
    // The user allows the variable and so chooses the path.
    try workspace("{ adapter: csv, path: '${PLACE}' }")
    let chosen = ["inspect", "s", "--confined", "--allow-env", "PLACE"]
    #expect(try auger(chosen, environment: ["PLACE": secret]).exitCode == 0)
  }

  @Test func confinedDefinitionsAreInsideTheWorkspace() throws {
    let file = try other.write("base: dark\n", to: "theme.yaml")
    try workspace("{ adapter: csv, path: s.csv }", "themes: { t: \(file) }")
    #expect(try auger(["inspect", "s"]).exitCode == 0)
    let run = try auger(["inspect", "s", "--confined"])
    #expect(run.exitCode == 2 && run.errors.contains("pathNotAllowed"), "\(run.errors)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a file somebody else's"))
  func workspaceOfAnotherUserIsConfined() throws {
    try workspace("{ adapter: csv, path: '${NAME}.csv' }")
    try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: folder.url("auger.yaml").path)
    let run = try auger(["query", "s.s"], environment: ["NAME": "s"])
    #expect(run.exitCode == 2 && run.errors.contains("environmentVariableNotAllowed"), "\(run.errors)")
    #expect(try auger(["query", "s.s", "--no-confined"], environment: ["NAME": "s"]).exitCode == 0)
  }

  @Test func remotelyReachableServerIsConfined() throws {
    try workspace("{ adapter: csv, path: s.csv }", "dashboards: { d: '${NAME}.xml' }")
    let options = ["serve", "--port", "0", "--public-url", "https://charts.example.org"]
    let run = try auger(options, environment: ["NAME": "d"])
    #expect(run.exitCode == 2 && run.errors.contains("environmentVariableNotAllowed"), "\(run.errors)")
  }

  @Test func jobsPublishBelowTheWorkspace() throws {
    let queries = "queries: { All: { source: s, from: s } }"
    func job(_ path: String) -> String {
      "\(queries)\njobs: { j: { queries: All, publish: { directory: '\(path)' } } }"
    }
    try workspace("{ adapter: csv, path: s.csv }", job(other.root.path + "/public"))
    for command in [["refresh", "j"], ["jobs"]] {
      let run = try auger(command)
      #expect(run.exitCode == 2 && run.errors.contains("pathNotAllowed"), "\(command) \(run.errors)")
      #expect(run.errors.contains("auger.yaml:") && run.errors.contains("--allow-path"))
    }
    #expect(try auger(["refresh", "j", "--allow-path", other.root.path]).exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: other.url("public/current").path))
    // A symbolic link in the workspace leads to one of the user's folders.
    let victim = other.url("home/snapshots/documents").path
    try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url("link").path, withDestinationPath: other.url("home").path)
    try workspace("{ adapter: csv, path: s.csv }", job("link"))
    let linked = try auger(["refresh", "j"])
    #expect(linked.exitCode == 2 && linked.output.contains("fileUnwritable"), "\(linked.errors) \(linked.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.url("home/snapshots").path) == ["documents"])
  }

  /// Paths on the command line come from the user and are not confined.
  @Test func pipeOnTheCommandLineIsRead() throws {
    let run = try Auger(
      ["-c", "\"$0\" query <(printf 'n\\n7\\n') --format csv", Auger.directory.appendingPathComponent("auger").path],
      running: "/bin/bash", in: folder.root)
    #expect(run.exitCode == 0 && run.output.contains("7"), "\(run.errors)")
    let written = try Auger(
      [
        "-c", "\"$0\" query s.csv --format csv -o /dev/stdout | cat",
        Auger.directory.appendingPathComponent("auger").path,
      ], running: "/bin/bash", in: folder.root)
    #expect(written.output == "n,m\n1,2\nx,3\n", "\(written.errors)")
  }
}
