import AugerAgents
import AugerDiagnostics
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// Pages embedded in other sites, authorized by a token in their URLs.
@Suite struct EmbeddingTests {
  private struct Embeds {
    let site: PageSite
    let signer = TestSigner.es256("portal")
    private let path: String

    init(policy: String = "") async throws {
      path = try TestSigner.file([signer.jwk()])
      site = try PageSite(access: SiteAccess(embeds: try await KeyFile(path), now: TestSigner.clock), policy: policy)
    }

    func token(_ changed: KeyValuePairs<String, JSONNode> = [:]) throws -> String {
      try signer.token(TestSigner.embed(changed))
    }

    func get(_ rest: String, _ changed: KeyValuePairs<String, JSONNode> = [:]) async throws -> PageAnswer {
      await site.get("/e/\(try token(changed))\(rest)")
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Returns the URLs of a page in `href`, `action`, `src` and similar attributes.
  private static func addresses(_ page: String) -> [String] {
    page.matches(of: /(?:href|action|src|data-path|data-parts|data-events|data-frames)=\\?"([^"\\]*)/).map {
      String($0.1)
    }
  }

  /// Resolves a URL as a browser does.
  private static func resolved(_ address: String, at page: String) throws -> String {
    let base = try #require(URL(string: "https://charts.example.org" + page))
    let url = try #require(URL(string: address.replacing("&amp;", with: "&"), relativeTo: base)?.absoluteURL)
    return url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
  }

