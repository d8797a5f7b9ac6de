import Auger
import AugerCSV
import AugerDiagnostics
import AugerSQLite
import AugerTools
import Foundation
import TestSupport
import Testing

enum MAKitSamples {
  /// The folder of the shared samples, next to the repository or in AUGER_SHARED. Nil if it does not exist.
  static let folder = Shared.existing("data/makit")
}

/// Checks of the samples of MAKit's manual, with and without the sample database.
@Suite(.enabled(if: MAKitSamples.folder != nil, "the shared MAKit samples are not there"))
struct MAKitCheckTests {
  static func path(_ relative: String) throws -> String {
    try #require(MAKitSamples.folder).appendingPathComponent(relative).path
  }

  /// Returns the complete files: the documents, and the fragments that the manual prints completely.
  static func wholeFiles() throws -> [String] {
    let names = { (folder: String) in
      try FileManager.default.contentsOfDirectory(atPath: try path(folder)).sorted().map { "\(folder)/\($0)" }
    }
    let whole = ["ce-07", "ce-08", "dg-01", "dg-02", "dg-12", "tu-0"]
    let fragments = try names("fragments").filter { name in whole.contains { name.hasPrefix("fragments/\($0)") } }
    return try names("documents") + fragments + ["invalid/made/00-valid-base.xml"]
  }

  private static func report(_ diagnostics: [Diagnostic]) -> Comment {
    Comment(rawValue: DiagnosticReport(diagnostics).text(.text))
  }

