import AugerAgents
import AugerColumns
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The access log.
@Suite struct AuditTests {
  private static func lines() -> (Lines, @Sendable (Access) -> Void) {
    let lines = Lines()
    return (lines, { lines.add($0) })
  }

  @Test func lineContainsCallerContentAndCost() async throws {
    let (lines, audit) = Self.lines()
    let served = try Served(GeneratedWorkspace(seed: 5, rows: 60, places: 1), audit: audit)
    _ = await served.get("/dashboards/made/Rows.csv")
    _ = await served.get("/dashboards/made/Rows.csv")
    _ = await served.get("/dashboards/made/Rows.json")
    _ = await served.get("/dashboards/none")
    let all = try lines.objects()
    #expect(all.map { $0["status"] as? Int } == [200, 200, 200, 404])
    #expect(all.map { $0["queries"] as? Int } == [1, 0, 0, 0])
    #expect(all.map { $0["reused"] as? Int } == [0, 1, 1, 0])
    #expect(all.map { $0["rows"] as? Int } == [60, 60, 60, 0])
    #expect(all.map { $0["entitlement"] as? String } == ["everything", "everything", "everything", "everything"])
    #expect(all[0]["address"] as? String == "/dashboards/made/Rows.csv" && all[0]["method"] as? String == "GET")
    #expect((all[0]["bytes"] as? Int ?? 0) > 100)
  }

  @Test func entitlementHasAShortOpaqueName() async throws {
    let signer = TestSigner.es256("k")
    let path = try TestSigner.file([signer.jwk()])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let keys = try await KeyFile(path)
    let (lines, audit) = Self.lines()
    let served = try Served(
      GeneratedWorkspace(seed: 5, rows: 60, places: 1),
      access: SiteAccess(
        signed: SignedIdentity(keys: keys, audience: TestSigner.audience, issuer: TestSigner.issuer), embeds: keys,
        now: TestSigner.clock),
      changing: {
        $0 + """

          policy:
            - for: everybody
              dashboards: all
              rows: { files.data: "region == claim.region" }
          """
      }, audit: audit)
    for region in ["R0", "R1", "R0"] {
      let token = try signer.token(TestSigner.claims(["region": .text(region)]))
      _ = await served.get("/dashboards/made/Rows.csv", [.authorization: "Bearer \(token)"])
    }
    let embed = try signer.token(TestSigner.embed(["dashboard": "made", "claims": ["region": "R0"]]))
    _ = await served.get("/e/\(embed)/dashboards/made/Rows.csv?$rise=1")
    _ = await served.get("/dashboards/made/Rows.csv", [.authorization: "Bearer x"])
    let all = try lines.objects()
    let names = all.map { $0["entitlement"] as? String ?? "" }
    #expect(names[0] == names[2] && names[0] != names[1] && names[0].utf8.count == 12 && names[4] == "")
    #expect(all.map { $0["principal"] as? String } == ["ann", "ann", "ann", "acme", ""])
    #expect(!lines.text.contains(embed) && !lines.text.contains("claim"))
    let address = try #require(all[3]["address"] as? String)
    #expect(address.wholeMatch(of: /\/e\/[0-9a-f]{12}\/dashboards\/made\/Rows\.csv\?\$rise=1/) != nil)
  }

  /// A reader of the log cannot use its tokens, regardless of their position in the URL.
  @Test func tokensAreNotRecorded() async throws {
    let (lines, audit) = Self.lines()
    let served = try Served(GeneratedWorkspace(seed: 5, rows: 60, places: 1), audit: audit)
    let signed = try TestSigner.es256("k").token(TestSigner.claims())
    for token in [signed, AccessToken.random(), "opaque"] {
      for address in ["/e/T", "/e/x/e/T", "/e/T/e/T/dashboards/made", "/%65/T/x", "//e/T", "/e//T", "/dashboards/e/T"] {
        _ = await served.get(address.replacing("T", with: token))
      }
      guard token != "opaque" else { continue }
      for address in ["/T", "/dashboards/T.json", "/.json?token=T", "/e%2FT", "/dashboards/made?a=1&_x=T&b=2"] {
        _ = await served.get(address.replacing("T", with: token))
      }
    }
    #expect(try lines.objects().count == 31)
    for secret in [signed, "auger_", "opaque"] { #expect(!lines.text.contains(secret)) }
    #expect(lines.text.contains("/dashboards/made?a=1&") && lines.text.contains("&b=2"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func noDataIsSentWithoutARequiredLogLine() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let audit: @Sendable (Access) throws -> Void = { try full.write(contentsOf: $0.line) }
    let generated = GeneratedWorkspace(seed: 5, rows: 60, places: 1)
    let required = try Served(generated, audit: audit, isAuditRequired: true)
    for address in [
      "/dashboards/made/Rows.csv", "/dashboards/made", "/", "/-/events", "/-/frames/made/Rows?_step=$rise=0..1 step 1",
    ] {
      let answer = await required.get(address)
      #expect(
        answer.status == 503 && answer.code == "auditUnavailable" && answer.fields[.retryAfter] != nil, "\(address)")
      #expect(!answer.text.contains("R0") && answer.fields[.eTag] == nil)
    }
    #expect(await required.post("/-/move/made", "at=&do=sort&item=Rows&key=value").fields[.location] == nil)
    // If the log is optional, requests still succeed.
    #expect(await (try Served(generated, audit: audit)).get("/dashboards/made/Rows.csv").status == 200)
  }
}

/// The recorded log lines.
private final class Lines: Sendable {
  private let bytes = Locked([UInt8]())

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  func add(_ access: Access) { bytes.withLock { $0 += access.line + [UInt8(ascii: "\n")] } }

  func objects() throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
