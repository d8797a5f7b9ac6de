import Auger
import AugerAnalysis
import AugerExport
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct FaceTests {
  /// The server does not compute charts in its own way. In every state, its response in each format equals that of the
  /// library.
  @Test(arguments: [3, 11]) func everyFormatEqualsTheLibrary(seed: UInt64) async throws {
    let generated = GeneratedWorkspace(seed: seed, rows: 300, places: 12)
    let served = try Served(generated)
    let pipeline = Pipeline(served.workspace)
    let dashboard = try pipeline.dashboard("made")
    var compared = 0
    for address in generated.places {
      guard let place = try? await pipeline.checked(try Exploration(address), of: dashboard) else { continue }
      for item in GeneratedWorkspace.items {
        guard let model = try? await pipeline.chart(item, of: dashboard, at: place) else { continue }
        let query = place.description.isEmpty ? "" : "?\(place)"
        func face(_ name: String) async -> Served.Answer {
          await served.get("/dashboards/made/\(item).\(name)\(query)")
        }
        let json = await face("json")
        #expect(json.status == 200 && json.bytes == ChartJSON().data(for: model), "\(item) at \(address)")
        #expect(await face("svg").bytes == SVG().data(for: model), "\(item) at \(address)")
        for format in [TableFormat.csv, .tsv, .arrow] {
          var bytes: [UInt8] = []
          try format.write(model.tabulated(), isSafe: true) { bytes += $0 }
          #expect(await face(format.rawValue).bytes == bytes, "\(item).\(format) at \(address)")
        }
        #expect(json.fields[.contentLocation] == "/dashboards/made/\(item).json\(query)")
        compared += 1
      }
    }
    #expect(compared > 30)
  }

  @Test func suffixOverridesAccept() async throws {
    let served = try Served()
    func type(_ path: String, _ accept: String?) async -> String? {
      var fields = HTTPFields()
      fields[.accept] = accept
      return await served.get(path, fields).fields[.contentType]
    }
    #expect(await type("/dashboards/made/Rows", nil) == "text/html; charset=utf-8")
    #expect(await type("/dashboards/made/Rows", "application/json") == "application/json")
    #expect(await type("/dashboards/made/Rows", "text/html,application/json;q=0.9") == "text/html; charset=utf-8")
    #expect(await type("/dashboards/made/Rows.csv", "application/json") == "text/csv; charset=utf-8; header=present")
    // Pages also depend on the theme and the window of the reader.
    #expect(
      await served.get("/dashboards/made/Rows").fields[.vary]
        == "Accept, Accept-Encoding, Cookie, Sec-CH-Prefers-Color-Scheme, Sec-CH-Viewport-Width")
    #expect(await served.get("/dashboards/made/Rows.json").fields[.vary] == "Accept-Encoding")
  }

  @Test func unchangedResponseIsNotSentAgain() async throws {
    let served = try Served()
    let first = await served.get("/dashboards/made/Rows.json")
    let tag = try #require(first.fields[.eTag])
    for condition in [tag, "\"other\", W/\(tag)", "*"] {
      let again = await served.get("/dashboards/made/Rows.json", [.ifNoneMatch: condition])
      #expect(again.status == 304 && again.bytes.isEmpty && again.fields[.eTag] == tag, "\(condition)")
    }
    #expect(await served.get("/dashboards/made/Rows.json", [.ifNoneMatch: "\"other\""]).status == 200)
    #expect(await served.get("/dashboards/made/Groups.json").fields[.eTag] != tag)
    // Another server with the same data and key computes the same tag.
    #expect(try await Served().get("/dashboards/made/Rows.json").fields[.eTag] == tag)
  }

  /// The server checks whether the file of a cached answer has changed.
  @Test func changedDataIsServed() async throws {
    let served = try Served()
    let first = await served.get("/dashboards/made/Rows.json")
    #expect(await served.get("/dashboards/made/Rows.json").bytes == first.bytes)
    let path = served.folder + "/data.csv"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    try (lines + [lines[1]]).joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let second = await served.get("/dashboards/made/Rows.json")
    #expect(second.status == 200 && second.bytes != first.bytes)
    #expect(second.fields[.eTag] != first.fields[.eTag])
  }

  /// Requests that share a check for changed data see the same data.
  @Test func recentCheckIsTrusted() async throws {
    var limits = ServerLimits.patient
    limits.trust = .seconds(3600)
    let served = try Served(limits: limits)
    let address = "/dashboards/made/Rows.json"
    let before = await served.get(address)
    let path = served.folder + "/data.csv"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    try (lines + [lines[1]]).joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let kept = await served.get(address)
    #expect(kept.status == 200 && kept.bytes == before.bytes)
    let other = await served.get(address + "?_locale=de_DE")
    let again = await served.get(address)
    #expect(other.status == 200)
    #expect(again.bytes == before.bytes)
  }

  @Test func vegaLiteMediaTypeMatchesItsVersion() async throws {
    let answer = try await Served().get("/dashboards/made/Rows.vl.json")
    let version = try #require(answer.text.firstMatch(of: #/vega-lite/v([0-9]+)\.json/#)?.1)
    #expect(answer.fields[.contentType] == "application/vnd.vegalite.v\(version)+json")
  }

  @Test func textIsCompressedIfAccepted() async throws {
    let served = try Served()
    let plain = await served.get("/dashboards/made/Rows.svg")
    let packed = await served.get("/dashboards/made/Rows.svg", [.acceptEncoding: "br, gzip;q=0.5"])
    #expect(packed.fields[.contentEncoding] == "gzip" && packed.bytes.count < plain.bytes.count / 2)
    #expect(packed.bytes.starts(with: [0x1F, 0x8B]) && packed.fields[.eTag] == plain.fields[.eTag])
    #expect(await served.get("/dashboards/made/Rows.svg", [.acceptEncoding: "gzip;q=0"]).bytes == plain.bytes)
  }

  @Test func headRequestsGetNoBody() async throws {
    let served = try Served()
    let whole = await served.get("/dashboards/made/Rows.json")
    let head = await Served.Answer(
      await served.site.respond(to: SiteRequest(method: .head, path: "/dashboards/made/Rows.json")))
    #expect(head.status == 200 && head.bytes.isEmpty && head.fields[.eTag] == whole.fields[.eTag])
    #expect(head.fields[.contentLength] == String(whole.bytes.count))
  }

  /// Equal concurrent requests are computed once, and each receives the response.
  @Test func equalConcurrentRequestsAreComputedOnce() async throws {
    let served = try Served()
    let bytes = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<3 { group.addTask { await served.get("/dashboards/made/Levels.json").bytes } }
      return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(bytes.count == 1)
    let metrics = await served.get("/metrics").text
    #expect(metrics.contains("auger_responses_total{status=\"200\"} 3"), "\(metrics)")
    #expect(metrics.contains("auger_queries_total 1\n"), "\(metrics)")
  }
}
