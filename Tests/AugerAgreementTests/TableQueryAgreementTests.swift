import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Foundation
import Testing

/// The same query gives the same table from memory, CSV and SQLite, for any size of chunk and number of threads, and it
/// is what going through the rows one by one gives.
@Suite struct TableQueryAgreementTests {
  @Test(arguments: Array(UInt64(0)..<40)) func allRoadsAgree(_ seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let generated = GeneratedTable(&chance, rowCount: chance.isOneIn(8) ? chance.below(3) : 200 + chance.below(6000))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-agreement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let csv = folder.appendingPathComponent("sales.csv").path
    try generated.csv.write(toFile: csv, atomically: true, encoding: .utf8)
    let sqlite = folder.appendingPathComponent("sales.sqlite").path
    #expect(Database.write(generated, to: sqlite))

    let control = RunControl()
    let types = "region: string, item: string, day: date, count: int, price: float".components(separatedBy: ", ")
    let files = try CSVAdapter().open(
      SourceConfiguration(name: "files", location: csv, options: [SourceOption("columns", types)]))
    let database = try SQLiteAdapter().open(SourceConfiguration(name: "database", location: sqlite))
    let roads: [(name: String, table: any ScannableTable)] = [
      ("memory", StoredTable("sales", try generated.table())), ("csv", try files.table("sales", control)),
      ("sqlite", try database.table("sales", control)),
    ]
    for _ in 0..<25 {
      let query = GeneratedQuery(&chance)
      let expected = query.answer(generated.rows)
      for (name, table) in roads {
        for (chunkRows, workers) in [(2048, 1), (2048, 2), (64, 3), (chance.isOneIn(5) ? 3 : 1000, 2)] {
          var executor = TableQueryExecutor(workers: workers)
          executor.chunkRows = chunkRows
          let result = try executor.execute(try query.tableQuery(from: "sales"), on: table, control)
          try result.validate()
          let rows = (0..<result.rowCount).map { row in result.columns.map { $0[row] } }
          guard !Self.agree(rows, expected) else { continue }
          let measures = query.measures.map(\.text)
          Issue.record(
            """
            seed \(seed), \(name), chunks of \(chunkRows), workers \(workers):
            where \(query.conditions.map(\.text)) group by \
            \(query.keys.map { GeneratedTable.names[$0] }) year \(query.groupsByYear) measures \(measures)
            expected \(expected.prefix(5))
            computed \(rows.prefix(5))
            """)
          return
        }
      }
    }
  }

  /// Ints, texts and dates equal; floats within 1e−12 of the size of what was added.
  private static func agree(_ a: [[Scalar]], _ b: [[Scalar]]) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { x, y in
      x.count == y.count
        && zip(x, y).allSatisfy { p, q in
          if case (.float(let u), .float(let v)) = (p, q) { return abs(u - v) <= 1e-12 * max(1, abs(u), abs(v)) }
          return p == q
        }
    }
  }
}
