import AugerDiagnostics
import AugerMetadata
import Foundation
import Testing

/// Pages that are made from the source are as it says. RECORD=1 writes them anew.
@Suite struct ReferenceTests {
  private func check(_ page: String, _ path: String) throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let url = root.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(page.utf8).write(to: url)
      return
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == page, "\(path) is not what the source says: RECORD=1")
  }

  @Test func thePageOfDiagnosticsIsWhatTheCatalogueSays() throws {
    try check(DiagnosticCatalogue.markdown, "Documentation/diagnostics.md")
  }

  @Test func thePageOfTheLanguageIsWhatTheVocabularySays() throws {
    try check(MetadataVocabulary.markdown, "Documentation/dashboard-language.md")
  }

  @Test func everyExampleProvokesItsCode() {
    for entry in DiagnosticCatalogue.entries {
      guard case .file(let name, let text) = entry.example else { continue }
      let found = MetadataReader.read(bytes: Array(text.utf8), name: name).diagnostics
      #expect(found.map(\.code) == [entry.code], "\(DiagnosticCatalogue.output(of: entry))")
      #expect(found.map(\.level) == [entry.level], "\(entry.code)")
    }
    #expect(DiagnosticCatalogue.entries.count { $0.makit != nil } == 14)
  }
}
