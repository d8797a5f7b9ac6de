import Foundation
import TestSupport
import Testing

/// For a workspace that the user did not name, a note reports its file and the environment variables that it uses.
@Suite(.enabled(if: geteuid() == 0, "only root can make a file somebody else's")) struct TrustTests {
  private let folder: TemporaryFolder
  private let below: URL

  init() throws {
    folder = try TemporaryFolder()
    below = folder.url("below")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    _ = try folder.write("region,amount\nNorth,1\n", to: "below/s.csv")
    _ = try folder.write("sources: { s.csv: { adapter: csv, path: '/etc/${SECRET}' } }\n", to: "auger.yaml")
  }

  private func own(_ name: String, by user: Int) throws {
    try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: folder.url(name).path)
  }

  @Test func workspaceOfAnotherUserMustBeNamed() throws {
    #expect(try Auger(["query", "s.csv"], in: below).exitCode == 0)
    try own("auger.yaml", by: 1)
    for directory in [below, folder.root] {
      for arguments in [["query", "s.csv"], ["check"], ["jobs"]] {
        let refused = try Auger(arguments, in: directory, environment: ["SECRET": "x"])
        #expect(refused.exitCode == 2 && refused.errors.contains("workspaceNotTrusted"), "\(arguments) \(refused)")
        #expect(refused.errors.contains("--workspace"))
      }
    }
    let named = try Auger(["query", "s.csv", "--workspace", "../auger.yaml"], in: below)
    #expect(named.exitCode == 0 && named.output.contains("North"), "\(named.errors)")
  }

  @Test func linkOfAnotherUserMustBeNamed() throws {
    try FileManager.default.moveItem(at: folder.url("auger.yaml"), to: folder.url("real.yaml"))
    try FileManager.default.createSymbolicLink(atPath: folder.url("auger.yaml").path, withDestinationPath: "real.yaml")
    #expect(try Auger(["query", "s.csv"], in: below).exitCode == 0)
    try own("real.yaml", by: 1)
    #expect(try Auger(["query", "s.csv"], in: below).errors.contains("workspaceNotTrusted"))
  }
}
