import Foundation
import Testing

/// The workspace that `auger demo` writes, made once for all tests that begin with it.
enum SampleWorkspace {
  private static let original = FileManager.default.temporaryDirectory
    .appendingPathComponent("auger-sample-\(ProcessInfo.processInfo.processIdentifier)")

  private static let run = Result {
    // A static value is never released: the folder goes with the process.
    atexit { try? FileManager.default.removeItem(at: original) }
    return try Auger(["demo", original.path])
  }

  /// A copy that the caller may write into.
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
