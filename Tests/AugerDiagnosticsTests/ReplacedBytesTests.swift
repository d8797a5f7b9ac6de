import AugerDiagnostics
import Testing

@Suite struct ReplacedBytesTests {
  @Test(arguments: [
    ("o'Neil", "'", "''", "o''Neil"), ("", "'", "''", ""), ("'", "'", "''", "''"), ("a", "", "b", "a"),
    ("''''", "''", "'", "''"), ("aab", "ab", "x", "ax"), ("ab", "abc", "x", "ab"), ("a'", "'", "", "a"),
  ])
  func eachOccurrenceIsReplaced(text: String, old: String, new: String, expected: String) {
    #expect(text.replacingBytes(old, with: new) == expected)
  }

  /// Each of these marks combines with the preceding character.
  @Test(arguments: ["\u{301}", "\u{338}", "\u{20DD}", "\u{200D}", "\u{FE0F}", "\u{1F3FB}", "\u{E0100}"])
  func combiningMarkDoesNotHideCharacters(mark: String) {
    for sign in ["'", "\"", "]", "<", "&", "\\"] {
      let text = "a\(sign)\(mark)b"
      #expect(Array(text.replacingBytes(sign, with: "*").utf8) == Array("a*\(mark)b".utf8), "\(sign)\(mark)")
    }
  }
}
