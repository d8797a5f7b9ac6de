import AugerAgents
import AugerDiagnostics
import AugerQuery
import AugerServer
import Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Tokens of an attacker. Each one fails like an unknown token, and no response repeats any part of it.
@Suite struct HostileIdentityTests {
  @Test func damagedAndForgedTokensFail() async throws {
    let signed = try await SignedSite()
    defer { signed.remove() }
    let good = try signed.signer.token(TestSigner.claims())
    try #require(await signed.get(good).status == 200)
    let tokens = try Self.tokens(signed.signer, good)
    #expect(tokens.count >= 60)
    #expect(Set(tokens.map(\.what)).count == tokens.count)
    for (what, token) in tokens {
      for address in ["/.json", "/dashboards/made/Rows.csv"] {
        let answer = await signed.get(token, address)
        #expect(answer.status == 401, "\(what): \(answer.status)")
        #expect(["notSignedIn", "tokenExpired"].contains(answer.code), "\(what): \(answer.text.prefix(300))")
        #expect(!Self.says(answer, token), "\(what)")
      }
      #expect(await signed.site.get("/", [.cookie: "__Host-auger=\(token)"]).status == 401, "\(what)")
    }
    // The valid token still works.
    #expect(await signed.get(good).status == 200)
  }

  /// The same for tokens in the URL of an embedded page.
  @Test func damagedTokensOfEmbeddedPagesFail() async throws {
    let signer = TestSigner.es256("first")
    let path = try TestSigner.file([signer.jwk()])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let site = try PageSite(access: SiteAccess(embeds: try await KeyFile(path), now: TestSigner.clock))
    let good = try signer.token(TestSigner.embed())
    try #require(await site.get("/e/\(good)/dashboards/board").status == 200)
    for (what, token) in try Self.tokens(signer, good) where !token.contains("/") {
      let answer = await site.get("/e/\(token)/dashboards/board.json")
      #expect([401, 414].contains(answer.status), "\(what): \(answer.status)")
      #expect(token.utf8.count < 16 || !answer.text.contains(token.prefix(200)), "\(what)")
    }
  }

  private static func says(_ answer: Served.Answer, _ token: String) -> Bool {
    let part = token.prefix(64)
    guard part.utf8.count >= 16 else { return false }
    return answer.text.contains(part) || answer.fields.contains { $0.value.contains(part) }
  }

