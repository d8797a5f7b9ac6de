import Auger
import AugerCLI
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerRefresh
import AugerServer
import Foundation
import TestSupport
import Testing

/// The files shown in the documentation are valid, and the targets of its links exist.
@Suite struct DocumentationFileTests {
  /// Pages with intentionally invalid files, which other tests check.
  private static let wrongOnPurpose = ["Documentation/diagnostics.md"]

  private static func blocks(_ language: String) -> [(page: DocumentationPage, text: String)] {
    DocumentationPage.all.filter { !wrongOnPurpose.contains($0.path) }.flatMap { page in
      page.blocks.filter { $0.language == language }.map { (page, $0.text) }
    }
  }

  private static func indented(_ text: String, by count: Int) -> String {
    text.split(separator: "\n").map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
  }

  /// Returns the files that a block can be, or be a part of.
  private static func readings(of text: String) -> [(text: String, schema: String)] {
    let (workspace, csv, theme) = (
      WorkspaceReference.schema, WorkspaceReference.csvSchema, WorkspaceReference.themeSchema
    )
    let tokens = KeySchema(allowsReferences: false).document(AccessToken.fileKeys, id: "tokens", title: "Tokens")
    return [
      (text, workspace), (text, csv), (text, theme), (text, tokens), ("fonts:\n" + indented(text, by: 2), theme),
      ("queries:\n" + indented(text, by: 2), workspace),
      ("jobs:\n  tested:\n    queries: Q\n" + indented(text, by: text.hasPrefix(" ") ? 0 : 4), workspace),
    ]
  }

  @Test func everyYAMLBlockFitsASchema() throws {
    let blocks = Self.blocks("yaml")
    #expect(blocks.count >= 18)
    for (page, text) in blocks {
      if text.hasPrefix("MobileAnalytic:") {
        let read = MetadataReader.read(bytes: Array(text.utf8), name: "dashboard.yaml")
        #expect(read.metadata != nil && read.diagnostics.isEmpty, "\(page): \(read.diagnostics)")
        continue
      }
      let findings = Self.readings(of: text).map { reading in
        // A text that is valid YAML as part of one file may be invalid in another.
        (try? JSONSchemaCheck(reading.schema).findings(inYAML: reading.text)) ?? ["is no YAML"]
      }
      #expect(findings.contains([]), "\(page): \(findings[0])\n\(text)")
    }
  }

  /// Errors that depend on other files.
  private static let elsewhere: Set<String> = [
    "metadataObjectUndefined", "metadataFileNotFound", "fileNotFound", "environmentVariableUndefined",
    "argumentUnused",
  ]

  @Test func everyDocumentedWorkspaceIsValid() throws {
    let check = try JSONSchemaCheck(WorkspaceReference.schema)
    var count = 0
    for (page, text) in Self.blocks("yaml") where (try? check.findings(inYAML: text)) == [] {
      count += 1
      var found: [Diagnostic] = []
      do throws(DiagnosticError) {
        let workspace = try Workspace(
          parsing: SourceText(name: "auger.yaml", text: text), directory: "/nowhere",
          adapters: WorkspaceReference.adapters.map(\.adapter))
        _ = try JobDefinition.jobs(of: workspace)
      } catch { found = error.diagnostics }
      let own = found.filter { $0.level == .error && !Self.elsewhere.contains($0.code.rawValue) }
      #expect(own.map(\.message) == [], "\(page)\n\(text)")
    }
    #expect(count >= 12)
  }

  /// Returns the errors of a dashboard file, or the unknown elements of a part of one.
  private static func mistakes(inXML text: String) -> [String] {
    let names = Set(MetadataVocabulary.nodes.map(\.name))
    let unknown = text.matches(of: /<([A-Z][A-Za-z]*)/).map { String($0.1) }.filter { !names.contains($0) }
    guard let name = text.firstMatch(of: /^\s*<([A-Za-z]+)/)?.1,
      MetadataVocabulary.roots.contains(where: { $0.name == name })
    else { return unknown }
    let found = MetadataReader.read(bytes: Array(text.utf8), name: "page.xml").diagnostics
    return unknown + found.filter { $0.level == .error }.map(\.message)
  }

  @Test func everyDocumentedDashboardIsValid() {
    #expect(Self.mistakes(inXML: "<Catgory Column=\"a\"/>") == ["Catgory"])
    #expect(Self.mistakes(inXML: "<Chart Name=\"a\" ChartType=\"Bar\" Query=\"Q\"/>") != [])
    for (page, text) in Self.blocks("xml") { #expect(Self.mistakes(inXML: text) == [], "\(page)\n\(text)") }
  }

  @Test func everyJSONBlockIsValid() {
    for (page, text) in Self.blocks("json") where !text.contains("...") {
      #expect(throws: Never.self, "\(page)\n\(text)") { try JSONValue(Data(text.utf8)) }
    }
  }

  @Test func everyLinkHasATarget() throws {
    var count = 0
    for page in DocumentationPage.all where !page.path.contains(".docc/") {
      let folder = Shared.repository.appendingPathComponent(page.path).deletingLastPathComponent()
      for link in page.links where link.firstMatch(of: /^[a-z]+:/) == nil {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let file = parts[0].isEmpty ? nil : folder.appendingPathComponent(parts[0]).standardizedFileURL
        if let file { #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link)") }
        guard parts.count == 2 else { continue }
        let root = Shared.repository.standardizedFileURL.path + "/"
        let target = file.map { $0.path.replacing(root, with: "") } ?? page.path
        #expect(DocumentationPage.page(target)?.anchors.contains(parts[1]) == true, "\(page): \(link)")
      }
    }
    #expect(count > 40)
  }

  @Test func languageReferenceIsComplete() throws {
    let page = try #require(DocumentationPage.page("Documentation/dashboard-language.md"))
    for node in MetadataVocabulary.nodes {
      #expect(page.anchors.contains { $0 == node.name.lowercased() || $0.hasPrefix("\(node.name.lowercased())-in-") })
      for attribute in node.attributes { #expect(page.text.contains("`\(attribute.name)`"), "\(node.name)") }
    }
  }
}
