import AugerDiagnostics
import AugerDocuments
import Testing

/// A text in which ⟦ and ⟧ mark the locations under test.
struct MarkedText {
  let source: SourceText
  /// The marked spans, sorted by start.
  let spans: [SourceSpan]

  init(_ marked: String, name: String = "auger.yaml") {
    var text = ""
    var open: [Int] = []
    var spans: [SourceSpan] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": open.append(text.utf8.count)
      case "⟧": if let start = open.popLast() { spans.append(SourceSpan(start, text.utf8.count)) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    source = SourceText(name: name, text: text)
    self.spans = spans.sorted { ($0.lower, -$0.upper) < ($1.lower, -$1.upper) }
  }
}

/// Expects that parsing the text fails with these codes at the marked locations, in order.
func expectYAML(
  _ marked: String, fails codes: Diagnostic.Code..., location: Testing.SourceLocation = #_sourceLocation
) {
  let text = MarkedText(marked)
  let error = #expect(throws: DiagnosticError.self, sourceLocation: location) {
    _ = try YAMLDocument.parse(text.source)
  }
  expect(error?.diagnostics ?? [], are: codes, at: text, location: location)
}

/// Expects that reading the mapping reports these codes at the marked locations, in order.
func expectReader(
  _ marked: String, reports codes: Diagnostic.Code..., location: Testing.SourceLocation = #_sourceLocation,
  _ read: (inout DocumentReader) -> Void
) throws {
  let text = MarkedText(marked)
  let collector = DiagnosticCollector()
  var reader = DocumentReader(try YAMLDocument.parse(text.source), as: "the test", reporting: collector)
  read(&reader)
  expect(collector.inOrder, are: codes, at: text, location: location)
}

private func expect(
  _ diagnostics: [Diagnostic], are codes: [Diagnostic.Code], at text: MarkedText, location: Testing.SourceLocation
) {
  #expect(diagnostics.map(\.code) == codes, sourceLocation: location)
  #expect(diagnostics.map { $0.place?.span } == text.spans, sourceLocation: location)
}

extension DocumentNode {
  /// The source text of the node.
  var written: String {
    String(decoding: Array(source.text.utf8)[span.lower..<span.upper], as: UTF8.self)
  }

  subscript(key: String) -> DocumentNode? {
    guard case .mapping(let entries) = kind else { return nil }
    return entries.first { $0.key.text == key }?.value
  }

  subscript(index: Int) -> DocumentNode? {
    guard case .sequence(let items) = kind, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// The tree on one line, with quotes only around quoted scalars.
  var outline: String {
    switch kind {
    case .scalar(let text, .plain): text
    case .scalar(let text, .quoted): "'\(text)'"
    case .sequence(let items): "[" + items.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key.text): \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }
}

func parse(_ text: String) throws -> DocumentNode {
  try YAMLDocument.parse(SourceText(name: "auger.yaml", text: text))
}
