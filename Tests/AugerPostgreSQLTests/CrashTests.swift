import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// A server that crashes while it runs a query.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct CrashTests {
  @Test func nextQueryReconnectsAfterServerCrash() throws {
    // Killing one process of a server ends all of its connections, so the test needs a separate server.
    let cluster = try Cluster()
    let source = try Server.open(
      cluster.url, [SourceOption("applicationName", "crash"), SourceOption("reconnect", "30s")])
    defer { source.close() }
    #expect(try source.query("SELECT 1").rowCount == 1)
    let url = cluster.url
    let killer = Thread {
      _ = try? Server.eventually {
        let found = try Admin(url).execute(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'crash' AND query LIKE '%pg_sleep(31)%'")
        guard let text = found.first?.first, let pid = text.flatMap({ pid_t($0) }) else { return false }
        return kill(pid, SIGKILL) == 0
      }
    }
    killer.start()
    let error = Server.expect(.connectionLost) { _ = try source.query("SELECT pg_sleep(31)") }
    #expect(error?.hint == "Run the query again. The next query opens a new connection.")
    // The server recovers for a moment, during which it accepts no connections.
    #expect(try source.query("SELECT 2 AS two").columns[0][0] == .int(2))
    #expect(
      try Admin(url).execute("SELECT FROM pg_stat_activity WHERE application_name = 'crash'").count == 1)
  }
}
