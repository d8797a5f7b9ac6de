import AugerAgents
import AugerDiagnostics

/// The public part of a key that signs tokens (RFC 7517), with the algorithms that it permits.
struct SigningKey: Sendable {
  let identifier: String
  let algorithms: [String: SignatureAlgorithm]

  /// Returns true if the key set marks the key for encryption. Such a key cannot sign tokens.
  static func isForEncryption(_ node: JSONNode) -> Bool { node["use"]?.text == "enc" }

  /// Reads a key. Throws a description of the error.
  ///
  /// The library gets one algorithm at a time. For a key without an algorithm, it would use the algorithm of the first
  /// token for all later tokens.
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
    guard !possible.isEmpty else { throw KeyMistake("'\(identifier)' has a kind that cannot sign tokens") }
    var chosen = possible
    if let named = node["alg"] {
      guard let name = named.text, possible.contains(name) else {
        throw KeyMistake("'\(identifier)' has an 'alg' that its kind does not support")
      }
      chosen = [name]
    }
    if type == "RSA", (Base64URL.decoded(node["n"]?.text ?? "")?.drop { $0 == 0 }.count ?? 0) < 256 {
      throw KeyMistake("'\(identifier)' has fewer than 2048 bits")
    }
    var algorithms: [String: SignatureAlgorithm] = [:]
    for name in chosen {
      guard let algorithm = await SignatureAlgorithm(name, node, identifier) else {
        throw KeyMistake("'\(identifier)' has invalid key numbers")
      }
      algorithms[name] = algorithm
    }
    self.algorithms = algorithms
  }
}

/// An error in a key of the file, as a phrase that follows "a key".
struct KeyMistake: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
