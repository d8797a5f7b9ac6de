import Foundation
import TestSupport
import Testing

/// A password is found nowhere after a failure, whatever the driver said. `Scripts/search-secrets` tries all commands.
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

  /// The first is no URL, which libpq complains about by the part that it stumbles over; nobody listens at the second.
  @Test(arguments: ["S3cr%tPW", "S3cr%25tPW"])
  func aRunThatFailsKeepsThePasswordToItself(password: String) throws {
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
}
