import Auger
import AugerColumns
import AugerServer
import HTTPTypes
import Testing

/// Responses while the source of a page is missing, hangs or returns wrong data, and after it recovered.
@Suite struct FaultTests {
  private static let faces = ["json", "svg", "csv", "tsv", "rows.json", "arrow", "vl.json"]
  private let asOf = HTTPField.Name("Auger-As-Of") ?? .server
  private let stale = HTTPField.Name("Auger-Stale") ?? .server

  @Test func missingSourceIs503InEveryFormatWithoutDetails() async throws {
    let served = try FaultySite()
    served.source.becomes(.isGone)
    for face in Self.faces {
      let answer = await served.get("/dashboards/board/One.\(face)")
      #expect(answer.status == 503 && answer.code == "dataUnavailable", "\(face)")
      #expect(answer.fields[.retryAfter] == "5")
      #expect(answer.fields[asOf] == nil)
      for secret in FaultySite.secrets { #expect(!answer.text.contains(secret), "\(face) says \(secret)") }
    }
    // A complete page reports each chart as missing.
    let page = await served.get("/dashboards/board")
    #expect(page.status == 200 && page.text.contains("could not be read"))
    for secret in FaultySite.secrets { #expect(!page.text.contains(secret)) }
  }

  @Test func everyResponseReportsTheAgeOfItsData() async throws {
    let age = try #require(HTTPField.Name("Auger-Age"))
    let served = try FaultySite(cache: nil)
    for (seconds, expected, runs) in [(0, "0", 1), (29, "29", 2), (30, "0", 3), (41, "11", 4)] {
      served.set(seconds: seconds)
      for face in Self.faces {
        let answer = await served.get("/dashboards/board/One.\(face)")
        #expect(answer.fields[age] == expected, "\(face) after \(seconds) s")
        #expect(answer.fields[asOf] != nil && answer.fields[stale] == nil)
        // Other caches must revalidate every time, because only the server knows the remaining time.
        #expect(answer.fields[.cacheControl] == "no-cache")
        let again = await served.get("/dashboards/board/One.\(face)", [.ifNoneMatch: answer.fields[.eTag] ?? ""])
        #expect(again.status == 304 && again.fields[age] == expected)
      }
      #expect(served.source.runs == runs)
      // The page has a second chart, which adds a query.
      #expect(await served.get("/-/parts/board").fields[age] != nil)
    }
  }

  @Test func recoveredSourceIsUsedImmediately() async throws {
    let served = try FaultySite()
    for (index, address) in ["/dashboards/board/One.json", "/dashboards/board", "/-/parts/board"].enumerated() {
      // Move the clock past the expiry of the cached answers.
      served.set(seconds: 1000 * index)
      served.source.becomes(.isGone)
      let gone = await served.get(address)
      served.source.becomes(.answers)
      let back = await served.get(address)
      #expect(back.status == 200 && back.bytes != gone.bytes && !back.text.contains("could not be read"), "\(address)")
    }
  }

  @Test func hangingSourceIs504AfterTheTimeLimit() async throws {
    var limits = ServerLimits(processors: 4)
    limits.time = .milliseconds(20)
    let served = try FaultySite(limits: limits)
    served.source.becomes(.hangs)
    for address in ["/dashboards/board/One.csv", "/dashboards/board", "/-/parts/board"] {
      let answer = await served.get(address)
      #expect(answer.status == 504 && answer.code == "timeout", "\(address): \(answer.text)")
    }
  }

  @Test func slowSourceIsAwaited() async throws {
    var limits = ServerLimits(processors: 4)
    limits.time = .seconds(600)
    let served = try FaultySite(limits: limits)
    served.source.becomes(.isSlow)
    #expect(await served.get("/dashboards/board/One.json").status == 200)
  }

  @Test(arguments: [FaultySource.Behaviour.isGone, .hangs])
  func staleDataIsServedIfAllowedAndReported(fault: FaultySource.Behaviour) async throws {
    let served = try FaultySite(cache: .seconds(60), stale: .seconds(600))
    var before: [String: Served.Answer] = [:]
    _ = await served.get("/dashboards/board")
    for face in Self.faces { before[face] = await served.get("/dashboards/board/One.\(face)") }
    #expect(before["json"]?.fields[asOf] == "\(FaultySite.start)Z")
    #expect(before["json"]?.fields[stale] == nil)
    served.set(seconds: 61)
    served.source.becomes(fault)
    for face in Self.faces {
      let answer = await served.get("/dashboards/board/One.\(face)")
      #expect(answer.status == 200 && answer.fields[stale] == "true", "\(face)")
      #expect(answer.fields[asOf] == "\(FaultySite.start)Z", "\(face)")
      #expect(answer.fields[.cacheControl] == "no-cache", "\(face)")
    }
    let json = await served.get("/dashboards/board/One.json")
    #expect(json.text.contains("\"staleAsOf\": \"\(FaultySite.start)Z\"") && json.text.contains("answerStale"))
    for address in ["/dashboards/board", "/dashboards/board/One", "/-/parts/board"] {
      let page = await served.get(address)
      #expect(page.fields[stale] == "true", "\(address)")
      #expect(page.text.contains("Data as of Nov 14, 2023, 22:13 (UTC). Newer data are not available"), "\(address)")
    }
    // Failures do not extend the allowance.
    served.set(seconds: 660)
    if fault == .isGone { #expect(await served.get("/dashboards/board/One.json").status == 503) }
    served.source.becomes(.answers)
    let fresh = await served.get("/dashboards/board/One.json")
    #expect(fresh.status == 200 && fresh.fields[stale] == nil)
    #expect(fresh.fields[.eTag] == before["json"]?.fields[.eTag], "the same data are the same answer")
    #expect(fresh.fields[asOf] != before["json"]?.fields[asOf])
    #expect(await !served.get("/dashboards/board").text.contains("Newer data are not available"))
  }

  @Test(arguments: [FaultySource.Behaviour.hasOtherTypes, .losesColumns])
  func changedSourceIsNotServedFromCache(fault: FaultySource.Behaviour) async throws {
    let served = try FaultySite(cache: .seconds(60))
    let before = await served.get("/dashboards/board/One.json")
    served.set(seconds: 61)
    served.source.becomes(fault)
    for face in Self.faces {
      let answer = await served.get("/dashboards/board/One.\(face)")
      #expect(answer.status == 503 || answer.status == 422 || answer.status == 200, "\(face): \(answer.status)")
      #expect(answer.bytes != before.bytes)
    }
    #expect(await served.get("/dashboards/board").status == 200)
    served.set(seconds: 122)
    served.source.becomes(.answers)
    #expect(await served.get("/dashboards/board/One.json").bytes == before.bytes)
  }

  // MARK: Streams

  @Test func longResponseIsStreamedWithEqualBytes() async throws {
    var limits = ServerLimits(processors: 4)
    limits.wholeBytes = 100
    let (whole, streamed) = (try FaultySite(rows: 5000), try FaultySite(rows: 5000, limits: limits))
    for face in ["csv", "tsv", "rows.json"] {
      let address = "/dashboards/board/One.\(face)"
      let (all, pieces) = (await whole.get(address), await streamed.get(address))
      #expect(!all.isStreamed && all.fields[.eTag] != nil, "\(face)")
      #expect(pieces.isStreamed && !pieces.isAborted && pieces.fields[.eTag] == nil, "\(face)")
      #expect(pieces.bytes == all.bytes && all.bytes.count > 100_000, "\(face)")
      #expect(pieces.fields[.contentType] == all.fields[.contentType])
      #expect(pieces.fields[asOf] == all.fields[asOf])
      // Another client receives the stream from the start.
      #expect(await streamed.get(address).bytes == all.bytes)
      let head = await streamed.get(address, method: .head)
      #expect(head.status == 200 && head.bytes.isEmpty && !head.isStreamed)
    }
  }

  @Test func streamEndsWhenTheClientDisconnects() async throws {
    var limits = ServerLimits(processors: 4)
    limits.wholeBytes = 100
    let served = try FaultySite(rows: 5000, limits: limits)
    let response = await served.site.respond(to: SiteRequest(path: "/dashboards/board/One.csv"))
    guard case .pieces(let next) = response.body else {
      Issue.record("it is not streamed")
      return
    }
    #expect(try await next() != nil)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await next()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Schemas

  @Test func schemasAreServedAndVersionedOnesAreImmutable() async throws {
    let served = try FaultySite()
    for name in ["chart", "dashboard", "frames"] {
      let newest = await served.get("/-/schema/\(name)")
      #expect(newest.status == 200 && newest.fields[.contentType] == "application/schema+json")
      #expect(newest.fields[.cacheControl] == "public, max-age=3600")
      let numbered = await served.get("/-/schema/\(name)-1")
      #expect(numbered.bytes == newest.bytes && newest.json["$id"] != nil)
      #expect(numbered.fields[.cacheControl] == "public, max-age=31536000, immutable")
    }
    let wrong = await served.get("/-/schema/chrat")
    #expect(wrong.status == 404 && wrong.text.contains("chart"))
    #expect(await served.get("/-/openapi.json").text.contains("/-/schema/{name}"))
  }
}
