import AugerDiagnostics
import AugerDocuments
import TestSupport
import Testing

@Suite struct YAMLFuzzTests {

  private static let document = """
    sources:
      shop:  { adapter: sqlite, path: "${DIR:-Data}/größe.sqlite" }   # comment
      drops: &d { adapter: 'csv', path: *x, list: [1, 2, [3]] }
    queries:
      Top 👍:
        sql: |-
          SELECT "a" FROM t  -- it's
            WHERE b = :b
        fold: >
          one

          two
        parameters: { Year: { type: int, default: 2012 }, ? x : y }
      again: *d
      plain: several
        lines
    """

  private static let pieces = [
    "\t", "\n", "\r\n", " ", "  ", ":", ": ", "- ", "? ", "[", "]", "{", "}", ",", "&a ", "*a", "!", "!!str ", "|", ">",
    "'", "\"", "\\", "#", "%YAML 1.2\n", "---\n", "...\n", "@", "\u{FEFF}", "\u{85}", "\u{2028}", "\u{0}", "é", "👩‍👧",
  ]

  /// For any text, parsing returns a tree or an error, and every location is within the text.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func damagedTextsNeverTrap(seed: UInt64) {
    var chance = Chance(seed: seed)
    for _ in 0..<250 {
      var scalars = Array(Self.document.unicodeScalars)
      for _ in 0...chance.below(4) {
        let at = chance.below(scalars.count + 1)
        switch chance.below(3) {
        case 0: scalars.insert(contentsOf: Self.pieces[chance.below(Self.pieces.count)].unicodeScalars, at: at)
        case 1: scalars.removeSubrange(at..<min(at + chance.below(12), scalars.count))
        default: scalars.insert(contentsOf: scalars[..<at].suffix(chance.below(40)), at: at)
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let source = SourceText(name: "fuzz", text: String(text))
      let collector = DiagnosticCollector()
      let root = YAMLDocument.parse(source, reporting: collector)
      #expect(root != nil || collector.hasErrors, "\(source.text)")
      if let root { expectPlaces(below: root, lieIn: source.text.utf8.count) }
      for diagnostic in collector.diagnostics {
        #expect((diagnostic.place?.span?.upper ?? 0) <= source.text.utf8.count, "\(source.text)")
        #expect(!DiagnosticRenderer().text(diagnostic).isEmpty)
      }
    }
  }

  private func expectPlaces(below node: DocumentNode, lieIn length: Int) {
    #expect(node.span.upper <= length)
    switch node.kind {
    case .scalar(let text, _):
      // Computing the location of any part must not trap.
      let count = text.utf8.count
      for lower in [0, count / 2, count] {
        #expect((node.place(of: SourceSpan(lower, count)).span?.upper ?? 0) <= length)
      }
    case .sequence(let items): for item in items { expectPlaces(below: item, lieIn: length) }
    case .mapping(let entries): for entry in entries { expectPlaces(below: entry.value, lieIn: length) }
    }
  }
}
