import Auger
import AugerAnalysis
import AugerExpressions
import AugerMetadata
import AugerQuery
import AugerServer
import HTTPTypes
import Testing

/// Every computed response waits in the queue and is computed once for all callers with the same access rights.
@Suite struct ComputedOnceTests {
  private static let frames = "/-/frames/board/Years?_step=$rise=0..10%20step%205"

  /// A server without a free slot.
  @Test(arguments: [
    frames, "/-/openapi.json", "/-/parts/board", "/dashboards/board", "/dashboards/board.json",
    "/dashboards/board/Years.csv",
  ])
  func requestsWithoutASlotFail(address: String) async throws {
    var limits = ServerLimits.patient
    (limits.slots, limits.queue) = (0, 0)
    let answer = try await PageSite(limits: limits).get(address)
    #expect(answer.status == 503 && answer.code == "busy" && answer.fields[.retryAfter] == "1", "\(answer.text)")
  }

  @Test func apiDescriptionIsComputedOnce() async throws {
    let site = try PageSite()
    let first = await site.get("/-/openapi.json")
    let second = await site.get("/-/openapi.json", [.acceptEncoding: "gzip"])
    #expect(first.status == 200 && second.fields[.contentEncoding] == "gzip")
    #expect(await site.get("/metrics").text.contains("auger_faces_made_total 1\n"))
    let tag = try #require(first.fields[.eTag])
    #expect(await site.get("/-/openapi.json", [.ifNoneMatch: tag]).status == 304)
  }

  /// The description lists only the facts of each item, so its size is linear.
  @Test func apiDescriptionGrowsLinearly() async throws {
    func size(_ items: Int) async throws -> Int {
      let sum = try Expression.parse("sum(n)")
      let charts = (0..<items).map { number in
        ParsedChart(
          name: "Chart\(number + 100)", type: .column, query: "q", category: AxisDefinition(column: "name"),
          values: [ValueDefinition(sequence: 1, expression: sum)])
      }
      let workspace = Workspace(dashboards: [Dashboard(name: "board", charts: charts)])
      let pipeline = Pipeline(
        answers: try AnswerService(FaultySource(rows: 1, nil, nil), for: .everything), dashboards: workspace.dashboards)
      let site = Site(
        SiteContent(workspace, pipeline: pipeline, version: "1"), limits: .patient, access: SiteAccess())
      return await PageAnswer(await site.respond(to: SiteRequest(path: "/-/openapi.json"))).text.utf8.count
    }
    let (few, many) = (try await size(20), try await size(80))
    #expect(few > 20_000 && many < few * 4, "\(few), \(many)")
  }

  /// All frames are sent, or the request fails before the first byte.
  @Test func framesUseOneSlot() async throws {
    var limits = ServerLimits.patient
    (limits.slots, limits.queue) = (1, 0)
    let site = try PageSite(limits: limits)
    let answers = await withTaskGroup(of: PageAnswer.self) { group in
      for _ in 0..<8 { group.addTask { await site.get(Self.frames) } }
      return await group.reduce(into: [PageAnswer]()) { $0.append($1) }
    }
    for answer in answers {
      #expect(answer.status == 200 ? answer.lines.count == 3 : answer.code == "busy", "\(answer.status)")
    }
    #expect(answers.contains { $0.status == 200 })
  }
}
