import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct AccessTests {
  private static let policy = """

    policy:
      - for: { claim: role, is: seller }
        dashboards: [made]
        rows: { files.data: "region == claim.region" }
      - for: { claim: role, is: chief }
        dashboards: all
    """

  /// Writes a token file with `seller0`, `seller1` ..., one for each region, and `chief`, `nobody` and `late`.
  private static func tokens(regions: [String]) throws -> (file: TokenFile, path: String) {
    func entry(_ name: String, _ claims: String, expires: String = "2999-12-31") -> String {
      """
        - name: \(name)
          sha256: \(SHA256.text(Array(name.utf8)))
          expires: \(expires)
          claims: { \(claims) }

      """
    }
    var text = "tokens:\n"
    for (index, region) in regions.enumerated() {
      text += entry("seller\(index)", "role: seller, region: \"\(region)\"")
    }
    text += entry("chief", "role: chief") + entry("nobody", "role: guest")
    text += entry("late", "role: chief", expires: "2020-01-01")
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-tokens-\(UUID()).yaml").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return (try TokenFile(path), path)
  }

  private static func served(_ generated: GeneratedWorkspace) throws -> (site: Served, regions: [String], path: String)
  {
    let data = try #require(generated.files.first { $0.name == "data.csv" }?.text)
    let header = data.split(separator: "\n")[0].split(separator: ",").map(String.init)
    let column = try #require(header.firstIndex(of: "region"))
    let regions = Set(
      data.split(separator: "\n").dropFirst().compactMap { line -> String? in
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        return cells.count > column && !cells[column].isEmpty && !cells[column].contains("\"")
          ? String(cells[column]) : nil
      }
    ).sorted()
    let tokens = try tokens(regions: regions)
    let site = try Served(
      generated, access: SiteAccess(tokens: tokens.file), changing: { $0 + policy })
    return (site, regions, tokens.path)
  }

  private func bearer(_ name: String) -> HTTPFields { [.authorization: "Bearer \(name)"] }

  @Test func unknownCallersMustSignIn() async throws {
    let (served, _, path) = try Self.served(GeneratedWorkspace(seed: 5, rows: 120, places: 3))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for fields in [
      HTTPFields(), bearer("guess"), bearer("late"), [.authorization: "Basic chief"], [.cookie: "__Host-auger=x"],
    ] {
      for address in [
        "/", "/.json", "/dashboards/made", "/dashboards/made/Rows.csv", "/-/parts/made", "/-/events", "/metrics",
      ] {
        let answer = await served.get(address, fields)
        let isLate = fields[.authorization]?.hasSuffix("late") == true
        #expect(
          answer.status == 401 && answer.code == (isLate ? "tokenExpired" : "notSignedIn"),
          "\(address): \(answer.status)")
      }
    }
    #expect(await served.get("/", bearer("chief")).status == 200)
    #expect(await served.get("/", [.cookie: "a=b; __Host-auger=chief"]).status == 200)
    #expect(await served.get("/healthz").status == 200)
  }

  @Test func browserSignsInWithAForm() async throws {
    let (served, _, path) = try Self.served(GeneratedWorkspace(seed: 5, rows: 120, places: 3))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(await served.get("/-/session").text.contains("name=\"token\""))
    let signed = await served.post("/-/session", "token=chief")
    #expect(signed.status == 303 && signed.fields[.location] == "/")
    let cookie = try #require(signed.fields[.setCookie])
    for part in ["__Host-auger=chief", "HttpOnly", "Secure", "SameSite=Lax", "Path=/"] {
      #expect(cookie.contains(part))
    }
    #expect(await served.post("/-/session", "token=guess").status == 401)
    #expect(await served.post("/-/session", "token=late").status == 401)
  }

  @Test func pagesAreIsolatedFromOpenersIfCallersAreKnown() async throws {
    let (served, _, path) = try Self.served(GeneratedWorkspace(seed: 5, rows: 120, places: 3))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let open = try Served()
    let opener = try #require(HTTPField.Name("Cross-Origin-Opener-Policy"))
    for address in ["/", "/dashboards/made", "/dashboards/made/Rows", "/dashboards/none", "/-/session"] {
      let page = await served.get(address, [.authorization: "Bearer chief", .accept: "text/html"])
      #expect(page.fields[opener] == "same-origin", "\(address)")
      #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true, "\(address)")
      let same = await open.get(address, [.accept: "text/html"])
      #expect(same.fields[opener] == nil, "\(address)")
      #expect(same.fields[.contentSecurityPolicy] == page.fields[.contentSecurityPolicy], "\(address)")
    }
  }

  /// The response for a hidden dashboard equals that for a dashboard that does not exist.
  @Test func hiddenDashboardsDoNotExist() async throws {
    let (served, _, path) = try Self.served(GeneratedWorkspace(seed: 5, rows: 120, places: 3, dashboards: 2))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(await served.get("/dashboards/made2/Rows.csv", bearer("chief")).status == 200)
    for name in ["seller0", "nobody"] {
      let hidden = await served.get("/dashboards/made2/Rows.csv", bearer(name))
      let none = await served.get("/dashboards/none2/Rows.csv", bearer(name))
      #expect(hidden.status == 404 && hidden.code == none.code)
      #expect(!(await served.get("/.json", bearer(name)).text.contains("made2")))
      #expect(!(await served.get("/-/openapi.json", bearer(name)).text.contains("made2")))
    }
    #expect(await served.get("/.json", bearer("nobody")).json["dashboards"] as? [String] == [])
  }

  /// Equal bytes have different tags for two callers with different access rights. A tag does not reveal the data of
  /// another caller.
  @Test func equalBytesHaveOneTagPerEntitlement() async throws {
    let (served, _, path) = try Self.served(GeneratedWorkspace(seed: 5, rows: 120, places: 3))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for address in ["/.json", "/dashboards/made/Rows.csv?filter.Region=Nowhere"] {
      let first = await served.get(address, bearer("seller0"))
      let second = await served.get(address, bearer("seller1"))
      #expect(first.status == 200 && first.bytes == second.bytes, "\(address)")
      let tag = try #require(first.fields[.eTag])
      #expect(tag != second.fields[.eTag], "\(address)")
      var fields = bearer("seller1")
      fields[.ifNoneMatch] = tag
      #expect(await served.get(address, fields).status == 200, "\(address)")
    }
  }

  @Test(arguments: [
    "tokens:\n  - { name: a, sha256: short, expires: 2030-01-01 }\n", "tokens:\n  - { name: a, expires: 2030-01-01 }\n",
    "tokens:\n  - { name: a, sha256: \(String(repeating: "a", count: 64)), expires: soon }\n", "token: []\n", "x",
  ])
  func errorsInTheTokenFileAreReported(text: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-tokens-\(UUID()).yaml").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: (any Error).self) { _ = try TokenFile(path) }
  }
}
