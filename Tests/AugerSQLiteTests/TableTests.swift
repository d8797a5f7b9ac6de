import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery
import AugerSQLite
import AugerTestKit
import Testing

/// Introspection and scans.
@Suite struct TableTests {
  @Test func tablesAreDescribed() throws {
    let source = try Database(
      """
      CREATE TABLE parent (a INT, b TEXT, PRIMARY KEY (b, a));
      CREATE TABLE child (
        id INTEGER PRIMARY KEY AUTOINCREMENT, pa INT NOT NULL, pb TEXT, twice AS (pa * 2),
        FOREIGN KEY (pb, pa) REFERENCES parent, other REFERENCES child (id));
      """.replacing(", other REFERENCES child (id))", with: ")")
        + "CREATE VIEW v AS SELECT id, pa + 1 AS x FROM child; CREATE VIEW bad AS SELECT * FROM nowhere;"
    ).source()
    let tables = try source.tables(RunControl())
    #expect(tables.map(\.name) == ["bad", "child", "parent", "v"])
    #expect(tables.map(\.kind) == [.view, .table, .table, .view])
    #expect(tables[0].columns.isEmpty)
    #expect(tables[1].columns.map(\.name) == ["id", "pa", "pb", "twice"])
    #expect(tables[1].columns.map(\.isNullable) == [false, false, true, true])
    #expect(tables[1].primaryKey == ["id"])
    #expect(
      tables[1].foreignKeys == [
        ForeignKey(columns: ["pb", "pa"], referencedTable: "parent", referencedColumns: ["b", "a"])
      ])
    #expect(tables[2].primaryKey == ["b", "a"])
    #expect(tables[3].columns.map(\.declaredType) == ["INTEGER", ""])
  }

  /// A combining mark forms one character with the preceding quote. The quote must be doubled nevertheless.
  @Test func namesWithQuotesAndMarksAreQuoted() throws {
    let names = ["a\"\u{301}b", "c]\u{338}d", "e'\u{301}f", "g\"\u{301}"]
    func quoted(_ name: String) -> String {
      "\"" + String(decoding: name.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }, as: UTF8.self) + "\""
    }
    let columns = names.map(quoted).joined(separator: ", ")
    let source = try Database(
      """
      CREATE TABLE \(quoted(names[0])) (\(columns));
      INSERT INTO \(quoted(names[0])) VALUES (1, 2, 3, 4), (1, 5, 6, 7);
      """
    ).source()
    let table = try source.table(names[0], RunControl())
    let executor = TableQueryExecutor()
    #expect(try executor.load(table, RunControl()).columns.map { $0[1] } == [.int(1), .int(5), .int(6), .int(7)])
    let sums = try names.dropFirst().enumerated().map {
      try TableQuery.Named("sum \($0)", "sum(\(Expression.reference(to: $1)))")
    }
    let pushed = try executor.executePushingDown(
      TableQuery(from: names[0], groupBy: [.init(names[0])], measures: sums), on: try #require(table.pushdown),
      RunControl())
    #expect(pushed.table.columns.map { $0[0] } == [.int(1), .int(7), .int(9), .int(11)])
  }

  @Test func unknownTableHasASuggestion() throws {
    let source = try Database("CREATE TABLE sales (v)").source()
    let error = SQLiteTests.expect(.tableNotFound) { _ = try source.table("salse", RunControl()) }
    #expect(error?.hint == "Did you mean 'sales'?")
  }

  @Test func scanEqualsQuery() throws {
    let source = try Database(
      """
      CREATE TABLE t (a INTEGER, "b ""c" TEXT, d DECIMAL(8,2), e);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000)
      INSERT INTO t SELECT nullif(i % 11, 0), 'k' || (i % 300), i / 100.0, CASE WHEN i % 3 THEN i END FROM c;
      CREATE INDEX covering ON t ("b ""c");
      """
    ).source()
    let all = try source.query("SELECT * FROM t ORDER BY rowid")
    for chunkRows in [1, 3, 2048, 65_536] {
      for workers in [1, 2] {
        let read = try source.table("t", RunControl()).read(chunkRows: chunkRows, workers: workers)
        #expect(read.table.hasSameContents(as: all))
        #expect(read.summary.rowCount == 5000)
      }
    }
    let some = try source.table("t", RunControl()).read(["d", "b \"c"], chunkRows: 100, rowLimit: 250).table
    #expect(some.hasSameContents(as: all.projected([2, 1])[rows: 0..<250]))
  }

  @Test func coveringIndexDoesNotChangeTheOrder() throws {
    let source = try Database(
      """
      CREATE TABLE t (a, rowid, b); CREATE INDEX i ON t (a);
      INSERT INTO t VALUES (3, 1, 'x'), (1, 1, 'y'), (2, 1, 'z')
      """
    ).source()
    #expect(try source.table("t", RunControl()).read(["a"]).table.columns[0].scalars == [.int(3), .int(1), .int(2)])
  }

  @Test func tablesWithoutRowidAreInKeyOrder() throws {
    let source = try Database(
      """
      CREATE TABLE t (k TEXT PRIMARY KEY DESC, v INT, rowid, _rowid_, oid) WITHOUT ROWID;
      CREATE INDEX i ON t (v); INSERT INTO t (k, v) VALUES ('a', 1), ('c', 3), ('b', 2)
      """
    ).source()
    #expect(try source.table("t", RunControl()).read(["v"]).table.columns[0].scalars == [.int(3), .int(2), .int(1)])
  }

  @Test func scanWithoutColumnsCountsRows() throws {
    let source = try Database("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)").source()
    let chunks = Locked<[Int]>([])
    let table = try source.table("t", RunControl())
    let summary = try table.scan(ScanRequest(columns: [], chunkRows: 2), RunControl()) { _, batch in
      #expect(batch.columns.isEmpty)
      let rows = batch.rowCount
      chunks.withLock { $0.append(rows) }
    }
    #expect(summary.rowCount == 3)
    #expect(chunks.withLock { $0 } == [2, 1])
  }

  @Test func batchesShareTheirDictionaryWhileItDoesNotGrow() throws {
    let source = try Database(
      """
      CREATE TABLE t (s TEXT);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500)
      INSERT INTO t SELECT 'k' || (i % 5) FROM c
      """
    ).source()
    let dictionaries = Locked<[StringDictionary]>([])
    let table = try source.table("t", RunControl())
    _ = try table.schema(RunControl())
    _ = try table.scan(ScanRequest(columns: [0], chunkRows: 50), RunControl()) { _, batch in
      if case .string(_, let dictionary) = batch.columns[0].values { dictionaries.withLock { $0.append(dictionary) } }
    }
    let all = dictionaries.withLock { $0 }
    #expect(all.count == 10)
    #expect(all.allSatisfy { $0.isSame(as: all[0]) })
  }

  @Test func manyDistinctStringsAreCorrect() throws {
    let source = try Database(
      """
      CREATE TABLE t (s TEXT);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)
      INSERT INTO t SELECT 'k' || (i * 7919 % 20011) FROM c
      """
    ).source()
    let read = try source.table("t", RunControl()).read(chunkRows: 1500).table
    #expect(try read.hasSameContents(as: source.query("SELECT * FROM t")))
  }

  @Test func viewsAndGeneratedColumnsAreRead() throws {
    let source = try Database(
      """
      CREATE TABLE t (a INTEGER, b INTEGER GENERATED ALWAYS AS (a * 2) STORED, c AS (a * 3));
      INSERT INTO t (a) VALUES (1), (NULL); CREATE VIEW v AS SELECT c, a FROM t;
      """
    ).source()
    #expect(try source.table("t", RunControl()).read().table.columns.map { $0[0] } == [.int(1), .int(2), .int(3)])
    #expect(try source.table("v", RunControl()).read().table.columns.map { $0[0] } == [.int(3), .int(1)])
  }

  @Test func duplicateColumnNamesGetSuffixes() throws {
    #expect(try Database("").source().query("SELECT 1 AS a, 2 AS a, 3").schema.names == ["a", "a_2", "3"])
  }
}
