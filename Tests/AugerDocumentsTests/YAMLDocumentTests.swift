import AugerDiagnostics
import AugerDocuments
import Testing

@Suite struct YAMLDocumentTests {
  @Test func scalarsKeepTheirText() throws {
    let root = try parse("[012, yes, 1:30, 0x1F, 1e3, 2024-01-02, 'true', \"~\"]")
    #expect(root.outline == "[012, yes, 1:30, 0x1F, 1e3, 2024-01-02, 'true', '~']")
  }

  @Test func mappingsKeepTheirOrder() throws {
    #expect(try parse("z: 1\na: 2\nm: {y: 3, b: 4}\n").outline == "{z: 1, a: 2, m: {y: 3, b: 4}}")
  }

  @Test(arguments: ["a:", "a: ~", "a: null", "a: NULL", "a: # nothing"])
  func nullIsRecognized(text: String) throws {
    let value = try #require(try parse(text)["a"])
    #expect(value.isNull)
    #expect(value.text == nil)
  }

  @Test(arguments: ["a: ''", "a: 'null'", "a: \"~\"", "a: !!str null", "a: nil"])
  func quotedOrTaggedTextIsNotNull(text: String) throws {
    #expect(try parse(text)["a"]?.isNull == false)
  }

  @Test(arguments: ["", "# only a comment\n", "\u{FEFF}", "---\n"])
  func emptyTextIsNull(text: String) throws {
    #expect(try parse(text).isNull)
  }

  @Test func spansCoverScalars() throws {
    let root = try parse(
      """
      plain: two words   # comment
      single: 'it''s'
      double: "a\\tb"
      anchored: &name value
      tagged: !!str 5
      several: one
        two
      last: end
      """)
    #expect(root["plain"]?.written == "two words")
    #expect(root["single"]?.written == "'it''s'")
    #expect(root["double"]?.written == "\"a\\tb\"")
    #expect(root["anchored"]?.written == "value")
    #expect(root["tagged"]?.written == "5")
    #expect(root["several"]?.written == "one\n  two")
    #expect(root["last"]?.written == "end")
  }

  @Test func blockSpansEndWithTheirText() throws {
    let root = try parse(
      "sql: |\n  SELECT 1\n  FROM t\n\n# comment\nfold: >-\n  a\n  b\n\nnext: [1, {a: 2} ]\nlist:\n  - x\n\n  - y\n\n")
    #expect(root["sql"]?.written == "|\n  SELECT 1\n  FROM t")
    #expect(root["fold"]?.written == ">-\n  a\n  b")
    #expect(root["next"]?.written == "[1, {a: 2} ]")
    #expect(root["list"]?.written == "- x\n\n  - y")
  }

  @Test(arguments: ["\n", "\r\n"])
  func spansAreByteOffsets(lineEnd: String) throws {
    let lines = ["\u{FEFF}# naïve 👩‍👧", "größe: 👍🏽 gut", "x: \"ö\"", "y: z"]
    let root = try parse(lines.joined(separator: lineEnd) + lineEnd)
    #expect(root["größe"]?.written == "👍🏽 gut")
    #expect(root["x"]?.written == "\"ö\"")
    #expect(root["y"]?.written == "z")
  }

  @Test func spansAreCorrectAfterWideScalars() throws {
    let root = try parse("a: '\(String(repeating: "é👍", count: 500))'\nb: found\n")
    #expect(root["b"]?.written == "found")
  }

  @Test func keyHasALocation() throws {
    let text = MarkedText("a: 1\n⟦'b c'⟧: 2\n")
    guard case .mapping(let entries) = try YAMLDocument.parse(text.source).kind else {
      Issue.record("not a mapping")
      return
    }
    #expect(entries[1].key.text == "b c")
    #expect(entries[1].key.span == text.spans[0])
  }

  @Test func aliasRepeatsItsAnchor() throws {
    let root = try parse("base: &b {x: 1}\nuse: *b\nlist: [*b, *b]\n")
    #expect(root.outline == "{base: {x: 1}, use: {x: 1}, list: [{x: 1}, {x: 1}]}")
    #expect(root["use"]?.written == "*b")
    #expect(root["use"]?["x"]?.span == root["base"]?["x"]?.span)
  }

  @Test func laterAnchorReplacesAnEarlierOne() throws {
    #expect(try parse("[&a 1, *a, &a 2, *a]").outline == "[1, 1, 2, 2]")
  }

  @Test func byteOrderMarkIsNotIndentation() throws {
    let root = try parse("\u{FEFF}a: 1\nb: {c: 2}\n")
    #expect(root.outline == "{a: 1, b: {c: 2}}")
    #expect(root["b"]?.written == "{c: 2}")
  }

  // MARK: - Errors

  @Test func tabInTheIndentationIsExplained() {
    expectYAML("a:\n⟦⟧\tb: 1\n", fails: .yamlSyntax)
  }

