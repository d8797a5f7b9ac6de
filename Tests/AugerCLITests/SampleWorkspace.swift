import Foundation
import Testing

/// The workspace that `auger demo` writes, created once for all tests.
enum SampleWorkspace {
  private static let original = FileManager.default.temporaryDirectory
    .appendingPathComponent("auger-sample-\(ProcessInfo.processInfo.processIdentifier)")

  private static let run = Result {
    // A static value is never released, so the folder is deleted when the process exits.
    atexit { try? FileManager.default.removeItem(at: original) }
    return try Auger(["demo", original.path])
  }

  /// Returns a copy that the caller may change.
  static func copy() throws -> TemporaryFolder {
    let run = try run.get()
    try #require(run.exitCode == 0 && run.output.contains("Charts/drill.html"), "\(run.errors)")
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: original.path) {
      try FileManager.default.copyItem(at: original.appendingPathComponent(name), to: folder.url(name))
    }
    return folder
  }
}
