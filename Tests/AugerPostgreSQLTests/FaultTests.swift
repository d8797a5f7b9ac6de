import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// Failures, and the errors that users see.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct FaultTests {
  // MARK: Connecting

  @Test func wrongPasswordIsReportedButNotShown() throws {
    var parts = try #require(URLComponents(string: Server.url ?? ""))
    parts.password = "open sesame"
    let source = try Server.open(parts.string)
    let error = Server.expect(.authenticationFailed) { _ = try source.query("SELECT 1") }
    #expect(error?.message == "the server rejected the user or the password")
    #expect(error?.hint == "Check the user, and the password in the URL, in PGPASSWORD or in ~/.pgpass.")
    #expect(error?.description.contains("sesame") == false)
    #expect(error?.operation.contains(":***@127.0.0.1") == true)
  }

  @Test func missingServerIsReportedImmediately() throws {
    let source = try Server.open("postgresql://somebody:secret@127.0.0.1:1/nowhere")
    let error = Server.expect(.connectionFailed) { _ = try source.query("SELECT 1") }
    #expect(error?.underlying?.contains("Connection refused") == true)
    #expect(error?.operation == "connect to 'postgresql://somebody:***@127.0.0.1:1/nowhere'")
    #expect(error?.hint == "Check that the server is running and that host and port are correct.")
  }

  @Test func unknownDatabaseIsReported() throws {
    let source = try Server.open(Server.url(database: "nowhere"))
    let error = Server.expect(.connectionFailed) { _ = try source.query("SELECT 1") }
    #expect(error?.message == "the database does not exist on the server")
  }

  @Test func connectionAttemptTimesOut() throws {
    // A socket that listens but never responds.
    let silent = try SilentServer()
    let source = try Server.open(
      "host=127.0.0.1 port=\(silent.port) user=a password=hunter2 dbname=b", [SourceOption("connectTimeout", "200ms")])
    let error = Server.expect(.connectionFailed) { _ = try source.query("SELECT 1") }
    #expect(error?.underlying?.contains("connectTimeout") == true)
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test func errorNamesTheConnectionLimitOfTheServer() throws {
    try Server.withUser("CONNECTION LIMIT 1") { user in
      let first = try Server.open(Server.url(user: user), [SourceOption("reconnect", "0")])
      let second = try Server.open(Server.url(user: user), [SourceOption("reconnect", "0")])
      #expect(try first.query("SELECT 1").rowCount == 1)
      let error = Server.expect(.tooManyConnections) { _ = try second.query("SELECT 1") }
      #expect(error?.underlying?.contains("too many connections") == true)
      first.close()
      #expect(try Server.eventually { (try? second.query("SELECT 1"))?.rowCount == 1 })
      second.close()
    }
  }

  // MARK: Running queries

  @Test func nextQueryReplacesABrokenConnection() throws {
    let source = try Server.open(nil, [SourceOption("applicationName", "breaks")])
    defer { source.close() }
    #expect(try source.query("SELECT 1").rowCount == 1)
    let killer = Thread {
      _ = try? Server.eventually {
        try Server.admin().execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'breaks' AND query LIKE '%pg_sleep(31)%' AND state = 'active'
          """
        ).count == 1
      }
    }
    killer.start()
    let error = Server.expect(.connectionLost) { _ = try source.query("SELECT pg_sleep(31)") }
    #expect(error?.message == "the connection to the server was lost")
    #expect(error?.underlying == "terminating connection due to administrator command")
    #expect(try source.query("SELECT 2 AS two").columns[0][0] == .int(2))
  }

  @Test func brokenIdleConnectionIsReplacedSilently() throws {
    let source = try Server.open(nil, [SourceOption("applicationName", "idle")])
    defer { source.close() }
    for _ in 0..<3 {
      #expect(try source.query("SELECT 1").rowCount == 1)
      try Server.admin().execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'idle'")
      #expect(
        try Server.eventually {
          try Server.admin().execute("SELECT FROM pg_stat_activity WHERE application_name = 'idle'").isEmpty
        })
    }
  }

  @Test func errorNamesTheStatementTimeout() throws {
    let source = try Server.open(nil, [SourceOption("statementTimeout", "100ms")])
    defer { source.close() }
    let error = Server.expect(.timeout) { _ = try source.query("SELECT pg_sleep(30)") }
    #expect(error?.message == "canceling statement due to statement timeout (SQLSTATE 57014)")
    #expect(error?.hint == "Narrow the query, or raise the source's option 'statementTimeout'.")
    #expect(try source.query("SELECT 1").rowCount == 1)
  }

  @Test func timeLimitStopsTheQueryAtBothEnds() throws {
    let source = try Server.open(nil, [SourceOption("applicationName", "limited")])
    defer { source.close() }
    let error = Server.expect(.timeout) {
      _ = try source.query("SELECT pg_sleep(30)", limits: QueryLimits(time: .milliseconds(100)))
    }
    #expect(error?.hint == "Narrow the query, or raise its limit 'time'.")
    #expect(try endsAtServer("limited"))
  }

  @Test func cancellationStopsTheQueryAtBothEnds() async throws {
    let source = try Server.open(nil, [SourceOption("applicationName", "cancelled")])
    defer { source.close() }
    let control = RunControl()
    let task = Task {
      try await Workers.blocking(control) { try source.query("SELECT pg_sleep(30)", control: control).rowCount }
    }
    // Do not block the thread while waiting, because the task may need it.
    while try !isRunning("cancelled") { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    do {
      _ = try await task.value
      Issue.record("it went on to its end")
    } catch let error as AugerError { #expect(error.code == .cancelled) }
    #expect(try endsAtServer("cancelled"))
    #expect(try source.query("SELECT 1").rowCount == 1)
  }

  @Test func serverStopsSendingRowsNobodyReads() throws {
    let source = try Server.open(nil, [SourceOption("applicationName", "left")])
    defer { source.close() }
    Server.expect(.limitExceeded) {
      _ = try source.query("SELECT generate_series(1, 1000000000)", limits: QueryLimits(rows: 100))
    }
    #expect(try endsAtServer("left"))
    Server.expect(.limitExceeded) {
      _ = try source.query(
        "SELECT generate_series($1, 1000000000)", [.int(1)], limits: QueryLimits(bytes: 100_000))
    }
    #expect(try endsAtServer("left"))
  }

  private func isRunning(_ application: String) throws -> Bool {
    try Server.admin().execute(
      "SELECT FROM pg_stat_activity WHERE application_name = '\(application)' AND query LIKE '%pg_sleep(30)%'"
    ).count == 1
  }

  private func endsAtServer(_ application: String) throws -> Bool {
    try Server.eventually {
      try Server.admin().execute(
        "SELECT FROM pg_stat_activity WHERE application_name = '\(application)' AND state <> 'idle'"
      ).isEmpty
    }
  }

  // MARK: Results

  @Test(arguments: [[], [.int(200_000)]] as [[Scalar]])
  func stringOfAGigabyteFails(_ bindings: [Scalar]) throws {
    let source = try Server.open()
    defer { source.close() }
    let length = bindings.isEmpty ? "1000000" : "$1::int"
    let error = Server.expect(.limitExceeded) {
      _ = try source.query("SELECT repeat(repeat('x', 1000), \(length))", bindings)
    }
    #expect(error?.message == "a row has more than 67108864 bytes")
    #expect(try source.query("SELECT 1").rowCount == 1)
  }

  @Test func resultThatExceedsMemoryFails() throws {
    let source = try Server.open()
    defer { source.close() }
    let scarce = RunControl(memory: MemoryBudget(limit: 8 << 20))
    Server.expect(.lowMemory) { _ = try source.query("SELECT repeat('x', 4000000)", control: scarce) }
    Server.expect(.lowMemory) {
      _ = try source.query("SELECT repeat('x', 1000) || i FROM generate_series(1, 20000) AS i", control: scarce)
    }
    #expect(scarce.memory?.remaining == 8 << 20)
    #expect(try source.query("SELECT 1", control: scarce).rowCount == 1)
    #expect(try source.query("SELECT repeat('x', 4000000)").rowCount == 1)
  }

  /// If memory is scarce, rows reach libpq in parts. Long rows always do. Rows of all lengths arrive complete, in any
  /// order.
  @Test(arguments: [256 << 20, nil], [[], [.int(60)]] as [[Scalar]])
  func rowsOfAllLengthsArriveComplete(_ limit: Int?, _ bindings: [Scalar]) throws {
    let source = try Server.open()
    defer { source.close() }
    let control = RunControl(memory: limit.map { MemoryBudget(limit: $0) })
    let count = bindings.isEmpty ? "60" : "$1::int"
    let sql = """
      SELECT i, repeat(chr(97 + i % 26), i * 7919 % 60 * 9000 * (i % 3) + i) AS t
      FROM generate_series(1, \(count)) AS i
      """
    for _ in 0..<2 {
      let table = try source.query(sql, bindings, control: control)
      #expect(table.rowCount == 60)
      for row in 0..<table.rowCount {
        guard case .string(let text) = table.columns[1][row], case .int(let i) = table.columns[0][row] else {
          Issue.record("row \(row)")
          continue
        }
        let letter = String(UnicodeScalar(UInt8(97 + i % 26)))
        let isWhole = text == String(repeating: letter, count: Int(i * 7919 % 60 * 9000 * (i % 3) + i))
        #expect(isWhole, "row \(row)")
      }
    }
    #expect(try source.query("SELECT 1", control: control).rowCount == 1)
  }

  /// A row that exceeds the available memory ends its query and affects nothing else.
  @Test(arguments: [[], [.int(60_000)]] as [[Scalar]])
  func oneLongRowAmongShortOnesFails(_ bindings: [Scalar]) throws {
    let source = try Server.open()
    defer { source.close() }
    let control = RunControl(memory: MemoryBudget(limit: 96 << 20))
    let length = bindings.isEmpty ? "60000" : "$1::int"
    for _ in 0..<3 {
      Server.expect(.lowMemory) {
        _ = try source.query(
          """
          SELECT i, CASE WHEN i = 777 THEN repeat(repeat('x', 1000), \(length)) ELSE 'short' END
          FROM generate_series(1, 1000) AS i
          """, bindings, control: control)
      }
      #expect(try source.query("SELECT i FROM generate_series(1, 5000) AS i", control: control).rowCount == 5000)
    }
    #expect(control.memory?.remaining == 96 << 20)
  }

  @Test(arguments: [[], [.int(7)]] as [[Scalar]])
  func rowBeyondTheLimitFails(_ bindings: [Scalar]) throws {
    let source = try Server.open(nil, [SourceOption("maxRowBytes", "1kB")])
    defer { source.close() }
    let filter = bindings.isEmpty ? "" : " WHERE $1::int = 7"
    #expect(try source.query("SELECT repeat('x', 1000)\(filter)", bindings).rowCount == 1)
    Server.expect(.limitExceeded) { _ = try source.query("SELECT repeat('x', 1025)\(filter)", bindings) }
  }

  @Test func resultWithoutColumnsHasRows() throws {
    let source = try Server.open()
    defer { source.close() }
    let table = try source.query("SELECT FROM generate_series(1, 3)")
    #expect(table.columns.isEmpty)
    #expect(table.rowCount == 3)
    #expect(try source.query("SELECT FROM generate_series(1, $1)", [.int(4)]).rowCount == 4)
    #expect(try source.query("SELECT WHERE false").rowCount == 0)
  }

  @Test func duplicateColumnNamesGetSuffixes() throws {
    let source = try Server.open()
    defer { source.close() }
    let table = try source.query("SELECT 1 AS a, 2 AS a, 'x' AS \"?\", '10.0.0.0/8'::cidr AS a")
    #expect(table.schema.names == ["a", "a_2", "?", "a_3"])
    #expect(table.columns.map { $0[0].description } == ["1", "2", "x", "10.0.0.0/8"])
  }

  @Test func errorShowsItsLocationInTheSQL() throws {
    let source = try Server.open()
    defer { source.close() }
    let error = Server.expect(.queryFailed) {
      _ = try source.query("SELECT 'größer' AS a,\n  salery FROM (SELECT 1 AS salary) AS s")
    }
    #expect(error?.message == "column \"salery\" does not exist (SQLSTATE 42703)")
    #expect(error?.place == "SQL:2:3")
    #expect(error?.underlying?.split(separator: "\n").last?.hasSuffix("^") == true)
    #expect(error?.hint == "Perhaps you meant to reference the column \"s.salary\".")
  }

  @Test(arguments: [
    "INSERT INTO t VALUES (1)", "DELETE FROM t RETURNING a", "UPDATE t SET a = 2", "DROP TABLE t", "TRUNCATE t",
    "CREATE TABLE u (a int)", "SELECT * INTO u FROM t", "CREATE TEMP TABLE u (a int)", "COMMIT",
    "SET default_transaction_read_only = off",
    "COPY t FROM STDIN", "DO $$ BEGIN DELETE FROM t; END $$", "WITH d AS (DELETE FROM t RETURNING a) SELECT * FROM d",
    "SELECT * FROM t FOR UPDATE", "SELECT nextval('s')", "VACUUM t", "BEGIN READ WRITE", "SET TRANSACTION READ WRITE",
    "LOCK TABLE t", "CALL p()",
  ])
  func statementsCannotWrite(_ sql: String) throws {
    let setup = """
      CREATE TABLE t AS SELECT 1 AS a; CREATE SEQUENCE s;
      CREATE PROCEDURE p() LANGUAGE sql AS 'DELETE FROM t';
      """
    try Server.withSchema(setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let error = Server.expect(.notReadOnly) { _ = try source.query(sql) }
      #expect(error != nil)
      #expect(try source.query("SELECT a FROM t").columns[0].scalars == [.int(1)])
    }
  }

  @Test func settingsOfAQueryDoNotOutliveIt() throws {
    let source = try Server.open()
    defer { source.close() }
    _ = try source.query("SELECT set_config('default_transaction_read_only', 'off', false)")
    #expect(try source.query("SHOW default_transaction_read_only").columns[0][0] == .string("on"))
    #expect(try source.query("SHOW transaction_read_only").columns[0][0] == .string("on"))
  }

  @Test(arguments: [
    "SELECT 1; SELECT 2", "SELECT 1;DROP TABLE t", "SELECT 1 /* ; */; -- then\n SELECT 2",
    "SELECT 1) TO STDOUT; SELECT (2",
  ])
  func severalStatementsFail(_ sql: String) throws {
    let source = try Server.open()
    defer { source.close() }
    let error = Server.expect(.multipleStatements) { _ = try source.query(sql) }
    #expect(error?.place?.hasPrefix("SQL:") == true)
  }

  @Test(arguments: [
    "SELECT 1 AS a;", "SELECT 1 AS a -- one", "SELECT 1 AS a /* ; */ ; ; -- end", "(SELECT 1 AS a)", "VALUES (1)",
    "WITH w AS (SELECT 1 AS a) SELECT a FROM w", "/* a */ SELECT 1 AS \";\"", "SELECT length($$;$$)",
    "EXPLAIN SELECT 1",
    "SELECT length($a$ ; $$ $a$) - 5", "SELECT length(E'\\';') - 1", "SHOW server_version", "TABLE pg_am LIMIT 1",
    "SELECT 1 AS a, '1.2.3.4'::inet -- cast",
  ])
  func singleStatementIsAcceptedInManyForms(_ sql: String) throws {
    let source = try Server.open()
    defer { source.close() }
    #expect(try source.query(sql).rowCount == 1)
  }

  @Test(arguments: ["", ";", "-- nothing", "/* nothing */ ;"])
  func textWithoutAStatementFails(_ sql: String) throws {
    let source = try Server.open()
    defer { source.close() }
    Server.expect(.queryFailed) { _ = try source.query(sql) }
  }
}

/// A process that listens on its own port and never responds.
final class SilentServer {
  private let handle: Process
  let port: Int

  init() throws {
    handle = Process()
    handle.executableURL = URL(fileURLWithPath: "/usr/bin/perl")
    handle.arguments = [
      "-MIO::Socket::INET", "-e",
      """
      $| = 1; my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 0, Listen => 5) or die;
      print $s->sockport, "\\n"; sleep 60;
      """,
    ]
    let pipe = Pipe()
    handle.standardOutput = pipe
    try handle.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  deinit {
    // The process inherits the signal mask of the thread that started it. That mask may block SIGTERM until the sleep
    // ends.
    kill(handle.processIdentifier, SIGKILL)
    // Foundation retains a process until it has seen its exit.
    handle.waitUntilExit()
  }
}
