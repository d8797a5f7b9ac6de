import Foundation
import Testing

/// Texts for readers of pages are in the table of texts, so that each language has them.
@Suite struct PageTextRuleTests {
  /// Literals for authors and browsers, not for readers of pages.
  private static let exceptions = [
    "make the page of", "it has no state", "bytes with nothing but what it begins with", "default-src 'none'",
  ]
  /// A file whose messages are for the command line, and a file of selectors and properties of CSS.
  private static let otherFiles = ["Sources/Auger/Pages/ListedItems.swift", "Sources/AugerExport/HTML/HTMLStyles.swift"]

  /// A literal with two words or a capitalized word outside of markup and interpolations is a text.
  @Test func pagesHaveNoTextOutsideTheTable() throws {
    let folders = ["Sources/Auger/Pages", "Sources/AugerExport/HTML"]
    let files = try folders.flatMap { try Repository.files(below: $0) }.filter(\.isSwift)
    #expect(files.count > 20)
    for file in files where !Self.otherFiles.contains(file.path) {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
        for literal in Self.literals(in: String(line)) where !Self.exceptions.contains(where: literal.contains) {
          #expect(!Self.isText(literal), "\(file.path):\(number + 1): add '\(literal)' to PageText")
        }
        #expect(
          line.firstMatch(of: /\b(title|label|text): "[A-Za-z]/) == nil, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  @Test func theRuleFindsTexts() {
    #expect(Self.isText("<button type=\\\"submit\\\">Apply</button>") && Self.isText("Data as of \\(time)."))
    #expect(Self.isText(">Back to the start</a>") && Self.isText("no data match"))
    #expect(!Self.isText("<a class=\\\"v skip\\\" href=\\\"#main\\\">") && !Self.isText(" selected=\\\"selected\\\">"))
  }

  /// Scripts show only texts that the page provides, and use all of them.
  @Test func scriptsHaveNoTexts() throws {
    let scripts = try Repository.files(below: "Sources/AugerServer/Assets/Script")
    let keys = try #require(
      Repository.files(below: "Sources/AugerCharts/Texts").first { $0.path.hasSuffix("/PageText.swift") }
    )
    .text.matches(of: /\bscript([A-Z]\w*)/).map { $0.1.prefix(1).lowercased() + $0.1.dropFirst() }
    var used: Set<String> = []
    for file in scripts {
      used.formUnion(file.text.matches(of: /\btexts\.(\w+)/).map { String($0.1) })
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let isText = line.firstMatch(of: /(say\(|textContent = |"aria-label", )["`]/) != nil
        #expect(!isText, "\(file.path):\(number + 1): \(line)")
      }
    }
    #expect(used == Set(keys) && used.count > 5, "\(used.symmetricDifference(Set(keys)))")
  }

  private static func literals(in line: String) -> [String] {
    line.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
  }

  private static func isText(_ literal: String) -> Bool {
    var text = literal.replacing(/\\\([^()]*(\([^()]*\))*[^()]*\)/, with: " ").replacing("\\n", with: " ")
    if let end = text.firstIndex(of: ">"), !text[..<end].contains("<") { text = String(text[end...].dropFirst()) }
    text = text.replacing(/<[^>]*>?/, with: " ")
    return text.firstMatch(of: /[A-Za-z]{2,} [a-z]{2,}/) != nil
      || text.firstMatch(of: /^[^A-Za-z0-9]*[A-Z][a-z]+/) != nil
  }
}
