import AugerRefresh
import Foundation
import TestSupport
import Testing

/// A command that is interrupted by a signal leaves no running statement in the database.
@Suite(.enabled(if: PostgreSQL.url != nil, Comment(rawValue: PostgreSQL.reason)))
struct InterruptedDatabaseTests {
  private let folder: TemporaryFolder
  private let database: PostgreSQL.Database

  init() throws {
    folder = try TemporaryFolder()
    database = try PostgreSQL.Database(statements: "SELECT 1")
    _ = try folder.write(
      """
      sources: { erp: { adapter: postgresql, url: "${ERP_URL}" } }
      queries:
        Slow: { source: erp, sql: "SELECT pg_sleep(600)" }
        SlowRows: { source: erp, sql: "SELECT 'a' AS name, pg_sleep(600)::text AS b" }
      dashboards: { board: board.xml }
      jobs: { slow: { queries: Slow, formats: csv, publish: { directory: public } } }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <Dashboard><Chart Name="c" ChartType="Column" Query="SlowRows"><Category Column="name"/>
      <Values><Value Expression="count()"/></Values></Chart></Dashboard>
      """, to: "board.xml")
  }

  /// Returns the number of active statements of other connections, as CSV.
  private func running() throws -> String {
    let sql = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
      """
    return try Auger(["query", "--source", database.url, "--sql", sql, "--format", "csv", "-o", "-"]).output
  }

  /// Starts a command, sends the signal when its statement runs, and expects that the statement has ended.
  private func interrupt(_ arguments: [String], by signal: Int32) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = Auger.directory.appendingPathComponent("auger")
    process.arguments = arguments
    process.currentDirectoryURL = folder.root
    process.environment = ProcessInfo.processInfo.environment.merging(["ERP_URL": database.url]) { $1 }
    let errors = folder.url("errors")
    try Data().write(to: errors)
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    while try !running().contains("1"), process.isRunning { continue }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    // Check immediately: the server would also end the statement of a closed connection, but later.
    #expect(try running().contains("0"), "the statement still runs")
    try #require(process.terminationReason == .exit)
    return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func queryCancelsItsStatement(signal: Int32, code: Int32) throws {
    let ended = try interrupt(["query", "Slow", "-o", "out.csv"], by: signal)
    #expect(ended.code == code && ended.errors.contains("error: cancelled: it was cancelled"), "\(ended)")
    #expect(!FileManager.default.fileExists(atPath: folder.url("out.csv").path))
  }

  /// Charts share query results. A cancelled chart does not wait for a result that others may need.
  @Test(arguments: [
    ["export", "board", "-o", "out"], ["query", "board/c"], ["check", "--live"], ["chart", "SlowRows"],
  ])
  func chartCommandCancelsItsStatement(arguments: [String]) throws {
    let ended = try interrupt(arguments, by: SIGTERM)
    #expect(ended.code == 143, "\(ended)")
    #expect(!FileManager.default.fileExists(atPath: folder.url("out/board").path))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func refreshCancelsItsStatementAndReleasesItsRun(signal: Int32, code: Int32) async throws {
    let ended = try interrupt(["refresh", "slow"], by: signal)
    #expect(ended.code == code && ended.errors.contains("error: cancelled: it was cancelled"), "\(ended)")
    let store = try LocalRunStore(folder: folder.url(".auger").path)
    #expect(try await store.history(job: "slow", limit: 10).map(\.state) == [.queued])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url(".auger/workers").path) == [])
    #expect(!FileManager.default.fileExists(atPath: folder.url("public/current").path))
  }
}
