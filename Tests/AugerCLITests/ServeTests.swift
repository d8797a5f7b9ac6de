import Foundation
import Testing

/// What the server refuses to begin with.
@Suite struct ServeTests {
  @Test func aKeyOfETagsIsASecret() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("sources: {}\n", to: "auger.yaml")
    let short = try folder.write("guessable", to: "key")
    let run = try Auger(["serve", "--workspace", folder.root.path, "--etag-key", short])
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains("wrongOptionValue: '\(short)' has 9 bytes, too few for a secret"), "\(run.errors)")
    let missing = try Auger(["serve", "--workspace", folder.root.path, "--etag-key", short + "s"])
    #expect(missing.exitCode == 2 && missing.errors.contains("fileUnreadable: '\(short)s'"), "\(missing.errors)")
  }

  /// Beyond this machine callers have to be known, and the server's name.
  @Test(arguments: [
    (["--host", "0.0.0.0"], "say how they are known"), (["--theme", "dakr"], "there is no theme 'dakr'"),
    (["--audit-required"], "--audit-required is of an --access-log"),
  ]) func whatWouldServeOtherwiseThanMeantIsRefused(options: [String], message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("sources: {}\n", to: "auger.yaml")
    let run = try Auger(["serve", "--workspace", folder.root.path] + options)
    #expect(run.exitCode != 0 && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
  }
}
