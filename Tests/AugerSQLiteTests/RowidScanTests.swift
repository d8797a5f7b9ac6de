import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import Dispatch
import Foundation
import Testing

/// Several connections read a large table in parallel, with the same result as one connection.
@Suite struct RowidScanTests {
  private static let count = 52_000

  /// Creates a table with columns of many types. Row IDs start at `first` and increase by `step`.
  private static func database(first: Int = 1, step: Int = 1, _ more: String = "") throws -> Database {
    try Database(
      """
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, amount REAL, price DECIMAL(9,2), region TEXT, note TEXT, day DATE, at TIMESTAMP,
        flag BOOL, data BLOB, anything, n INTEGER);
      WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i + 1 < \(count))
      INSERT INTO t SELECT \(first) + i * \(step), i * 0.37, (i % 1000) / 4.0, 'region ' || (i % 5),
        CASE WHEN i % 7 THEN 'note ' || (i * 7919 % 100003) END, date('2020-01-01', (i % 900) || ' days'),
        datetime('2020-01-01', i || ' minutes'), i % 3 = 0, CASE WHEN i % 2 THEN randomblob(3) END,
        'x' || (i % 40000), CASE WHEN i % 11 THEN i END FROM r;
      \(more)
      """)
  }

  private static func table(_ database: Database, _ options: [SourceOption] = []) throws -> any ScannableTable {
    try database.source(options).table("t", RunControl())
  }

  private static func difference(
    _ database: Database, _ options: [SourceOption] = [], chunkRows: Int = 3000, workers: Int = 2
  ) throws -> String? {
    let readings = TwoReadings({ try table(database, options) }, { try table(database, options) })
    return try readings.difference(chunkRows: chunkRows, workers: [workers])
  }

  @Test(arguments: [(1, 1), (-30_000, 1), (5, 3)]) func parallelScanEqualsSerialScan(first: Int, step: Int) throws {
    let database = try Self.database(first: first, step: step)
    #expect(try Self.difference(database) == nil)
    try database.execute("DELETE FROM t WHERE id % 5 = 1 OR id BETWEEN 9000 AND 40000")
    #expect(try Self.difference(database) == nil)
  }

  @Test func columnsCanBeReadInAnyOrder() throws {
    let database = try Self.database()
    for columns in [["note", "id"], ["region"], ["n", "anything", "at"]] {
      let inTurn = TableOutcome(of: try Self.table(database), columns, chunkRows: 3000, workers: 1)
      let together = TableOutcome(of: try Self.table(database), columns, chunkRows: 3000, workers: 3)
      #expect(inTurn == together, "\(columns)")
      #expect(together.rowCount == Self.count)
    }
  }

  /// A value that does not match its column type is reported at its row. The scan then reads the rows in order.
  @Test func invalidValuesAreReportedAtTheirRows() throws {
    let cases = [
      ("UPDATE t SET note = CAST(x'ff41' AS TEXT) WHERE id = 40000", "onInvalidText"),
      ("UPDATE t SET n = 'none' WHERE id IN (40000, 50000)", "onTypeConflict"),
      ("UPDATE t SET day = 'soon' WHERE id = 50000", "onTypeConflict"),
    ]
    for (change, option) in cases {
      let database = try Self.database(change)
      #expect(try Self.difference(database) == nil, "\(change)")
      let table = try Self.table(database, [SourceOption(option, ["null"])])
      let (first, second) = (try table.read(workers: 2), try table.read(workers: 2))
      // The first scan restarted because several connections were reading. The second scan remembers the reason.
      #expect(first.restarts == 1 && second.restarts == 0, "\(change)")
      #expect(first.summary.warnings.items.first?.firstPlace?.contains("0000") == true)
    }
  }

  @Test func lateValueOfAnotherTypeWidensTheColumn() throws {
    let database = try Self.database("UPDATE t SET n = 0.5 WHERE id = 51900")
    #expect(try Self.difference(database) == nil)
    let read = try Self.table(database).read(["n"], workers: 4)
    #expect(read.table.schema[0].type == .float64)
  }

  @Test func tablesWithoutRowidsOrWithSparseRowidsAreReadSerially() throws {
    let without = try Database(
      """
      CREATE TABLE t (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
      WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 60000)
      INSERT INTO t SELECT 'a' || i % 10, i FROM r;
      """)
    #expect(try Self.difference(without) == nil)
    let sparse = try Database(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 2000)
      INSERT INTO t SELECT i * 1000000007, 'a' || i % 10 FROM r;
      """)
    #expect(try Self.difference(sparse) == nil)
  }

  /// Each transaction takes from a row of the first range and gives to a row of the last range, so the sum never
  /// changes.
  @Test(arguments: ["DELETE", "WAL"]) func scanSeesOneStateOfTheDatabase(journal: String) throws {
    let database = try Database(
      """
      PRAGMA journal_mode = \(journal); PRAGMA busy_timeout = 5000;
      CREATE TABLE t (id INTEGER PRIMARY KEY, amount INTEGER);
      WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < \(Self.count))
      INSERT INTO t SELECT i, 1 FROM r;
      """)
    let table = try Self.table(database)
    let isDone = Locked(false)
    let written = Locked(0)
    let group = DispatchGroup()
    let writer = try Database(at: database.path)
    try writer.execute("PRAGMA synchronous = OFF")
    DispatchQueue(label: "writer").async(group: group) {
      while !isDone.withLock({ $0 }) {
        let change =
          "BEGIN IMMEDIATE; UPDATE t SET amount = amount - 1 WHERE id = 1; "
          + "UPDATE t SET amount = amount + 1 WHERE id = \(Self.count); COMMIT;"
        let begin = ContinuousClock.now
        if (try? writer.execute(change)) != nil {
          written.withLock { $0 += 1 }
        } else {
          // A failed commit leaves the locks in place.
          try? writer.execute("ROLLBACK")
        }
        // Without a pause between transactions, no reader would find the database unlocked.
        Thread.sleep(forTimeInterval: 0.005 + min(0.5, 2 * ((ContinuousClock.now - begin) / .seconds(1))))
      }
    }
    defer {
      isDone.withLock { $0 = true }
      group.wait()
    }
    for _ in 0..<5 {
      let sum = Locked(0)
      let request = ScanRequest(columns: [1], chunkRows: 4000, workers: 3)
      _ = try table.scan(request, RunControl()) { _, batch in
        guard case .int64(let amounts) = batch.columns[0].values else { return }
        sum.withLock { $0 += Int(amounts.array.reduce(0, +)) }
      }
      #expect(sum.withLock { $0 } == Self.count)
    }
    #expect(written.withLock { $0 } > 0)
  }
}
