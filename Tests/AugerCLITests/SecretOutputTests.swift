import Foundation
import TestSupport
import Testing

/// No output contains a password after a failure, even if the driver reports it. `Scripts/search-secrets` checks all
/// commands.
@Suite struct SecretOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("a\n1\n", to: "rows.csv")
  }

  private func workspace(source: String) throws {
    _ = try folder.write(
      """
      sources:
        erp: { adapter: postgresql, url: "${ERP_URL}" }
        drops: { adapter: csv, path: "*.csv" }
      queries:
        Orders: { source: \(source) }
      jobs:
        orders: { queries: Orders, formats: csv, publish: { directory: public }, retry: { attempts: 1 } }
      """, to: "auger.yaml")
  }

  private var files: [URL] {
    let walker = FileManager.default.enumerator(at: folder.root, includingPropertiesForKeys: [.isRegularFileKey])
    let urls = walker?.compactMap { $0 as? URL } ?? []
    return urls.filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
  }

  /// The first URL is invalid, and libpq's error quotes a part of it. The second has no server.
  @Test(arguments: ["S3cr%tPW", "S3cr%25tPW"])
  func failedRunDoesNotRevealThePassword(password: String) throws {
    let environment = ["ERP_URL": "postgresql://me:\(password)@127.0.0.1:1/db"]
    let arguments = ["refresh", "--diagnostics", "json"]
    try workspace(source: "drops, from: rows")
    let first = try Auger(arguments, in: folder.root, environment: environment)
    #expect(first.exitCode == 0, "\(first)")
    try workspace(source: "erp, sql: SELECT 1 AS a")
    let run = try Auger(arguments, in: folder.root, environment: environment)
    #expect(run.exitCode == 2 && run.output.contains("connectionFailed"), "\(run)")
    let history = try Auger(["history", "--format", "json"], in: folder.root, environment: environment)
    #expect(history.output.contains("connectionFailed"), "\(history)")
    let status = try String(contentsOf: folder.url("public/current/status.json"), encoding: .utf8)
    #expect(status.contains("connectionFailed"), "\(status)")
    for needle in ["S3cr", "tPW"] {
      for text in [run.output, run.errors, history.output, history.errors] {
        #expect(!text.contains(needle), "\(text)")
      }
      var names: [String] = []
      for file in files {
        names.append(file.lastPathComponent)
        #expect(try Data(contentsOf: file).range(of: Data(needle.utf8)) == nil, "\(file.lastPathComponent)")
      }
      #expect(names.contains("status.json") && names.contains("runs.sqlite"), "\(names)")
    }
  }

  /// The error names the location from the command line, which can be the URL of an unsupported database.
  @Test(arguments: [
    "mysql://me:S3cretPW@h/db", "jdbc:postgresql://h/db?user=me&password=S3cretPW", "csv:https://me:S3cretPW@h/f.csv",
    "sqlite:postgresql://me:S3cretPW@h/f", "host=127.0.0.1 port=1 user=me password='S3cretPW'",
    "user=me  password = S3cretPW hostaddr=127.0.0.1 port=1", "postgresql:port=1 host=127.0.0.1 password=S3cretPW",
  ])
  func passwordInAnArgumentIsHidden(location: String) throws {
    for arguments in [
      ["query", location], ["chart", location], ["inspect", location, "--diagnostics", "json"],
      ["query", "--source", location, "--sql", "SELECT 1"], ["init", location, "-o", "made"],
      ["explain", "a", "--table", location],
    ] {
      let run = try Auger(arguments, in: folder.root)
      #expect(run.exitCode == 2 && !run.errors.isEmpty, "\(run)")
      for text in [run.output, run.errors] { #expect(!text.contains("S3cret"), "\(text)") }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path) == ["rows.csv"])
  }

  /// Treated as a folder, the location would become a file name.
  @Test func databaseStateIsRecognizedInEveryForm() throws {
    try workspace(source: "drops, from: rows")
    for state in ["port=1 host=127.0.0.1 password=S3cretPW", "host=127.0.0.1 port=1 password=S3cretPW"] {
      let run = try Auger(["refresh", "--state", state], in: folder.root, environment: ["ERP_URL": ""])
      #expect(run.exitCode == 2, "\(run)")
      for text in [run.output, run.errors] { #expect(!text.contains("S3cret"), "\(text)") }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
    #expect(!names.contains { $0.contains("S3cret") }, "\(names)")
  }
}
