import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import AugerServer
import HTTPTypes
import Testing

/// A request that is running during a reload uses the old workspace and leaves none of its results to the new one.
@Suite struct ReloadRaceTests {
  private static let faces = ["json", "csv", "svg", "rows.json", "arrow"]

  @Test(arguments: faces) func runningRequestLeavesNoResultsToTheNewWorkspace(_ face: String) async throws {
    let (old, new) = (Reloaded("old"), Reloaded("new"))
    let site = Site(try old.content(), limits: .patient, access: SiteAccess(), key: Array("key".utf8))
    func get(_ face: String) async -> Served.Answer {
      await Served.Answer(
        site.respond(to: SiteRequest(method: .get, path: "/dashboards/board/One.\(face)", query: "")))
    }
    old.hold()
    async let running = get(face)
    await old.waitUntilAsked()
    try site.replace(new.content())
    // The new workspace caches an answer to the same query, which is its first, as is that of the old workspace.
    let other = await get(face == "csv" ? "json" : "csv")
    #expect(other.status == 200 && !other.text.contains("old"))
    old.release()
    let first = await running
    #expect(first.status == 200)
    for _ in 0..<2 {
      let next = await get(face)
      #expect(next.status == 200 && next.bytes != first.bytes)
      #expect(next.fields[.eTag] != first.fields[.eTag])
      if face != "arrow" { #expect(!next.text.contains("old") && next.text.contains("new")) }
    }
  }

  @Test func workspacesDoNotShareWork() async throws {
    let (old, new) = (Reloaded("old"), Reloaded("new"))
    let site = Site(try old.content(), limits: .patient, access: SiteAccess(), key: Array("key".utf8))
    @Sendable func get() async -> Served.Answer {
      await Served.Answer(site.respond(to: SiteRequest(method: .get, path: "/dashboards/board/One.csv", query: "")))
    }
    old.hold()
    async let running = get()
    await old.waitUntilAsked()
    // The workspace text is equal, for example because only the environment or the data policy changed.
    try site.replace(new.content())
    let next = await get()
    #expect(next.text.contains("new"))
    old.release()
    #expect(await running.text.contains("old"))
  }
}

/// A workspace with one query, which returns its own category when it is released.
private final class Reloaded: QueryDelegate {
  private let name: String
  private let isHeld = Locked(false)
  private let count = Locked(0)

  init(_ name: String) { self.name = name }

  func hold() { isHeld.withLock { $0 = true } }
  func release() { isHeld.withLock { $0 = false } }
  func waitUntilAsked() async { while count.withLock({ $0 }) == 0 { await Task.yield() } }

  func version(of query: String) async throws -> String? { "1" }

  func table(for request: QueryRequest) async throws -> Table {
    count.withLock { $0 += 1 }
    while isHeld.withLock({ $0 }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    return Table([("name", Column([name])), ("n", Column([Int64(name.utf8.count + (name == "old" ? 0 : 1))]))])
  }

  func content() throws -> SiteContent {
    let chart = ParsedChart(
      name: "One", type: .column, query: "one", category: AxisDefinition(column: "name"),
      values: [ValueDefinition(sequence: 1, expression: try Expression.parse("sum(n)"))])
    let workspace = Workspace(dashboards: [Dashboard(name: "board", charts: [chart])])
    return SiteContent(
      workspace, pipeline: Pipeline(delegate: self, dashboards: workspace.dashboards, memory: nil), version: "1")
  }
}
