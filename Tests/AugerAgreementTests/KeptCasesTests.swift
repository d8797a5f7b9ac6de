import AugerColumns
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Saved cases on every code path: earlier failures, and answers recorded from DuckDB.
///
/// `AUGER_CASES` names a folder with additional cases.
@Suite struct KeptCasesTests {
  static let files: [String] = cases(in: AgreementCase.folder)
  static let otherFolder = ProcessInfo.processInfo.environment["AUGER_CASES"].map { URL(fileURLWithPath: $0) }

  private static func cases(in folder: URL) -> [String] {
    let walker = FileManager.default.enumerator(atPath: folder.path)
    return (walker?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".case") }.sorted()
  }

  @Test(arguments: files) func savedCasesHaveTheExpectedResult(_ file: String) throws {
    let server = try Roads.ServerTable()
    defer { withExtendedLifetime(server) {} }
    for complaint in try Self.complaints(AgreementCase.folder.appendingPathComponent(file), server) {
      Issue.record("\(complaint)")
    }
  }

  @Test(.enabled(if: otherFolder != nil)) func otherCasesHaveTheExpectedResult() throws {
    let folder = try #require(Self.otherFolder)
    let files = Self.cases(in: folder)
    let server = try Roads.ServerTable()
    defer { withExtendedLifetime(server) {} }
    let next = Locked(0)
    let failures = Locked<[String]>([])
    try Workers.run(Workers.defaultCount) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < files.count, failures.withLock({ $0.count < 20 }) else { return }
        let complaints = try Self.complaints(folder.appendingPathComponent(files[number]), server)
        failures.withLock { $0 += complaints.prefix(2) }
      }
    }
    print("agreement: \(files.count) cases of \(folder.path)")
    for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
    #expect(!files.isEmpty)
  }

  private static func complaints(_ url: URL, _ server: Roads.ServerTable?) throws -> [String] {
    let file = url.lastPathComponent
    let kept = try AgreementCase(text: try String(contentsOf: url, encoding: .utf8), name: file)
    var found: [String] = []
    for ignoresCase in [false, true] {
      var style = SQLiteStyle()
      style.ignoresCase = ignoresCase
      var roads = try Roads(kept.tables, style)
      defer { roads.close() }
      // The server has no case-insensitive collation.
      if !ignoresCase, let server { try roads.addServer(server, kept.tables) }
      for road in roads.roads where road.answers(kept.query) {
        for (chunkRows, workers) in [(1, 1), (3, 2), (2048, 1)] {
          let outcome = Roads.run(kept.query, on: road, chunkRows: chunkRows, workers: workers)
          if let complaint = kept.complaint(outcome) {
            found.append("\(file), \(road.name), chunks of \(chunkRows): \(complaint)\n\(kept.text)")
          }
        }
      }
    }
    return found
  }
}
