import Auger
import AugerAgents
import AugerDiagnostics
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// A token that is no longer in its file fails, after every kind of change to the file.
@Suite struct RevocationTests {
  /// A site whose only callers are `reader` and `other`, with opaque tokens of these names.
  private final class TokenSite: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-tokens-\(UUID()).yaml").path
    let site: PageSite

    init(limits: ServerLimits = .patient) throws {
      try Self.text("reader", "other").write(toFile: path, atomically: true, encoding: .utf8)
      site = try PageSite(limits: limits, access: SiteAccess(tokens: try TokenFile(path)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static func text(_ names: String...) -> String {
      "tokens:\n"
        + names.map { "  - { name: \($0), sha256: \(SHA256.text(Array($0.utf8))), expires: 2999-01-01 }\n" }.joined()
    }

    func status(_ token: String = "reader") async -> Int { await site.get("/", bearer(token)).status }
    func bearer(_ token: String = "reader") -> HTTPFields { [.authorization: "Bearer \(token)"] }

    /// Opens an event stream and returns its pieces after the first.
    func events() async throws -> @Sendable () async throws -> [UInt8]? {
      let response = await site.site.respond(to: SiteRequest(path: "/-/events", fields: bearer()))
      guard case .pieces(let next) = response.body else { throw AugerError(.other, operation: "listen", "no stream") }
      _ = try await next()
      return next
    }
  }

  @Test(arguments: ["", "tokens:\n", "tokens: []\n", "tokens: [", "\u{0}\u{0}\u{0}"])
  func removedTokenFails(text: String) async throws {
    let tokens = try TokenSite()
    #expect(await tokens.status() == 200)
    try text.write(toFile: tokens.path, atomically: false, encoding: .utf8)
    #expect(await tokens.status() == 401)
    #expect(await tokens.site.get("/readyz").status == (text == "tokens: []\n" ? 200 : 503))
    try TokenSite.text("reader").write(toFile: tokens.path, atomically: true, encoding: .utf8)
    #expect(await tokens.status() == 200)
    #expect(await tokens.site.get("/readyz").status == 200)
  }

  @Test func tokensOfADeletedFileFail() async throws {
    let tokens = try TokenSite()
    #expect(await tokens.status() == 200)
    try FileManager.default.removeItem(atPath: tokens.path)
    #expect(await tokens.status() == 401)
    let ready = await tokens.site.get("/readyz")
    #expect(ready.status == 503 && ready.code == "identityUnreadable")
  }

  /// The file is overwritten in place, with equal size and modification time.
  @Test func editWithinOneTickIsDetected() async throws {
    let tokens = try TokenSite()
    let url = URL(fileURLWithPath: tokens.path)
    for round in 0..<20 {
      let (name, other) = round.isMultiple(of: 2) ? ("other", "abcde") : ("abcde", "other")
      let text = TokenSite.text("reader", name)
      let file = try FileHandle(forWritingTo: url)
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: tokens.path)
      #expect(await tokens.status(name) == 200, "\(round)")
      #expect(await tokens.status(other) == 401, "\(round)")
    }
  }

  @Test func eventStreamEndsWithItsToken() async throws {
    let tokens = try TokenSite()
    let next = try await tokens.events()
    tokens.site.site.events.beat()
    #expect(try await next() != nil)
    try TokenSite.text("other").write(toFile: tokens.path, atomically: true, encoding: .utf8)
    tokens.site.site.events.publish(job: "secret", run: 7)
    #expect(try await next() == nil)
  }

  /// Only the watch of the server wakes the stream.
  @Test func serverChecksForRevokedTokens() async throws {
    let tokens = try TokenSite()
    let next = try await tokens.events()
    let watch = Task { try await PublicationWatch(tokens.site.site, interval: .milliseconds(1)).run() }
    defer { watch.cancel() }
    try FileManager.default.removeItem(atPath: tokens.path)
    while try await next() != nil {}
  }

  @Test func embeddedEventStreamEndsWithItsKey() async throws {
    let signer = TestSigner.es256("portal")
    let path = try TestSigner.file([signer.jwk()])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let site = try PageSite(access: SiteAccess(embeds: try await KeyFile(path), now: TestSigner.clock))
    let token = try signer.token(TestSigner.embed())
    let response = await site.site.respond(to: SiteRequest(path: "/e/\(token)/-/events"))
    guard case .pieces(let next) = response.body else {
      Issue.record("no stream: \(response.status)")
      return
    }
    _ = try await next()
    try "{}".write(toFile: path, atomically: true, encoding: .utf8)
    site.site.events.beat()
    #expect(try await next() == nil)
  }

  // MARK: Limits of principals

  @Test func eventStreamsPerPrincipalAreLimited() async throws {
    var limits = ServerLimits.patient
    (limits.listeners, limits.listenersOfPrincipal) = (3, 2)
    let tokens = try TokenSite(limits: limits)
    func answer(_ token: String) async -> SiteResponse {
      await tokens.site.site.respond(to: SiteRequest(path: "/-/events", fields: tokens.bearer(token)))
    }
    var open = [await answer("reader"), await answer("reader")]
    let third = await PageAnswer(await answer("reader"))
    #expect(open.map(\.status.code) == [200, 200] && third.status == 429 && third.code == "tooManyListeners")
    #expect(third.fields[.retryAfter] != nil)
    open.append(await answer("other"))
    let fourth = await PageAnswer(await answer("other"))
    #expect(open[2].status == .ok && fourth.status == 503 && fourth.code == "busy")
    open = []
    #expect(await answer("reader").status == .ok)
  }

  @Test func requestRatePerPrincipalIsLimited() async throws {
    var limits = ServerLimits.patient
    (limits.rate, limits.burst) = (0.001, 3)
    let tokens = try TokenSite(limits: limits)
    for _ in 0..<3 { #expect(await tokens.status() == 200) }
    let refused = await tokens.site.get("/", tokens.bearer())
    #expect(refused.status == 429 && refused.code == "rateExceeded")
    #expect(refused.fields[.retryAfter].flatMap { Int($0) }.map { $0 > 900 && $0 <= 1000 } == true)
    #expect(await tokens.status("other") == 200, "others are answered")
    #expect(await tokens.site.get("/healthz").status == 200)
  }
}
