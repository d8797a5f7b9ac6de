import Foundation
import Testing

/// Configurations with which the server does not start.
@Suite struct ServeTests {
  @Test func etagKeyMustBeASecret() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("sources: {}\n", to: "auger.yaml")
    let short = try folder.write("guessable", to: "key")
    let run = try Auger(["serve", "--workspace", folder.root.path, "--etag-key", short])
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(
      run.errors.contains("wrongOptionValue: '\(short)' has 9 bytes, which is too short for a secret"), "\(run.errors)")
    let missing = try Auger(["serve", "--workspace", folder.root.path, "--etag-key", short + "s"])
    #expect(missing.exitCode == 2 && missing.errors.contains("fileUnreadable: '\(short)s'"), "\(missing.errors)")
  }

  /// Options with a missing or invalid counterpart. For example, a server that other machines can reach requires
  /// authentication.
  @Test(arguments: [
    (["--host", "0.0.0.0"], "is reachable from other machines"), (["--theme", "dakr"], "theme 'dakr' does not exist"),
    (["--audit-required"], "--audit-required requires --access-log"),
  ]) func invalidServeOptionsFail(options: [String], message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("sources: {}\n", to: "auger.yaml")
    let run = try Auger(["serve", "--workspace", folder.root.path] + options)
    #expect(run.exitCode != 0 && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
  }
}
