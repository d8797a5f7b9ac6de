import Foundation

/// TestSupport: what several rooms' tests need - recorded files, the data beside the repository, a reader of JSON
/// Schema. Only tests import it; it knows no test framework and no room of the library.

/// Golden files: `RECORD=1` rewrites them, a mismatch writes `.actual` beside, a missing one is a difference.
package enum Golden {
  /// What is wrong with the bytes, compared with a file of the repository; nil where they are the same.
  package static func difference(_ bytes: [UInt8], from path: String) throws -> String? {
    let file = Shared.repository.appendingPathComponent(path)
    let actual = URL(fileURLWithPath: file.path + ".actual")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(bytes).write(to: file)
      return nil
    }
    let expected = FileManager.default.contents(atPath: file.path)
    if expected == Data(bytes) {
      if FileManager.default.fileExists(atPath: actual.path) { try FileManager.default.removeItem(at: actual) }
      return nil
    }
    try Data(bytes).write(to: actual)
    return
      "\(path) \(expected == nil ? "is missing" : "differs"); see \(actual.lastPathComponent), RECORD=1 accepts it"
  }

  package static func difference(_ text: String, from path: String) throws -> String? {
    try difference(Array(text.utf8), from: path)
  }
}
