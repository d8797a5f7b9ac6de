import Foundation
import TestSupport
import Testing

/// The comparison of test results with recorded files, in a temporary folder.
@Suite final class GoldenTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: root) }

  private func difference(_ text: String, records: Bool = false) throws -> String? {
    try Golden.difference(Array(text.utf8), from: "page.txt", in: root, records: records)
  }

  private func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: root.appendingPathComponent(name).path)
  }

  @Test func recordingFailsOnceAndThenPasses() throws {
    #expect(try difference("new", records: true)?.contains("page.txt was recorded") == true)
    #expect(contents("page.txt") == Data("new".utf8))
    #expect(try difference("new", records: true) == nil)
    #expect(try difference("new") == nil)
  }

  @Test func missingFileIsADifference() throws {
    #expect(try difference("new")?.contains("page.txt is missing") == true)
    #expect(contents("page.txt") == nil)
  }

  @Test func differenceWritesTheActualResultNextToTheFile() throws {
    _ = try difference("old", records: true)
    #expect(try difference("new")?.contains("page.txt differs") == true)
    #expect(contents("page.txt") == Data("old".utf8) && contents("page.txt.actual") == Data("new".utf8))
    #expect(try difference("old") == nil)
    #expect(contents("page.txt.actual") == nil)
  }
}
