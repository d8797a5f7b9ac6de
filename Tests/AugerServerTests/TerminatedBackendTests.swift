import Auger
import AugerPostgreSQL
import AugerQuery
import AugerServer
import Foundation
import Testing

/// A database that terminates a session during a query and accepts new sessions.
@Suite struct TerminatedBackendTests {
  @Test(.enabled(if: Server.url != nil, "AUGER_POSTGRESQL names no server: Scripts/test starts one"))
  func terminatedSessionIs503AndTheNextQuerySucceeds() async throws {
    let mark = "terminated\(UInt32.random(in: 0 ... .max))"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-\(mark)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func chart(_ name: String) -> String {
      """
      <Chart Name="\(name)" Query="\(name)" ChartType="Column"><Category Column="name" />
      <Values><Value Expression="sum(n)" ValueSequence="1" /></Values></Chart>
      """
    }
    let layout = ["Slow", "Quick"].enumerated().map {
      "<Layout Name=\"\($1)\" Top=\"\($0 * 50)\" Left=\"0\" Width=\"100\" Height=\"50\" />"
    }
    let board = """
      <MobileAnalytic><Dashboard Title="Board">\(chart("Slow"))\(chart("Quick"))</Dashboard>
      <DashboardLayout Scale="Percentage"><Landscape>\(layout.joined())</Landscape></DashboardLayout></MobileAnalytic>
      """
    try board.write(toFile: folder + "/board.xml", atomically: true, encoding: .utf8)
    let workspace = try Workspace(
      yaml: """
        sources: { db: { adapter: postgresql, url: "\(Server.url ?? "")" } }
        queries:
          Slow: { source: db, sql: "SELECT 'a' AS name, 1::int8 AS n, '\(mark)' AS mark FROM pg_sleep(60)" }
          Quick: { source: db, sql: "SELECT 'a' AS name, 1::int8 AS n" }
          Sessions:
            source: db
            sql: |
              SELECT count(pg_terminate_backend(pid))::int8 AS n FROM pg_stat_activity
              WHERE query LIKE '%\(mark)%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()
        dashboards: { board: \(folder)/board.xml }
        """, adapters: [PostgreSQLAdapter()], environment: [:])
    let site = Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1"), limits: ServerLimits(processors: 4),
      access: SiteAccess(), key: Array("key".utf8))
    async let slow = Served.Answer(site.respond(to: SiteRequest(path: "/dashboards/board/Slow.json")))
    // Retry until the query runs, because only a running query can be terminated.
    var ended: Int64 = 0
    while ended == 0 {
      let found = try await WorkspaceQueryDelegate(workspace).executeQuery("Sessions", arguments: QueryArguments())
      if case .int(let count) = found.columns[0][0] { ended = count }
    }
    let failed = await slow
    #expect(failed.status == 503 && failed.code == "dataUnavailable", "\(failed.text)")
    for secret in [mark, "pg_sleep", "postgres", "SELECT"] { #expect(!failed.text.contains(secret)) }
    let quick = await Served.Answer(site.respond(to: SiteRequest(path: "/dashboards/board/Quick.json")))
    #expect(quick.status == 200, "\(quick.text)")
  }
}

private enum Server {
  static let url = ProcessInfo.processInfo.environment["AUGER_POSTGRESQL"].flatMap { $0.isEmpty ? nil : $0 }
}
