import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport
import Testing

/// Joins with a million keys, from a file and a database: an error if the memory limit is too low, otherwise the
/// correct result.
@Suite(.serialized) struct JoinMillionTests {
  private static let rows = 1_000_000

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-join-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The keys have a different order than the rows that look them up.
    var bytes: [UInt8] = Array("id,code,worth\n".utf8)
    for row in 0..<Self.rows {
      let id = row * 7919 % Self.rows
      bytes += Array("\(id),code \(id),\(id % 1000)\n".utf8)
    }
    try Data(bytes).write(to: folder.appendingPathComponent("keys.csv"))
    #expect(
      Database.execute(
        [
          "PRAGMA journal_mode=OFF", "CREATE TABLE keys (id INTEGER, code TEXT, worth INTEGER)",
          """
          INSERT INTO keys WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows - 1))
          SELECT i * 7919 % \(Self.rows), 'code ' || (i * 7919 % \(Self.rows)), i * 7919 % \(Self.rows) % 1000 FROM n
          """,
        ], on: folder.appendingPathComponent("keys.sqlite").path))
  }

  /// Returns the sum of the joined values for every third number up to two million. Half of these numbers are keys.
  private func sum(_ source: any Source, _ column: String, memory: Int) throws -> [Scalar] {
    let control = RunControl(memory: MemoryBudget(limit: memory))
    let numbers = (0..<2 * Self.rows / 3).map { Int64($0 * 3) }
    let own = Table([("n", Column(numbers))])
    var query = TableQuery(
      from: "own",
      measures: [try .init("sum", "sum(worth)"), try .init("n", "count(worth)"), try .init("all", "count()")])
    let key = column == "id" ? "n" : "concat('code ', n)"
    query.joins = [TableJoin("keys", on: [.init(.init(column), equals: try .parse(key, name: "on"))])]
    let executor = TableQueryExecutor(workers: 2)
    let joined = try JoinedTable(
      StoredTable("own", own), query, tables: [try source.table("keys", control)], arguments: [:], limits: .none,
      executor: executor, control)
    let result = try executor.execute(joined.query, on: joined, control)
    return result.columns.map { $0[0] }
  }

  @Test(arguments: ["id", "code"]) func millionKeysRespectTheMemoryLimit(column: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try CSVAdapter().open(
      SourceConfiguration(name: "files", location: folder.appendingPathComponent("keys.csv").path))
    let database = try SQLiteAdapter().open(
      SourceConfiguration(name: "database", location: folder.appendingPathComponent("keys.sqlite").path))
    defer {
      files.close()
      database.close()
    }
    let found = stride(from: 0, to: Self.rows, by: 3)
    let expected: [Scalar] = [
      .int(Int64(found.reduce(0) { $0 + $1 % 1000 })), .int(Int64((Self.rows + 2) / 3)),
      .int(Int64(2 * Self.rows / 3)),
    ]
    for source: any Source in [files, database] {
      var answered: Int?
      for megabytes in [8, 32, 64, 128, 256, 512] {
        do {
          #expect(try sum(source, column, memory: megabytes << 20) == expected)
          answered = answered ?? megabytes
        } catch let error as AugerError {
          #expect(error.code == .lowMemory, "\(error)")
          #expect(answered == nil, "refused with \(megabytes) MB, and not with less")
        }
      }
      // Keys and positions need at least twelve bytes per row.
      let least = try #require(answered)
      #expect(least > 12 && least <= 256, "\(least) MB")
    }
  }
}
