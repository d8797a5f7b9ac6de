import Foundation

/// TestSupport: code shared by the tests of several modules - recorded files, the data next to the repository, and a
/// JSON Schema validator. Only tests import it. It does not depend on a test framework or on a module of the library.

/// Golden files. A mismatch writes an `.actual` file next to the recorded file, or updates the recorded file with
/// `RECORD=1`. A missing file is a mismatch.
///
/// Recording also counts as a mismatch, so that a test cannot pass by recording. The next run passes.
package enum Golden {
  /// Compares bytes with a file of the repository. Returns a description of the difference, or nil if they are equal.
  ///
  /// - Parameters:
  ///   - root: The base folder of `path`. Default: the repository.
  ///   - records: True if the file must be written again. Default: true with `RECORD=1`.
  package static func difference(
    _ bytes: [UInt8], from path: String, in root: URL = Shared.repository,
    records: Bool = ProcessInfo.processInfo.environment["RECORD"] == "1"
  ) throws -> String? {
    let file = root.appendingPathComponent(path)
    let actual = URL(fileURLWithPath: file.path + ".actual")
    let expected = FileManager.default.contents(atPath: file.path)
    if expected == Data(bytes) {
      if FileManager.default.fileExists(atPath: actual.path) { try FileManager.default.removeItem(at: actual) }
      return nil
    }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if records {
      try Data(bytes).write(to: file)
      return "\(path) was recorded; look at what changed, and run again without RECORD"
    }
    try Data(bytes).write(to: actual)
    return
      "\(path) \(expected == nil ? "is missing" : "differs"); see \(actual.lastPathComponent), RECORD=1 accepts it"
  }

  package static func difference(_ text: String, from path: String) throws -> String? {
    try difference(Array(text.utf8), from: path)
  }
}