  private static func tokens(_ signer: TestSigner, _ good: String) throws -> [(what: String, token: String)] {
    var all: [(what: String, token: String)] = []
    func add(_ what: String, _ token: String) { all.append((what, token)) }
    let parts = good.split(separator: ".").map(String.init)
    let encoded = { (text: String) in TestSigner.encoded(Data(text.utf8)) }
    let (claims, now) = (TestSigner.claims(), TestSigner.now)

    // Strings that are not tokens.
    for text in ["", ".", "..", "...", "a", "a.b", "a.b.c", "null", "{}", "Bearer", "%00", "../../etc/passwd"] {
      add("the text '\(text)'", text)
    }
    add("an empty signature", parts[0] + "." + parts[1] + ".")
    add("no signature", parts[0] + "." + parts[1])
    add("an empty payload", parts[0] + ".." + parts[2])
    add("an empty header", "." + parts[1] + "." + parts[2])
    add("a trailing dot", good + ".")
    add("a leading dot", "." + good)
    add("a fourth part", good + "." + parts[2])
    add("five parts, as of encryption", good + "." + parts[2] + "." + parts[1])
    add("a space in it", parts[0] + " ." + parts[1] + "." + parts[2])
    add("a comma and itself", good + "," + good)
    add("padding", good + "=")
    add("base64 of the other alphabet", good.replacing("-", with: "+").replacing("_", with: "/") + "+")
    add("a digit too many", good + "A")
    add("bits beyond the last byte", parts[0] + "." + parts[1] + "." + String(parts[2].dropLast()) + "_")
    add("ten megabytes", String(repeating: "A", count: 10 << 20))
    add("a payload of nine kilobytes", try signer.token(claims.with("x", .text(String(repeating: "x", count: 9000)))))
    add("the signature of another", parts[0] + "." + parts[1] + "." + encoded(String(repeating: "s", count: 64)))
    add("a signature of zeros", parts[0] + "." + parts[1] + "." + TestSigner.encoded(Data(count: 64)))
    add("a signature cut short", parts[0] + "." + parts[1] + "." + parts[2].prefix(40))
    add(
      "a payload that was changed",
      parts[0] + "." + TestSigner.encoded(claims.with("sub", "eve").bytes) + "." + parts[2])

    // Headers.
    func header(_ what: String, _ header: JSONNode) throws { add(what, try signer.token(claims, header: header)) }
    let plain: JSONNode = ["alg": "ES256", "kid": "first", "typ": "JWT"]
    for name in [
      "none", "None", "NONE", "nOnE", "", "HS256", "HS512", "RS256", "ES384", "ES512", "EdDSA", "es256", "PS256",
    ] {
      try header("the algorithm '\(name)'", plain.with("alg", .text(name)))
    }
    for name in ["none", "None"] {
      let unsigned = TestSigner.encoded(plain.with("alg", .text(name)).bytes) + "." + parts[1]
      add("nothing signed, by '\(name)'", unsigned + ".")
      add("nothing signed, by '\(name)', and a text", unsigned + "." + parts[2])
    }
    // The public key as the secret of a symmetric algorithm.
    let publicKey = try signer.jwk()
    for secret in [publicKey.line, publicKey["x"]?.text ?? ""] {
      let signed = TestSigner.encoded(plain.with("alg", "HS256").bytes) + "." + parts[1]
      let code = HMAC<Crypto.SHA256>.authenticationCode(
        for: Data(signed.utf8), using: SymmetricKey(data: Data(secret.utf8)))
      add("HS256 by '\(secret.prefix(4))'", signed + "." + TestSigner.encoded(Data(code)))
    }
    try header("no algorithm", plain.with("alg", .null))
    try header("a list of algorithms", plain.with("alg", ["ES256"]))
    try header("no key", plain.with("kid", .null))
    for name in [
      "", "second", "First", "first ", "first\u{0}", "../first", "../../../../dev/null", "first' OR '1'='1", "*",
      "keys",
      "first/../first", "fírst",
    ] { try header("the key '\(name)'", plain.with("kid", .text(name))) }
    try header("a number as key", plain.with("kid", 0))
    try header("a list of keys", plain.with("kid", ["first"]))
    try header("a critical extension", plain.with("crit", ["exp"]).with("exp", 1))
    try header("an empty list of critical extensions", plain.with("crit", []))
    try header("a payload that is not encoded", plain.with("b64", false).with("crit", ["b64"]))
    try header("another type", plain.with("typ", "secevent+jwt"))
    // Keys inside the token are ignored.
    let thief = TestSigner.es256("first")
    try add("a key of its own", thief.token(claims, header: plain.with("jwk", thief.jwk())))
    try add(
      "a key of its own that is not known", thief.token(claims, header: plain.with("kid", "x").with("jwk", thief.jwk()))
    )
    try add("an address of keys", thief.token(claims, header: plain.with("jku", "https://evil.example/keys.json")))
    try add("an address of certificates", thief.token(claims, header: plain.with("x5u", "https://evil.example/c.pem")))
    try add("certificates", thief.token(claims, header: plain.with("x5c", ["MIIB"])))
    try add("the key of somebody else", thief.token(claims))
    let bytes = claims.bytes
    add(
      "a key twice",
      try signer.token(header: Array(#"{"alg":"ES256","kid":"second","kid":"first"}"#.utf8), payload: bytes))
    add(
      "an algorithm twice",
      try signer.token(header: Array(#"{"alg":"none","alg":"ES256","kid":"first"}"#.utf8), payload: bytes))
    add("a header that is no UTF-8", try signer.token(header: plain.bytes.dropLast() + [0xFF, 0x7D], payload: bytes))
    add("a header that is a list", try signer.token(header: Array("[]".utf8), payload: bytes))
    add("a header cut short", try signer.token(header: Array(#"{"alg":"ES256","kid":"first""#.utf8), payload: bytes))
    add("two headers", try signer.token(header: plain.bytes + plain.bytes, payload: bytes))
    add("a deep header", try signer.token(header: Array(String(repeating: "[", count: 3000).utf8), payload: bytes))

    // Payloads with a valid signature.
    func payload(_ what: String, _ payload: String) throws {
      add(what, try signer.token(header: plain.bytes, payload: Array(payload.utf8)))
    }
    try payload("no claims", "{}")
    try payload("a list of claims", "[]")
    try payload("a text for claims", "\"x\"")
    try payload("no JSON", "exp=1")
    add(
      "claims that are no UTF-8", try signer.token(header: plain.bytes, payload: bytes.dropLast() + [0xC3, 0x28, 0x7D]))
    let line = String(claims.line.dropLast())
    try payload("a subject twice", line + #", "sub": "eve"}"#)
    try payload("an end twice", line + #", "exp": 1790000600}"#)
    func claim(_ what: String, _ name: String, _ value: JSONNode) throws {
      add(what, try signer.token(claims.with(name, value)))
    }
    for (what, value) in [
      ("for nobody", .null), ("for another", "other"), ("for the same in capitals", "CHARTS"), ("for more", "charts2"),
      ("for an empty list", []), ("for a list of others", ["a", "b"]), ("for a list with a number", ["charts", 1]),
      ("for a list in a list", [["charts"]]), ("for an object", ["charts": "charts"]), ("for a number", 1),
    ] as [(String, JSONNode)] { try claim(what, "aud", value) }
    for (what, value) in [
      ("from nobody", .null), ("from another", "https://evil.example"),
      ("from nearly the same", "https://id.example.org/"),
      ("from a list", ["https://id.example.org"]), ("from a number", 1), ("from a null text", ""),
    ] as [(String, JSONNode)] { try claim(what, "iss", value) }
    for (what, value) in [
      ("of nobody", .null), ("of an empty name", ""), ("of a number", 7), ("of a list", ["ann"]),
      ("of a name with a line end", "ann\nroot"), ("of a long name", .text(String(repeating: "a", count: 300))),
    ] as [(String, JSONNode)] { try claim(what, "sub", value) }
    for (what, value) in [
      ("without an end", .null), ("over", .number(String(now - 1))), ("over now", .number(String(now))),
      ("over by a text", .text(String(now + 600))), ("without end", .number("1e99")),
      ("beyond numbers", .number("1e999")),
      ("over before 1970", .number("-1")), ("over by a list", [.number(String(now + 600))]), ("over by a truth", true),
      ("over by milliseconds", .number(String((now + 600) * 1000))),
    ] as [(String, JSONNode)] { try claim(what, "exp", value) }
    for name in ["nbf", "iat"] {
      try claim("\(name) ahead", name, .number(String(now + 3600)))
      try claim("\(name) as a text", name, .text(String(now)))
      try claim("\(name) beyond numbers", name, .number("1e999"))
    }
    return all
  }
}
