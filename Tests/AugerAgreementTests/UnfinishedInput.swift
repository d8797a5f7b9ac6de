import Foundation
import Testing

/// A file that names the current input, so that the next process can find the input that caused a crash.
final class UnfinishedInput {
  /// The input that crashed an earlier process.
  let found: String?
  private let path: String
  private let file: FileHandle

  init(_ path: String) throws {
    self.path = path
    found = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try #require(FileHandle(forWritingAtPath: path))
  }

  /// Writes the name of an input before the test uses it.
  func begin(_ name: String) throws {
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data((name + String(repeating: " ", count: max(0, 40 - name.utf8.count))).utf8))
  }

  /// Removes the file after the last input.
  func finish() throws { try FileManager.default.removeItem(atPath: path) }
}
