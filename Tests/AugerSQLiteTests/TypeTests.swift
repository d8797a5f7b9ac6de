import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import Testing

/// The type of a column, which depends on its declaration and its stored values.
@Suite struct TypeTests {
  private func column(
    _ declared: String, _ values: String, _ options: [SourceOption] = []
  ) throws -> (column: Column, warnings: [Warning]) {
    let database = try Database("CREATE TABLE t (v \(declared)); INSERT INTO t VALUES \(values);")
    let table = try database.source(options).query("SELECT v FROM t")
    // The scan of a table must equal the query in types and values, even if it has to restart.
    let scanned = try database.source(options).table("t", RunControl()).read(chunkRows: 1).table
    #expect(scanned.hasSameContents(as: table))
    return (table.columns[0], table.warnings.items)
  }

  @Test(arguments: [
    ("INTEGER", "(1), (NULL), (-9223372036854775808)", DataType.int64),
    ("REAL", "(1), (2.5)", .float64), ("TEXT", "('a'), (NULL)", .string),
    ("BOOLEAN", "(1), (0), (NULL)", .bool), ("BOOL", "(1), (2)", .int64),
    ("DATE", "('2024-02-29'), (NULL)", .date), ("DATE", "('2024-02-29 00:00:00')", .timestamp),
    ("DATETIME", "('2024-02-29'), ('2024-02-29T12:34:56.5')", .timestamp),
    ("TIMESTAMP", "('2024-02-29T12:34:56+02:00')", .timestamp(zone: "UTC")),
    ("DATE", "(1709210096)", .int64), ("DATETIME", "(2460370.5)", .float64),
    ("DECIMAL(10,2)", "(12.34), (5), (NULL), (-0.1)", .decimal(precision: 10, scale: 2)),
    ("NUMERIC(5,2)", "(12345678.25)", .decimal(precision: 38, scale: 2)),
    ("DECIMAL(10,2)", "(12.345)", .float64), ("DECIMAL(10,2)", "(1e300)", .float64),
    ("DECIMAL(10)", "(3)", .decimal(precision: 10, scale: 0)),
    ("NUMERIC", "(1), (2.5)", .float64), ("NUMERIC", "(1), (2)", .int64), ("NUMERIC", "('x')", .string),
    ("", "(1), (2.5)", .float64), ("", "('a')", .string), ("", "(NULL)", .string), ("", "(x'00ff')", .binary),
    ("", "(x'00ff'), ('a')", .string),
    ("BLOB", "(x'00ff'), (NULL), (x'')", .binary), ("BLOB", "('a')", .string), ("BLOB", "(1)", .int64),
    ("BLOB", "(x'00'), (1.5)", .string), ("TEXT", "('a'), (x'00')", .string), ("VARBINARY(8)", "(x'00')", .binary),
    ("TIME", "('12:34:56.5'), (NULL), ('24:00')", .time), ("TIME", "('12:34'), ('noon')", .string),
    ("TIME", "(4512)", .int64), ("INTERVAL", "('P1Y2M3DT4H5M6.7S'), (NULL)", .interval),
    ("INTERVAL", "(90)", .int64), ("INTERVAL", "('P1D'), ('1 day')", .string),
    ("DATE", "('infinity'), ('2024-02-29'), ('-infinity')", .date),
    ("TIMESTAMP", "('infinity'), ('2024-02-29 12:00')", .timestamp),
    ("TIMESTAMP", "('infinity'), ('2024-02-29 12:00Z')", .timestamp(zone: "UTC")),
    ("", "(9007199254740993), (0.5)", .string), ("INTEGER", "(1), (1.5)", .float64),
    ("INTEGER", "(1), ('abc')", .string), ("DATE", "('2024-02-29'), ('2024-02-30')", .string),
  ])
  func typeDependsOnDeclarationAndValues(_ declared: String, _ values: String, _ type: DataType) throws {
    #expect(try column(declared, values).column.type == type)
  }

