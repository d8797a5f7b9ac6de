import Auger
import AugerAgents
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerServer
import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// A site that identifies callers by JSON Web Tokens.
struct SignedSite {
  let site: Served
  let signer: TestSigner
  let path: String

  init(_ signer: TestSigner = .es256("first"), keys: [JSONNode]? = nil, field: HTTPField.Name? = nil) async throws {
    self.signer = signer
    path = try TestSigner.file(try keys ?? [signer.jwk()])
    let identity = SignedIdentity(
      keys: try await KeyFile(path), audience: TestSigner.audience, issuer: TestSigner.issuer, field: field)
    site = try Served(
      GeneratedWorkspace(seed: 5, rows: 60, places: 1), access: SiteAccess(signed: identity, now: TestSigner.clock),
      changing: {
        $0 + """

          policy:
            - for: { claim: role, is: chief }
              dashboards: all
            - for: { claim: teams, is: [7, true] }
              dashboards: [made]
          """
      })
  }

  func get(_ token: String, _ address: String = "/.json") async -> Served.Answer {
    await site.get(address, [.authorization: "Bearer \(token)"])
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct SignedIdentityTests {
  @Test func signedTokenIdentifiesCallerAndAccessRights() async throws {
    let signed = try await SignedSite()
    defer { signed.remove() }
    let answer = await signed.get(try signed.signer.token(TestSigner.claims()))
    #expect(answer.status == 200 && answer.text.contains("\"made\""))
    // A caller with another role sees no dashboards.
    let guest = await signed.get(try signed.signer.token(TestSigner.claims(["role": "guest"])))
    #expect(guest.status == 200 && !guest.text.contains("\"made\""))
  }

  @Test(arguments: ["ES384", "EdDSA", "RS256", "PS256"]) func supportedAlgorithmsAreAccepted(name: String) async throws
  {
    let key: TestSigner.Key =
      switch name {
      case "ES384": .es384(P384.Signing.PrivateKey())
      case "EdDSA": .eddsa(Curve25519.Signing.PrivateKey())
      case "RS256": .rsa(try .init(keySize: .bits2048), padding: .insecurePKCS1v1_5, name: name)
      default: .rsa(try .init(keySize: .bits2048), padding: .PSS, name: name)
      }
    let signer = TestSigner(identifier: "k", key: key)
    // A key may name its algorithm, or only its type.
    for keys in [try signer.jwk(), try signer.jwk(naming: false)] {
      let signed = try await SignedSite(signer, keys: [keys])
      defer { signed.remove() }
      #expect(await signed.get(try signer.token(TestSigner.claims())).status == 200)
    }
  }

  /// The first token does not bind a key without an algorithm to the algorithm of that token.
  @Test func failedTokenDoesNotBindTheKeyToItsAlgorithm() async throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let signer = TestSigner(identifier: "k", key: .rsa(key, padding: .insecurePKCS1v1_5, name: "RS256"))
    let signed = try await SignedSite(signer, keys: [signer.jwk(naming: false)])
    defer { signed.remove() }
    let other = try signer.token(TestSigner.claims(), header: ["alg": "PS384", "kid": "k"])
    #expect(await signed.get(other).status == 401)
    #expect(await signed.get(try signer.token(TestSigner.claims())).status == 200)
  }

  @Test func claimsMayBeNumbersBooleansAndLists() async throws {
    let signed = try await SignedSite()
    defer { signed.remove() }
    for (value, isSeen) in [
      (7, true), ([1, 7], true), (true, true), ("7", true), ([["x"], 7], false), (["in": 7], false), ([], false),
    ] as [(JSONNode, Bool)] {
      let token = try signed.signer.token(TestSigner.claims(["role": .null, "teams": value]))
      let answer = await signed.get(token)
      #expect(answer.status == 200 && answer.text.contains("\"made\"") == isSeen, "\(value.line)")
    }
  }

  @Test func clocksMayDifferByAMinute() async throws {
    let signed = try await SignedSite()
    defer { signed.remove() }
    for (name, seconds, status) in [
      ("nbf", 59, 200), ("nbf", 61, 401), ("iat", 59, 200), ("iat", 61, 401), ("exp", 1, 200), ("exp", 0, 401),
    ] as [(String, Int64, Int)] {
      let claims = TestSigner.claims().with(name, .number(String(TestSigner.now + seconds)))
      #expect(await signed.get(try signed.signer.token(claims)).status == status, "\(name) \(seconds)")
    }
    let over = await signed.get(try signed.signer.token(TestSigner.claims(["exp": 1_789_999_999])))
    #expect(over.code == "tokenExpired")
  }

  @Test func tokenMayComeFromACustomField() async throws {
    let field = try #require(HTTPField.Name("X-Id-Token"))
    let signed = try await SignedSite(field: field)
    defer { signed.remove() }
    let token = try signed.signer.token(TestSigner.claims())
    #expect(await signed.site.get("/.json", [field: token]).status == 200)
    #expect(await signed.site.get("/.json", [field: token + "," + token]).status == 401)
    #expect(await signed.site.get("/.json", [field: "Bearer " + token]).status == 401)
  }

  @Test func browserSignsInWithASignedToken() async throws {
    let signed = try await SignedSite()
    defer { signed.remove() }
    let token = try signed.signer.token(TestSigner.claims())
    #expect(await signed.site.post("/-/session", "token=\(token)").status == 303)
    #expect(await signed.site.get("/.json", [.cookie: "__Host-auger=\(token)"]).status == 200)
    #expect(await signed.site.post("/-/session", "token=x.y.z").status == 401)
  }

  @Test func bothKindsOfTokensCanBeUsedTogether() async throws {
    let signer = TestSigner.es256("k")
    let keys = try TestSigner.file([signer.jwk()])
    let tokens = FileManager.default.temporaryDirectory.appendingPathComponent("auger-tokens-\(UUID()).yaml").path
    defer { for path in [keys, tokens] { try? FileManager.default.removeItem(atPath: path) } }
    let digest = SHA256.hash(data: Data("opaque".utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try "tokens:\n  - { name: screen, sha256: \(digest), expires: 2999-01-01 }\n".write(
      toFile: tokens, atomically: true, encoding: .utf8)
    let identity = SignedIdentity(
      keys: try await KeyFile(keys), audience: TestSigner.audience, issuer: TestSigner.issuer)
    let site = try Served(
      access: SiteAccess(tokens: try TokenFile(tokens), signed: identity, now: TestSigner.clock))
    #expect(await site.get("/", [.authorization: "Bearer opaque"]).status == 200)
    #expect(await site.get("/", [.authorization: "Bearer \(try signer.token(TestSigner.claims()))"]).status == 200)
    #expect(await site.get("/", [.authorization: "Bearer other"]).status == 401)
  }

  // MARK: Key file

  @Test func keysAreReloadedWhenTheirFileChanges() async throws {
    let (first, second) = (TestSigner.es256("first"), TestSigner.es256("second"))
    let path = try TestSigner.file([first.jwk()])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let failures = Counter()
    let keys = try await KeyFile(path) { _ in failures.count() }
    let site = try Served(
      access: SiteAccess(
        signed: SignedIdentity(keys: keys, audience: TestSigner.audience, issuer: TestSigner.issuer),
        now: TestSigner.clock))
    func status(_ signer: TestSigner) async throws -> Int {
      await site.get("/", [.authorization: "Bearer \(try signer.token(TestSigner.claims()))"]).status
    }
    #expect(try await status(first) == 200)
    #expect(try await status(second) == 401)
    try (["keys": [second.jwk()]] as JSONNode).line.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await status(first) == 401)
    #expect(try await status(second) == 200)
    // A damaged file provides no keys and is reported once.
    try "{\"keys\": [".write(toFile: path, atomically: true, encoding: .utf8)
    for _ in 0..<3 { #expect(try await status(second) == 401) }
    #expect(failures.value == 1)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await status(second) == 401)
    #expect(failures.value == 2)
    #expect(await site.get("/readyz").status == 503)
    try (["keys": [first.jwk()]] as JSONNode).line.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await status(first) == 200)
    #expect(await site.get("/readyz").status == 200)
  }

  @Test func filesWithoutPublicKeysFail() async throws {
    let signer = TestSigner.es256("k")
    let good = try signer.jwk()
    for (what, keys) in [
      ("no key", []), ("a symmetric one", [["kty": "oct", "kid": "k", "k": "c2VjcmV0"]]),
      ("a secret one", [good.with("d", "c2VjcmV0")]), ("one without a name", [good.with("kid", .null)]),
      ("two of one name", [good, good]), ("another algorithm", [good.with("alg", "RS256")]),
      ("no algorithm", [good.with("alg", "none")]), ("a symmetric algorithm", [good.with("alg", "HS256")]),
      ("no point of its curve", [good.with("x", "AAAA")]), ("an unknown curve", [good.with("crv", "secp256k1")]),
      ("few bits", [["kty": "RSA", "kid": "k", "n": "AQAB", "e": "AQAB"]]), ("a text", ["k"]),
      ("nothing but one for encryption", [good.with("use", "enc")]),
    ] as [(String, [JSONNode])] {
      let path = try TestSigner.file(keys)
      defer { try? FileManager.default.removeItem(atPath: path) }
      await #expect(throws: (any Error).self, "\(what)") { _ = try await KeyFile(path) }
    }
    await #expect(throws: (any Error).self) { _ = try await KeyFile("/nowhere/keys.json") }
  }
}

/// A counter for several tasks.
final class Counter: Sendable {
  private let state = Locked(0)

  var value: Int { state.withLock { $0 } }

  func count() { state.withLock { $0 += 1 } }
}
