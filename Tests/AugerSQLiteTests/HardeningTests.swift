import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import TestSupport
import Testing

/// Settings that SQLite enforces even without an authorizer.
@Suite struct HardeningTests {
  private static let schema = """
    CREATE TABLE t (v);
    CREATE VIEW columns AS SELECT name FROM pragma_table_info('t');
    CREATE VIRTUAL TABLE words USING fts4(text);
    """

  /// The same statements succeed on a connection with default settings. The message of SQLite names the setting.
  @Test(arguments: [
    ("SELECT * FROM columns", "unsafe use of virtual table \"pragma_table_info\""),
    ("PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = sql", "table sqlite_master may not be modified"),
    ("DELETE FROM words_content", "table words_content may not be modified"),
  ])
  func disabledFeaturesFailWithoutAnAuthorizer(_ sql: String, message: String) throws {
    let open = try Database(Self.schema)
    try open.execute(sql)
    let hardened = try Database(Self.schema)
    try hardened.harden()
    let error = #expect(throws: Database.Failure.self) { try hardened.execute(sql) }
    #expect(error?.message == message)
  }

  @Test func triggersDoNotRun() throws {
    let database = try Database(
      "CREATE TABLE t (v); CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT RAISE(ABORT, 'it ran'); END")
    let error = #expect(throws: Database.Failure.self) { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.message == "it ran")
    try database.harden()
    try database.execute("INSERT INTO t VALUES (1)")
  }

  /// These statements are not tried on an unprotected connection, because they would crash the process.
  @Test(arguments: [
    ("SELECT fts3_tokenizer('simple', x'4141414141414141')", "fts3tokenize disabled"),
    ("SELECT load_extension('x')", "not authorized"),
  ])
  func pointersAndLibrariesAreNotAccepted(_ sql: String, message: String) throws {
    let database = try Database()
    try database.harden()
    let error = #expect(throws: Database.Failure.self) { try database.execute(sql) }
    #expect(error?.message == message)
  }

  /// The authorizer allows the tables of read-only pragmas. Inside a view, SQLite itself rejects them.
  @Test func schemaOfASourceIsNotTrusted() throws {
    let source = try Database(Self.schema).source()
    #expect(try source.query("SELECT name FROM pragma_table_info('t')").rowCount == 1)
    let error = SQLiteTests.expect(.queryFailed) { _ = try source.query("SELECT * FROM columns") }
    #expect(error?.message.contains("unsafe use of virtual table \"pragma_table_info\"") == true)
  }
}
