import AugerDiagnostics
import AugerDocuments
import Testing

@Suite struct JSONDocumentTests {
  private func parse(_ text: String) throws -> DocumentNode {
    try JSONDocument.parse(SourceText(name: "a.json", text: text))
  }

  @Test func textsKeepTheirCharacters() throws {
    #expect(try parse(#""a\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00""#).text == "a\"\\/\u{8}\u{C}\n\r\té\u{e9}😀")
    #expect(try parse("\"\"").text == "")
    #expect(try parse(#""\u0000""#).text == "\0")
  }

  @Test func numbersKeepTheirDigits() throws {
    for text in ["0", "-0", "12345678901234567890.10", "1e400", "-1.5E-3"] { #expect(try parse(text).text == text) }
  }

  @Test func wordsAreValues() throws {
    #expect(try parse("true").text == "true")
    #expect(try parse(" null ").isNull)
    #expect(try !parse("\"null\"").isNull)
  }

  @Test func locationsMatchTheSource() throws {
    let root = try parse(#"{ "a": "x\u0041yz" }"#)
    guard case .mapping(let entries) = root.kind else {
      Issue.record("it is no mapping")
      return
    }
    #expect(entries[0].key.span == SourceSpan(3, 4))
    #expect(entries[0].value.place(of: SourceSpan(0, 1)).span == SourceSpan(8, 9))
    #expect(entries[0].value.place(of: SourceSpan(1, 2)).span == SourceSpan(9, 15))
    #expect(entries[0].value.place(of: SourceSpan(2, 4)).span == SourceSpan(15, 17))
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("[1 2]", 3), ("01", 0), ("1.", 2), ("1e", 2), ("-", 1),
    ("tru", 0),
    ("'a'", 0), ("\"a", 0), ("\"a\nb\"", 2), (#""\x""#, 1), (#""\ud800""#, 1), (#""\ud800\u0041""#, 1),
    (#""\udc00""#, 1), (#""\u12""#, 5), ("{a:1}", 1), ("{\"a\" 1}", 5), ("1 2", 2), ("[1}", 2), ("NaN", 0),
  ])
  func invalidTextHasALocation(text: String, offset: Int) {
    let error = #expect(throws: DiagnosticError.self) { try parse(text) }
    #expect(error?.diagnostics.map(\.code) == [.jsonSyntax])
    #expect(error?.diagnostics.first?.place?.span?.lower == offset)
  }

  @Test func repeatedKeyIsReportedWithTheFirst() {
    let error = #expect(throws: DiagnosticError.self) { try parse(#"{"a":1,"b":{"c":1,"\u0063":2},"a":3}"#) }
    #expect(error?.diagnostics.map(\.code) == [.duplicateKey, .duplicateKey])
    #expect(error?.diagnostics.map { $0.place?.span?.lower } == [18, 30])
  }

  @Test func limitsStopParsing() {
    let deep = String(repeating: "[", count: 300)
    let error = #expect(throws: DiagnosticError.self) { try parse(deep) }
    #expect(error?.diagnostics.map(\.code) == [.documentTooDeep])
    var limits = JSONDocument.Limits()
    limits.nodes = 3
    let many = #expect(throws: DiagnosticError.self) {
      try JSONDocument.parse(SourceText(name: "a.json", text: "[1,2,3]"), limits: limits)
    }
    #expect(many?.diagnostics.map(\.code) == [.documentTooLarge])
  }
}
