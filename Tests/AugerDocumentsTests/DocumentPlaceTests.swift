import AugerDiagnostics
import AugerDocuments
import Testing

@Suite struct DocumentPlaceTests {
  /// Expects that `part`, found in the value of `key`, has the marked location.
  private func expectPlace(
    of part: String, in marked: String, location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let text = MarkedText(marked)
    let node = try #require(try YAMLDocument.parse(text.source)["key"], sourceLocation: location)
    let value = try #require(node.text, sourceLocation: location)
    let range = try #require(value.range(ofText: part), sourceLocation: location)
    #expect(node.place(of: range).span == text.spans.first, sourceLocation: location)
  }

  @Test func partOfAPlainScalarHasALocation() throws {
    try expectPlace(of: "revnue", in: "öl: 1\nkey: sum(⟦revnue⟧)  # text\n")
  }

  @Test(arguments: ["'", "\""])
  func partOfAQuotedScalarHasALocation(quote: String) throws {
    try expectPlace(of: "revnue", in: "key: \(quote)sum(⟦revnue⟧)\(quote)\n")
  }

  @Test func partOfALiteralBlockHasALocation() throws {
    try expectPlace(of: "FORM", in: "key: |-\n\n    SELECT\n      é\n\n    ⟦FORM⟧ t\nx: 1\n")
  }

  @Test func partOfALiteralBlockWithCRLFHasALocation() throws {
    try expectPlace(of: "FORM", in: "key: |\r\n  SELECT 1\r\n  ⟦FORM⟧ t\r\n")
  }

  @Test func multilineRangeEndsWithTheFirstLine() throws {
    try expectPlace(of: "1\nFROM", in: "key: |\n  SELECT ⟦1⟧\n  FROM t\n")
  }

  @Test(arguments: [
    "key: ⟦'it''s revnue'⟧", "key: ⟦\"a\\tb revnue\"⟧", "key: ⟦>\n  a\n  b revnue⟧\n", "key: ⟦a\n  revnue⟧\n",
  ])
  func unclearPartGivesTheWholeScalar(marked: String) throws {
    try expectPlace(of: "revnue", in: marked)
  }
}

extension String {
  fileprivate func range(ofText part: String) -> SourceSpan? {
    let bytes = Array(utf8)
    let wanted = Array(part.utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: wanted) }
    return start.map { SourceSpan($0, $0 + wanted.count) }
  }
}
