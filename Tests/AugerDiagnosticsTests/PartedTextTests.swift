import AugerDiagnostics
import Testing

@Suite struct PartedTextTests {
  /// A combining acute accent. It forms one character with the preceding separator.
  private let mark = "\u{301}"

  @Test func textIsSplitAtTheFirstSeparator() throws {
    let parted = try #require("a=b=c".parted(at: "="))
    #expect(parted.before == "a" && parted.after == "b=c")
    let (before, after) = try #require("=".parted(at: "="))
    #expect(before.isEmpty && after.isEmpty)
    #expect("a".parted(at: "=") == nil)
  }

  @Test func combiningMarkFollowsTheSeparator() throws {
    let (before, after) = try #require("name=\(mark)x".parted(at: "="))
    #expect(before == "name" && Array(after.unicodeScalars) == ["\u{301}", "x"])
    #expect("a,\(mark)b,c".parts(at: ",").map { Array($0.utf8) } == ["a", "\(mark)b", "c"].map { Array($0.utf8) })
  }

  @Test func partsAreNotEmpty() {
    #expect("&a&&b&".parts(at: "&") == ["a", "b"])
    #expect("".parts(at: "&").isEmpty)
  }
}
