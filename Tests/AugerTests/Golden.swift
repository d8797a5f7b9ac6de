import Foundation
import Testing

/// Golden files: `RECORD=1` rewrites them, a mismatch writes `.actual` beside, a missing one fails.
enum Golden {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func check(_ bytes: [UInt8], against path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = root.appendingPathComponent(path)
    let actual = URL(fileURLWithPath: file.path + ".actual")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
      return
    }
    let expected = FileManager.default.contents(atPath: file.path)
    if expected == Data(bytes) {
      if FileManager.default.fileExists(atPath: actual.path) { try FileManager.default.removeItem(at: actual) }
      return
    }
    try FileManager.default.createDirectory(at: actual.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: actual)
    Issue.record(
      "\(path) \(expected == nil ? "is missing" : "differs"); see \(actual.lastPathComponent), RECORD=1 accepts it",
      sourceLocation: sourceLocation)
  }
}