  @Test(arguments: [
    ("INTEGER", DataType.int64), ("VARCHAR(20)", .string), ("DOUBLE", .float64), ("DATE", .date),
    ("DATETIME", .timestamp), ("BOOL", .bool), ("DECIMAL(8,3)", .decimal(precision: 8, scale: 3)), ("", .string),
    ("TIME", .time), ("INTERVAL", .interval), ("BLOB", .binary), ("BINARY(16)", .binary),
  ])
  func emptyTableHasTheDeclaredTypes(_ declared: String, _ type: DataType) throws {
    let database = try Database("CREATE TABLE t (v \(declared))")
    #expect(try database.source().query("SELECT v FROM t").schema[0].type == type)
    #expect(try database.source().table("t", RunControl()).schema(RunControl())[0].type == type)
  }

  @Test func timesIntervalsBytesAndInfinitiesAreRead() throws {
    let times = try column("TIME", "('12:34:56.5'), ('24:00')").column
    #expect(times.scalars.map(\.description) == ["12:34:56.5", "24:00:00"])
    let intervals = try column("INTERVAL", "('P1M'), (NULL), ('-PT1S')").column
    #expect(
      intervals.scalars == [.interval(Interval(months: 1)), .null, .interval(Interval(microseconds: -1_000_000))])
    let bytes = try column("BLOB", "(x'00ff'), (x''), (NULL), (x'00ff')").column
    #expect(bytes.scalars == [.binary([0, 255]), .binary([]), .null, .binary([0, 255])])
    let (days, warnings) = try column("DATE", "('infinity'), ('-infinity')")
    #expect(days.scalars == [.date(.infinity), .date(.negativeInfinity)])
    #expect(warnings.isEmpty)
    #expect(try column("TIMESTAMP", "('infinity'), ('2024-02-29 12:00Z')").warnings.isEmpty)
  }

  @Test(arguments: ["TIME", "INTERVAL", "BLOB"])
  func invalidTimeIntervalOrBlobFailsUnderFail(_ declared: String) throws {
    let values = declared == "BLOB" ? "(x'00'), ('a')" : "('a')"
    let error = #expect(throws: AugerError.self) {
      try column(declared, values, [SourceOption("onTypeConflict", "fail")])
    }
    #expect(error?.code == .typeConflict)
  }

  @Test func decimalsAreExact() throws {
    let (column, warnings) = try column("DECIMAL(12,4)", "(0.1), (0.3), (80450596.9823), (-7), (1.005)")
    #expect(column.scalars.map(\.description) == ["0.1000", "0.3000", "80450596.9823", "-7.0000", "1.0050"])
    #expect(warnings.isEmpty)
  }

  @Test func mixedStorageBecomesStringWithOneWarning() throws {
    let (column, warnings) = try column("INTEGER", "(1), ('abc'), (1.5), ('x'), (NULL), (x'0aff')")
    #expect(column.scalars.map(\.description) == ["1", "abc", "1.5", "x", "", "0aff"])
    #expect(column[4] == .null)
    #expect(warnings.first?.code == .typeConflict)
    #expect(warnings.first?.count == 4)
    #expect(warnings.first?.firstPlace == "row 2")
    #expect(warnings.last?.code == .blobAsText)
  }

  @Test func conflictsBecomeNullUnderNull() throws {
    let (column, warnings) = try column(
      "INTEGER", "(1), ('abc'), (1.5), (3)", [SourceOption("onTypeConflict", "null")])
    #expect(column.scalars == [.int(1), .null, .null, .int(3)])
    #expect(warnings.map(\.count) == [2])
  }

  @Test(arguments: [
    ("DATE", "('2024-01-01'), ('soon')"), ("BOOL", "(1), (7)"), ("REAL", "(1.5), ('x')"), ("", "(1), ('x')"),
  ])
  func nullsReplaceValuesThatDoNotFit(_ declared: String, _ values: String) throws {
    let (column, warnings) = try column(declared, values, [SourceOption("onTypeConflict", "null")])
    #expect(column[0] != .null && column[1] == .null)
    #expect(warnings.map(\.firstPlace) == ["row 2"])
  }

  @Test func conflictsFailAtRowAndColumnUnderFail() throws {
    let database = try Database("CREATE TABLE t (a, v INTEGER); INSERT INTO t VALUES (1, 1), (1, NULL), (1, 'abc')")
    let source = try database.source([SourceOption("onTypeConflict", "fail")])
    let error = SQLiteTests.expect(.typeConflict) { _ = try source.query("SELECT * FROM t") }
    #expect(error?.place == "row 3, column 'v'")
    #expect(error?.description.contains("abc") == false)
    SQLiteTests.expect(.typeConflict) { _ = try source.table("t", RunControl()).read() }
  }

  @Test func unixSecondsAndJulianDaysAreTimesIfDeclared() throws {
    let database = try Database(
      """
      CREATE TABLE t (u INTEGER, j REAL, r);
      INSERT INTO t VALUES (1709210096, 2460370.024259, 1.5), (-1, 2440587.5, -0.25), (NULL, NULL, NULL);
      """)
    let source = try database.source([
      SourceOption("unixTime", ["t.u", "r"]), SourceOption("julian", "t.j"),
    ])
    let table = try source.query("SELECT u AS started, j, r FROM t")
    #expect(table.schema.fields.map(\.type) == [DataType](repeating: .timestamp(zone: "UTC"), count: 3))
    #expect(table.columns[0].scalars.map(\.description) == ["2024-02-29T12:34:56", "1969-12-31T23:59:59", ""])
    #expect(table.columns[1].scalars.map(\.description) == ["2024-02-29T12:34:55.978", "1970-01-01T00:00:00", ""])
    #expect(table.columns[2].scalars.map(\.description) == ["1970-01-01T00:00:01.5", "1969-12-31T23:59:59.75", ""])
  }

  @Test func mixedOffsetsAreUTCWithAWarning() throws {
    let (column, warnings) = try column("DATETIME", "('2024-01-01T12:00:00+02:00'), ('2024-01-01 12:00')")
    #expect(column.scalars.map(\.description) == ["2024-01-01T10:00:00", "2024-01-01T12:00:00"])
    #expect(warnings.map(\.code) == [.init("zoneAssumed")])
  }

  @Test func stringsKeepTheirBytes() throws {
    let (column, _) = try column("TEXT", "(''), ('a' || char(0) || 'b'), ('é日本😀'), (' x ')")
    #expect(column.scalars == [.string(""), .string("a\0b"), .string("é日本😀"), .string(" x ")])
  }

  @Test func invalidUTF8IsReportedAtItsLocation() throws {
    let database = try Database(
      "CREATE TABLE t (a, b TEXT); INSERT INTO t VALUES (1, 'ok'), (2, CAST(x'41ff' AS TEXT))")
    let error = SQLiteTests.expect(.invalidText) { _ = try database.source().query("SELECT * FROM t") }
    #expect(error?.place == "row 2, column 'b'")
    let table = try database.source([SourceOption("onInvalidText", "null")]).query("SELECT * FROM t")
    #expect(table["b"]?.scalars == [.string("ok"), .null])
    #expect(table.warnings.items.map(\.count) == [1])
  }

  @Test(arguments: [1, 7, 5000])
  func lateTypeConflictRestartsTheScan(_ chunkRows: Int) throws {
    let database = try Database(
      """
      CREATE TABLE t (n INTEGER, s TEXT, d DATE);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 3000)
      INSERT INTO t SELECT CASE i WHEN 2500 THEN 1.5 ELSE i END, 's' || (i % 7),
        CASE i WHEN 2900 THEN '2024-01-01 10:00' ELSE date('2020-01-01', i || ' days') END FROM c;
      """)
    let source = try database.source()
    let table = try source.table("t", RunControl())
    #expect(try table.schema(RunControl()).fields.map(\.type) == [.int64, .string, .date])
    let read = try table.read(chunkRows: chunkRows)
    #expect(read.restarts > 0)
    #expect(read.table.schema.fields.map(\.type) == [.float64, .string, .timestamp])
    #expect(try read.table.hasSameContents(as: source.query("SELECT * FROM t")))
    #expect(try table.read(chunkRows: chunkRows).restarts == 0)
  }
}
