import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import CSQLite
import Foundation
import Testing

/// Statements and files that a source rejects, and the errors it reports.
@Suite struct SourceTests {
  private static let numbers = """
    CREATE TABLE n (i INTEGER PRIMARY KEY, s TEXT);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 10000)
    INSERT INTO n SELECT i, 'text ' || i FROM c;
    """

  /// A statement that does not end unless it is cancelled.
  private static let endless = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c"

  // MARK: Files

  @Test func missingFileIsNamed() {
    let error = SQLiteTests.expect(.fileNotFound) { _ = try SQLiteTests.open("/nowhere/shop.sqlite") }
    #expect(error?.description.contains("/nowhere/shop.sqlite") == true)
  }

  @Test func folderIsNotADatabase() { SQLiteTests.expect(.notAFile) { _ = try SQLiteTests.open("/tmp") } }

  @Test func emptyFileIsNotAnEmptyDatabase() throws {
    let database = try Database(name: "empty.sqlite")
    try Data().write(to: URL(fileURLWithPath: database.path))
    SQLiteTests.expect(.emptyInput) { _ = try database.source() }
  }

  @Test func otherFormatIsNotADatabase() throws {
    let database = try Database(name: "text.sqlite")
    try Data("id,name\n1,a\n".utf8).write(to: URL(fileURLWithPath: database.path))
    SQLiteTests.expect(.notADatabase) { _ = try database.source() }
  }

  @Test(arguments: ["a b#c?d%41&mode=rwc;é.sqlite", "'q\"uote'.db"])
  func pathsMayContainAnyCharacter(_ name: String) throws {
    let database = try Database("CREATE TABLE t (v); INSERT INTO t VALUES (1)", name: name)
    #expect(try database.source().query("SELECT v FROM t").rowCount == 1)
  }

  @Test func pathMayBeRelative() throws {
    let database = try Database("CREATE TABLE t (v)")
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let path = String(repeating: "../", count: depth) + database.path.dropFirst()
    #expect(try SQLiteTests.open(path).query("SELECT * FROM t").rowCount == 0)
  }

  @Test(.enabled(if: SQLiteTests.shared != nil, "the shared test data are not there"))
  func damagedFilesHaveDifferentErrors() throws {
    let types = try #require(SQLiteTests.shared) + "/types/"
    SQLiteTests.expect(.emptyInput) { _ = try SQLiteTests.open(types + "zero-bytes.sqlite") }
    SQLiteTests.expect(.notADatabase) { _ = try SQLiteTests.open(types + "not-a-database.sqlite") }
    for name in ["sqlite-truncated.sqlite", "sqlite-bad-page.sqlite"] {
      let error = SQLiteTests.expect(.corruptDatabase) {
        let source = try SQLiteTests.open(types + name)
        for table in try source.tables(RunControl()) where table.kind == .table {
          _ = try source.query("SELECT * FROM \"\(table.name)\"")
        }
      }
      #expect(error?.place == types + name)
    }
  }

  @Test func writeAheadLogIsRead() throws {
    let database = try Database("PRAGMA journal_mode = WAL; CREATE TABLE t (v); INSERT INTO t VALUES (1)")
    let source = try database.source()
    #expect(try source.query("SELECT * FROM t").rowCount == 1)
    try database.execute("INSERT INTO t VALUES (2)")
    #expect(try source.query("SELECT * FROM t").rowCount == 2)
  }

  @Test func immutableFileIsReadWithoutLocks() throws {
    let database = try Database("CREATE TABLE t (v); INSERT INTO t VALUES (1); BEGIN EXCLUSIVE")
    let source = try database.source([SourceOption("immutable", "true")])
    #expect(try source.query("SELECT * FROM t").rowCount == 1)
  }

  @Test func lockedDatabaseFailsAfterTheTimeout() throws {
    let database = try Database("CREATE TABLE t (v); BEGIN EXCLUSIVE")
    let source = try database.source([SourceOption("busyTimeout", "20ms")])
    let error = SQLiteTests.expect(.databaseLocked) { _ = try source.query("SELECT * FROM t") }
    #expect(error?.hint?.contains("busyTimeout") == true)
    try database.execute("COMMIT")
    #expect(try source.query("SELECT * FROM t").rowCount == 0)
  }

