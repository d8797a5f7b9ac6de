import AugerAgents
import AugerDiagnostics

/// The public half of a key that tokens are signed with (RFC 7517), by the algorithms that it may be used with.
struct SigningKey: Sendable {
  let identifier: String
  let algorithms: [String: SignatureAlgorithm]

  /// What a key set calls a key that others encrypt for its owner: it signs nothing.
  static func isForEncryption(_ node: JSONNode) -> Bool { node["use"]?.text == "enc" }

  /// Throws what is wrong with the key, in words. The library sees one algorithm at a time: of a key that has none it
  /// would take the first that any token names for all that follow.
  init(_ node: JSONNode) async throws(KeyMistake) {
    guard let identifier = node["kid"]?.text, !identifier.isEmpty, identifier.utf8.count <= 200 else {
      throw KeyMistake("has no 'kid'")
    }
    self.identifier = identifier
    for secret in ["d", "p", "q", "k"] where node[secret] != nil {
      throw KeyMistake("'\(identifier)' is secret: a server needs the public half")
    }
    let (type, curve) = (node["kty"]?.text, node["crv"]?.text)
    let possible: [String] =
      switch (type, curve) {
      case ("EC", "P-256"): ["ES256"]
      case ("EC", "P-384"): ["ES384"]
      case ("EC", "P-521"): ["ES512"]
      case ("OKP", "Ed25519"): ["EdDSA"]
      case ("RSA", nil): ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
      default: []
      }
    guard !possible.isEmpty else { throw KeyMistake("'\(identifier)' is of no kind that signs tokens") }
    var chosen = possible
    if let named = node["alg"] {
      guard let name = named.text, possible.contains(name) else {
        throw KeyMistake("'\(identifier)' has an 'alg' that its kind has not")
      }
      chosen = [name]
    }
    if type == "RSA", (Base64URL.decoded(node["n"]?.text ?? "")?.drop { $0 == 0 }.count ?? 0) < 256 {
      throw KeyMistake("'\(identifier)' has fewer than 2048 bits")
    }
    var algorithms: [String: SignatureAlgorithm] = [:]
    for name in chosen {
      guard let algorithm = await SignatureAlgorithm(name, node, identifier) else {
        throw KeyMistake("'\(identifier)' has numbers that are no key")
      }
      algorithms[name] = algorithm
    }
    self.algorithms = algorithms
  }
}

/// What is wrong with a key of a file, to be said after "a key".
struct KeyMistake: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
