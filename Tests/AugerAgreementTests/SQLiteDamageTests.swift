import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Reads damaged databases on every code path. Each read succeeds or fails with an error, and never crashes or hangs. A
/// failure names its seed. `AUGER_FUZZ` sets the number of rounds.
@Suite struct SQLiteDamageTests {
  private static let rounds = ProcessInfo.processInfo.environment["AUGER_FUZZ"].flatMap { Int($0) } ?? 300

  /// Small databases with various structures: trees of one page and of several, overflow pages, indexes, generated
  /// columns, views, full-text tables, other encodings and page sizes.
  private static let shapes = [
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, day DATE, price DECIMAL(10,2), share REAL, raw BLOB);
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 400)
      INSERT INTO t SELECT n, 'name ' || n % 7, date('2020-01-01', n || ' days'), n / 4.0, n / 3.0, randomblob(n % 20)
      FROM c;
    CREATE INDEX by_name ON t (name, price);
    CREATE VIEW v AS SELECT name, sum(price) AS total FROM t GROUP BY 1;
    """,
    """
    PRAGMA page_size = 512;
    CREATE TABLE t (k TEXT, n INT, long TEXT, twice AS (n * 2), PRIMARY KEY (k, n)) WITHOUT ROWID;
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 60)
      INSERT INTO t SELECT 'k' || n % 5, n, hex(zeroblob(n * 40)) FROM c;
    CREATE TABLE strict (v INTEGER, w ANY) STRICT;
    INSERT INTO strict VALUES (1, 'a'), (2, 2.5), (NULL, x'00');
    """,
    """
    PRAGMA encoding = 'UTF-16le'; PRAGMA page_size = 1024; PRAGMA auto_vacuum = FULL;
    CREATE TABLE t (a, b NUMERIC, c BOOLEAN, d TIMESTAMP);
    INSERT INTO t VALUES (1, '2', 1, '2024-01-01 10:00:00'), ('x', 2.5, 0, '2024-01-01T10:00:00'), (NULL, 'é', 7, 12);
    CREATE VIRTUAL TABLE words USING fts4(text);
    INSERT INTO words VALUES ('green hills'), ('blue sea');
    CREATE VIRTUAL TABLE pages USING fts5(text);
    INSERT INTO pages VALUES ('green hills'), ('blue sea');
    """,
  ]

  @Test func damagedDatabasesDoNotCrash() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var whole: [[UInt8]] = []
    for (index, sql) in Self.shapes.enumerated() {
      let path = folder.appendingPathComponent("\(index).sqlite").path
      #expect(Database.execute([sql], on: path))
      whole.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    var outcomes: [String: Int] = [:]
    let file = folder.appendingPathComponent("damaged.sqlite")
    for round in 0..<Self.rounds {
      var chance = ByteDamage(seed: UInt64(round))
      try Data(Self.damaged(whole[round % whole.count], &chance)).write(to: file)
      let outcome = Self.read(file.path)
      outcomes[outcome, default: 0] += 1
      #expect(outcome != "foreign error", "seed \(round)")
    }
    // The generator must produce both readable and unreadable files.
    #expect(outcomes["read", default: 0] > Self.rounds / 20 && outcomes.count > 1, "\(outcomes)")
  }

  /// Returns the bytes with changed or copied parts of pages, mostly their headers and pointers.
  private static func damaged(_ bytes: [UInt8], _ chance: inout ByteDamage) -> [UInt8] {
    var bytes = bytes
    let size = max(512, Int(bytes[16]) << 8 | Int(bytes[17]))
    let pages = max(1, bytes.count / size)
    for _ in 0..<(1 + chance.below(6)) {
      let page = chance.below(pages) * size
      switch chance.below(8) {
      case 0: bytes[min(bytes.count - 1, page + chance.below(12))] = UInt8(chance.below(256))
      case 1: bytes[min(bytes.count - 1, page + 8 + chance.below(60))] ^= UInt8(1 << chance.below(8))
      case 2: bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
      case 3:
        let from = chance.below(pages) * size
        guard max(page, from) + size <= bytes.count else { break }
        bytes.replaceSubrange(page..<page + size, with: Array(bytes[from..<from + size]))
      case 4:
        let from = chance.below(bytes.count - 16)
        for index in 0..<16 { bytes[from + index] = [0, 0xFF, 0x80, 0x7F][chance.below(4)] }
      case 5: bytes.removeSubrange(max(512, bytes.count - size * chance.below(3))...)
      // The schema, which is SQL text.
      case 6: bytes[min(bytes.count - 1, size - 1 - chance.below(min(400, size)))] = UInt8(0x20 + chance.below(90))
      default: bytes[20 + chance.below(80)] = UInt8(chance.below(256))
      }
      if bytes.count < size { break }
    }
    return bytes
  }

  private static func read(_ path: String) -> String {
    let control = RunControl(timeLimit: .seconds(10))
    func attempt(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "read"
      } catch let error as AugerError { return error.code.description } catch is DiagnosticError {
        return "diagnostic"
      } catch is ScanRestart { return "restart" } catch { return "foreign error" }
    }
    var outcomes: [String] = []
    outcomes.append(
      attempt {
        let source = try SQLiteAdapter().open(SourceConfiguration(name: "s", location: path))
        defer { source.close() }
        let request = IntrospectionRequest(countsRows: true, countsDistinct: true)
        outcomes.append(attempt { _ = try source.describe(request, control) })
        for description in try source.tables(control) {
          outcomes.append(
            attempt {
              let table = try source.table(description.name, control)
              let executor = TableQueryExecutor(workers: 1)
              let loaded = try executor.load(table, limits: QueryLimits(rows: 100_000), control)
              do { try loaded.validate() } catch { throw Invalid() }
              guard let database = table.pushdown, let key = try table.schema(control).fields.first else { return }
              let query = TableQuery(
                from: description.name, groupBy: [.init(key.name)], measures: [try .init("rows", "count()")])
              _ = try executor.executePushingDown(query, on: database, limits: QueryLimits(rows: 100_000), control)
            })
        }
      })
    return outcomes.first { $0 == "foreign error" } ?? outcomes.first { $0 != "read" } ?? "read"
  }

  /// Reading returned an invalid table.
  private struct Invalid: Error {}
}
