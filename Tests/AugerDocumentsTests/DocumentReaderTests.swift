import AugerDiagnostics
import AugerDocuments
import Testing

@Suite struct DocumentReaderTests {
  private func reader(_ text: String) throws -> (reader: DocumentReader, collector: DiagnosticCollector) {
    let collector = DiagnosticCollector()
    return (DocumentReader(try parse(text), as: "the test", reporting: collector), collector)
  }

  @Test func valuesAreReadAsRequested() throws {
    var (reader, collector) = try reader(
      "s: 012\ni: 012\nn: -7\nb: yes\nc: False\nd: 1h30m\nl: [a, b]\none: a\nm: {x: 1}\nk: null\n")
    #expect(reader.string("s") == "012")
    #expect(reader.int("i") == 12)
    #expect(reader.int("n") == -7)
    #expect(reader.bool("b") == true)
    #expect(reader.bool("c") == false)
    #expect(reader.duration("d") == .seconds(5400))
    #expect(reader.texts("l")?.map(\.text) == ["a", "b"])
    #expect(reader.texts("one")?.map(\.text) == ["a"])
    var inner = reader.mapping("m", as: "'m'")
    let x = inner?.int("x")
    inner?.finish()
    #expect(x == 1)
    #expect(reader.string("k") == nil)
    #expect(reader.string("absent") == nil)
    #expect(reader.choice("k", of: [("a", 1)]) == nil)
    reader.finish()
    #expect(collector.diagnostics.isEmpty)
  }

  @Test func everyErrorHasALocation() throws {
    try expectReader(
      """
      count: ⟦many⟧
      flag: ⟦perhaps⟧
      wait: ⟦10⟧
      name: ⟦[a]⟧
      mode: ⟦widn⟧
      items: [a, ⟦{b: c}⟧]
      inner: ⟦7⟧
      ⟦extra⟧: 1
      """,
      reports: .wrongValue, .wrongValue, .wrongValue, .wrongKind, .wrongValue, .wrongKind, .wrongKind, .unknownKey
    ) { reader in
      #expect(reader.int("count") == nil)
      #expect(reader.bool("flag") == nil)
      #expect(reader.duration("wait") == nil)
      #expect(reader.string("name") == nil)
      #expect(reader.choice("mode", of: [("widen", 1), ("null", 2)]) == nil)
      #expect(reader.texts("items")?.map(\.text) == ["a"])
      var inner = reader.mapping("inner", as: "'inner'")
      // A value that is not a mapping has no missing keys.
      #expect(inner?.string("x", required: true) == nil)
      inner?.finish()
      reader.finish()
    }
  }

  @Test func missingKeyIsReportedAtItsMapping() throws {
    let text = MarkedText("sources:\n  ⟦shop⟧: { adapter: sqlite }\n")
    let collector = DiagnosticCollector()
    var reader = DocumentReader(try YAMLDocument.parse(text.source), as: "the workspace", reporting: collector)
    for entry in reader.namedEntries("sources") {
      var source = DocumentReader(entry, as: "source '\(entry.key.text)'", reporting: collector)
      #expect(source.string("adapter", required: true) == "sqlite")
      #expect(source.string("path", required: true) == nil)
      source.finish()
    }
    reader.finish()
    #expect(collector.diagnostics.map(\.message) == ["source 'shop' needs 'path'"])
    #expect(collector.diagnostics.first?.place?.span == text.spans[0])
  }

  @Test func requiredKeyWithoutValueIsMissing() throws {
    try expectReader("⟦path⟧:\n", reports: .missingKey) { #expect($0.string("path", required: true) == nil) }
  }

  @Test func unknownKeyHasASuggestion() throws {
    var (reader, collector) = try reader("pth: 1\nzzzzz: 2\n")
    #expect(reader.string("path") == nil)
    #expect(reader.string("adapter") == nil)
    reader.finish()
    #expect(collector.diagnostics.map(\.hint) == ["Did you mean 'path'?", "Known keys: path, adapter"])
  }

  @Test func misspelledRequiredKeyHasASuggestion() throws {
    var (reader, collector) = try reader("pth: 1\n")
    #expect(reader.string("path", required: true) == nil)
    #expect(collector.diagnostics.first?.hint == "There is a key 'pth'.")
  }

  @Test(arguments: ["1.5", "1e3", "0x10", "--1", "+", "", "１", "99999999999999999999"])
  func invalidIntegerFails(text: String) throws {
    var (reader, collector) = try reader("n: '\(text)'\n")
    #expect(reader.int("n") == nil)
    #expect(collector.diagnostics.map(\.code) == [.wrongValue])
  }

  @Test func numberMustBeInRange() throws {
    var (reader, collector) = try reader("low: 0\nhigh: 11\nfits: 10\n")
    #expect(reader.int("low", in: 1...Int.max) == nil)
    #expect(reader.int("high", in: 1...10) == nil)
    #expect(reader.int("fits", in: 1...10) == 10)
    #expect(
      collector.diagnostics.map(\.message) == [
        "'low' must be at least 1, not 0", "'high' must be between 1 and 10, not 11",
      ])
  }

  @Test(arguments: [
    ("250ms", 250), ("2s", 2000), ("10m", 600_000), ("1h", 3_600_000), ("1d2h3m4s5ms", 93_784_005), ("0s", 0),
  ])
  func durationsAreRead(text: String, milliseconds: Int) {
    #expect(DurationText.parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "10", "s", "1.5s", "-1s", "1 s", "1s1s", "1s1h", "1x", "99999999999999999999s", "9223372036854775807d",
  ])
  func invalidDurationFails(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test func diagnosticsAreSortedByLocation() throws {
    let text = MarkedText("a: ⟦x⟧\nb: ⟦y⟧\n")
    let root = try YAMLDocument.parse(text.source)
    let collector = DiagnosticCollector()
    var reader = DocumentReader(root, as: "the test", reporting: collector)
    #expect(reader.int("b") == nil)
    #expect(reader.int("a") == nil)
    let error = #expect(throws: DiagnosticError.self) { try collector.throwIfErrors() }
    #expect(error?.diagnostics.map { $0.place?.span } == text.spans)
  }

  @Test func notesAloneAreNotThrown() {
    let collector = DiagnosticCollector()
    collector.report(Diagnostic(.unknownKey, level: .note, "x"))
    #expect(throws: Never.self) { try collector.throwIfErrors() }
  }
}