  /// Returns a workspace over the sample database with its queries and some dashboards. `replacing` overrides queries
  /// by name.
  static func workspace(
    _ dashboards: [(name: String, path: String)], queries names: [String]? = nil, replacing: [String: String] = [:],
    in folder: URL
  ) throws -> String {
    func quoted(_ text: String) -> String { DiagnosticRenderer.quoted(text) }
    let data = try Data(contentsOf: URL(fileURLWithPath: try path("sample-db/queries.json")))
    let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let queries = try #require(json["queries"] as? [String: [String: Any]])
    var text = "sources: { sample: { adapter: sqlite, path: \(quoted(try path("sample-db/makit-sample.sqlite"))) } }\n"
    text += "dashboards:\n" + dashboards.map { "  \(quoted($0.name)): \(quoted($0.path))\n" }.joined()
    text += "queries:\n"
    for (name, query) in queries.sorted(by: { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) })
    where names?.contains(name) != false {
      // In the samples, null means that no argument was provided. Here, such a condition is optional.
      let sql = try #require(replacing[name] ?? query["sql"] as? String)
        .replacing(#/\(:(?<name>\w+) IS NULL OR (?<column>\w+)=:\w+\)/#) { "(1=1 [[ AND \($0.column)=:\($0.name) ]])" }
      text += "  \(quoted(name)): { source: sample, sql: \(quoted(sql)) }\n"
    }
    let file = folder.appendingPathComponent("auger.yaml")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private static func check(_ paths: [String], isLive: Bool = false) async throws -> WorkspaceCheck {
    var check = try WorkspaceCheck(paths, adapters: [CSVAdapter(), SQLiteAdapter()], environment: [:])
    if isLive { try await check.askSources(workers: 1) }
    return check
  }

  static func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  @Test func everyCompleteFilePasses() async throws {
    let files = try Self.wholeFiles()
    #expect(files.count >= 20)
    for file in files {
      let check = try await Self.check([try Self.path(file)])
      #expect(check.count(.error) == 0, Self.report(check.diagnostics))
    }
  }

  @Test func everyCompleteFilePassesOverTheSampleDatabase() async throws {
    try await Self.inFolder { folder in
      let files = try Self.wholeFiles().map { (name: $0, path: try Self.path($0)) }
      let check = try await Self.check([try Self.workspace(files, in: folder)], isLive: true)
      #expect(check.files.count == files.count + 1)
      #expect(check.count(.error) == 0, Self.report(check.diagnostics.filter { $0.level == .error }))
      #expect(check.dashboards.map(\.name) == files.map(\.name))
    }
  }

  private struct Fault {
    var file: String?
    var code: Diagnostic.Code
    var details: [String: Any]
    /// The lines at which parsers report an error. Empty for well-formed files.
    var lines: [Int]
  }

  private static func faults() throws -> [Fault] {
    let data = try Data(contentsOf: URL(fileURLWithPath: try path("invalid/expected-dev.json")))
    let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(json["cases"] as? [[String: Any]]).compactMap { item in
      guard let name = item["expectedError"] as? String else { return nil }
      let code = try #require(codes[name], Comment(rawValue: name))
      let parsers = item["xmlParsers"] as? [String: [String: Any]] ?? [:]
      return Fault(
        file: item["file"] as? String, code: code, details: item["details"] as? [String: Any] ?? [:],
        lines: parsers.values.compactMap { $0["line"] as? Int })
    }
  }

  private static let codes: [String: Diagnostic.Code] = [
    "MAError_MetadataInvalidXMLFormat": .init("metadataInvalidXMLFormat"),
    "MAError_MetaDataMissingNode": .init("metadataMissingNode"),
    "MAError_MetadataAttrWrongValue": .init("metadataAttributeWrongValue"),
    "MAError_MetadataUnrecognizedItem": .init("metadataUnrecognizedItem"),
    "MAError_MetadataObjUndefined": .init("metadataObjectUndefined"),
    "MAError_MetadataPathNotSpecified": .init("metadataPathNotSpecified"),
    "MAError_MetadataFileNotFound": .init("metadataFileNotFound"),
    "MAError_DataMissingColumn": .init("dataMissingColumn"), "MAError_DataTableEmpty": .init("dataTableEmpty"),
  ]

  private static let keys: [String: Diagnostic.Detail.Key] = [
    "MAErrorKey_MetadataNodeName": .node, "MAErrorKey_MetadataAttrName": .attribute,
    "MAErrorKey_MetadataAttrValue": .value, "MAErrorKey_ChartName": .chart, "MAErrorKey_DataColumnName": .dataColumn,
    "MAErrorKey_DataQueryName": .query,
  ]

  /// The line of the change in each well-formed file.
  private static let lines: [(file: String, line: Int)] = [
    ("10-", 2), ("11-", 2), ("12-", 10), ("13-", 10), ("30-", 10), ("31-", 5), ("32-", 5), ("33-", 5), ("34-", 8),
    ("35-", 14), ("36-", 5), ("37-", 5), ("38-", 5), ("50-", 18), ("51-", 10), ("70-", 14), ("71-", 14), ("72-", 10),
  ]

  @Test func everyFaultyFileReportsItsCodeAtItsLine() async throws {
    let faults = try Self.faults()
    #expect(faults.count >= 35)
    try await Self.inFolder { folder in
      for fault in faults {
        let file = fault.file ?? ""
        let noRows = ["ResellerQry": "SELECT *, RegionGroup AS Region FROM ResellerSales WHERE 1=0"]
        let workspace = try Self.workspace(
          [("case", fault.file == nil ? "" : try Self.path(file))], queries: ["ResellerQry"],
          replacing: file.contains("72-data-table-empty") ? noRows : [:], in: folder)
        let check = try await Self.check([workspace], isLive: true)
        let errors = check.diagnostics.filter { $0.level == .error }
        let matching = errors.filter { $0.code == fault.code }
        #expect(!matching.isEmpty && matching.count == errors.count, Self.report(errors))
        for (name, expected) in fault.details {
          guard let key = Self.keys[name] else { continue }
          #expect(matching.contains { $0[key] == expected as? String }, "\(file) \(name): \(Self.report(errors))")
        }
        let line = Self.lines.first { file.hasPrefix("invalid/made/\($0.file)") }.map { [$0.line] } ?? fault.lines
        guard !line.isEmpty else { continue }
        let found = matching.compactMap { $0.place?.position?.line }
        #expect(found.contains { line.contains($0) }, Self.report(errors))
      }
    }
  }
}
