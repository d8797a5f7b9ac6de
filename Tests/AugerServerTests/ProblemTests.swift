import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct ProblemTests {
  @Test(arguments: [
    ("/nowhere", 404, "notFound"), ("/dashboards/none.json", 404, "notFound"),
    ("/dashboards/made/None.json", 404, "notFound"), ("/dashboards/made.csv", 404, "notFound"),
    ("/dashboards/made/Rows.json?nope=1", 400, "explorationUnknown"),
    ("/dashboards/made/Rows.json?Rows.zoom", 400, "explorationSyntax"),
    ("/dashboards/made/Rows.json?_colour=red", 400, "unknownOption"),
    ("/dashboards/made/Rows.json?_theme=none", 400, "unknownTheme"),
    ("/dashboards/made/Rows.json?_locale=../x", 400, "wrongLocale"),
    ("/dashboards/made/Rows.svg?_size=9x9", 400, "wrongSize"),
    ("/dashboards/made/Rows.json?Rows.zoom=7", 422, "notZoomable"),
    ("/dashboards/made/%FF.json", 404, "notFound"), ("/published/all/../../etc/passwd", 404, "notFound"),
    ("/published/none/x.json", 404, "notFound"), ("/assets/none.css", 404, "notFound"),
  ])
  func problemHasItsStatusAndCode(address: String, status: Int, code: String) async throws {
    let answer = try await Served().get(address)
    #expect(answer.status == status && answer.code == code, "\(answer.status) \(answer.text)")
    #expect(answer.fields[.contentType] == "application/problem+json")
    #expect(answer.json["status"] as? Int == status && (answer.json["errors"] as? [Any])?.isEmpty == false)
  }

  @Test func unknownNameHasAHint() async throws {
    let answer = try await Served().get("/dashboards/made/Rows.json?filter.Regin=a")
    let error = try #require((answer.json["errors"] as? [[String: Any]])?.first)
    #expect((error["hint"] as? String)?.contains("Region") == true, "\(answer.text)")
  }

  @Test func browsersGetAPageWithALinkBack() async throws {
    let answer = try await Served().get("/dashboards/made?Rows.zoom=7", [.accept: "text/html"])
    #expect(answer.status == 422 && answer.fields[.contentType] == "text/html; charset=utf-8")
    #expect(answer.text.contains("role=\"alert\"") && answer.text.contains("href=\"/dashboards/made\""))
  }

  /// Programs receive the message with the names from the definition, and pages receive the message without them.
  @Test func pagesDoNotShowInternalNames() async throws {
    let page = try await Served().get("/dashboards/made?Rows.zoom=7", [.accept: "text/html"])
    #expect(page.text.contains("The chart does not have this level") && !page.text.contains("'Rows'"))
    let answer = try await Served().get("/dashboards/made/Rows.json?Rows.zoom=7")
    #expect(answer.json["detail"] as? String == "The chart does not have this level")
    let error = try #require((answer.json["errors"] as? [[String: Any]])?.first)
    #expect((error["message"] as? String)?.contains("'Rows'") == true)
  }

  /// If a source cannot be read, the response contains no details about it, but the log does.
  @Test func sourceDetailsAreNotShown() async throws {
    let served = try Served()
    try FileManager.default.removeItem(atPath: served.folder + "/data.csv")
    for address in ["/dashboards/made/Rows.json", "/dashboards/made", "/dashboards/made/Rows.csv", "/-/parts/made"] {
      let answer = await served.get(address)
      #expect(!answer.text.contains(served.folder) && !answer.text.contains("data.csv"), "\(address): \(answer.text)")
      #expect(answer.status == 503 || answer.status == 200, "\(address): \(answer.status)")
    }
    #expect(await served.get("/dashboards/made/Rows.json").code == "dataUnavailable")
    #expect(await served.get("/dashboards/made/Rows.json").fields[.retryAfter] == "5")
  }

  /// Error responses are not cached.
  @Test func errorsAreNotCached() async throws {
    let served = try Served()
    let path = served.folder + "/data.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try FileManager.default.removeItem(atPath: path)
    #expect(await served.get("/dashboards/made/Rows.json").status == 503)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await served.get("/dashboards/made/Rows.json").status == 200)
  }

  /// A chart that a format cannot represent is not a data error, because the data exists.
  @Test func diagramInVegaLiteIsNotADataError() async throws {
    let answer = try await PageSite().get("/dashboards/board/Tree.vl.json")
    #expect(answer.status == 422 && answer.text.contains("\"code\": \"noVegaLite\""), "\(answer.text)")
  }

  @Test func limitsAreEnforced() async throws {
    let served = try Served()
    let long = String(repeating: "a", count: 9000)
    #expect(await served.get("/dashboards/made/Rows.json?filter.Region=\(long)").status == 414)
    let picks = (0..<1001).map(String.init).joined(separator: ",")
    let many = await served.get("/dashboards/made/Rows.json?filter.Region=\(picks)")
    #expect(many.status == 422 && many.code == "tooManyPicks", "\(many.status)")
    let posted = await served.post("/dashboards/made", "")
    #expect(posted.status == 405 && posted.fields[.allow] == "GET, HEAD")
    let got = await served.get("/-/move/made")
    #expect(got.status == 405 && got.fields[.allow] == "POST")
  }

  @Test func serverAcceptsOnlyItsHostNames() async throws {
    let served = try Served(access: SiteAccess(authorities: ["localhost:8017"]))
    #expect(await served.get("/", host: "localhost:8017").status == 200)
    #expect(await served.get("/", host: "LOCALHOST:8017").status == 200)
    let foreign = await served.get("/", host: "evil.example.org")
    #expect(foreign.status == 421 && foreign.code == "wrongHost")
    #expect(await served.get("/", host: nil).status == 421)
    // A load balancer does not know the host name.
    #expect(await served.get("/healthz", host: "10.0.0.1").status == 200)
  }

  @Test func formsOfOtherSitesFail() async throws {
    let served = try Served(access: SiteAccess(authorities: ["localhost:8017"]))
    func post(_ fields: HTTPFields) async -> Served.Answer {
      await served.post("/-/move/made", "do=filter&name=Region&reset=1", fields, host: "localhost:8017")
    }
    #expect(await post([:]).status == 303)
    #expect(await post([.origin: "http://localhost:8017"]).status == 303)
    #expect(await post([.origin: "http://evil.example.org"]).code == "foreignOrigin")
    #expect(await post([.init("Sec-Fetch-Site")!: "cross-site"]).code == "foreignOrigin")
    #expect(await post([.init("Sec-Fetch-Site")!: "same-origin"]).status == 303)
  }
}
