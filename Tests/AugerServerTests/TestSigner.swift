import AugerAgents
import AugerColumns
import AugerDiagnostics
import AugerServer
import Crypto
import CryptoExtras
import Foundation

/// Signs JSON Web Tokens, as a trusted issuer or as an attacker.
struct TestSigner: Sendable {
  enum Key: Sendable {
    case es256(P256.Signing.PrivateKey)
    case es384(P384.Signing.PrivateKey)
    case eddsa(Curve25519.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey, padding: _RSA.Signing.Padding, name: String)
  }

  let identifier: String
  let key: Key

  static func es256(_ identifier: String) -> TestSigner {
    TestSigner(identifier: identifier, key: .es256(P256.Signing.PrivateKey()))
  }

  var algorithm: String {
    switch key {
    case .es256: "ES256"
    case .es384: "ES384"
    case .eddsa: "EdDSA"
    case .rsa(_, _, let name): name
    }
  }

  /// Returns the public key as a member of a key set.
  func jwk(naming algorithm: Bool = true) throws -> JSONNode {
    var members: [(String, String)] = [("kid", identifier), ("use", "sig")]
    if algorithm { members.append(("alg", self.algorithm)) }
    func point(_ bytes: Data, _ curve: String) {
      let half = bytes.count / 2
      members += [
        ("kty", "EC"), ("crv", curve), ("x", Self.encoded(bytes.prefix(half))), ("y", Self.encoded(bytes.suffix(half))),
      ]
    }
    switch key {
    case .es256(let key): point(key.publicKey.rawRepresentation, "P-256")
    case .es384(let key): point(key.publicKey.rawRepresentation, "P-384")
    case .eddsa(let key):
      members += [("kty", "OKP"), ("crv", "Ed25519"), ("x", Self.encoded(key.publicKey.rawRepresentation))]
    case .rsa(let key, _, _):
      let numbers = try key.publicKey.getKeyPrimitives()
      members += [
        ("kty", "RSA"), ("n", Self.encoded(numbers.modulus)), ("e", Self.encoded(numbers.publicExponent)),
      ]
    }
    return members.reduce(.object([])) { $0.with($1.0, .text($1.1)) }
  }

  /// Returns a signed token. Unless `header` is given, it names the key and its algorithm.
  func token(_ claims: JSONNode, header: JSONNode? = nil) throws -> String {
    let header = header ?? ["alg": .text(algorithm), "kid": .text(identifier), "typ": "JWT"]
    return try token(header: header.bytes, payload: claims.bytes)
  }

  /// Returns a signed token with the given bytes.
  func token(header: [UInt8], payload: [UInt8]) throws -> String {
    let signed = Self.encoded(header) + "." + Self.encoded(payload)
    return signed + "." + Self.encoded(try signature(Data(signed.utf8)))
  }

  private func signature(_ data: Data) throws -> Data {
    switch key {
    case .es256(let key): try key.signature(for: data).rawRepresentation
    case .es384(let key): try key.signature(for: data).rawRepresentation
    case .eddsa(let key): try key.signature(for: data)
    case .rsa(let key, let padding, _):
      try key.signature(for: SHA256.hash(data: data), padding: padding).rawRepresentation
    }
  }

  static func encoded(_ bytes: some DataProtocol) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Writes a key set file with the public keys. The caller removes it.
  static func file(_ keys: [JSONNode]) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-keys-\(UUID()).json").path
    try (["keys": .list(keys)] as JSONNode).line.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// The time of the servers in these tests, in seconds since 1970.
  static let now: Int64 = 1_790_000_000
  static let clock: @Sendable () -> Timestamp = { Timestamp(microseconds: now * 1_000_000) }
  static let audience = "charts"
  static let issuer = "https://id.example.org"

  /// Returns the claims of a test token with some members changed. Null removes a member.
  static func claims(_ changed: KeyValuePairs<String, JSONNode> = [:]) -> JSONNode {
    var claims: JSONNode = [
      "aud": .text(audience), "iss": .text(issuer), "sub": "ann", "exp": .number(String(now + 600)),
      "iat": .number(String(now)), "role": "chief",
    ]
    for (name, value) in changed { claims = claims.with(name, value) }
    return claims
  }

  /// Returns the claims of an embed token.
  static func embed(_ changed: KeyValuePairs<String, JSONNode> = [:]) -> JSONNode {
    var claims: JSONNode = [
      "aud": "embed", "sub": "acme", "exp": .number(String(now + 900)), "iat": .number(String(now)),
      "dashboard": "board", "ancestors": ["https://portal.example.org"],
    ]
    for (name, value) in changed { claims = claims.with(name, value) }
    return claims
  }
}

extension JSONNode {
  /// Returns the object with a member replaced. Null removes the member.
  func with(_ name: String, _ value: JSONNode) -> JSONNode {
    guard case .object(let members) = self else { return self }
    let others = members.filter { $0.name != name }
    return .object(value == .null ? others : others + [Member(name: name, value: value)])
  }
}
