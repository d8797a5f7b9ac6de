import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// Tables as the catalog describes them, and scans.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct TableTests {
  @Test func tablesHaveColumnsAndKeys() throws {
    let setup = """
      CREATE TABLE region (id integer PRIMARY KEY, name varchar(20) NOT NULL);
      CREATE TABLE "Order Line" (
        "order" integer, line smallint, region integer REFERENCES region, price numeric(10, 2), gone text,
        PRIMARY KEY (line, "order"));
      ALTER TABLE "Order Line" DROP COLUMN gone;
      CREATE TABLE note ("order" integer, line smallint, FOREIGN KEY (line, "order") REFERENCES "Order Line");
      CREATE VIEW names AS SELECT name FROM region;
      CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM region;
      CREATE TABLE part (k integer) PARTITION BY LIST (k);
      CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1);
      INSERT INTO part VALUES (1);
      """
    try Server.withSchema(setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let tables = try source.tables(RunControl())
      #expect(tables.map(\.name) == ["Order Line", "counted", "names", "note", "part", "region"])
      #expect(tables.map(\.kind) == [.table, .view, .view, .table, .table, .table])
      let line = tables[0]
      #expect(line.columns.map(\.name) == ["order", "line", "region", "price"])
      #expect(line.columns.map(\.declaredType) == ["integer", "smallint", "integer", "numeric(10,2)"])
      #expect(line.columns.map(\.isNullable) == [false, false, true, true])
      #expect(line.primaryKey == ["line", "order"])
      #expect(
        line.foreignKeys == [ForeignKey(columns: ["region"], referencedTable: "region", referencedColumns: ["id"])])
      #expect(
        tables[3].foreignKeys == [
          ForeignKey(
            columns: ["line", "order"], referencedTable: "Order Line", referencedColumns: ["line", "order"])
        ])
      // Partitions are not listed as tables, but can be read.
      #expect(try source.table("part_1", RunControl()).read().table.rowCount == 1)
      #expect(try source.table("\(schema).region", RunControl()).schema(RunControl()).names == ["id", "name"])
      let error = Server.expect(.tableNotFound) { _ = try source.table("regoin", RunControl()) }
      #expect(error?.hint == "Did you mean 'region'?")
    }
  }

  @Test func tableOutsideSearchPathIsQualifiedBySchema() throws {
    try Server.withSchema("CREATE TABLE \"odd.name\" AS SELECT 1 AS a") { schema in
      let source = try Server.open()
      defer { source.close() }
      #expect(try source.tables(RunControl()).contains { $0.name == "\(schema).odd.name" })
      #expect(try source.table("\(schema).odd.name", RunControl()).read().table.rowCount == 1)
    }
  }

  @Test func tablesWithoutPermissionAreNotListed() throws {
    try Server.withUser { user in
      try Server.withSchema("CREATE TABLE mine (a int); CREATE TABLE yours (a int)") { schema in
        try Server.admin().execute(
          "GRANT USAGE ON SCHEMA \(schema) TO \(user); GRANT SELECT ON \(schema).mine TO \(user)")
        let source = try Server.open(Server.url(user: user), [SourceOption("schemas", schema)])
        defer { source.close() }
        #expect(try source.tables(RunControl()).map(\.name) == ["mine"])
        let error = Server.expect(.permissionDenied) { _ = try source.query("SELECT * FROM yours") }
        #expect(error?.message == "permission denied for table yours (SQLSTATE 42501)")
      }
    }
  }

  @Test func tableWithoutColumnsHasRows() throws {
    try Server.withSchema("CREATE TABLE bare (); INSERT INTO bare DEFAULT VALUES; INSERT INTO bare DEFAULT VALUES") {
      schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      #expect(try source.table("bare", RunControl()).read().summary.rowCount == 2)
    }
  }

  /// 70 000 rows in about 1 500 pages: a dozen ranges.
  private static let large = """
    CREATE TABLE large AS
    SELECT i AS id, 'text ' || i % 1000 AS label, i / 8.0 AS amount, i::numeric(12, 2) AS price,
      repeat('x', 100) AS fill, CASE WHEN i % 7 > 0 THEN '2024-01-01'::date + i END AS day
    FROM generate_series(1, 70000) AS i;
    DELETE FROM large WHERE id % 13 = 0;
    """

  @Test(arguments: [1000, 65_536])
  func parallelScanReturnsTheChunksOfASerialScan(_ chunkRows: Int) throws {
    try Server.withSchema(Self.large) { schema in
      let source = try Server.open(
        nil, [SourceOption("schemas", schema), SourceOption("applicationName", "shared\(chunkRows)")])
      defer { source.close() }
      let table = try source.table("large", RunControl())
      let one = try table.read(chunkRows: chunkRows, workers: 1)
      let many = try table.read(chunkRows: chunkRows, workers: 3)
      #expect(one.table.rowCount == 64_616)
      #expect(many.summary.rowCount == 64_616)
      #expect(many.table.columns[0].scalars == one.table.columns[0].scalars)
      #expect(many.table["label"]?.scalars == one.table["label"]?.scalars)
      #expect(many.table["day"]?.scalars == one.table["day"]?.scalars)
      let backends = try Server.admin().execute(
        "SELECT FROM pg_stat_activity WHERE application_name = 'shared\(chunkRows)'")
      #expect(backends.count == 3)
    }
  }

  /// One row on each of 8 800 pages: more ranges than one connection requests at once.
  @Test func scanContinuesAfterTheFirstRanges() throws {
    let setup = """
      CREATE TABLE tall (id integer, fill text) WITH (fillfactor = 10);
      ALTER TABLE tall ALTER fill SET STORAGE PLAIN;
      INSERT INTO tall SELECT i, repeat('x', 900) FROM generate_series(1, 8800) AS i;
      """
    try Server.withSchema(setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let ids = try source.table("tall", RunControl()).read(["id"], workers: 2).table.columns[0].scalars
      #expect(ids == (1...8800).map { .int($0) })
    }
  }

  @Test func parallelScanSeesOneSnapshot() throws {
    try Server.withSchema(Self.large) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let admin = try Server.admin()
      let table = try source.table("large", RunControl())
      let hasWritten = Locked(false)
      let rows = Locked(0)
      // The first chunk deletes all rows before most of them were read.
      _ = try table.scan(ScanRequest(columns: [0], chunkRows: 500, workers: 2), RunControl()) { chunk, batch in
        rows.withLock { $0 += batch.rowCount }
        if chunk == 0 {
          try Server.admin().execute("DELETE FROM \(schema).large")
          hasWritten.withLock { $0 = true }
        }
      }
      #expect(hasWritten.withLock { $0 })
      #expect(rows.withLock { $0 } == 64_616)
      #expect(try admin.execute("SELECT count(*) FROM \(schema).large") == [["0"]])
    }
  }

  private struct Marker: Error {}

  private func scan(_ table: any ScannableTable, failingAt failing: Int) throws {
    let request = ScanRequest(columns: [0, 1], chunkRows: 1000, workers: 2)
    _ = try table.scan(request, RunControl()) { chunk, _ in if chunk == failing { throw Marker() } }
  }

  private func scan(_ table: any ScannableTable, cancellingAt cancelling: Int) throws {
    let control = RunControl()
    let request = ScanRequest(columns: [0, 1], chunkRows: 1000, workers: 2)
    _ = try table.scan(request, control) { chunk, _ in if chunk == cancelling { control.cancel() } }
  }

  @Test func errorOfBodyStopsAParallelScan() throws {
    try Server.withSchema(Self.large) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let table = try source.table("large", RunControl())
      #expect(throws: Marker.self) { try scan(table, failingAt: 0) }
      #expect(throws: Marker.self) { try scan(table, failingAt: 40) }
      Server.expect(.cancelled) { try scan(table, cancellingAt: 3) }
      #expect(try table.read(["id"], workers: 2).table.rowCount == 64_616)
    }
  }

  @Test func widerDecimalRestartsAParallelScan() throws {
    let setup = """
      CREATE TABLE wide AS SELECT CASE i WHEN 60000 THEN 0.5 ELSE i END AS n, repeat('x', 100) AS fill
      FROM generate_series(1, 60000) AS i
      """
    try Server.withSchema(setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let (found, _, restarts) = try source.table("wide", RunControl()).read(["n"], workers: 2)
      #expect(restarts == 1)
      #expect(found.schema[0].type == .decimal(precision: 38, scale: 1))
      #expect(found.columns[0][59_999] == .decimal("0.5"))
      #expect(found.columns[0][59_998] == .int(59_999) || found.columns[0][59_998] == .decimal("59999"))
    }
  }
}
