import Auger
import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerTools
import Foundation
import TestSupport
import Testing

/// Files of page texts, which a workspace names by language.
@Suite struct TextsFileTests {
  private static func workspace(_ keys: String, texts: String) throws -> Workspace {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-texts-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try texts.write(toFile: "\(folder)/texts.fr.yaml", atomically: true, encoding: .utf8)
    return try Workspace(yaml: keys, directory: folder, adapters: [])
  }

  private static func findings(_ texts: String) throws -> [Diagnostic] {
    let error = #expect(throws: DiagnosticError.self) {
      try workspace("texts: { fr: texts.fr.yaml }", texts: texts)
    }
    return try #require(error).diagnostics
  }

  @Test(arguments: ["apply: Appliquer\nreset: Rétablir\n", "{\"apply\": \"Appliquer\", \"reset\": \"Rétablir\"}"])
  func fileIsUsedForItsLanguage(texts: String) throws {
    let workspace = try Self.workspace("locale: fr_CA\ntexts: { fr: texts.fr.yaml }", texts: texts)
    let own = workspace.locale.texts
    #expect(workspace.locale.identifier == "fr_CA" && own.language == "fr")
    #expect(own[.apply] == "Appliquer" && own[.reset] == "Rétablir")
    // A missing text is English.
    #expect(own[.dashboards] == "Dashboards")
    #expect(workspace.locale("de_DE").texts == .german && workspace.locale("en_US").texts == .english)
    #expect(try workspace.locale(parsing: "fr").texts == own)
    #expect(Pipeline(workspace).locale == workspace.locale)
  }

  /// The template for translators has all keys, and is a valid file.
  @Test func theTemplateHasAllTexts() throws {
    let lines = PageText.allCases.map { "\($0.rawValue): \"\($0.english)\"\n" }
    let template = "# The texts of pages in English, as a template for other languages.\n" + lines.joined()
    #expect(try Golden.difference(template, from: "Documentation/reference/texts.en.yaml") == nil)
    let workspace = try Self.workspace("locale: fr\ntexts: { fr: texts.fr.yaml }", texts: template)
    #expect(PageText.allCases.allSatisfy { workspace.locale.texts[$0] == $0.english })
  }

  @Test func unknownKeyHasItsPlaceAndASuggestion() throws {
    let finding = try #require(Self.findings("apply: Appliquer\nreste: Rétablir\n").first)
    #expect(finding.code == .unknownKey && finding.message == "text 'reste' does not exist")
    #expect(finding.place?.description.hasSuffix("texts.fr.yaml:2:1") == true, "\(finding)")
    #expect(finding.hint == "Did you mean 'reset'?")
  }

  @Test func checkReportsTheFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-texts-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      ("auger.yaml", "texts: { fr: texts.fr.yaml }\n"), ("texts.fr.yaml", "aply: Appliquer\ntableOf: Tableau\n"),
    ] { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    let found = try WorkspaceCheck([folder], adapters: [], environment: [:]).diagnostics
    let own = found.filter { $0.place?.description.contains("texts.fr.yaml") == true }
    #expect(own.map(\.code) == [.unknownKey, .wrongValue] && own.allSatisfy { $0.hint != nil }, "\(found)")
  }

  @Test func placeholdersAreThoseOfTheEnglishText() throws {
    let findings = try Self.findings("tableOf: Tableau\nrowsOf: \"{title} {name}\"\napply: \"{title}\"\n")
    #expect(findings.map(\.code) == [.wrongValue, .wrongValue, .wrongValue])
    #expect(
      findings.map(\.message) == [
        "text 'tableOf' does not contain {title}", "text 'rowsOf' has no placeholder {name}",
        "text 'apply' has no placeholder {title}",
      ])
    #expect(findings[0].hint == "Add {title}. The English text is \"Table of {title}\".")
    #expect(findings[1].hint == "Use only {title}.")
  }

  @Test(arguments: [
    ("texts: { fr_CA: texts.fr.yaml }", "'fr_CA' is not a language"),
    ("texts: { french: texts.fr.yaml }", "'french' is not a language"),
    ("texts: { fr: none.yaml }", "does not exist or is not readable"),
    ("texts: { fr: { apply: Appliquer } }", "the texts of a language are the path of a file, not a mapping"),
    ("locale: xx_YY", "locale 'xx_YY' does not exist"),
  ])
  func wrongKeysAreReported(keys: String, message: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try Self.workspace(keys, texts: "apply: Appliquer\n") }
    let finding = try #require(error?.diagnostics.first)
    #expect(finding.message.contains(message) && finding.place != nil, "\(finding)")
  }
}
