import AugerQuery
import AugerServer
import HTTPTypes
import TestSupport
import Testing

@Suite struct AdmissionTests {
  /// More simultaneous requests than the limit per caller allows, from anonymous callers.
  @Test func anonymousCallersShareNoLimit() async throws {
    let generated = GeneratedWorkspace(seed: 7, rows: 200, places: 20)
    var limits = ServerLimits(processors: 1)
    limits.queue = 200
    let served = try Served(generated, limits: limits)
    let statuses = await withTaskGroup(of: Int.self) { group in
      for (index, place) in generated.places.enumerated() {
        let item = GeneratedWorkspace.items[index % GeneratedWorkspace.items.count]
        group.addTask { await served.get("/dashboards/made/\(item).json" + (place.isEmpty ? "" : "?\(place)")).status }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.count == generated.places.count && !statuses.contains { $0 == 429 || $0 == 503 }, "\(statuses)")
  }

  /// A request that does not fit the queue gets a `Retry-After` field and is not computed.
  @Test func fullQueueIsReported() async throws {
    let generated = GeneratedWorkspace(seed: 7, rows: 200, places: 20)
    var limits = ServerLimits(processors: 1)
    (limits.slots, limits.queue) = (1, 0)
    let served = try Served(generated, limits: limits)
    let answers = await withTaskGroup(of: Served.Answer.self) { group in
      for item in GeneratedWorkspace.items + ["ByRegion"] {
        for face in ["json", "svg", "csv"] { group.addTask { await served.get("/dashboards/made/\(item).\(face)") } }
      }
      return await group.reduce(into: [Served.Answer]()) { $0.append($1) }
    }
    for answer in answers where answer.status == 503 {
      #expect(answer.code == "busy" && answer.fields[.retryAfter] == "1")
    }
    #expect(answers.contains { $0.status == 200 } && answers.contains { $0.status == 503 })
  }
}