  @Test func cancellationStopsWaitingForALock() throws {
    let database = try Database("CREATE TABLE t (v); BEGIN EXCLUSIVE")
    let source = try database.source([SourceOption("busyTimeout", "10m")])
    SQLiteTests.expect(.timeout) {
      _ = try source.query("SELECT * FROM t", control: RunControl(timeLimit: .milliseconds(30)))
    }
  }

  // MARK: Options

  @Test func invalidOptionsAreReported() throws {
    let database = try Database("CREATE TABLE t (v)")
    #expect {
      try database.source([SourceOption("busyTimout", "1s")])
    } throws: {
      "\($0)".contains("Did you mean 'busyTimeout'?")
    }
    #expect(throws: DiagnosticError.self) { try database.source([SourceOption("busyTimeout", "soon")]) }
    #expect(throws: DiagnosticError.self) { try database.source([SourceOption("onTypeConflict", "ignore")]) }
  }

  // MARK: Statements

  @Test(arguments: [
    "DELETE FROM n", "UPDATE n SET s = ''", "INSERT INTO n (s) VALUES ('x')", "DROP TABLE n", "CREATE TABLE m (a)",
    "ATTACH 'other.sqlite' AS o", "PRAGMA user_version = 3", "PRAGMA journal_mode = DELETE",
    "PRAGMA writable_schema = 1",
    "BEGIN", "VACUUM", "ANALYZE", "CREATE TEMP TABLE m (a)", "DELETE FROM n RETURNING i",
    "WITH c AS (SELECT 1) INSERT INTO n (s) SELECT 'x' FROM c", "REPLACE INTO n VALUES (1, 'x')",
    "EXPLAIN DELETE FROM n", "ALTER TABLE n ADD COLUMN z", "SELECT load_extension('x')", "SAVEPOINT a",
  ])
  func writingStatementsFail(_ sql: String) throws {
    let database = try Database(Self.numbers)
    let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
    SQLiteTests.expect(.notReadOnly) { _ = try database.source().query(sql) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
  }

  /// Functions with effects other than computing are denied, with any build of the library. All other functions run, or
  /// complain about their arguments.
  @Test func everyLibraryFunctionIsAllowedOrDeniedOnPurpose() throws {
    let refused = [
      "fts3_tokenizer", "fts5", "load_extension", "optimize", "rtreecheck", "rtreedepth", "rtreenode", "sqlite_log",
    ]
    let source = try Database(Self.numbers).source()
    let list = try source.query("SELECT name, max(narg) FROM pragma_function_list GROUP BY 1 ORDER BY 1")
    #expect(list.rowCount > 60)
    for row in 0..<list.rowCount {
      let name = list.columns[0][row].description
      guard case .int(let count) = list.columns[1][row] else { continue }
      var codes: [Diagnostic.Code?] = []
      for window in ["", " OVER ()"] {
        let values = Array(repeating: "NULL", count: max(1, Int(count))).joined(separator: ", ")
        do {
          _ = try source.query("SELECT \"\(name)\"(\(values))\(window) FROM n")
          codes.append(nil)
        } catch let error as AugerError { codes.append(error.code) }
      }
      #expect(codes.contains(.notReadOnly) == refused.contains(name), "\(name)")
    }
  }

  @Test(arguments: [
    "SELECT fts3_tokenizer('simple', x'4141414141414141')", "SELECT hex(fts3_tokenizer('simple'))",
    "SELECT * FROM words WHERE fts3_tokenizer('simple', zeroblob(8)) IS NULL", "SELECT optimize(words) FROM words",
  ])
  func fullTextTokenizersAreUnreachable(_ sql: String) throws {
    let source = try Self.library().source()
    let error = SQLiteTests.expect(.notReadOnly) { _ = try source.query(sql) }
    #expect(error?.message.contains("may do more than read") == true)
  }

  @Test func fullTextTokenizersAreUnreachableThroughAView() throws {
    // SQLite itself fails, because the schema is not trusted.
    let error = #expect(throws: AugerError.self) { _ = try Self.library().source().query("SELECT * FROM evil") }
    #expect(error?.code == .queryFailed || error?.code == .notReadOnly)
  }

  @Test func boundTokenizerFails() throws {
    let statement = SQLStatement(text: "SELECT fts3_tokenizer('simple', ?1)", bindings: [.string("AAAAAAAA")])
    let source = try Self.library().source()
    SQLiteTests.expect(.notReadOnly) { _ = try source.execute(statement, limits: .none, RunControl()) }
  }

  @Test func fullTextSearchWorks() throws {
    let source = try Self.library().source()
    let found = try source.query("SELECT snippet(words), offsets(words) FROM words WHERE words MATCH 'green'")
    #expect(found.rowCount == 1)
    let ranked = try source.query("SELECT highlight(pages, 0, '<', '>') FROM pages('sea') ORDER BY bm25(pages)")
    #expect(ranked.columns[0][0] == .string("blue <sea>"))
  }

  private static func library() throws -> Database {
    try Database(
      """
      CREATE VIRTUAL TABLE words USING fts4(text); INSERT INTO words VALUES ('green hills'), ('blue sea');
      CREATE VIRTUAL TABLE pages USING fts5(text); INSERT INTO pages VALUES ('green hills'), ('blue sea');
      CREATE VIEW evil AS SELECT fts3_tokenizer('simple', x'4141414141414141') AS t;
      """)
  }

  // MARK: Endless statements

  private static let endlessView =
    "CREATE VIEW endless AS \(endless); "

  @Test func timeLimitStopsAnEndlessView() throws {
    let source = try Database(Self.endlessView).source()
    SQLiteTests.expect(.timeout) {
      _ = try source.execute(
        SQLStatement(text: "SELECT * FROM endless"), limits: QueryLimits(time: .milliseconds(200)), RunControl())
    }
    SQLiteTests.expect(.timeout) {
      _ = try source.table("endless", RunControl()).schema(RunControl(timeLimit: .milliseconds(200)))
    }
  }

  @Test func endlessViewIsNotCounted() throws {
    let source = try Database(Self.endlessView + "CREATE TABLE t (v); INSERT INTO t VALUES (1)").source()
    let tables = try source.describe(IntrospectionRequest(countsRows: true, countsDistinct: true), RunControl())
    #expect(tables.map(\.name) == ["endless", "t"])
    #expect(tables.map(\.rows) == [nil, .exact(1)])
  }

  // MARK: Stable types

  /// 15 000 integers followed by a word.
  private static let surprise =
    """
    CREATE TABLE t (v INTEGER);
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 15000) INSERT INTO t SELECT n FROM c;
    INSERT INTO t VALUES ('oops');
    """

  @Test func otherQueriesDoNotChangeTypes() throws {
    let source = try Database(Self.surprise).source()
    func first() throws -> [DataType] {
      let table = try source.table("t", RunControl())
      let schema = try table.schema(RunControl())
      _ = try table.scan(ScanRequest(columns: [0], rowLimit: 3), RunControl()) { _, _ in }
      return schema.fields.map(\.type)
    }
    #expect(try first() == [.int64])
    let table = try source.table("t", RunControl())
    #expect(throws: ScanRestart.self) { _ = try table.scan(ScanRequest(columns: [0]), RunControl()) { _, _ in } }
    #expect(try table.schema(RunControl()).fields.map(\.type) == [.string])
    _ = try table.pushdown?.storage(of: [0], RunControl())
    #expect(try first() == [.int64])
  }

  @Test(arguments: ["PRAGMA table_info(n)", "PRAGMA user_version", "EXPLAIN QUERY PLAN SELECT * FROM n", "VALUES (1)"])
  func readOnlyPragmasAreAllowed(_ sql: String) throws {
    #expect(try Database(Self.numbers).source().query(sql).schema.count > 0)
  }

  @Test func secondStatementIsReportedAtItsLocation() throws {
    let source = try Database(Self.numbers).source()
    let error = SQLiteTests.expect(.multipleStatements) { _ = try source.query("SELECT 1;\n  DROP TABLE n") }
    #expect(error?.place == "SQL:2:3")
    #expect(try source.query("SELECT 1; -- done\n /* really */ ;").rowCount == 1)
  }

  @Test func emptyTextIsNotAStatement() throws {
    SQLiteTests.expect(.queryFailed) { _ = try Database("").source().query("-- nothing") }
  }

  @Test func errorsAreLocatedInTheTemplate() throws {
    let source = try Database(Self.numbers).source()
    let text = SourceText(name: "query 'Sales'", text: "SELECT i\nFROM n WHERE i IN (:List)\n  AND wrong = 1")
    let statement = try SQLTemplate.parse(text).bind(
      QueryArguments(["List": .list([.int(1), .int(2), .int(3)])]), dialect: source.dialect)
    let error = SQLiteTests.expect(.queryFailed) {
      _ = try source.execute(statement, limits: .none, RunControl())
    }
    #expect(error?.message == "no such column: wrong")
    #expect(error?.place == "query 'Sales':3:7")
    #expect(error?.underlying == "  AND wrong = 1\n        ^")
  }

  @Test func unreadableViewReportsTheReason() throws {
    let database = try Database("CREATE VIEW v AS SELECT * FROM nowhere")
    let error = SQLiteTests.expect(.queryFailed) { _ = try database.source().query("SELECT * FROM v") }
    #expect(error?.message == "no such table: main.nowhere")
  }

  // MARK: Values

  @Test func valuesOfEveryTypeAreBound() throws {
    let source = try Database("").source()
    let date = try #require(CivilDate(year: 2024, month: 2, day: 29))
    let moment = Timestamp(date, hour: 12, minute: 34, second: 56, microsecond: 500_000)
    let table = try source.query(
      "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, typeof(?8), ?8, typeof(?9), ?10, ?11, ?12, ?13, ?14, ?15, typeof(?15)",
      [
        .null, .bool(true), .int(.min), .float(0.1), .string("a\0'b"), .date(date), .timestamp(moment),
        .decimal(Decimal128(unscaled: 1234, scale: 2)), .decimal(Decimal128(unscaled: 1200, scale: 2)),
        .decimal(try #require(Decimal128("12345678901234567890.123456"))), .string(""),
        .time(TimeOfDay(microseconds: 1_500_000)), .interval(Interval(months: 1)), .binary([0, 255]), .binary([]),
      ])
    #expect(
      table.columns.map { $0[0] } == [
        .null, .int(1), .int(.min), .float(0.1), .string("a\0'b"), .string("2024-02-29"),
        .string("2024-02-29 12:34:56.5"), .string("real"), .float(12.34), .string("integer"),
        .string("12345678901234567890.123456"), .string(""), .string("00:00:01.5"), .string("P1M"),
        .binary([0, 255]), .binary([]), .string("blob"),
      ])
  }

  @Test func decimalArgumentEqualsStoredValue() throws {
    let source = try Database("CREATE TABLE t (v DECIMAL(10,2)); INSERT INTO t VALUES (12.34), (5), (0.1)").source()
    for text in ["12.34", "5.00", "0.10"] {
      let value = try #require(Decimal128(text))
      #expect(try source.query("SELECT * FROM t WHERE v = ?1", [.decimal(value)]).rowCount == 1)
    }
  }

  @Test func missingValueIsNotNull() throws {
    let source = try Database("").source()
    SQLiteTests.expect(.queryFailed) { _ = try source.query("SELECT ?1, ?2", [.int(1)]) }
    SQLiteTests.expect(.queryFailed) { _ = try source.query("SELECT ?1", [.float(.nan)]) }
  }

  @Test(arguments: ["x' OR '1'='1", "'; DROP TABLE n; --", "text 1' UNION SELECT 1, 'x", "\0", "%"])
  func injectionIsOnlyAValue(_ attack: String) throws {
    let database = try Database(Self.numbers)
    let source = try database.source()
    let template = try SQLTemplate.parse("SELECT * FROM n WHERE s = :s OR s IN (:l) [[ OR s = :o ]]")
    let statement = try template.bind(
      QueryArguments([
        "s": .scalar(.string(attack)), "l": .list([.string(attack), .string(attack)]), "o": .scalar(.string(attack)),
      ]), dialect: source.dialect)
    #expect(try source.execute(statement, limits: .none, RunControl()).rowCount == 0)
    #expect(try source.query("SELECT * FROM n").rowCount == 10_000)
  }

  // MARK: Limits and cancellation

  @Test func rowsAreLimited() throws {
    let source = try Database(Self.numbers).source()
    #expect(try source.query("SELECT * FROM n", limits: QueryLimits(rows: 10_000)).rowCount == 10_000)
    SQLiteTests.expect(.limitExceeded) { _ = try source.query("SELECT * FROM n", limits: QueryLimits(rows: 9_999)) }
    #expect(try source.query("SELECT * FROM n WHERE 0", limits: QueryLimits(rows: 0)).rowCount == 0)
  }

  @Test func bytesAreLimited() throws {
    let source = try Database(Self.numbers).source()
    SQLiteTests.expect(.limitExceeded) { _ = try source.query("SELECT * FROM n", limits: QueryLimits(bytes: 100_000)) }
    #expect(try source.query("SELECT i FROM n", limits: QueryLimits(bytes: 100_000)).rowCount == 10_000)
    SQLiteTests.expect(.limitExceeded) {
      _ = try source.query(
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT hex(zeroblob(1000000)) || i FROM c",
        limits: QueryLimits(bytes: 20_000_000))
    }
  }

  /// Values that exceed the available memory are never read. The next query has its own limit.
  @Test func memoryIsLimited() throws {
    let source = try Database(Self.numbers).source()
    let scarce = RunControl(memory: MemoryBudget(limit: 1 << 20))
    SQLiteTests.expect(.lowMemory) { _ = try source.query("SELECT hex(zeroblob(300000))", control: scarce) }
    SQLiteTests.expect(.lowMemory) {
      _ = try source.query("SELECT a.s || b.s FROM n AS a, n AS b", control: scarce)
    }
    #expect(scarce.memory?.remaining == 1 << 20)
    #expect(try source.query("SELECT i FROM n LIMIT 10", control: scarce).rowCount == 10)
    #expect(try source.query("SELECT hex(zeroblob(300000))").rowCount == 1)
  }

  @Test func timeIsLimited() throws {
    let source = try Database("").source()
    SQLiteTests.expect(.timeout) { _ = try source.query(Self.endless, limits: QueryLimits(time: .milliseconds(20))) }
    SQLiteTests.expect(.timeout) {
      _ = try source.query(Self.endless, control: RunControl(timeLimit: .milliseconds(20)))
    }
    #expect(try source.query("SELECT 1").rowCount == 1)
  }

  @Test func cancellationStopsAQuery() throws {
    let source = try Database("").source()
    let control = RunControl()
    let canceller = Thread {
      Thread.sleep(forTimeInterval: 0.02)
      control.cancel()
    }
    canceller.start()
    SQLiteTests.expect(.cancelled) { _ = try source.query(Self.endless, control: control) }
    #expect(try source.query("SELECT 1").rowCount == 1)
  }

  @Test func cancellationStopsAScan() throws {
    let source = try Database(Self.numbers).source()
    let table = try source.table("n", RunControl())
    let control = RunControl()
    SQLiteTests.expect(.cancelled) {
      _ = try table.scan(ScanRequest(columns: [0], chunkRows: 100), control) { chunk, _ in
        if chunk == 3 { control.cancel() }
      }
    }
  }

  @Test func errorOfBodyStopsTheScan() throws {
    struct Stop: Error {}
    let table = try Database(Self.numbers).source().table("n", RunControl())
    #expect(throws: Stop.self) {
      try table.scan(ScanRequest(columns: [0], chunkRows: 100), RunControl()) { _, _ in throw Stop() }
    }
  }

  @Test func scanMayQueryItsSource() throws {
    let source = try Database(Self.numbers).source()
    let table = try source.table("n", RunControl())
    _ = try table.scan(ScanRequest(columns: [0]), RunControl()) { _, _ in
      let count = try source.query("SELECT count(*) FROM n").columns[0][0]
      #expect(count == .int(10_000))
    }
  }
}
