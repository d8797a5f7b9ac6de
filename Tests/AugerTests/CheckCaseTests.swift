import Auger
import AugerAnalysis
import AugerCSV
import AugerDiagnostics
import AugerMetadata
import AugerSQLite
import AugerTools
import Foundation
import TestSupport
import Testing

/// Each folder in `Fixtures/Cases/Check` contains a workspace and the expected output of `auger check`: its
/// diagnostics, the summary and the paths to its queries. Cases whose names end with `live` also query their sources.
@Suite struct CheckCaseTests {
  static let folder = Self.repository.appendingPathComponent("Fixtures/Cases/Check")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()

  static var repository: URL {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }

  /// Returns the output of a case, with file names relative to its folder.
  static func output(of name: String) async throws -> String {
    let path = folder.appendingPathComponent(name).path
    var check = try WorkspaceCheck([path], adapters: [CSVAdapter(), SQLiteAdapter()], environment: [:])
    if name.hasSuffix("live") { try await check.askSources(workers: 1) }
    var text = DiagnosticReport(check.diagnostics).text(.text) + check.summary + "\n"
    for dashboard in check.dashboards { text += "\n\(dashboard.name)\n\(dashboard.contract.paths().text)" }
    return text.replacing(path + "/", with: "")
  }

  @Test(arguments: names) func checkMatchesExpectedOutput(_ name: String) async throws {
    let text = try await Self.output(of: name)
    #expect(try Golden.difference(text, from: "Fixtures/Cases/Check/\(name)/expected.txt") == nil)
  }

  /// Returns the expected output of all cases.
  private static func expected() throws -> String {
    try names.map { name in
      let file = folder.appendingPathComponent(name).appendingPathComponent("expected.txt")
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test func everyDrillContractDiagnosticHasACase() throws {
    let all = try Self.expected()
    for code in [
      "argumentUnbound", "argumentUnused", "argumentExcluded", "argumentKind", "drillTypeMismatch", "filterCycle",
      "zoomAncestorMissing", "levelUnreachable", "picklistEmpty", "dataTableEmpty", "dataMissingColumn",
      "metadataObjectUndefined", "zoomNotNested", "tableNotFound",
    ] { #expect(all.contains(" \(code): "), "\(code)") }
  }

  @Test func catalogueExamplesOccurInCases() throws {
    let all = try Self.expected()
    let entries = DiagnosticCatalogue.entries.filter { entry in
      guard case .report(let diagnostic) = entry.example else { return false }
      return diagnostic.place?.source.name == "board.xml"
    }
    #expect(entries.count == 9)
    for entry in entries {
      let output = DiagnosticCatalogue.output(of: entry)
      #expect(all.contains(output + "\n"), "\(output)")
    }
  }

  @Test func pageShowsTheRealOutput() throws {
    let all = try Self.expected()
    let page = try String(
      contentsOf: Self.repository.appendingPathComponent("Documentation/checking.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```\n").filter { $0.hasPrefix("board") }
    #expect(blocks.count >= 3)
    for block in blocks { #expect(all.contains(block), "\(block)") }
  }
}
