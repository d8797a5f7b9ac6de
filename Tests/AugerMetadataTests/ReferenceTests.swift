import AugerDiagnostics
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Pages that are made from the source are as it says. RECORD=1 writes them anew.
@Suite struct ReferenceTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(ofCase code: String, _ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Fixtures/Cases/Codes/\(code)/\(name)"), encoding: .utf8)
  }

  private func check(_ page: String, _ path: String) throws {
    #expect(try Golden.difference(page, from: path) == nil)
  }

  @Test func thePageOfDiagnosticsIsWhatTheCatalogueSays() throws {
    try check(try DiagnosticCatalogue.markdown(Self.text), "Documentation/diagnostics.md")
  }

  @Test func thePageOfTheLanguageIsWhatTheVocabularySays() throws {
    try check(MetadataVocabulary.markdown, "Documentation/dashboard-language.md")
  }

  /// The cases themselves are run by the tests of the command.
  @Test func everyExampleProvokesItsCode() throws {
    for entry in DiagnosticCatalogue.entries {
      if case .run = entry.example {
        #expect(try Self.text(ofCase: entry.code.description, "transcript.txt").contains("\(entry.code): "))
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
}