  @Test(arguments: ["/dashboards/board", "/dashboards/board/Years", "/dashboards/board?Places.drill=region:North"])
  func allURLsOfAPageAreBelowItsToken(page: String) async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let token = try embeds.token()
    let own = "/e/\(token)"
    let answer = await embeds.site.get(own + page)
    try #require(answer.status == 200)
    #expect(!answer.text.contains(token))
    let parts = page.replacing("/dashboards/board/Years", with: "/-/parts/board?_item=Years")
      .replacing("/dashboards/board", with: "/-/parts/board")
    let fragments = await embeds.site.get(own + parts)
    try #require(fragments.status == 200)
    let addresses = Self.addresses(answer.text) + Self.addresses(fragments.text)
    #expect(addresses.count > 20)
    var followed = 0
    for (number, address) in Set(addresses).sorted().enumerated() {
      guard !address.isEmpty, !address.hasPrefix("#"), !address.hasPrefix("data:") else { continue }
      let target = try Self.resolved(address, at: own + page)
      #expect(target.hasPrefix(own + "/"), "\(address)")
      // Request the assets and some of the linked pages.
      guard !target.contains("/-/"), number % 4 == 0 || target.contains("/assets/") else { continue }
      #expect(await embeds.site.get(target).status == 200, "\(address) at \(page): \(target.dropFirst(own.count))")
      followed += 1
    }
    #expect(followed > 3)
  }

  /// Only the script of embedded pages requests new tokens from the page around it.
  @Test func onlyEmbeddedPagesRenewTokens() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    for (root, renews) in [("/e/\(try embeds.token())", true), ("", false)] {
      let page = await embeds.site.get(root + "/dashboards/board").text
      let name = try #require(page.firstMatch(of: /<script data-src="[^"]*(assets\/[^"]+)"/)).output.1
      let script = await embeds.site.get("\(root)/\(name)")
      #expect(script.status == 200 && script.text.contains("parent.postMessage") == renews)
    }
  }

  /// The embedding page decides on the theme, not the cookies of the reader.
  @Test func readersHaveNoThemeOfTheirOwn() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let own = "/e/\(try embeds.token())"
    let plain = await embeds.site.get(own + "/dashboards/board")
    let hint = try #require(HTTPField.Name("Sec-CH-Prefers-Color-Scheme"))
    let dark = await embeds.site.get(own + "/dashboards/board", [.cookie: "auger-theme=dark", hint: "\"dark\""])
    #expect(plain.status == 200 && dark.text == plain.text)
    #expect(!plain.text.contains("data-theme=") && !plain.text.contains("<html lang=\"en\" data-system="))
    let chosen = await embeds.site.get(own + "/dashboards/board?_theme=dark")
    #expect(chosen.status == 200 && chosen.text != plain.text)
  }

  @Test func formLeadsToTheSamePage() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let own = "/e/\(try embeds.token())"
    for (item, page) in [("", "/dashboards/board"), ("?_item=Years", "/dashboards/board/Years")] {
      let answer = await embeds.site.post(
        own + "/-/move/board" + item, [("at", ""), ("do", "set"), ("name", "rise"), ("value", "7")])
      try #require(answer.status == 303)
      let target = try Self.resolved(try #require(answer.fields[.location]), at: own + "/-/move/board")
      #expect(target == own + page + "?$rise=7")
    }
  }

  @Test func onlyItsDashboardCanBeReached() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    for rest in [
      "", "/", "/.json", "/dashboards/other", "/-/openapi.json", "/-/session", "/mcp", "/metrics", "/healthz",
      "/readyz",
      "/published/all/x.json", "/-/parts/other", "/-/move/other", "/-/frames/other/Years", "/e/x/dashboards/board",
      "/../dashboards/board", "/dashboards/%2E%2E/board", "//dashboards/board",
    ] {
      #expect(try await embeds.get(rest).status >= 400, "\(rest)")
    }
    #expect(try await embeds.get("/dashboards/board", ["dashboard": "other"]).status == 404)
    let events = await embeds.site.site.respond(to: SiteRequest(path: "/e/\(try embeds.token())/-/events"))
    #expect(events.status == .ok)
  }

  @Test func onlyAllowedSitesMayFrameThePage() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let ancestors: JSONNode = ["https://a.example.org", "http://localhost:3000"]
    let page = try await embeds.get("/dashboards/board", ["ancestors": ancestors])
    let policy = try #require(page.fields[.contentSecurityPolicy])
    #expect(policy.contains("frame-ancestors https://a.example.org http://localhost:3000;"))
    #expect(policy.contains("default-src 'none'") && policy.contains("base-uri 'none'"))
    #expect(try PageStylesTests.isAllowed(page))
    // The next token allows other sites, although the page is cached.
    let other = try await embeds.get("/dashboards/board")
    #expect(other.fields[.contentSecurityPolicy]?.contains("frame-ancestors https://portal.example.org;") == true)
    let own = await embeds.site.get("/dashboards/board")
    #expect(own.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
  }

  @Test func expiredTokenIsReportedInTheFrame() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let over: KeyValuePairs<String, JSONNode> = ["exp": 1_789_999_999, "iat": 1_789_999_000]
    let answer = try await embeds.get("/dashboards/board/Days.csv", over)
    #expect(answer.status == 401 && answer.code == "embedExpired" && !answer.text.contains("2023-"))
    let page = await embeds.site.get("/e/\(try embeds.token(over))/dashboards/board", [.accept: "text/html"])
    #expect(
      page.status == 401 && page.text.contains("This page has expired") && !page.text.contains("href=\"/\""))
    #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors https://portal.example.org;") == true)
  }

  @Test func incompleteTokensFail() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    for (what, name, value) in [
      ("16 minutes", "exp", .number(String(TestSigner.now + 960))), ("no beginning", "iat", .null),
      ("another audience", "aud", "charts"), ("no dashboard", "dashboard", .null),
      ("a dashboard of a number", "dashboard", 1),
      ("no ancestors", "ancestors", .null), ("an empty list", "ancestors", []), ("anybody", "ancestors", ["*"]),
      ("a scheme", "ancestors", ["https:"]), ("a page", "ancestors", ["https://a.example.org/x"]),
      ("a directive", "ancestors", ["https://a.example.org; script-src *"]),
      ("a text", "ancestors", "https://a.example.org"),
      ("a wildcard", "ancestors", ["https://*.example.org"]), ("claims in a list", "claims", ["role"]),
      ("a drill that is locked", "locked", "Places.drill=region:North"),
      ("a range that is locked", "locked", "filter.Region=A..B"),
      ("no address", "locked", "filter"), ("a number that is locked", "locked", 1),
      ("an option", "locked", "_theme=dark"),
    ] as [(String, String, JSONNode)] {
      let answer = try await embeds.get("/dashboards/board", [name: value])
      #expect(answer.status == 401 && answer.code == "embedUnknown", "\(what): \(answer.status)")
    }
  }

  @Test func embeddedPagesRequireKeys() async throws {
    let signer = TestSigner.es256("portal")
    let answer = await (try PageSite()).get("/e/\(try signer.token(TestSigner.embed()))/dashboards/board")
    #expect(answer.status == 404)
  }

  // MARK: Claims and locks

  @Test func dataPolicyUsesClaimsOfTheToken() async throws {
    let embeds = try await Embeds(
      policy: """

        policy:
          - for: { claim: role, is: seller }
            dashboards: [board]
            rows: { files.data: "region == claim.region" }
        """)
    defer { embeds.remove() }
    let north = try await embeds.get(
      "/dashboards/board/ByRegion.csv", ["claims": ["role": "seller", "region": "North"]])
    #expect(north.status == 200 && north.text.contains("North") && !north.text.contains("South"))
    #expect(try await embeds.get("/dashboards/board/ByRegion.csv").status == 404)
    #expect(try await embeds.get("/dashboards/board/ByRegion.csv", ["claims": ["role": "seller"]]).status == 403)
    // Top-level members of the token are not claims.
    let outside = try await embeds.get("/dashboards/board/ByRegion.csv", ["role": "seller", "region": "North"])
    #expect(outside.status == 404)
  }

  @Test func noURLCanLeaveTheLock() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let lock: KeyValuePairs<String, JSONNode> = ["locked": "filter.Region=North,West&$rise=3"]
    let start = try await embeds.get("/dashboards/board/Years.csv", lock)
    #expect(start.status == 200 && start.text.contains("North") && !start.text.contains("South"))
    // A narrower filter within the lock is allowed.
    let closer = try await embeds.get("/dashboards/board/Years.csv?filter.Region=West", lock)
    #expect(closer.status == 200 && closer.text.contains("West") && !closer.text.contains("North"))
    for rest in [
      "/dashboards/board/Years.csv?filter.Region=South", "/dashboards/board/Years.csv?filter.Region=North,South",
      "/dashboards/board/Years.csv?$rise=4", "/dashboards/board/Years.json?$rise=10",
      "/-/parts/board?filter.Region=South",
      "/dashboards/board?_compare=%24rise%3D9", "/-/frames/board/Years?_step=$rise=0..10%20step%205",
      "/-/frames/board/Years?$rise=3&_step=$rise=3..10%20step%207",
    ] {
      let answer = try await embeds.get(rest, lock)
      #expect(answer.status == 422 && answer.code == "locked", "\(rest): \(answer.status) \(answer.text.prefix(200))")
    }
    let own = "/e/\(try embeds.token(lock))"
    for fields in [
      [("at", ""), ("do", "filter"), ("name", "Region"), ("value", "South")],
      [("at", "filter.Region=South"), ("do", "sort"), ("item", "Years"), ("key", "value")],
      [("at", ""), ("do", "set"), ("name", "rise"), ("value", "9")],
    ] {
      #expect(await embeds.site.post(own + "/-/move/board", fields).code == "locked")
      #expect(await embeds.site.post(own + "/-/parts/board", fields).code == "locked")
    }
    // Resetting the variable leads to the locked value.
    let reset = await embeds.site.post(
      own + "/-/move/board", [("at", ""), ("do", "set"), ("name", "rise"), ("reset", "1")])
    #expect(reset.fields[.location]?.contains("$rise=3") == true)
    // Comparing respects the lock too.
    let compared = try await embeds.get("/dashboards/board/Years.csv?_compare=start", lock)
    #expect(compared.status == 200 && !compared.text.contains("South"))
  }

  @Test func lockedControlsAreNotOffered() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let lock: KeyValuePairs<String, JSONNode> = ["locked": "filter.Region=North&$rise=3"]
    for rest in ["/dashboards/board", "/dashboards/board.json", "/-/parts/board"] {
      let (free, locked) = (try await embeds.get(rest), try await embeds.get(rest, lock))
      #expect(free.text.contains("South") && free.text.contains("Rise"))
      // Charts that do not use the filter show all data. Choices outside the lock do not appear elsewhere.
      let fragment = rest.hasSuffix(".json") ? locked.text : locked.text.prefix { $0 != "<" } + ""
      #expect(!fragment.contains("South"), "\(rest)")
      #expect(
        !locked.text.contains("name=\\\"value\\\" value=\\\"South\\\"")
          && !locked.text.contains("name=\"value\" value=\"South\""))
    }
    #expect(!(try await embeds.get("/dashboards/board", lock).text.contains("type=\"range\"")))
  }

  /// A filter and a drilldown that set the same argument: the lock restricts both.
  @Test func drilldownCannotBypassALock() async throws {
    let embeds = try await Embeds()
    defer { embeds.remove() }
    let lock: KeyValuePairs<String, JSONNode> = ["locked": "$region=North"]
    // No variable has this name. The argument belongs only to the drilldown and is locked.
    let free = try await embeds.get("/dashboards/board/Places.csv?Places.drill=region:South")
    #expect(free.text.contains("South 1"))
    let held = try await embeds.get("/dashboards/board/Places.csv?Places.drill=region:South", lock)
    #expect(!held.text.contains("South 1"))
  }
}
