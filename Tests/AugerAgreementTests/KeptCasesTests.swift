import Foundation
import Testing

/// Every case that was kept - failures that were found, and answers that DuckDB gave - on all roads.
@Suite struct KeptCasesTests {
  static let files: [String] = {
    let walker = FileManager.default.enumerator(atPath: AgreementCase.folder.path)
    return (walker?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".case") }.sorted()
  }()

  @Test(arguments: files) func allRoadsGiveTheAnswer(_ file: String) throws {
    let url = AgreementCase.folder.appendingPathComponent(file)
    let kept = try AgreementCase(text: try String(contentsOf: url, encoding: .utf8), name: file)
    let server = try Roads.ServerTable()
    defer { withExtendedLifetime(server) {} }
    for ignoresCase in [false, true] {
      var style = SQLiteStyle()
      style.ignoresCase = ignoresCase
      var roads = try Roads(kept.table, style)
      defer { roads.close() }
      // What stands in SQLite in another collation is the same on the server.
      if !ignoresCase, let server { try roads.addServer(server, kept.table) }
      for road in roads.roads {
        for (chunkRows, workers) in [(1, 1), (3, 2), (2048, 1)] {
          let outcome = Roads.run(kept.query, on: road, chunkRows: chunkRows, workers: workers)
          if let complaint = kept.complaint(outcome) {
            Issue.record("\(file), \(road.name), chunks of \(chunkRows): \(complaint)\n\(kept.text)")
          }
        }
      }
    }
  }
}
