import Foundation

/// TestSupport: what several rooms' tests need - recorded files, the data beside the repository, a reader of JSON
/// Schema. Only tests import it; it knows no test framework and no room of the library.

/// Golden files: a mismatch writes `.actual` beside, or with `RECORD=1` the file itself; a missing one is a difference.
///
/// Recording is a difference too, so that no test passes by it: the run after it passes.
package enum Golden {
  /// What is wrong with the bytes, compared with a file of the repository; nil where they are the same.
  ///
  /// - Parameters:
  ///   - root: where `path` begins; the repository unless stated.
  ///   - records: whether the file is written anew; what `RECORD=1` says unless stated.
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