  @Test func colonInAPlainScalarIsExplained() throws {
    let source = SourceText(name: "auger.yaml", text: "a: b: c\n")
    let error = #expect(throws: DiagnosticError.self) { _ = try YAMLDocument.parse(source) }
    #expect(
      error?.description == """
        auger.yaml:1:5: error: yamlSyntax: mapping values are not allowed in this context
          a: b: c
              ^
          hint: Put a text that holds ': ' into quotes, or check the indentation.
        """)
  }

  @Test func openBracketIsReportedAtTheEnd() {
    expectYAML("a: [1, 2\n⟦⟧", fails: .yamlSyntax)
  }

  @Test func controlCharacterIsReported() {
    expectYAML("# é\na: ⟦⟧\u{1}\n", fails: .yamlSyntax)
  }

  @Test func controlCharacterAfterAByteOrderMarkIsReported() {
    expectYAML("\u{FEFF}a: ⟦⟧\u{1}\n", fails: .yamlSyntax)
  }

  @Test func locationsAfterAByteOrderMarkAndCRLFAreCorrect() {
    expectYAML("\u{FEFF}a: 1\r\n👍: ⟦⟧@x\r\n", fails: .yamlSyntax)
  }

  @Test func everyRepeatedKeyIsReported() {
    expectYAML("a: 1\nb: {x: 1, ⟦x⟧: 2}\n⟦'a'⟧: 3\nc: 4\n⟦a⟧: 5\n", fails: .duplicateKey, .duplicateKey, .duplicateKey)
  }

  @Test func keysAreComparedByBytes() throws {
    #expect(throws: Never.self) { _ = try parse("caf\u{E9}: 1\ncafe\u{301}: 2\n") }
  }

  @Test func keyMustBeAString() {
    expectYAML("? ⟦[a, b]⟧\n: 1\n", fails: .wrongKind)
  }

  @Test func secondDocumentFails() {
    expectYAML("a: 1\n⟦---⟧\nb: 2\n", fails: .yamlSeveralDocuments)
  }

  @Test func unknownAliasFails() {
    expectYAML("a: ⟦*nobody⟧\n", fails: .yamlUnknownAlias)
  }

  @Test func recursiveAnchorFails() {
    expectYAML("a: &x [1, ⟦*x⟧]\n", fails: .yamlUnknownAlias)
  }

  @Test func unknownTagFails() {
    expectYAML("a: ⟦!ruby/object 1⟧\n".replacing("⟦!ruby/object 1⟧", with: "⟦!ruby/object x⟧"), fails: .yamlUnknownTag)
  }

  @Test func aliasBombFails() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let error = #expect(throws: DiagnosticError.self) { _ = try parse(text) }
    #expect(error?.diagnostics.map(\.code) == [.documentTooLarge])
  }

  @Test func aliasBombAsAKeyFails() {
    var text = "- &a0 [x, x]\n"
    for level in 1...60 { text += "- &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    let error = #expect(throws: DiagnosticError.self) { _ = try parse(text + "- ? *a60\n  : 1\n") }
    #expect(error?.diagnostics.map(\.code) == [.documentTooLarge])
  }

  @Test(arguments: [200, 1200, 100_000])
  func deepNestingFails(depth: Int) {
    let error = #expect(throws: DiagnosticError.self) { _ = try parse(String(repeating: "[", count: depth)) }
    #expect(error?.diagnostics.map(\.code) == [.documentTooDeep])
  }

  @Test func nestingByAliasesCounts() {
    var text = "- &a0 [x]\n"
    for level in 1...120 { text += "- &a\(level) [*a\(level - 1)]\n" }
    let error = #expect(throws: DiagnosticError.self) { _ = try parse(text) }
    #expect(error?.diagnostics.map(\.code) == [.documentTooDeep])
  }

  @Test func limitsAreExact() throws {
    var limits = YAMLDocument.Limits()
    limits.nodes = 4
    limits.depth = 1
    let fits = SourceText(name: "t", text: "[a, b, c]")
    #expect(throws: Never.self) { _ = try YAMLDocument.parse(fits, limits: limits) }
    for text in ["[a, b, c, d]", "[[a]]"] {
      #expect(throws: DiagnosticError.self) {
        _ = try YAMLDocument.parse(SourceText(name: "t", text: text), limits: limits)
      }
    }
  }

  @Test func longTextIsNotRead() {
    var limits = YAMLDocument.Limits()
    limits.bytes = 10
    let error = #expect(throws: DiagnosticError.self) {
      _ = try YAMLDocument.parse(SourceText(name: "t", text: "a: 12345678"), limits: limits)
    }
    #expect(error?.diagnostics.map(\.code) == [.documentTooLarge])
  }

  /// For any bytes, parsing returns a tree, or a diagnostic with a location in the text.
  @Test func truncatedTextsNeverTrap() throws {
    let text = "\u{FEFF}a: &x [1, 'é', \"\\u263A\"]\nb: |2\n    x\n  y\nc: >-\n  k\n\n  l\n? d\n: *x\ne: !!str {f: g}\n"
    let scalars = Array(text.unicodeScalars)
    for length in 0...scalars.count {
      for extra in ["", "\t", "]", ": ", "&", "*", "!", "'", "%", "\u{85}", "\r"] {
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: scalars[..<length])
        let source = SourceText(name: "t", text: String(cut) + extra)
        let collector = DiagnosticCollector()
        let root = YAMLDocument.parse(source, reporting: collector)
        #expect(root != nil || collector.hasErrors)
        #expect(collector.diagnostics.allSatisfy { ($0.place?.span?.upper ?? 0) <= source.text.utf8.count })
      }
    }
  }
}
