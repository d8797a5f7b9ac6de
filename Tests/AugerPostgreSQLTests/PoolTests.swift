import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// Connections are shared, limited in number and returned to the pool.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct PoolTests {
  private func backends(_ application: String) throws -> Int {
    try Server.admin().execute("SELECT FROM pg_stat_activity WHERE application_name = '\(application)'").count
  }

  @Test func poolSizeLimitsConnectionsNotQueries() throws {
    let source = try Server.open(nil, [SourceOption("poolSize", "2"), SourceOption("applicationName", "bounded")])
    let most = Locked(0)
    try Workers.run(8) { worker in
      for round in 0..<10 {
        #expect(try source.query("SELECT $1 AS n", [.int(Int64(worker * 100 + round))]).rowCount == 1)
      }
      let count = try backends("bounded")
      most.withLock { $0 = max($0, count) }
    }
    #expect(most.withLock { $0 } == 2)
    source.close()
    #expect(try Server.eventually { try backends("bounded") == 0 })
  }

  @Test func failuresDoNotLeakConnections() throws {
    let source = try Server.open(nil, [SourceOption("poolSize", "3"), SourceOption("applicationName", "leaks")])
    for round in 0..<12 {
      _ = try? source.query("SELECT nonsense")
      _ = try? source.query("SELECT 1 / 0")
      _ = try? source.query("SELECT 1; SELECT 2")
      _ = try? source.query("SELECT $1::int", [.string("no number")])
      _ = try? source.query("SELECT generate_series(1, 100000)", limits: QueryLimits(rows: 10))
      _ = try? source.query("SELECT pg_sleep(9)", limits: QueryLimits(time: .milliseconds(5)))
      let control = RunControl()
      if round % 2 == 0 { control.cancel() }
      _ = try? source.query("SELECT 1", control: control)
      _ = try? source.table("nowhere", RunControl())
    }
    #expect(try Server.eventually { try backends("leaks") <= 1 })
    #expect(try source.query("SELECT 1").rowCount == 1)
    #expect(
      try Server.admin().execute(
        "SELECT FROM pg_stat_activity WHERE application_name = 'leaks' AND state <> 'idle'"
      ).isEmpty)
    source.close()
    #expect(try Server.eventually { try backends("leaks") == 0 })
  }

  @Test func idleConnectionIsClosed() throws {
    let source = try Server.open(nil, [SourceOption("idleTimeout", "50ms"), SourceOption("applicationName", "unused")])
    #expect(try source.query("SELECT 1").rowCount == 1)
    #expect(try Server.eventually { try backends("unused") == 0 })
    #expect(try source.query("SELECT 1").rowCount == 1)
    source.close()
  }

  @Test func oldConnectionIsReplaced() throws {
    let source = try Server.open(nil, [SourceOption("lifetime", "0")])
    defer { source.close() }
    let first = try source.query("SELECT pg_backend_pid()").columns[0][0]
    #expect(try source.query("SELECT pg_backend_pid()").columns[0][0] != first)
  }

  @Test func connectionIsReused() throws {
    let source = try Server.open()
    defer { source.close() }
    let first = try source.query("SELECT pg_backend_pid()").columns[0][0]
    #expect(try source.query("SELECT pg_backend_pid()").columns[0][0] == first)
  }

  @Test func waitingForAConnectionCanBeCancelled() throws {
    let source = try Server.open(nil, [SourceOption("poolSize", "1")])
    defer { source.close() }
    let isHeld = Locked(false)
    let control = RunControl()
    let holder = RunControl()
    try Workers.run(2) { worker in
      if worker == 0 {
        Server.expect(.cancelled) {
          isHeld.withLock { $0 = true }
          _ = try source.query("SELECT pg_sleep(30)", control: holder)
        }
      } else {
        _ = try Server.eventually { isHeld.withLock { $0 } }
        usleep(50_000)
        let canceller = Thread {
          usleep(100_000)
          control.cancel()
        }
        canceller.start()
        Server.expect(.cancelled) { _ = try source.query("SELECT 1", control: control) }
        holder.cancel()
      }
    }
  }

  @Test func everyLocationSyntaxConnects() throws {
    var parts = try #require(URLComponents(string: Server.url ?? ""))
    let (host, port) = (try #require(parts.host), try #require(parts.port))
    let (user, password) = (try #require(parts.user), try #require(parts.password))
    let keywords = "host=\(host) port=\(port) user=\(user) password='\(password)' dbname=auger"
    parts.scheme = "postgres"
    for location in [keywords, try #require(parts.string)] {
      let source = try Server.open(location)
      defer { source.close() }
      #expect(try source.query("SELECT current_database()").columns[0][0] == .string("auger"), "\(location)")
    }
  }

  @Test func locationControlsEncryption() throws {
    let source = try Server.open(Server.url(parameters: "?sslmode=require"))
    let error = Server.expect(.connectionFailed) { _ = try source.query("SELECT 1") }
    #expect(error?.underlying?.contains("SSL") == true)
  }

  @Test func serverSeesTheApplicationName() throws {
    let source = try Server.open()
    let named = try Server.open(Server.url(parameters: "?application_name=report"))
    defer {
      source.close()
      named.close()
    }
    #expect(try source.query("SHOW application_name").columns[0][0] == .string("auger"))
    #expect(try named.query("SHOW application_name").columns[0][0] == .string("report"))
  }

  @Test func invalidOptionsAreReportedAtTheirLocations() throws {
    for (name, value) in [
      ("poolSize", "0"), ("poolSize", "many"), ("idleTimeout", "soon"), ("lifetime", "-1s"), ("maxRowBytes", "0"),
      ("statementTimeout", "1 week"),
    ] {
      #expect(throws: DiagnosticError.self, "\(name)") { _ = try Server.open(nil, [SourceOption(name, value)]) }
    }
    do {
      _ = try Server.open(nil, [SourceOption("poolsize", "3")])
      Issue.record("it was accepted")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.map(\.code) == [.unknownOption])
      #expect(error.diagnostics[0].hint == "Did you mean 'poolSize'?")
    }
  }
}
