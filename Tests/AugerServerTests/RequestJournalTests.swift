import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The requests that a supervised server records, and the requests that it blocks.
@Suite struct RequestJournalTests {
  private func site(_ folder: SupervisedFolder) throws -> (FaultySite, Site) {
    let faulty = try FaultySite()
    return (
      faulty,
      Site(
        faulty.site.current, limits: .patient, access: SiteAccess(), key: Array("key".utf8),
        journal: try folder.openJournal())
    )
  }

  @Test func requestIsRecordedWhileItRuns() async throws {
    let folder = try SupervisedFolder.make()
    defer { folder.remove() }
    try folder.prepare(nil)
    let (faulty, site) = try site(folder)
    faulty.source.becomes(.hangs)
    let running = Task {
      await site.respond(to: SiteRequest(path: "/dashboards/board/One.json", query: "One.sort=value"))
    }
    while faulty.source.runs == 0 { await Task.yield() }
    #expect(RequestJournal.entries(folder.journal()).map(\.address) == ["/dashboards/board/One.json?One.sort=value"])
    running.cancel()
    _ = await running.value
    #expect(RequestJournal.entries(folder.journal()).isEmpty)
  }

  /// A blocked request is identified by path, query and body, regardless of the token of an embedded page.
  @Test func blockedRequestFails() async throws {
    let folder = try SupervisedFolder.make()
    defer { folder.remove() }
    let later = Date() + 1000
    try folder.prepare([
      .init(address: "/dashboards/board?One.sort=value", body: 0xCBF2_9CE4_8422_2325): later,
      .init(address: "/e/dashboards/board", body: 0xCBF2_9CE4_8422_2325): later,
      .init(address: "/dashboards/board.json", body: 0xCBF2_9CE4_8422_2325): Date() - 1,
      .init(address: "/healthz", body: 0xCBF2_9CE4_8422_2325): later,
    ])
    let (_, site) = try site(folder)
    func status(_ path: String, _ query: String = "", _ body: String = "") async -> (Int, String?) {
      let response = await site.respond(to: SiteRequest(path: path, query: query, body: Array(body.utf8)))
      return (response.status.code, response.fields[.retryAfter])
    }
    let blocked = await status("/dashboards/board", "One.sort=value")
    #expect(blocked.0 == 503 && blocked.1.flatMap { Int($0) }.map { $0 > 900 && $0 <= 1000 } == true)
    #expect(await status("/e/a.token/dashboards/board").0 == 503)
    #expect(await status("/dashboards/board").0 == 200)
    #expect(await status("/dashboards/board", "One.sort=value", "x").0 == 200)
    #expect(await status("/dashboards/board.json").0 == 200)
    #expect(await status("/healthz").0 == 200)
  }

  @Test func moreRequestsThanSlotsAreAnswered() async throws {
    let folder = try SupervisedFolder.make()
    defer { folder.remove() }
    try folder.prepare(nil)
    let (_, site) = try site(folder)
    for _ in 0..<600 {
      #expect(await site.respond(to: SiteRequest(path: "/.json")).status == .ok)
    }
    let long = await site.respond(to: SiteRequest(path: "/" + String(repeating: "a", count: 20_000)))
    #expect(long.status.code == 414)
    #expect(RequestJournal.entries(folder.journal()).isEmpty)
  }

  @Test func journalRequiresItsFile() throws {
    let folder = try SupervisedFolder.make()
    defer { folder.remove() }
    #expect(throws: (any Error).self) { _ = try folder.openJournal() }
    try Data(count: 100).write(to: URL(fileURLWithPath: folder.path + "/journal"))
    #expect(throws: (any Error).self) { _ = try folder.openJournal() }
    #expect(RequestJournal.entries(Array(repeating: 0xFF, count: RequestJournal.byteCount)).isEmpty)
  }
}
