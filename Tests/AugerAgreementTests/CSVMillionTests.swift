import Auger
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Foundation
import Testing

/// A million rows with 1% invalid fields: the counts and the list of rejects are exact for each policy.
@Suite(.serialized) struct CSVMillionTests {
  private static let rows = 1_000_000
  private static let bad = rows / 100

  private let folder: URL
  private let file: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-million-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("million.csv").path
    var bytes: [UInt8] = Array("n,x,word\n".utf8)
    for row in 1...Self.rows {
      let field = row % 100 == 37 ? "bad" : "\(row % 1000).5"
      bytes += Array("\(row),\(field),\(row % 7 == 0 ? "\"a,b\"" : "w")\n".utf8)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  private func counts(policy: String, rejects: String? = nil) throws -> Table {
    var options = [SourceOption("columns", ["n: int", "x: float"]), SourceOption("onError", policy)]
    if let rejects { options.append(SourceOption("rejects", rejects)) }
    let source = try CSVAdapter().open(SourceConfiguration(name: "s", location: file, options: options))
    let table = try source.table("million", RunControl())
    let query = TableQuery(
      from: "million",
      measures: [
        try TableQuery.Named("rows", "count()"), try TableQuery.Named("values", "count(x)"),
        try TableQuery.Named("last", "max(n)"),
      ])
    return try TableQueryExecutor(workers: 2).execute(query, on: table)
  }

  private func numbers(_ table: Table) -> [String] { table.columns.map { $0[0].description } }

  @Test func everyPolicyCountsExactly() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appendingPathComponent("rejects.csv").path
    let nulled = try counts(policy: "null", rejects: list)
    #expect(numbers(nulled) == ["\(Self.rows)", "\(Self.rows - Self.bad)", "\(Self.rows)"])
    #expect(nulled.warnings.items.map(\.count) == [Self.bad, Self.bad - 1000])
    #expect(nulled.warnings.items.first?.firstPlace == file + ":38:4")
    let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1001)
    #expect(lines.last.map(String.init) == "\(file),99938,7,x,bad,float")

    let skipped = try counts(policy: "skip")
    #expect(numbers(skipped) == ["\(Self.rows - Self.bad)", "\(Self.rows - Self.bad)", "\(Self.rows)"])
    #expect(skipped.warnings.items.map(\.count) == [Self.bad])

    let texts = try counts(policy: "text")
    #expect(numbers(texts) == ["\(Self.rows)", "\(Self.rows)", "\(Self.rows)"])
    #expect(texts.warnings.isEmpty)

    let error = try #require(throws: AugerError.self) { _ = try counts(policy: "fail") }
    #expect((error.code, error.place) == (.badValue, file + ":38:4"))
  }
}
