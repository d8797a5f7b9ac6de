import Foundation
import TestSupport
import Testing

/// What tests compare with files of the repository, in a folder of its own.
@Suite final class GoldenTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: root) }

  private func difference(_ text: String, records: Bool = false) throws -> String? {
    try Golden.difference(Array(text.utf8), from: "page.txt", in: root, records: records)
  }

  private func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: root.appendingPathComponent(name).path)
  }

  @Test func aRecordedFileFailsTheTestThatRecordedItAndPassesTheNext() throws {
    #expect(try difference("new", records: true)?.contains("page.txt was recorded") == true)
    #expect(contents("page.txt") == Data("new".utf8))
    #expect(try difference("new", records: true) == nil)
    #expect(try difference("new") == nil)
  }

  @Test func aMissingFileIsADifference() throws {
    #expect(try difference("new")?.contains("page.txt is missing") == true)
    #expect(contents("page.txt") == nil)
  }

  @Test func aDifferenceLeavesTheFileAndWritesWhatCameBesideItUntilItIsGone() throws {
    _ = try difference("old", records: true)
    #expect(try difference("new")?.contains("page.txt differs") == true)
    #expect(contents("page.txt") == Data("old".utf8) && contents("page.txt.actual") == Data("new".utf8))
    #expect(try difference("old") == nil)
    #expect(contents("page.txt.actual") == nil)
  }
}
