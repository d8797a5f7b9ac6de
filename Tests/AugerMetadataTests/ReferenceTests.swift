import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Generated documentation pages match the source. `RECORD=1` writes them again.
@Suite struct ReferenceTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(ofCase code: String, _ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Fixtures/Cases/Codes/\(code)/\(name)"), encoding: .utf8)
  }

  private func check(_ page: String, _ path: String) throws {
    #expect(try Golden.difference(page, from: path) == nil)
  }

  @Test func diagnosticsPageMatchesTheCatalogue() throws {
    try check(DiagnosticCatalogue.markdown, "Documentation/diagnostics.md")
  }

  @Test func languagePageMatchesTheVocabulary() throws {
    try check(MetadataVocabulary.markdown, "Documentation/dashboard-language.md")
  }

  @Test func examplesOfTheLanguageAreEqual() throws {
    let roots = [("sales.xml", MetadataVocabulary.exampleXML), ("sales.yaml", MetadataVocabulary.exampleYAML)].map {
      let collector = DiagnosticCollector()
      let root = AttributedDocument.parse(bytes: Array($1.utf8), name: $0, reporting: collector)
      let metadata = root.flatMap { MetadataReader.read($0, reporting: collector) }
      #expect(metadata?.dashboard.charts.count == 1)
      #expect(collector.inOrder.isEmpty, "\(collector.inOrder)")
      return root
    }
    let (xml, yaml) = (try #require(roots[0]), try #require(roots[1]))
    #expect(xml.hasSameContent(as: yaml))
  }

  /// The tests of the command run the cases themselves.
  @Test func everyExampleReportsItsCode() throws {
    for entry in DiagnosticCatalogue.entries {
      if case .run(let files, let transcript) = entry.example {
        for file in files { #expect(try Self.text(ofCase: entry.code.description, file.name) == file.text + "\n") }
        #expect(try Self.text(ofCase: entry.code.description, "transcript.txt") == transcript + "\n")
        #expect(transcript.contains("\(entry.code): "))
      }
      guard case .file(let name, let text) = entry.example else { continue }
      let found = MetadataReader.read(bytes: Array(text.utf8), name: name).diagnostics
      #expect(found.map(\.code) == [entry.code], "\(DiagnosticCatalogue.output(of: entry))")
      #expect(found.map(\.level) == [entry.level], "\(entry.code)")
      if entry.makit != nil {
        #expect(try Self.text(ofCase: entry.code.description, "sales.xml") == text + "\n", "\(entry.code)")
      }
    }
    #expect(DiagnosticCatalogue.entries.count { $0.makit != nil } == 14)
  }

  @Test func everyEntryHasACauseAndAFixInAtMostTwoSentences() {
    for entry in DiagnosticCatalogue.entries {
      for text in [entry.meaning, entry.fix] {
        #expect(text.hasSuffix(".") && text.count(where: { $0 == "`" }).isMultiple(of: 2), "\(entry.code): \(text)")
        #expect(text.components(separatedBy: ". ").count <= 2, "\(entry.code): \(text)")
      }
      #expect(entry.summary.hasSuffix(".") && !entry.summary.contains("`"), "\(entry.summary)")
    }
  }
}
